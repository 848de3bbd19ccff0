// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/candidate_target.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "karat_tb/check/check.hpp"
#include "karat_tb/check/tile_ports.hpp"

namespace karat::probe {
namespace {

constexpr int kDrainCycles = 16;  ///< after a batch, in which no further answer may come

/// Where the answers to a tile's questions are: question i in lane first + i * step.
struct Places {
    std::size_t first = 0, step = 0, count = 0;
};

void append(std::vector<std::uint64_t>& all, const std::vector<std::uint64_t>& part) {
    all.insert(all.end(), part.begin(), part.end());
}

class CandidateTarget final : public Target {
   public:
    CandidateTarget(std::unique_ptr<tb::Candidate> candidate, std::string name, const OperandRules& formats,
                    const CandidateSettings& settings)
        : name_(std::move(name)),
          formats_(formats_of(formats)),
          patience_(settings.patience),
          has_c_(settings.has_c),
          flag_port_(settings.flags),
          candidate_(std::move(candidate)),
          shape_(shape(settings)),
          ports_(shape_) {
        try {
            tb::require_ports(candidate_->ports(), shape_);
            if (flag_port_) tb::require_flags(candidate_->ports(), flag_port_->elements(shape_.lanes()));
        } catch (const Error& error) {
            fail(error.what());
        }
        ports_.connect(io_);
        if (flag_port_) {
            flags_ = tb::make_port(flag_port_->elements(shape_.lanes()), kFlagBits);
            io_.flags = flags_.data();
        }
        reset();
    }

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const OperandRules& formats() const override { return formats_; }
    [[nodiscard]] std::size_t lanes() const override { return shape_.lanes(); }
    void use_lane(std::optional<std::size_t> lane) override { lane_ = lane; }
    [[nodiscard]] bool takes_c() const override { return has_c_; }

   private:
    /// Throws, now and at every further question: the design's answers no longer belong to its questions.
    [[noreturn]] void fail(const std::string& sentence) {
        failure_ = name_ + ": " + sentence;
        throw TargetError(failure_);
    }

    [[nodiscard]] tb::TileShape shape(const CandidateSettings& settings) {
        const karat_candidate_ports& built = candidate_->ports();
        const std::size_t m = settings.rows == 0 ? built.m : settings.rows;
        const std::size_t n = settings.columns == 0 ? built.n : settings.columns;
        if (m == 0 || n == 0) fail("the design does not declare its number of lanes; give --lanes MxN");
        return {exact_spec(formats_), m, n};
    }

    void reset() {
        io_.rst_n = io_.valid_in = io_.ready_in = 0;
        for (int i = 0; i < tb::kFirstResetCycles; ++i) cycle();
        io_.rst_n = io_.ready_in = 1;
    }

    void cycle() {
        candidate_->cycle(io_);
        if (io_.finished != 0) fail(tb::why_finished(io_.finished) + " instead of answering");
    }

    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override {
        if (!failure_.empty()) throw TargetError(failure_);
        std::vector<std::uint64_t> out;
        out.reserve(questions.size());
        if (!flag_port_) {
            ask(questions, out);
            return out;
        }
        for (const VectorRow& question : questions) {
            if (flag_port_->sticky) reset();
            ask({&question, 1}, out);
        }
        return out;
    }

    void ask(std::span<const VectorRow> questions, std::vector<std::uint64_t>& out) {
        std::deque<Places> pending;
        std::uint64_t waited = 0;
        Places offered = load(questions);
        while (offered.count != 0 || !pending.empty()) {
            io_.valid_in = offered.count != 0 ? 1 : 0;
            cycle();
            ++waited;
            if (io_.valid_in != 0 && io_.ready_out != 0) {
                pending.push_back(offered);
                questions = questions.subspan(offered.count);
                offered = load(questions);
                waited = 0;
            }
            if (io_.valid_out != 0) {
                if (pending.empty()) fail("the design gave an answer without a question");
                take(pending.front(), out);
                pending.pop_front();
                waited = 0;
            }
            if (waited >= patience_) give_up(pending.empty());
        }
        drain();
        if (!unknown_.empty()) throw UnknownAnswer(name_ + ": " + std::exchange(unknown_, {}));
    }

    /// An answer too many would be taken for the answer to the next question.
    void drain() {
        io_.valid_in = 0;
        for (int i = 0; i < kDrainCycles; ++i) {
            cycle();
            if (io_.valid_out != 0) fail("the design gave another answer after all questions were answered");
        }
    }

    [[noreturn]] void give_up(bool idle) {
        const std::string time = " for " + std::to_string(patience_) + " cycles";
        fail(idle ? "a question was offered, but ready_o stayed low" + time
                  : "a question was accepted but not answered" + time);
    }

    /// Puts the next questions on the ports. No places if there are none.
    Places load(std::span<const VectorRow> questions) {
        if (questions.empty()) return {};
        const Places places = lane_
                                  ? Places{*lane_, 0, 1}
                                  : Places{0, shape_.n + 1, std::min({questions.size(), shape_.m, shape_.n})};
        const std::size_t row = places.first / shape_.n;
        const std::size_t column = places.first % shape_.n;
        const std::size_t rows = shape_.m;
        const std::size_t columns = shape_.n;
        // the question of row i or column i, counted from those of the lane that answers the first question
        const auto in_row = [&](std::size_t i) -> const VectorRow& {
            return questions[(i + rows - row) % rows % questions.size()];
        };
        const auto in_column = [&](std::size_t i) -> const VectorRow& {
            return questions[(i + columns - column) % columns % questions.size()];
        };
        tb::Tile tile;
        for (std::size_t i = 0; i < rows; ++i) {
            append(tile.a, in_row(i).a);
            append(tile.scale_a, in_row(i).scale_a);
            append(tile.metadata, in_row(i).metadata);
            for (std::size_t j = 0; j < columns; ++j) tile.c.push_back(in_row(i).c);
        }
        for (std::size_t j = 0; j < columns; ++j) {
            append(tile.b, in_column(j).b);
            append(tile.scale_b, in_column(j).scale_b);
        }
        ports_.load(tile, shape_);
        return places;
    }

    void take(const Places& places, std::vector<std::uint64_t>& out) {
        for (std::size_t i = 0; i < places.count; ++i) {
            const std::size_t lane = places.first + i * places.step;
            if (flag_port_) {
                const std::size_t element = flag_port_->per_lane ? lane : 0;
                out.push_back(tb::get_element(flags_, element, kFlagBits) & flag_port_->compared);
                continue;
            }
            const std::uint64_t unknown = tb::get_element(ports_.d_unknown, lane, shape_.dw);
            if (unknown != 0)
                unknown_ = "lane (" + std::to_string(lane / shape_.n) + ", " +
                           std::to_string(lane % shape_.n) + ") of d_o has unknown (X or Z) bits";
            out.push_back(tb::get_element(ports_.d, lane, shape_.dw));
        }
    }

    std::string name_;
    std::string failure_;
    std::string unknown_;  ///< what the batch has of them
    OperandRules formats_;
    std::uint64_t patience_;
    bool has_c_;
    std::optional<FlagPort> flag_port_;
    std::unique_ptr<tb::Candidate> candidate_;
    tb::TileShape shape_;
    tb::TilePorts ports_;
    tb::PortWords flags_;
    karat_candidate_cycle io_{};
    std::optional<std::size_t> lane_;
};

}  // namespace

std::unique_ptr<Target> drive_candidate(std::unique_ptr<tb::Candidate> candidate, std::string name,
                                        const OperandRules& formats, const CandidateSettings& settings) {
    return std::make_unique<CandidateTarget>(std::move(candidate), std::move(name), formats, settings);
}

}  // namespace karat::probe
