// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/topology/exchanges.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "karat/error.hpp"
#include "karat/text/text.hpp"
#include "karat_probe/identify/judging/shuffle.hpp"
#include "karat_probe/identify/questions/questions.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kAtFirst = 150;    ///< questions
constexpr std::size_t kOrders = 4;       ///< of each at first
constexpr std::size_t kMoreOrders = 12;  ///< of those where the order matters
constexpr std::size_t kKept = 30;        ///< questions
/// Questions that are kept although the order does not matter: a shape that says so of more orders is better.
constexpr std::size_t kFewest = 20;
constexpr std::size_t kFewQuestions = 10;
constexpr std::size_t kContradiction = 10;  ///< what one costs
constexpr std::size_t kInvalid = 1'000'000;

constexpr std::array kKinds{QuestionKind::cancellation, QuestionKind::cancellation, QuestionKind::masses,
                            QuestionKind::many_addends, QuestionKind::few_addends,  QuestionKind::two_addends,
                            QuestionKind::ties};

std::uint64_t mixed(std::uint64_t hash, std::uint64_t with) {
    hash = (hash ^ with) * 0xff51afd7ed558ccdULL + 0x9e3779b97f4a7c15ULL;
    return hash ^ (hash >> 32);
}

}  // namespace

/// One question in several orders.
class Exchanges::Asked {
   public:
    Asked(VectorRow row, const OperandRules& formats) : row_(std::move(row)), numbers_(row_.a.size() + 1) {
        for (std::vector<std::uint64_t>* scales : {&row_.scale_a, &row_.scale_b})
            std::ranges::fill(*scales, scales->empty() ? 0 : scales->front());
        if (to_double(row_.c, formats.c) != 0) numbers_.back() = static_cast<Number>(numbers_.size());
        for (std::size_t i = 0; i < row_.a.size(); ++i) {
            if (to_double(row_.a[i], formats.a) == 0 || to_double(row_.b[i], formats.b) == 0) {
                row_.a[i] = row_.b[i] = 0;
                continue;
            }
            std::size_t same = 0;
            while (row_.a[same] != row_.a[i] || row_.b[same] != row_.b[i]) ++same;
            numbers_[i] = static_cast<Number>(same + 1);
        }
    }
    void add_orders(std::size_t count, tb::Random& random, std::vector<VectorRow>& rows) {
        for (std::size_t n = 0; n < count; ++n) {
            std::vector<std::size_t> to(row_.a.size());
            for (std::size_t i = 0; i < to.size(); ++i) to[i] = i;
            shuffle(to, random);
            Answer answer{numbers_, 0};
            VectorRow row = row_;
            for (std::size_t i = 0; i < to.size(); ++i) {
                row.a[to[i]] = row_.a[i];
                row.b[to[i]] = row_.b[i];
                answer.places[to[i]] = numbers_[i];
            }
            rows.push_back(std::move(row));
            answers_.push_back(std::move(answer));
        }
    }
    /// The next of those that were asked.
    void take(std::uint64_t d) { answers_[taken_++].d = d; }
    [[nodiscard]] std::size_t different() const {
        std::set<std::uint64_t> all;
        for (const Answer& answer : answers_) all.insert(answer.d);
        return all.size();
    }
    [[nodiscard]] Question answers() && { return std::move(answers_); }

   private:
    VectorRow row_;
    std::vector<Number> numbers_;
    Question answers_;
    std::size_t taken_ = 0;
};

/// Gives orders the same hash if the shape treats them alike.
class Exchanges::Alike {
   public:
    explicit Alike(const Recipe& shape)
        : program_(shape), values_(program_.slots()), passed_(program_.slots()) {
        std::map<const void*, std::uint64_t> nodes;
        const auto number = [](auto& numbers, const auto& node) {
            return numbers.try_emplace(node, numbers.size()).first->second;
        };
        std::map<std::pair<const void*, const void*>, std::uint64_t> sums;
        for (const Operation& op : program_.operations()) {
            sums_.push_back(number(sums, std::pair<const void*, const void*>(op.sum, op.round)));
            for (const AddendGroup& group : program_.groups(op))
                terms_.push_back(number(nodes, static_cast<const void*>(group.term)));
        }
    }
    /// Whether a step of a chain kept what it had.
    [[nodiscard]] bool kept() const { return kept_; }
    /// `keeps`: a sum of a chain that adds only zeros to what was its own result before keeps it as it is.
    /// Rounded once more, that may lose bits.
    std::uint64_t operator()(const std::vector<Number>& places, bool keeps) {
        std::ranges::copy(places, values_.begin());
        std::size_t group_index = 0;
        for (std::size_t n = 0; n < program_.operations().size(); ++n) {
            const Operation& op = program_.operations()[n];
            std::uint64_t hash = 0;
            Slot only = 0;
            std::size_t addends = 0;
            for (const AddendGroup& group : program_.groups(op)) {
                const std::uint64_t term = terms_[group_index++];
                for (const Slot slot : program_.addends(group)) {
                    if (values_[slot] == 0) continue;
                    ++addends;
                    only = slot;
                    hash += mixed(values_[slot], term);
                }
            }
            const std::uint64_t bit = std::uint64_t{1} << std::min(sums_[n], kMostSums);
            const bool again = addends == 1 && (passed_[only] & bit) != 0;
            kept_ = kept_ || again;
            values_[op.result] = addends == 0 ? 0 : again && keeps ? values_[only] : mixed(hash, sums_[n]);
            passed_[op.result] = (addends == 1 ? passed_[only] : 0) | bit;
        }
        return values_.back();
    }

   private:
    static constexpr std::uint64_t kMostSums = 63;  ///< that are told apart

    Program program_;
    std::vector<std::uint64_t> sums_, terms_;  ///< numbers of the nodes, by operation and by group
    std::vector<std::uint64_t> values_;
    std::vector<std::uint64_t> passed_;  ///< sums that a value has passed alone, one bit each
    bool kept_ = false;
};

Exchanges::Exchanges(Target& target, std::uint64_t seed) {
    const OperandRules formats = target.formats();
    if (formats.are_integers() || formats.k < 2) return;
    Questions questions(formats, seed);
    tb::Random random(seed);
    std::vector<VectorRow> rows;
    std::vector<Asked> all;
    for (std::size_t n = 0; n < kAtFirst; ++n) {
        all.emplace_back(questions.make(kKinds[n % kKinds.size()]), formats);
        all.back().add_orders(kOrders, random, rows);
    }
    std::vector<std::uint64_t> answers = target(rows);
    for (std::size_t n = 0; n < answers.size(); ++n) all[n / kOrders].take(answers[n]);
    std::ranges::stable_sort(all, std::ranges::greater(), &Asked::different);
    const auto same = std::ranges::find(all, std::size_t{1}, &Asked::different) - all.begin();
    const std::size_t varied = std::min(static_cast<std::size_t>(same), kKept);
    rows.clear();
    for (std::size_t n = 0; n < varied; ++n) all[n].add_orders(kMoreOrders, random, rows);
    answers = target(rows);
    for (std::size_t n = 0; n < answers.size(); ++n) all[n / kMoreOrders].take(answers[n]);
    const std::size_t kept = std::min(std::max(varied, kFewest), all.size());
    for (std::size_t n = 0; n < kept; ++n) questions_.push_back(std::move(all[n]).answers());
}

std::size_t Exchanges::cost(const Recipe& shape, std::size_t questions) const {
    try {
        Alike alike(shape);
        std::size_t out = 0;
        for (std::size_t n = 0; n < std::min(questions, questions_.size()); ++n)
            out += cost_of(questions_[n], alike);
        return out;
    } catch (const SpecError&) {
        return kInvalid;
    }
}

void Exchanges::expect_one_of(const std::vector<Recipe>& shapes) {
    if (!seen()) return;
    least_ = kInvalid;
    for (const Recipe& shape : shapes) least_ = std::min(*least_, cost(shape, kFewQuestions));
}

bool Exchanges::is_likely(const Recipe& shape) const {
    constexpr double margin = 1.3;
    constexpr double at_least = 40;  // as much as few questions leave free in which no order matters
    if (!least_) return true;
    return static_cast<double>(cost(shape, kFewQuestions)) <=
           margin * static_cast<double>(*least_) + at_least;
}

/// Of the two views of a chain, the one that costs less.
std::size_t Exchanges::cost_of(const Question& question, Alike& alike) {
    std::size_t out = kInvalid;
    for (const bool keeps : {true, false}) {
        std::map<std::uint64_t, std::map<std::uint64_t, std::size_t>> classes;
        for (const Answer& answer : question) ++classes[alike(answer.places, keeps)][answer.d];
        std::size_t cost = classes.size();
        for (const auto& [hash, counts] : classes) {
            std::size_t all = 0;
            std::size_t most = 0;
            for (const auto& [d, count] : counts) {
                all += count;
                most = std::max(most, count);
            }
            cost += kContradiction * (all - most);
        }
        out = std::min(out, cost);
        if (!alike.kept() || out == classes.size()) break;
    }
    return out;
}

}  // namespace karat::probe
