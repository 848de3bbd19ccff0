// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/design_target.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <utility>

#include "karat_cli/command_table.hpp"

namespace karat::cli {
namespace {

void append(std::vector<std::uint64_t>& all, const std::vector<std::uint64_t>& part) {
    all.insert(all.end(), part.begin(), part.end());
}

/// A tile for each question, in one mode or in the next one of a queue.
class Questions final : public tb::TileSource {
   public:
    Questions(std::span<const VectorRow> questions, const Lanes& lanes, std::uint32_t mode,
              probe::ModeQueue queue)
        : questions_(questions), lanes_(lanes), mode_(mode), queue_(std::move(queue)) {}
    [[nodiscard]] std::optional<tb::Tile> next() override {
        if (questions_.empty()) return std::nullopt;
        const VectorRow& row = questions_.front();
        tb::Tile out;
        out.mode = mode_;
        if (queue_ && !queue_->empty()) {
            out.mode = queue_->front();
            queue_->pop_front();
        }
        for (std::size_t i = 0; i < lanes_.m; ++i) {
            append(out.a, row.a);
            append(out.scale_a, row.scale_a);
            append(out.metadata, row.metadata);
        }
        for (std::size_t j = 0; j < lanes_.n; ++j) {
            append(out.b, row.b);
            append(out.scale_b, row.scale_b);
        }
        out.c.assign(lanes_.m * lanes_.n, row.c);
        questions_ = questions_.subspan(1);
        return out;
    }

   private:
    std::span<const VectorRow> questions_;
    Lanes lanes_;
    std::uint32_t mode_;
    probe::ModeQueue queue_;
};

/// The scoreboards of a run of questions: one, or one for each mode.
class QuestionBoards {
   public:
    QuestionBoards(const OperandRules& formats, const Lanes& lanes, std::uint32_t mode,
                   const ModeSpecs& modes) {
        if (modes.empty()) add(mode, probe::exact_spec(formats), lanes);
        for (const auto& [value, spec] : modes) add(value, spec, lanes);
    }
    void on_answers(const std::function<void(const tb::ComparedTile&)>& observer) {
        for (tb::Scoreboard& board : boards_) board.on_answers(observer);
    }
    [[nodiscard]] tb::CheckResult run(const Design& design, tb::TileSource& source,
                                      const tb::CheckSettings& settings) {
        if (entries_.size() == 1) return design.run(source, boards_.front(), settings, {});
        tb::ModeBoards all(entries_);
        return design.run_modes(source, all, settings, {});
    }

   private:
    void add(std::uint32_t mode, const Spec& spec, const Lanes& lanes) {
        const DotAdd& dot = dots_.emplace_back(spec);
        entries_.push_back(
            {mode, &boards_.emplace_back(dot, lanes.m, lanes.n, tb::Scoreboard::Limits{.mismatches = 0})});
    }

    std::deque<DotAdd> dots_;
    std::deque<tb::Scoreboard> boards_;
    std::vector<tb::ModeBoards::Entry> entries_;
};

class RunTarget final : public probe::Target {
   public:
    RunTarget(const Design& design, const Lanes& lanes, const OperandRules& formats, std::uint32_t mode,
              const probe::CandidateSettings& settings, ModeSpecs modes = {}, probe::ModeQueue queue = {})
        : design_(design),
          lanes_(lanes),
          formats_(probe::formats_of(formats)),
          mode_(mode),
          has_c_(settings.has_c),
          flags_(settings.flags),
          modes_(std::move(modes)),
          queue_(std::move(queue)),
          name_(program()) {}
    [[nodiscard]] bool takes_c() const override { return has_c_; }
    [[nodiscard]] std::uint64_t patience() const override { return 2000; }  // each is a simulation of its own
    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const OperandRules& formats() const override { return formats_; }
    [[nodiscard]] std::size_t lanes() const override { return lanes_.m * lanes_.n; }
    void use_lane(std::optional<std::size_t> lane) override { lane_ = lane.value_or(0); }

   private:
    [[noreturn]] void fail(const std::string& sentence) const {
        throw probe::TargetError(name_ + ": " + sentence);
    }

    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override {
        std::vector<std::uint64_t> out;
        const std::size_t at_once = flags_ && flags_->sticky ? 1 : questions.size();
        for (; !questions.empty(); questions = questions.subspan(std::min(at_once, questions.size())))
            ask(questions.first(std::min(at_once, questions.size())), out);
        return out;
    }

    /// One run.
    void ask(std::span<const VectorRow> questions, std::vector<std::uint64_t>& all) {
        std::vector<std::uint64_t> out;
        Questions source(questions, lanes_, mode_, queue_);
        QuestionBoards boards(formats_, lanes_, mode_, modes_);
        bool unknown = false;
        boards.on_answers([&](const tb::ComparedTile& seen) {
            unknown |= seen.answers[lane_].unknown != 0;
            out.push_back(seen.answers[lane_].d);
        });
        tb::CheckSettings settings;
        settings.count = questions.size();
        settings.max_mismatches = 0;
        settings.traffic = tb::traffic_of(tb::TrafficKind::full);
        settings.mode = mode_;
        std::optional<tb::FlagBoard> flags;
        std::vector<std::uint64_t> raised;
        if (flags_) {
            flags.emplace(*flags_, lanes_.m, lanes_.n);
            flags->on_flags([&](std::span<const std::uint32_t> got) {
                const std::size_t element = flags_->per_lane ? lane_ : 0;
                raised.push_back(tb::get_element(got, element, kFlagBits) & flags_->compared);
            });
            settings.flags = &*flags;
        }
        const tb::CheckResult result = boards.run(design_, source, settings);
        if (out.size() != questions.size()) fail(result.reason);
        if (unknown) throw probe::UnknownAnswer(name_ + ": an answer has unknown (X or Z) bits");
        const std::vector<std::uint64_t>& answers = flags_ ? raised : out;
        all.insert(all.end(), answers.begin(), answers.end());
    }

    const Design& design_;
    Lanes lanes_;
    OperandRules formats_;
    std::uint32_t mode_;
    bool has_c_;
    std::optional<FlagPort> flags_;
    ModeSpecs modes_;
    probe::ModeQueue queue_;
    std::string name_;
    std::size_t lane_ = 0;
};

}  // namespace

std::unique_ptr<probe::Target> ask_in_runs(const Design& design, const Lanes& lanes,
                                           const OperandRules& formats, std::uint32_t mode,
                                           const probe::CandidateSettings& settings) {
    return std::make_unique<RunTarget>(design, lanes, formats, mode, settings);
}

std::unique_ptr<probe::Target> ask_in_mixed_runs(const Design& design, const Lanes& lanes,
                                                 const OperandRules& formats, const ModeSpecs& modes,
                                                 probe::ModeQueue queue,
                                                 const probe::CandidateSettings& settings) {
    constexpr std::uint32_t none = 0;  // the queue has them
    return std::make_unique<RunTarget>(design, lanes, formats, none, settings, modes, std::move(queue));
}

}  // namespace karat::cli
