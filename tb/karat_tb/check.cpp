// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check.hpp"

#include <deque>

#include "karat/error.hpp"

namespace karat::tb {
namespace {

void check_port(const char* port, std::uint32_t width, Format format) {
    if (width == static_cast<std::uint32_t>(info(format).bits)) return;
    throw Error(std::string("the candidate's port ") + port + " has elements of " + std::to_string(width) + " bits; the specification's " +
                std::string(name_of(format)) + " has " + std::to_string(info(format).bits));
}

void check_ports(const karat_candidate_shape& shape, const Spec& spec) {
    if (shape.k != static_cast<std::uint32_t>(spec.k)) {
        throw Error("the candidate has K = " + std::to_string(shape.k) + "; the specification has k = " + std::to_string(spec.k));
    }
    if (spec.scale) throw Error("the candidate has no scale ports; the specification needs them");
    check_port("a_i", shape.aw, spec.a);
    check_port("b_i", shape.bw, spec.b);
    check_port("c_i", shape.cw, spec.c);
    check_port("d_o", shape.dw, spec.d);
}

/// One run: a queue of tiles the design has accepted but not answered, and the port buffers.
class Driver {
   public:
    Driver(Candidate& candidate, const DotAdd& dot, Scoreboard& scoreboard, const CheckSettings& settings)
        : candidate_(candidate),
          shape_(candidate.shape()),
          scoreboard_(scoreboard),
          settings_(settings),
          stimulus_(dot.spec(), shape_.m, shape_.n, settings.seed),
          pauses_(settings.seed ^ 0x70617573ULL),
          a_(make_port(std::size_t{shape_.m} * shape_.k, shape_.aw)),
          b_(make_port(std::size_t{shape_.n} * shape_.k, shape_.bw)),
          c_(make_port(std::size_t{shape_.m} * shape_.n, shape_.cw)),
          d_(make_port(std::size_t{shape_.m} * shape_.n, shape_.dw)),
          results_(std::size_t{shape_.m} * shape_.n) {
        io_.a = a_.data();
        io_.b = b_.data();
        io_.c = c_.data();
        io_.d = d_.data();
    }

    CheckResult run() {
        reset();
        load_next();
        while (scoreboard_.tiles() < settings_.count) {
            if (!cycle()) return result_;
            if (settings_.max_mismatches != 0 && scoreboard_.mismatches() >= settings_.max_mismatches) break;
        }
        if (scoreboard_.mismatches() == 0 && !drain()) return result_;
        if (scoreboard_.mismatches() != 0) {
            return end(Verdict::mismatched,
                       std::to_string(scoreboard_.mismatches()) + " of " + std::to_string(scoreboard_.lanes()) + " lanes differ");
        }
        return end(Verdict::passed, "");
    }

   private:
    CheckResult end(Verdict verdict, const std::string& reason) {
        result_.verdict = verdict;
        result_.reason = reason;
        return result_;
    }

    void reset() {
        io_.valid_in = 0;
        io_.ready_in = 0;
        io_.rst_n = 0;
        for (int i = 0; i < 4; ++i) candidate_.cycle(io_);
        io_.rst_n = 1;
    }

    void load_next() {
        if (offered_ == settings_.count) {
            io_.valid_in = 0;
            has_tile_ = false;
            return;
        }
        current_ = stimulus_.next();
        ++offered_;
        has_tile_ = true;
        for (std::size_t i = 0; i < current_.a.size(); ++i) put_element(a_, i, shape_.aw, current_.a[i]);
        for (std::size_t i = 0; i < current_.b.size(); ++i) put_element(b_, i, shape_.bw, current_.b[i]);
        for (std::size_t i = 0; i < current_.c.size(); ++i) put_element(c_, i, shape_.cw, current_.c[i]);
    }

    /// One clock cycle with everything it moves; false if the design broke the protocol (result_ says how).
    bool cycle() {
        // once offered, a tile stays offered until it is accepted
        io_.valid_in = has_tile_ && (io_.valid_in != 0 || !pauses_.one_in(16)) ? 1 : 0;
        io_.ready_in = pauses_.one_in(8) ? 0 : 1;
        candidate_.cycle(io_);
        ++result_.cycles;
        ++idle_;
        if (io_.valid_in != 0 && io_.ready_out != 0) {
            pending_.push_back(std::move(current_));
            io_.valid_in = 0;
            load_next();
            idle_ = 0;
        }
        if (io_.valid_out != 0 && io_.ready_in != 0) {
            if (pending_.empty()) {
                end(Verdict::too_many_answers, "the design answered " + std::to_string(scoreboard_.tiles() + 1) + " tiles; only " +
                                                   std::to_string(scoreboard_.tiles()) + " were asked");
                return false;
            }
            for (std::size_t i = 0; i < results_.size(); ++i) results_[i] = get_element(d_, i, shape_.dw);
            scoreboard_.compare(pending_.front(), results_);
            pending_.pop_front();
            idle_ = 0;
            if (settings_.progress && scoreboard_.tiles() % 4096 == 0) settings_.progress(scoreboard_.tiles(), scoreboard_.mismatches());
        }
        if (io_.finished != 0) {
            end(Verdict::finished, "the design executed $finish after " + std::to_string(scoreboard_.tiles()) + " tiles");
            return false;
        }
        return still_alive();
    }

    bool still_alive() {
        if (idle_ < settings_.patience) return true;
        const std::string waited = " for " + std::to_string(idle_) + " cycles";
        if (pending_.empty()) {
            end(Verdict::never_ready, "tile " + std::to_string(scoreboard_.tiles()) + " was offered and ready_o stayed low" + waited);
        } else {
            end(Verdict::no_answer, "tile " + std::to_string(scoreboard_.tiles()) + " was accepted and not answered" + waited);
        }
        return false;
    }

    /// After the last answer nothing more may come.
    bool drain() {
        for (int i = 0; i < 64; ++i) {
            io_.valid_in = 0;
            io_.ready_in = 1;
            candidate_.cycle(io_);
            if (io_.valid_out == 0) continue;
            end(Verdict::too_many_answers, "an answer came after the last tile was answered");
            return false;
        }
        return true;
    }

    Candidate& candidate_;
    karat_candidate_shape shape_;
    Scoreboard& scoreboard_;
    const CheckSettings& settings_;
    Stimulus stimulus_;
    Random pauses_;
    PortWords a_, b_, c_, d_;
    std::vector<std::uint64_t> results_;
    karat_candidate_cycle io_{};
    std::deque<Tile> pending_;
    Tile current_;
    bool has_tile_ = false;
    std::uint64_t offered_ = 0;
    std::uint64_t idle_ = 0;
    CheckResult result_;
};

}  // namespace

CheckResult run_check(Candidate& candidate, const DotAdd& dot, Scoreboard& scoreboard, const CheckSettings& settings) {
    check_ports(candidate.shape(), dot.spec());
    return Driver(candidate, dot, scoreboard, settings).run();
}

}  // namespace karat::tb
