// SPDX-License-Identifier: Apache-2.0
// Groups of one fault: small changes of a failing row lead from one to the other, and the unit fails on the
// way.
#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "karat_probe/findings/groups.hpp"
#include "karat_probe/findings/neighbourhood.hpp"
#include "karat_probe/findings/row_shape.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kAskedRows = 160;  ///< of each group

class Relations {
   public:
    Relations(const std::vector<FailureGroup>& groups, const Standard& standard, Target& unit,
              const Explained& explained)
        : groups_(groups), standard_(standard), unit_(unit), explained_(explained), root_(groups.size()) {
        std::iota(root_.begin(), root_.end(), std::size_t{0});
        for (const FailureGroup& group : groups) {
            families_.push_back(standard.family(group.expected, *group.example.d));
            specials_.push_back(special_operands(group.example, unit.formats()));
        }
    }

    /// For each group the one with which it belongs together.
    std::vector<std::size_t> run() {
        links_.assign(groups_.size(), Links(groups_.size()));
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            if (groups_[i].repeats) look_around(i);
        }
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (are_linked(i, j)) root_[find(j)] = find(i);
            }
        }
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            if (groups_[i].repeats && has_larger(i)) relate_reduced(i);
        }
        for (std::size_t i = 0; i < root_.size(); ++i) root_[i] = find(i);
        return std::move(root_);
    }

   private:
    /// The neighbours of a group's example on which the unit fails in the same family; d: its answers.
    [[nodiscard]] std::vector<VectorRow> failing_neighbours(std::size_t i) {
        if (unit_.lanes() > 1) unit_.use_lane(groups_[i].lane);
        std::vector<VectorRow> rows = neighbourhood(groups_[i].example, unit_.formats(), kAskedRows);
        for (VectorRow& row : rows) unit_.fit(row);
        const auto answers = unit_.known(rows);
        for (std::size_t n = 0; n < rows.size(); ++n) rows[n].d = answers[n];
        std::erase_if(rows,
                      [&](const VectorRow& row) { return !fails(row.operands(), row.d, families_[i]); });
        return rows;
    }
    [[nodiscard]] bool fails(const Operands& in, std::optional<std::uint64_t> got,
                             const std::string& wanted) const {
        const std::uint64_t right = standard_.expected(in);
        return got && !standard_.agrees(right, *got) && standard_.family(right, *got) == wanted &&
               (!explained_ || !explained_(in, *got));
    }
    /// The groups that look like a row.
    [[nodiscard]] std::vector<std::size_t> alike(const VectorRow& row, std::size_t i) const {
        const std::string shape = shape_of(row, unit_.formats());
        const std::string difference = standard_.difference(standard_.expected(row.operands()), *row.d);
        std::vector<std::size_t> out;
        for (std::size_t j = 0; j < groups_.size(); ++j) {
            if (groups_[j].shape == shape && groups_[j].difference == difference && groups_[j].repeats &&
                specials_[i] == specials_[j])
                out.push_back(j);
        }
        return out;
    }
    /// Counts the neighbours of a group's example that look like each of the groups.
    void look_around(std::size_t i) {
        const std::vector<VectorRow> rows = failing_neighbours(i);
        links_[i].failing = rows.size();
        for (const VectorRow& row : rows) {
            for (const std::size_t j : alike(row, i)) ++links_[i].to[j];
        }
    }
    /// One neighbour may fail because of the other fault. Several do, on either side or in number, if it is
    /// the same one.
    [[nodiscard]] bool are_linked(std::size_t i, std::size_t j) const {
        constexpr std::size_t on_each_side = 2;
        constexpr std::size_t share = 8;
        const auto is_frequent = [&](std::size_t from, std::size_t to) {
            const std::size_t count = links_[from].to[to];
            return count > on_each_side && count * share >= links_[from].failing;
        };
        return (links_[i].to[j] >= on_each_side && links_[j].to[i] >= on_each_side) || is_frequent(i, j) ||
               is_frequent(j, i);
    }
    /// Whether another set of groups has the same family and specials, and more rows.
    [[nodiscard]] bool has_larger(std::size_t i) const {
        std::map<std::size_t, std::size_t> rows;
        for (std::size_t j = 0; j < groups_.size(); ++j) {
            if (families_[j] == families_[i] && specials_[j] == specials_[i])
                rows[find(j)] += groups_[j].rows.size();
        }
        return std::ranges::any_of(rows, [&](const auto& one) { return one.second > rows.at(find(i)); });
    }
    /// An example may only be the simplest one around: joins what most of its failing neighbours are reduced
    /// to.
    void relate_reduced(std::size_t i) {
        constexpr std::size_t most = 6;
        std::vector<VectorRow> rows = failing_neighbours(i);
        if (rows.size() > most) rows.resize(most);
        std::map<std::size_t, std::size_t> votes;
        for (const VectorRow& row : rows) {
            VectorRow least = shrink(row, unit_.formats(), [&](const VectorRow& tried) {
                return fails(tried.operands(), unit_.known(tried), families_[i]);
            });
            least.d = unit_.known(least);
            if (!least.d) continue;
            for (const std::size_t j : alike(least, i)) ++votes[find(j)];
        }
        for (const auto& [root, count] : votes) {
            if (2 * count > rows.size()) root_[find(i)] = root;
        }
    }
    [[nodiscard]] std::size_t find(std::size_t i) const {
        while (root_[i] != i) i = root_[i];
        return i;
    }

    /// What the failing neighbours of a group's example look like.
    struct Links {
        explicit Links(std::size_t groups) : to(groups) {}
        std::vector<std::size_t> to;  ///< neighbours that look like each group
        std::size_t failing = 0;
    };

    const std::vector<FailureGroup>& groups_;
    const Standard& standard_;
    Target& unit_;
    const Explained& explained_;
    std::vector<Links> links_;
    std::vector<std::size_t> root_;
    std::vector<std::string> families_;
    std::vector<std::string> specials_;
};

FailureShape shape_in(const FailureGroup& group, std::size_t rows) {
    return {group.shape, group.difference, rows, group.example, group.expected, group.lane};
}

}  // namespace

void join(FailureGroup& group, FailureGroup other) {
    const auto counted = [](const FailureGroup& one) {
        std::size_t others = 0;
        for (const FailureShape& shape : one.others) others += shape.rows;
        return one.rows.size() - others;
    };
    group.assumed += other.assumed;
    const std::size_t mine = counted(group);
    const std::size_t added = counted(other);
    if (operands_in(other.example) < operands_in(group.example)) {
        group.others.push_back(shape_in(group, mine));
        group.shape = other.shape;
        group.difference = other.difference;
        group.example = other.example;
        group.expected = other.expected;
        group.lane = other.lane;
    } else {
        group.others.push_back(shape_in(other, added));
    }
    const auto append = [](auto& to, auto& from) {
        to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    };
    append(group.others, other.others);
    append(group.rows, other.rows);
    append(group.reduced, other.reduced);
    append(group.reduced_from, other.reduced_from);
    std::ranges::stable_sort(group.others, std::greater{}, &FailureShape::rows);
}

void join_related(std::vector<FailureGroup>& groups, const Standard& standard, Target& unit,
                  const Explained& explained) {
    const std::vector<std::size_t> root = Relations(groups, standard, unit, explained).run();
    std::vector<FailureGroup> out;
    std::vector<std::size_t> place(groups.size(), groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        std::size_t& at = place[root[i]];
        if (at == groups.size()) {
            at = out.size();
            out.push_back(std::move(groups[i]));
        } else {
            join(out[at], std::move(groups[i]));
        }
    }
    groups = std::move(out);
    sort_by_size(groups);
}

}  // namespace karat::probe
