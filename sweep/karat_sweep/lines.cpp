// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/lines.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace karat::sweep {
namespace {

std::string group_name(const Row& row) {
    const std::string length = row.length == static_cast<std::size_t>(row.k) ? "" : ", length " + std::to_string(row.length);
    return row.format + ", " + row.distribution + ", " + row.align_rounding + ", " + row.order + length + ", " +
           std::to_string(row.samples) + " samples, seed " + std::to_string(row.seed);
}

/// Letters, digits and dots; anything else becomes a line.
std::string in_a_file_name(std::string text) {
    const auto is_kept = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.'; };
    for (char& c : text) c = is_kept(c) || c == '-' ? c : '_';
    return text;
}

Line line_of(const Row& row, const Differences& differences) {
    const std::string k = std::to_string(row.k);
    Line out{row.algorithm + " K=" + k, row.algorithm + '_' + k, row.algorithm, row.k, {}};
    const std::vector<std::string> values = differences.values(row);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i].empty()) continue;
        out.name += ' ' + differences.names()[i] + '=' + values[i];
        out.file += in_a_file_name('_' + differences.names()[i] + '_' + values[i]);
    }
    return out;
}

}  // namespace

std::vector<Group> groups_of(const std::vector<Row>& rows, const Differences& differences) {
    std::vector<Group> out;
    for (const Row& row : rows) {
        if (!has_fraction(row)) continue;
        const std::string name = group_name(row);
        auto group = std::ranges::find(out, name, &Group::name);
        if (group == out.end()) group = out.insert(group, Group{name, {}});
        Line own = line_of(row, differences);
        auto line = std::ranges::find(group->lines, own.name, &Line::name);
        if (line == group->lines.end()) line = group->lines.insert(line, std::move(own));
        line->rows.push_back(&row);
    }
    for (Group& group : out) {
        std::ranges::stable_sort(group.lines, {}, [](const Line& line) { return std::tuple(line.algorithm, line.k); });
        for (Line& line : group.lines) std::ranges::stable_sort(line.rows, {}, &Row::F);
    }
    return out;
}

std::size_t threshold_of(const Line& line) {
    const double plateau = line.rows.back()->metrics.mse;
    std::size_t out = line.rows.size() - 1;
    while (out > 0 && std::abs(line.rows[out - 1]->metrics.mse - plateau) <= 0.01 * plateau) --out;
    return out;
}

}  // namespace karat::sweep
