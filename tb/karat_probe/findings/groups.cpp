// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/groups.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "karat_probe/findings/row_shape.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

/// What a row has in common with others before it is reduced.
using Kin = std::pair<tb::OperandClass, std::string>;

constexpr std::size_t kUnchanged = 50;  ///< reduced rows of a kin that brought no new group

class Grouper {
   public:
    Grouper(const Standard& standard, const UnitAnswers& answers, Target& unit, const Explained& explained)
        : standard_(standard), answers_(answers), unit_(unit), explained_(explained) {}

    std::vector<FailureGroup> run(const std::vector<std::size_t>& which, const Reductions& reductions) {
        std::map<Kin, Rows> kin;
        for (const std::size_t i : which) kin[kin_of(i)].all.push_back(i);
        for (auto& [key, rows] : kin) put_rare_first(rows.all);
        // in turn from each kin, so that a frequent one does not hide a rare one
        std::size_t reduced = 0;
        constexpr std::uint64_t of_one_row = 100;
        const std::uint64_t begin = unit_.asked();
        const std::uint64_t enough = std::min(reductions.questions, unit_.patience());
        const std::uint64_t most = std::max(enough, 2 * unit_.patience());
        const std::size_t least = std::min<std::size_t>(reductions.least, unit_.patience() / of_one_row);
        for (bool any = true; any;) {
            any = false;
            for (auto& [key, rows] : kin) {
                const std::uint64_t asked = unit_.asked() - begin;
                const bool is_spent = reduced >= least && asked >= enough;
                const bool is_done = rows.reduced == rows.all.size() || (is_spent && rows.is_settled()) ||
                                     (rows.reduced != 0 && asked >= most);
                if (is_done) continue;
                const std::size_t before = groups_.size();
                reduce(rows.all[rows.reduced++], key);
                rows.unchanged = groups_.size() == before ? rows.unchanged + 1 : 0;
                ++reduced;
                any = true;
            }
        }
        for (const auto& [key, rows] : kin) {
            for (const std::size_t i : rows.all) {
                if (placed_.contains(i)) continue;
                FailureGroup& group = groups_[group_of_kin_[key]];
                group.rows.push_back(i);
                ++group.assumed;
            }
        }
        sort_by_size(groups_);
        return std::move(groups_);
    }

   private:
    /// The rows of one kin.
    struct Rows {
        std::vector<std::size_t> all;
        std::size_t reduced = 0;    ///< the first of them
        std::size_t unchanged = 0;  ///< the last of these, which belonged to groups that were there
        /// Whether further rows would hardly bring another group.
        [[nodiscard]] bool is_settled() const { return unchanged >= kUnchanged; }
    };

    /// Rows whose operands look like few others come first: a rare fault is probably among them.
    void put_rare_first(std::vector<std::size_t>& rows) const {
        std::map<std::pair<std::string, std::size_t>, std::size_t> counts;
        const auto look = [&](std::size_t i) {
            const UnitAnswer& one = answers_.wrong[i];
            return std::pair(shape_of(one.row, unit_.formats()), one.lane);
        };
        for (const std::size_t i : rows) ++counts[look(i)];
        std::vector<std::pair<std::size_t, std::size_t>> order;
        for (const std::size_t i : rows) order.emplace_back(counts.at(look(i)), i);
        std::ranges::stable_sort(order, {}, &std::pair<std::size_t, std::size_t>::first);
        for (std::size_t n = 0; n < rows.size(); ++n) rows[n] = order[n].second;
    }
    [[nodiscard]] std::uint64_t expected(const VectorRow& row) const {
        return standard_.expected(row.operands());
    }
    [[nodiscard]] Kin kin_of(std::size_t i) const {
        const UnitAnswer& answer = answers_.wrong[i];
        return {answer.operand_class, standard_.difference(expected(answer.row), *answer.row.d)};
    }
    void reduce(std::size_t i, const Kin& key) {
        const UnitAnswer& answer = answers_.wrong[i];
        if (unit_.lanes() > 1) unit_.use_lane(answer.lane);
        const std::string& difference = key.second;
        const std::string family = standard_.family(expected(answer.row), *answer.row.d);
        std::uint64_t got = 0;
        bool is_known = true;
        const auto fails_alike = [&](const VectorRow& row) {
            const std::optional<std::uint64_t> now = unit_.known(row);
            is_known = now.has_value();
            if (!is_known) return false;
            got = *now;
            const std::uint64_t right = expected(row);
            if (standard_.agrees(right, got)) return false;
            // among the answers that faults have spoilt, the size of the difference may be another fault's
            return explained_ ? !explained_(row.operands(), got) && standard_.family(right, got) == family
                              : standard_.difference(right, got) == difference;
        };
        FailureGroup one;
        one.lane = answer.lane;
        one.difference = difference;
        one.repeats = fails_alike(answer.row);
        one.example = answer.row;
        if (one.repeats) {
            one.example = shrink(answer.row, unit_.formats(), fails_alike);
            // a unit with a memory may be right now: then the mismatch stays as it was
            one.repeats = fails_alike(one.example);
            if (one.repeats)
                one.example.d = got;
            else
                one.example = answer.row;
        }
        if (one.repeats) {
            one.shape = shape_of(one.example, unit_.formats());
            one.difference = standard_.difference(expected(one.example), *one.example.d);
        } else {
            one.shape = is_known ? "right when asked again by itself"
                                 : "unknown (X or Z) bits when asked again by itself";
        }
        one.expected = expected(one.example);
        one.rows = {i};
        one.reduced = {one.example};
        one.reduced_from = {i};
        placed_[i] = place(std::move(one));
        group_of_kin_.try_emplace(key, placed_[i]);
    }
    /// The group's number. The example with the fewest operands stays.
    std::size_t place(FailureGroup one) {
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            FailureGroup& group = groups_[g];
            if (group.shape != one.shape || group.difference != one.difference) continue;
            group.rows.push_back(one.rows.front());
            group.reduced.push_back(one.example);
            group.reduced_from.push_back(one.rows.front());
            if (operands_in(one.example) < operands_in(group.example)) {
                group.example = std::move(one.example);
                group.expected = one.expected;
                group.lane = one.lane;
            }
            return g;
        }
        groups_.push_back(std::move(one));
        return groups_.size() - 1;
    }

    const Standard& standard_;
    const UnitAnswers& answers_;
    Target& unit_;
    const Explained& explained_;
    std::vector<FailureGroup> groups_;
    std::map<std::size_t, std::size_t> placed_;
    std::map<Kin, std::size_t> group_of_kin_;
};

}  // namespace

void sort_by_size(std::vector<FailureGroup>& groups) {
    std::stable_sort(groups.begin(), groups.end(), [](const FailureGroup& x, const FailureGroup& y) {
        return x.rows.size() > y.rows.size();
    });
}

std::vector<FailureGroup> failure_groups(const Standard& standard, const UnitAnswers& answers,
                                         const std::vector<std::size_t>& which, Target& unit,
                                         const Explained& explained, const Reductions& reductions) {
    return Grouper(standard, answers, unit, explained).run(which, reductions);
}

std::vector<FailureGroup> failure_groups(const Standard& standard, const UnitAnswers& answers,
                                         const std::vector<std::size_t>& which) {
    std::vector<FailureGroup> out;
    for (const std::size_t i : which) {
        const UnitAnswer& answer = answers.wrong[i];
        FailureGroup one;
        one.shape = "operands of class " + std::string(class_name(answer.operand_class));
        one.example = answer.row;
        one.expected = standard.expected(answer.row.operands());
        one.difference = standard.difference(one.expected, *answer.row.d);
        one.lane = answer.lane;
        one.rows = {i};
        const auto alike = std::find_if(out.begin(), out.end(), [&](const FailureGroup& group) {
            return group.shape == one.shape && group.difference == one.difference;
        });
        if (alike == out.end()) {
            out.push_back(std::move(one));
            continue;
        }
        alike->rows.push_back(i);
        if (operands_in(one.example) >= operands_in(alike->example)) continue;
        alike->example = std::move(one.example);
        alike->expected = one.expected;
        alike->lane = one.lane;
    }
    sort_by_size(out);
    return out;
}

}  // namespace karat::probe
