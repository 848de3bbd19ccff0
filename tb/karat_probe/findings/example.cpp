// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/example.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "karat_probe/findings/row_shape.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

/// The mismatch to begin with: one that shows the finding, is the finding's alone, and has few operands.
const UnitAnswer& simplest(const Showing& showing, const Agreement& golden, const UnitAnswers& answers,
                           const std::vector<std::size_t>& rows) {
    const auto rank = [&](std::size_t i) {
        const VectorRow& row = answers.wrong[i].row;
        const Operands in = row.operands();
        const bool is_right = golden.agrees(golden.evaluator()(in), *row.d);
        return std::tuple(is_right, !showing.alone(in), operands_in(row));
    };
    return answers.wrong[*std::min_element(rows.begin(), rows.end(),
                                           [&](std::size_t x, std::size_t y) { return rank(x) < rank(y); })];
}

}  // namespace

FailureGroup smallest_example(const Showing& showing, const UnitAnswers& answers,
                              const std::vector<std::size_t>& rows, Target* unit) {
    const Agreement golden(showing.golden);
    const UnitAnswer& begin = simplest(showing, golden, answers, rows);
    FailureGroup out;
    out.rows = rows;
    out.lane = begin.lane;
    out.example = begin.row;
    const auto shows = [&](const VectorRow& row) {
        const std::optional<std::uint64_t> got = unit->known(row);
        const Operands in = row.operands();
        return got && !golden.agrees(golden.evaluator()(in), *got) && showing.explained(in, *got);
    };
    if (unit != nullptr) {
        if (unit->lanes() > 1) unit->use_lane(begin.lane);
        VectorRow row = begin.row;
        if ((!showing.alone(row.operands()) || !shows(row)) && showing.others) {
            for (VectorRow& other : showing.others()) {
                if (!showing.alone(other.operands()) || !shows(other)) continue;
                row = std::move(other);
                break;
            }
        }
        const bool is_alone = showing.alone(row.operands());
        const bool is_shown = shows(row);
        out.repeats = is_shown || unit->known(begin.row) == begin.row.d;
        if (is_shown) {
            out.example = shrink(std::move(row), unit->formats(), [&](const VectorRow& tried) {
                return (!is_alone || showing.alone(tried.operands())) && shows(tried);
            });
            out.example.d = unit->known(out.example).value_or(*begin.row.d);
        }
    }
    out.expected = golden.evaluator()(out.example.operands());
    const OperandRules& formats = showing.golden.operands;
    out.shape = shape_of(out.example, formats);
    out.difference = difference_of(out.expected, *out.example.d, formats.d);
    return out;
}

}  // namespace karat::probe
