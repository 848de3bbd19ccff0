// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/steadiness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "karat/text/text.hpp"
#include "karat_probe/target/confidence.hpp"
#include "karat_probe/target/random_question.hpp"

namespace karat::probe {
namespace {

/// Questions asked in one call, by number; those behind the last question are extreme ones.
struct Call {
    std::vector<std::size_t> questions;
    std::optional<std::size_t> lane = {};
};
using Arrangement = std::vector<Call>;

/// Asks arrangements and counts what changes.
class Observer {
   public:
    Observer(Target& target, const SteadinessEffort& effort) : target_(target), random_(effort.seed) {
        out_.formats = target.formats();
        count_ = std::max<std::size_t>(effort.questions, 1);
        for (std::size_t i = 0; i < count_; ++i) rows_.push_back(random_question(target.formats(), random_));
        for (VectorRow& row : extreme_questions(target.formats())) rows_.push_back(std::move(row));
        order_.resize(count_);
        std::iota(order_.begin(), order_.end(), std::size_t{0});
    }

    Steadiness run(std::uint64_t answers) {
        settle();
        do {
            (void)twice({{order_}});
            compare(Influence::batch, batches());
            compare(Influence::order, {{shuffled()}});
            compare(Influence::neighbours, {{among_extremes()}});
            if (target_.lanes() > 1) compare(Influence::lane, lanes());
            ++round_;
        } while (out_.answers < answers);
        return out_;
    }

   private:
    using Answers = std::vector<std::uint64_t>;

    Answers ask(const Arrangement& arrangement) {
        Answers out;
        for (const Call& call : arrangement) {
            std::vector<VectorRow> rows;
            rows.reserve(call.questions.size());
            for (const std::size_t i : call.questions) rows.push_back(rows_[i]);
            if (call.lane) target_.use_lane(call.lane);
            const Answers some = target_(rows);
            if (call.lane) target_.use_lane({});
            out.insert(out.end(), some.begin(), some.end());
        }
        out_.answers += out.size();
        return out;
    }

    void note(Influence influence, bool changed, const ChangedAnswer& answer) {
        Observation& seen = out_.seen[static_cast<std::size_t>(influence)];
        ++seen.compared;
        if (!changed) return;
        if (seen.changed++ == 0) seen.first = answer;
    }

    template <class Visit>
    static void for_each(const Arrangement& arrangement, Visit visit) {
        std::size_t at = 0;
        for (const Call& call : arrangement)
            for (const std::size_t question : call.questions) visit(at++, question, call.lane);
    }

    /// Asks the same arrangement again and counts repetition. Returns the answers that agree; nothing stands
    /// for the others.
    std::vector<std::optional<std::uint64_t>> twice(const Arrangement& arrangement) {
        const Answers first = ask(arrangement);
        const Answers second = ask(arrangement);
        std::vector<std::optional<std::uint64_t>> out(first.size());
        for_each(arrangement, [&](std::size_t at, std::size_t question, std::optional<std::size_t> lane) {
            const bool changed = first[at] != second[at];
            note(Influence::repetition, changed, {rows_[question], first[at], second[at], lane});
            if (!changed) out[at] = first[at];
        });
        return out;
    }

    /// Finds the usual answers, by two of three passes.
    void settle() {
        const Answers first = ask({{order_}});
        const Answers second = ask({{order_}});
        const Answers third = ask({{order_}});
        usual_.resize(count_);
        for (std::size_t i = 0; i < count_; ++i) {
            note(Influence::repetition, first[i] != second[i], {rows_[i], first[i], second[i], {}});
            note(Influence::repetition, second[i] != third[i], {rows_[i], second[i], third[i], {}});
            if (first[i] == second[i] || first[i] == third[i]) {
                usual_[i] = first[i];
            } else if (second[i] == third[i]) {
                usual_[i] = second[i];
            }  // else too noisy to be compared with
        }
    }

    void compare(Influence influence, const Arrangement& arrangement) {
        const auto agreed = twice(arrangement);
        for_each(arrangement, [&](std::size_t at, std::size_t question, std::optional<std::size_t> lane) {
            if (question >= count_ || !agreed[at] || !usual_[question]) return;
            const std::uint64_t usual = *usual_[question];
            note(influence, *agreed[at] != usual, {rows_[question], usual, *agreed[at], lane});
        });
    }

    /// The usual order in calls of 1 to 32 questions.
    Arrangement batches() {
        Arrangement out;
        for (std::size_t at = 0; at < count_;) {
            const std::size_t size = std::min<std::size_t>(1 + random_.below(32), count_ - at);
            out.push_back({{order_.begin() + static_cast<std::ptrdiff_t>(at),
                            order_.begin() + static_cast<std::ptrdiff_t>(at + size)}});
            at += size;
        }
        return out;
    }

    std::vector<std::size_t> shuffled() {
        std::vector<std::size_t> out = order_;
        for (std::size_t i = out.size(); i > 1; --i) std::swap(out[i - 1], out[random_.below(i)]);
        return out;
    }

    std::vector<std::size_t> among_extremes() {
        std::vector<std::size_t> out;
        for (const std::size_t i : order_) {
            out.push_back(count_ + random_.below(rows_.size() - count_));
            out.push_back(i);
        }
        return out;
    }

    /// Some questions for each lane; others in every round.
    Arrangement lanes() {
        const std::size_t lanes = target_.lanes();
        const std::size_t each = std::min(count_, std::max<std::size_t>(4, count_ / lanes));
        Arrangement out;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            Call call{{}, lane};
            for (std::size_t i = 0; i < each; ++i)
                call.questions.push_back(((round_ + lane) * each + i) % count_);
            out.push_back(std::move(call));
        }
        return out;
    }

    Target& target_;
    tb::Random random_;
    std::vector<VectorRow> rows_;  ///< the questions, then the extreme ones
    std::size_t count_ = 0;        ///< questions
    std::vector<std::size_t> order_;
    std::vector<std::optional<std::uint64_t>> usual_;
    std::size_t round_ = 0;
    Steadiness out_;
};

std::string hex_list(const std::vector<std::uint64_t>& values, Format format) {
    std::string out;
    for (const std::uint64_t x : values) out += (out.empty() ? "" : " ") + to_hex(x, format);
    return out;
}

std::string example_text(const ChangedAnswer& answer, const OperandRules& formats) {
    const VectorRow& row = answer.question;
    std::string out = "a " + hex_list(row.a, formats.a) + ", b " + hex_list(row.b, formats.b);
    if (formats.scale)
        out += ", scales " + hex_list(row.scale_a, *formats.scale) + " / " +
               hex_list(row.scale_b, *formats.scale);
    if (!row.metadata.empty()) out += ", metadata " + hex_list(row.metadata, Format::uint4);
    out += ", c " + to_hex(row.c, formats.c) + ": " + to_hex(answer.usual, formats.d) + ", then " +
           to_hex(answer.other, formats.d);
    if (answer.lane) out += " in lane " + std::to_string(*answer.lane);
    return out;
}

std::string change_text(Influence influence) {
    switch (influence) {
        case Influence::repetition:
            return "when questions are repeated";
        case Influence::batch:
            return "in batches of other sizes";
        case Influence::order:
            return "in another order";
        case Influence::neighbours:
            return "among other neighbours";
        case Influence::lane:
            return "in other lanes";
    }
    return {};
}

}  // namespace

bool Steadiness::steady() const {
    return std::ranges::all_of(seen, [](const Observation& x) { return x.changed == 0; });
}

double Steadiness::unnoticed(double probability) const {
    return std::exp(static_cast<double>(answers) * std::log1p(-probability));
}

std::string Steadiness::text() const {
    if (steady()) {
        return "steady: " + std::to_string(answers) +
               " answers, none of which changed; with 95 % confidence " + "fewer than one in " +
               std::to_string(fewer_than_one_in(answers)) + " does";
    }
    std::string out = "not steady: ";
    const Observation* example = nullptr;
    for (std::size_t i = 0; i < kInfluences; ++i) {
        if (seen[i].changed == 0) continue;
        if (example != nullptr) out += "; ";
        if (example == nullptr || seen[i].changed > example->changed) example = &seen[i];
        out += std::to_string(seen[i].changed) + " of " + std::to_string(seen[i].compared) +
               " answers changed " + change_text(static_cast<Influence>(i));
    }
    return out + "; for example " + example_text(*example->first, formats);
}

std::uint64_t answers_needed(double probability, double confidence) {
    return static_cast<std::uint64_t>(std::ceil(std::log1p(-confidence) / std::log1p(-probability)));
}

Steadiness check_steadiness(Target& target, const SteadinessEffort& effort) {
    return Observer(target, effort).run(effort.answers);
}

}  // namespace karat::probe
