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

class Grouper {
   public:
    Grouper(const Recipe& recipe, const UnitAnswers& answers, Target& unit, const Explained& explained)
        : agrees_(recipe), answers_(answers), unit_(unit), explained_(explained) {}

    std::vector<FailureGroup> run(const std::vector<std::size_t>& which, std::size_t most) {
        std::map<Kin, std::vector<std::size_t>> kin;
        for (const std::size_t i : which) kin[kin_of(i)].push_back(i);
        // in turn from each kin, so that a frequent one does not hide a rare one
        std::size_t reduced = 0;
        for (std::size_t turn = 0; turn == 0 || (reduced < most && reduced < which.size()); ++turn) {
            for (auto& [key, rows] : kin) {
                if (turn >= rows.size() || (turn != 0 && reduced >= most)) continue;
                reduce(rows[turn], key);
                ++reduced;
            }
        }
        for (const auto& [key, rows] : kin) {
            for (const std::size_t i : rows) {
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
    [[nodiscard]] Format d() const { return unit_.formats().d; }
    [[nodiscard]] std::uint64_t expected(const VectorRow& row) const {
        return agrees_.evaluator()(row.operands());
    }
    [[nodiscard]] Kin kin_of(std::size_t i) const {
        const UnitAnswer& answer = answers_.wrong[i];
        return {answer.operand_class, difference_of(expected(answer.row), *answer.row.d, d())};
    }
    void reduce(std::size_t i, const Kin& key) {
        const UnitAnswer& answer = answers_.wrong[i];
        if (unit_.lanes() > 1) unit_.use_lane(answer.lane);
        const std::string& difference = key.second;
        const std::string family = difference_family(expected(answer.row), *answer.row.d, d());
        std::uint64_t got = 0;
        const auto fails_alike = [&](const VectorRow& row) {
            got = unit_(row);
            const std::uint64_t right = expected(row);
            if (agrees_.agrees(right, got)) return false;
            // among the answers that faults have spoilt, the size of the difference may be another fault's
            return explained_
                       ? !explained_(row.operands(), got) && difference_family(right, got, d()) == family
                       : difference_of(right, got, d()) == difference;
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
            one.difference = difference_of(expected(one.example), *one.example.d, d());
        } else {
            one.shape = "right when asked again by itself";
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

    Agreement agrees_;
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

std::vector<FailureGroup> failure_groups(const Recipe& recipe, const UnitAnswers& answers,
                                         const std::vector<std::size_t>& which, Target& unit,
                                         std::size_t most, const Explained& explained) {
    return Grouper(recipe, answers, unit, explained).run(which, most);
}

std::vector<FailureGroup> failure_groups(const Recipe& recipe, const UnitAnswers& answers,
                                         const std::vector<std::size_t>& which) {
    const Agreement agrees(recipe);
    std::vector<FailureGroup> out;
    for (const std::size_t i : which) {
        const UnitAnswer& answer = answers.wrong[i];
        FailureGroup one;
        one.shape = "operands of class " + std::string(class_name(answer.operand_class));
        one.example = answer.row;
        one.expected = agrees.evaluator()(answer.row.operands());
        one.difference = difference_of(one.expected, *answer.row.d, recipe.operands.d);
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
