// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/report/lines.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

namespace karat::sweep {
namespace {

std::string group_name(const Row& row) {
    const std::string length =
        row.length == static_cast<std::size_t>(row.k) ? "" : ", length " + std::to_string(row.length);
    const std::string c = row.c_distribution == "zero" ? "" : ", c " + row.c_distribution;
    return row.format + ", " + row.distribution + c + ", " + row.align_rounding + ", " + row.order + length +
           ", " + std::to_string(row.samples) + " samples, seed " + std::to_string(row.seed);
}

/// Replaces every character but letters, digits, dots and minus signs by an underscore.
std::string in_a_file_name(std::string text) {
    const auto is_kept = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.';
    };
    for (char& c : text) c = is_kept(c) || c == '-' ? c : '_';
    return text;
}

Line line_of(const Row& row, const Differences& differences) {
    const std::string k = std::to_string(row.k);
    Line out{
        row.algorithm + " K=" + k, row.algorithm + '_' + k, row.algorithm, row.k, !has_fraction(row), {}, {}};
    if (!row.instruction.empty()) {
        out.name = row.instruction;
        out.file = in_a_file_name(row.instruction);
    }
    if (out.across && takes_fraction(row)) {
        out.name += " F=exact";
        out.file += "_F_exact";
    }
    const std::vector<std::string> values = differences.values(row);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string& key = differences.names()[i];
        const bool is_knob = key != "version" && key != "contents";
        if (values[i].empty() || (is_knob && !row.instruction.empty())) continue;
        out.name += ' ' + key + '=' + values[i];
        out.file += in_a_file_name('_' + key + '_' + values[i]);
    }
    return out;
}

/// The index of a text among those seen so far; a new text is added.
std::size_t place_of(const std::string& text, std::vector<std::string>& seen) {
    const auto found = std::ranges::find(seen, text);
    const auto out = static_cast<std::size_t>(found - seen.begin());
    if (found == seen.end()) seen.push_back(text);
    return out;
}

/// A colour for each algorithm and a pattern for each K and rest of the name, if there are enough of both and
/// several algorithms; otherwise a style for each line in turn.
void give_styles(std::vector<Line>& lines) {
    std::vector<std::string> algorithms;
    std::vector<std::string> rests;
    for (Line& line : lines) {
        line.style.colour = place_of(line.algorithm, algorithms);
        line.style.pattern = place_of(
            line.name.starts_with(line.algorithm) ? line.name.substr(line.algorithm.size()) : line.name,
            rests);
    }
    if (algorithms.size() > 1 && algorithms.size() <= kColours && rests.size() <= kPatterns) return;
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i].style = {i % kColours, i / kColours % kPatterns};
}

}  // namespace

std::vector<Group> groups_of(const std::vector<Row>& rows, const Differences& differences) {
    std::vector<Group> out;
    for (const Row& row : rows) {
        const std::string name = group_name(row);
        auto group = std::ranges::find(out, name, &Group::name);
        if (group == out.end()) group = out.insert(group, Group{name, {}});
        Line own = line_of(row, differences);
        auto line = std::ranges::find(group->lines, own.name, &Line::name);
        if (line == group->lines.end()) line = group->lines.insert(line, std::move(own));
        line->rows.push_back(&row);
    }
    for (Group& group : out) {
        std::ranges::stable_sort(group.lines, {}, [](const Line& line) {
            return std::tuple(line.across, line.algorithm, line.k);
        });
        for (Line& line : group.lines) std::ranges::stable_sort(line.rows, {}, &Row::F);
        give_styles(group.lines);
    }
    return out;
}

std::optional<Stable> stable_part(const Line& line) {
    std::vector<const Row*> known;
    std::ranges::copy_if(line.rows, std::back_inserter(known),
                         [](const Row* row) { return std::isfinite(row->metrics.mse); });
    if (known.empty() || line.across) return std::nullopt;
    const double plateau = known.back()->metrics.mse;
    std::size_t first = known.size() - 1;
    while (first > 0 && std::abs(known[first - 1]->metrics.mse - plateau) <= 0.01 * plateau) --first;
    return Stable{known[first], known.back()};
}

}  // namespace karat::sweep
