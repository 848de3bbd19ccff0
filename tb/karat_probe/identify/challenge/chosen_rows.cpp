// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/chosen_rows.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/identify/challenge/open_neighbours.hpp"
#include "karat_probe/separate/crafted_rows.hpp"
#include "karat_probe/separate/unmask.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

ChallengeRows::ChallengeRows(const Recipe& guess, const Program& program, const OperandRules& formats,
                             std::uint64_t seed)
    : questions_(formats, seed) {
    const Spec spec = spec_of(guess);
    if (!formats.are_integers()) {
        sources_.push_back(crafted_rows(program, program, seed));
        constexpr int few_bits = 10;  // of d hide more
        ties_.emplace(program, seed);
        tie_turns_ = info(formats.d).fraction_bits <= few_bits ? 2 : 1;
        far_turns_ = questions_.has_few_exponents() ? 1 : 0;
    }
    sources_.push_back(stimulus_rows("directed", spec, seed));
    sources_.push_back(steered_rows(guess, seed));
}

SourcedRow ChallengeRows::next_of_source() {
    const std::size_t turn = at_++ % (sources_.size() + 2 + tie_turns_ + far_turns_);
    if (turn < sources_.size()) {
        if (auto row = sources_[turn]->next()) return {std::move(*row), turn};
    }
    // what happens to small addends shows at ties only
    if (turn == sources_.size()) return {questions_.make(QuestionKind::ties), turn};
    if (turn > sources_.size() + 1 + tie_turns_)
        return {questions_.make(QuestionKind::cancellation), sources_.size() + 3};
    if (turn > sources_.size() + 1) return {*ties_->next(), sources_.size() + 2};
    constexpr std::size_t kinds = static_cast<std::size_t>(QuestionKind::specials) + 1;
    return {questions_.make(static_cast<QuestionKind>(kind_++ % kinds)), sources_.size() + 1};
}

class RowChooser::Chosen {
   public:
    Chosen(const Evaluator& guess, std::vector<Neighbour>& neighbours, const ChallengeEffort& effort,
           std::uint64_t seed, Budget& budget)
        : guess_(guess),
          effort_(effort),
          budget_(budget),
          random_(seed),
          aimed_rows_(guess.program(), seed),
          can_aim_(!formats_of(guess.program().operands()).are_integers()),
          open_(guess, neighbours, seed) {}

    /// A wrong guess mostly fails one of the first rows. So a few are given at a time, that no more are
    /// judged than needed.
    [[nodiscard]] ChosenRows judged(ChallengeRows& every, std::size_t recorded) {
        constexpr std::uint64_t aimed_every = 3;
        constexpr std::size_t at_a_time = 8;
        constexpr std::uint64_t turn = 50;  // rows
        recorded_ = recorded;
        if (!judged_until_) judged_until_ = std::min(budget_.end, budget_.now() + effort_.judging);
        while (judged_ < effort_.rows && !enough() && out_.chosen.size() < at_a_time) {
            if (judged_ % 16 == 0 && budget_.now() >= *judged_until_) break;
            if (open_.empty() && unchosen_ >= effort_.unchosen) break;
            const bool aims = can_aim_ && !open_.empty() && judged_ % aimed_every == 0;
            if (++judged_ % turn == 0) open_.take_turns();
            VectorRow row = aims ? aimed_rows_.next(open_.watched()) : every.next();
            if (tells(row) || unchosen_ >= effort_.unchosen) continue;
            out_.unchosen.push_back(std::move(row));
            ++unchosen_;
        }
        return taken();
    }
    /// Most of the neighbours that are left differ from the guess in few dot-adds. Rows made for one of them
    /// are evaluated for this one only, until one tells. Attributes take turns, however many values of one
    /// are left: mostly nothing shows any of a hundred widths.
    [[nodiscard]] ChosenRows aimed(std::size_t recorded) {
        recorded_ = recorded;
        if (!can_aim_ || effort_.aiming.count() == 0) return {};
        if (!until_) until_ = std::min(budget_.end, budget_.now() + effort_.aiming);
        for (; !open_.empty() && !enough() && out_.chosen.empty() && budget_.now() < *until_; ++turn_) {
            for (std::size_t i = 0; i < open_.attributes(); ++i) {
                if (budget_.now() >= *until_ || enough()) break;
                const OpenNeighbours::Open* open = open_.of_attribute(i, turn_);
                if (open == nullptr) continue;
                if (const auto row = told_apart(*open->neighbour)) (void)tells(*row, i);
            }
        }
        return taken();
    }

   private:
    /// Rows crafted for the guess and one neighbour after another, a few for each.
    class AimedRows {
       public:
        AimedRows(const Program& program, std::uint64_t seed) : program_(program), random_(seed) {}

        [[nodiscard]] VectorRow next(const std::vector<const OpenNeighbours::Open*>& open) {
            constexpr int of_each = 4;
            if (left_-- == 0 || !source_) {
                const Neighbour* neighbour = open[random_.below(open.size())]->neighbour;
                source_ = crafted_rows(program_, neighbour->evaluator.program(), random_.bits());
                left_ = of_each - 1;
            }
            return *source_->next();
        }

       private:
        const Program& program_;
        tb::Random random_;
        std::unique_ptr<RowSource> source_;
        int left_ = 0;
    };
    /// Rows made to tell the guess from one neighbour.
    struct Aimed {
        std::unique_ptr<RowSource> rows;
        std::unique_ptr<Unmasking> unmasking;
    };

    [[nodiscard]] bool enough() const { return chosen_ + out_.chosen.size() >= effort_.most_asked; }
    [[nodiscard]] ChosenRows taken() {
        chosen_ += out_.chosen.size();
        return std::exchange(out_, {});
    }
    /// Whether the row tells the guess from a neighbour. If so, it is chosen.
    bool tells(const VectorRow& row, std::optional<std::size_t> attribute = std::nullopt) {
        const Operands in = row.operands();
        BaseValues base_values;
        const std::uint64_t d = Continued(guess_, guess_)(in, base_values);
        budget_.evaluations += open_.watched().size() + 1;
        if (!open_.exclude(in, d, base_values, recorded_ + out_.chosen.size(), attribute)) return false;
        out_.chosen.push_back(row);
        out_.expected.push_back(d);
        return true;
    }
    [[nodiscard]] std::optional<VectorRow> told_apart(const Neighbour& neighbour) {
        constexpr int at_a_time = 100;
        const Evaluator& other = neighbour.evaluator;
        Aimed& aimed = aimed_[&neighbour];
        if (!aimed.rows) {
            aimed.rows = crafted_rows(guess_.program(), other.program(), random_.bits());
            aimed.unmasking = std::make_unique<Unmasking>(guess_, other, random_.bits());
        }
        for (int i = 0; i < at_a_time; ++i) {
            VectorRow row = *aimed.rows->next();
            budget_.evaluations += 2;
            if (aimed.unmasking->differ(row)) return row;
            if (auto changed = (*aimed.unmasking)(row)) return changed;
        }
        return std::nullopt;
    }

    const Evaluator& guess_;
    const ChallengeEffort& effort_;
    Budget& budget_;
    tb::Random random_;
    AimedRows aimed_rows_;
    bool can_aim_;
    OpenNeighbours open_;
    std::size_t recorded_ = 0;
    std::size_t chosen_ = 0;    ///< rows that were taken
    std::size_t unchosen_ = 0;  ///< rows that were not chosen
    std::uint64_t judged_ = 0;
    std::optional<Budget::Clock::time_point> judged_until_;
    std::map<const Neighbour*, Aimed> aimed_;
    std::size_t turn_ = 0;
    std::optional<Budget::Clock::time_point> until_;
    ChosenRows out_;
};

RowChooser::RowChooser(const Evaluator& guess, std::vector<Neighbour>& neighbours,
                       const ChallengeEffort& effort, std::uint64_t seed, Budget& budget)
    : choice_(std::make_unique<Chosen>(guess, neighbours, effort, seed, budget)) {}

RowChooser::~RowChooser() = default;

ChosenRows RowChooser::judged(ChallengeRows& every, std::size_t recorded) {
    return choice_->judged(every, recorded);
}

ChosenRows RowChooser::aimed(std::size_t recorded) { return choice_->aimed(recorded); }

}  // namespace karat::probe
