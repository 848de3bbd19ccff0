// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/check.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "karat_tb/check/tile_ports.hpp"
#include "karat_tb/check/traffic.hpp"

namespace karat::tb {
namespace {

/// One run of a check. Holds the queue of tiles that the design has accepted but not answered, and the port
/// buffers.
class Driver {
   public:
    Driver(Candidate& candidate, TileSource& source, ModeBoards& boards, const CheckSettings& settings)
        : candidate_(candidate),
          source_(source),
          boards_(boards),
          settings_(settings),
          traffic_(settings.seed, settings.traffic, settings.protocol) {
        for (const ModeBoards::Entry& entry : boards.entries()) {
            const Scoreboard& board = *entry.board;
            const TileShape shape(board.dot().spec(), board.rows(), board.columns());
            require_ports(candidate.ports(), shape);
            shapes_.push_back(shape);
            ports_.emplace_back(shape);
        }
        if (settings.protocol != nullptr && candidate.ports().has_events != 0)
            settings.protocol->connect_adapter();
        d_ = ports_.front().d;
        d_unknown_ = ports_.front().d_unknown;
        if (settings.flags != nullptr) {
            const std::size_t elements = settings.flags->port().elements(shapes_.front().lanes());
            require_flags(candidate.ports(), elements);
            flags_ = make_port(elements, kFlagBits);
        }
        connect(0);
    }

    CheckResult run() {
        reset();
        load_next();
        while (has_tile_ || !pending_.empty()) {
            if (!cycle()) return result_;
            if (settings_.stop_after_cycles != 0 && result_.cycles >= settings_.stop_after_cycles) break;
            if (settings_.max_mismatches != 0 &&
                std::max(boards_.mismatches(), wrong_flags()) >= settings_.max_mismatches)
                break;
        }
        const bool all_answered = !has_tile_ && pending_.empty();
        if (all_answered && !drain()) return result_;
        if (boards_.mismatches() != 0) {
            return end(Verdict::mismatched, std::to_string(boards_.mismatches()) + " of " +
                                                std::to_string(boards_.lanes()) + " lanes differ");
        }
        if (wrong_flags() != 0)
            return end(Verdict::mismatched, "the results are right, but not the status flags");
        return end(Verdict::passed, "");
    }

   private:
    CheckResult end(Verdict verdict, const std::string& reason) {
        result_.verdict = verdict;
        result_.reason = reason;
        return result_;
    }

    [[nodiscard]] std::uint64_t wrong_flags() const {
        return settings_.flags == nullptr ? 0 : settings_.flags->mismatches();
    }

    /// Drives the ports and the mode of the given entry of boards_. The answer has one place for all modes.
    void connect(std::size_t entry) {
        ports_[entry].connect(io_);
        io_.d = d_.data();
        io_.d_unknown = d_unknown_.data();
        io_.flags = flags_.empty() ? nullptr : flags_.data();
        io_.mode = boards_.entries()[entry].mode;
    }

    void reset() {
        const auto hold = [&](bool running, int cycles) {
            io_.rst_n = io_.valid_in = running ? 1 : 0;
            io_.ready_in = 0;
            for (int i = 0; i < cycles; ++i) candidate_.cycle(io_);
        };
        const bool fills = (settings_.traffic & traffic_of(TrafficKind::reset)).any();
        hold(false, kFirstResetCycles);
        hold(fills, kFillCycles);         // fill the pipeline with tiles while ready_i is low ...
        hold(false, kSecondResetCycles);  // ... and reset again: the design must discard them
        io_.rst_n = 1;
    }

    void load_next() {
        std::optional<Tile> tile;
        if (offered_ < settings_.count) tile = source_.next();
        has_tile_ = tile.has_value();
        if (!has_tile_) return;
        current_ = std::move(*tile);
        ++offered_;
        on_ports_ = false;
        next_mode_ = boards_.entries()[boards_.entry_of(current_.mode)].mode;
    }

    void take_answer() {
        const TileShape& shape = shapes_[boards_.entry_of(pending_.front().mode)];
        std::vector<Answer> answers(shape.lanes());
        for (std::size_t i = 0; i < answers.size(); ++i)
            answers[i] = {get_element(d_, i, shape.dw), get_element(d_unknown_, i, shape.dw)};
        if (settings_.flags != nullptr) {
            const Tile& tile = pending_.front();
            const Scoreboard& board = *boards_.entries()[boards_.entry_of(tile.mode)].board;
            settings_.flags->compare(board.dot(), tile, flags_);
        }
        const std::uint64_t before = boards_.mismatches();
        boards_.compare(std::move(pending_.front()), std::move(answers), result_.cycles);
        pending_.pop_front();
        if (before == 0 && boards_.mismatches() != 0) result_.first_mismatch_cycle = result_.cycles;
        since_answer_ = 0;
        if (settings_.progress && boards_.tiles() % 4096 == 0)
            settings_.progress(boards_.tiles(), boards_.mismatches());
    }

    /// Drives the inputs of a cycle. The ports keep the operands of the last tile until the next is offered,
    /// so a filler needs no operands of its own.
    void drive(const Traffic::Drive& wanted) {
        if (wanted.valid && !wanted.filler && !on_ports_) {
            const std::size_t entry = boards_.entry_of(current_.mode);
            ports_[entry].load(current_, shapes_[entry]);
            connect(entry);
            last_mode_ = next_mode_;
            on_ports_ = true;
        }
        io_.mode = wanted.filler || !has_tile_ ? last_mode_ : next_mode_;
        io_.rst_n = wanted.reset ? 0 : 1;
        io_.valid_in = wanted.valid ? 1 : 0;
        io_.ready_in = wanted.ready ? 1 : 0;
        ++result_.cycles;
        io_.dump = result_.cycles >= settings_.dump_from && result_.cycles < settings_.dump_to ? 1 : 0;
    }

    /// Runs one clock cycle and its handshakes. False if the design broke the protocol or ended; result_
    /// holds the reason.
    bool cycle() {
        const Traffic::Drive wanted = traffic_.next(has_tile_);
        drive(wanted);
        if (wanted.reset && settings_.flags != nullptr) settings_.flags->reset();
        candidate_.cycle(io_);
        // the design is not late for what is not asked of it
        if (wanted.valid && !wanted.filler) ++since_accept_;
        if (wanted.ready && !wanted.reset) ++since_answer_;
        const Traffic::Events seen = traffic_.saw(io_.ready_out != 0, io_.valid_out != 0, io_.events);
        if (seen.accepted) {
            if (pending_.empty()) since_answer_ = 0;
            pending_.push_back(std::move(current_));
            load_next();
            since_accept_ = 0;
        }
        if (seen.answered) {
            if (pending_.empty()) {
                end(Verdict::too_many_answers, "the design gave " + std::to_string(boards_.tiles() + 1) +
                                                   " answers, but only " + std::to_string(boards_.tiles()) +
                                                   " tiles were sent");
                return false;
            }
            take_answer();
        }
        if (io_.finished != 0) {
            end(Verdict::finished,
                why_finished(io_.finished) + " after " + std::to_string(boards_.tiles()) + " tiles");
            return false;
        }
        return still_alive();
    }

    bool still_alive() {
        const std::string waited = " for " + std::to_string(settings_.patience) + " cycles";
        if (pending_.empty()) {
            if (since_accept_ < settings_.patience) return true;
            end(Verdict::never_ready,
                "tile " + std::to_string(boards_.tiles()) + " was offered, but ready_o stayed low" + waited);
        } else {
            if (since_answer_ < settings_.patience) return true;
            end(Verdict::no_answer,
                "tile " + std::to_string(boards_.tiles()) + " was accepted but not answered" + waited);
        }
        return false;
    }

    /// Checks that no further answer follows the last one.
    bool drain() {
        for (int i = 0; i < 64; ++i) {
            io_.valid_in = 0;
            io_.ready_in = 1;
            candidate_.cycle(io_);
            if (io_.valid_out == 0) continue;
            end(Verdict::too_many_answers, "the design gave another answer after the last tile was answered");
            return false;
        }
        return true;
    }

    Candidate& candidate_;
    TileSource& source_;
    ModeBoards& boards_;
    const CheckSettings& settings_;
    Traffic traffic_;
    std::vector<TileShape> shapes_;  // of each mode: their formats may differ
    std::vector<TilePorts> ports_;
    bool on_ports_ = false;                        // the next tile is on them
    std::uint32_t next_mode_ = 0, last_mode_ = 0;  // of the next tile, and of the one on the ports before it
    PortWords d_, d_unknown_, flags_;
    karat_candidate_cycle io_{};
    std::deque<Tile> pending_;
    Tile current_;
    bool has_tile_ = false;
    std::uint64_t offered_ = 0;
    std::uint64_t since_accept_ = 0;  ///< cycles with an offer since a tile was accepted
    /// Cycles in which an answer would have been taken, since the last one or since the first tile after all
    /// answers.
    std::uint64_t since_answer_ = 0;
    CheckResult result_;
};

}  // namespace

std::string why_finished(std::uint32_t code) {
    if (code == KARAT_CANDIDATE_STOPPED)
        return "the design executed $stop or $fatal, or one of its assertions failed,";
    if (code == KARAT_CANDIDATE_FAILED) return "the design cannot be evaluated (a combinational loop?)";
    return "the design executed $finish";
}

CheckResult run_check(Candidate& candidate, TileSource& source, Scoreboard& scoreboard,
                      const CheckSettings& settings) {
    ModeBoards only(settings.mode, scoreboard);
    return Driver(candidate, source, only, settings).run();
}

CheckResult run_modes(Candidate& candidate, TileSource& source, ModeBoards& boards,
                      const CheckSettings& settings) {
    return Driver(candidate, source, boards, settings).run();
}

}  // namespace karat::tb
