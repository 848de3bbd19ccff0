// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "karat/recipe/summary.hpp"
#include "karat_cli/probe/diff_text.hpp"
#include "karat_cli/probe/matrix_output.hpp"
#include "karat_probe/suites/tree.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::cli {
namespace {

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>karat: which instructions can disagree</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; }
h2 { font-size: 1.05em; margin: 2.2em 0 .5em; font-family: ui-monospace, monospace; }
table { border-collapse: collapse; }
th, td { border: 1px solid #8886; padding: .35em .6em; text-align: left; vertical-align: top; }
td.same { background: #8882; }
td.differ { background: #e6a02626; }
details { font-size: .9em; }
summary { cursor: pointer; }
code { font-size: .92em; }
</style>
</head>
<body>
<h1>Which instructions can disagree, and on what</h1>
<p>Instructions are compared if their formats, k, scale factors and metadata agree. Those in one row have the
same arithmetic, which is proved. A cell lists what differs and was seen to change a result; opened, it shows
a dot-add on which the two give different results.</p>
)";

const probe::ClassDiff* diff_of(const probe::FormatGroup& group, std::size_t i, std::size_t j) {
    for (const probe::ClassDiff& each : group.diffs) {
        if (each.first == std::min(i, j) && each.second == std::max(i, j)) return &each;
    }
    return nullptr;
}

/// The values in the order of the row and the column.
std::string title_in_order(const probe::Change& change, bool swapped) {
    return both_values(swapped ? probe::Change{change.key, change.y, change.x, {}, {}} : change);
}

void write_cell(std::ostream& out, const probe::ClassDiff& diff, bool swapped, const OperandRules& formats) {
    if (!diff.witness) {
        out << "<td>no difference found in " << diff.tried << " dot-adds</td>";
        return;
    }
    out << "<td class=\"differ\"><details><summary>";
    std::string text;
    for (const probe::AttributeDiff* each : seen(diff))
        text += (text.empty() ? "" : "<br>") + probe::escaped(title_in_order(each->change, swapped));
    const std::uint64_t row = swapped ? diff.witness->y : diff.witness->x;
    const std::uint64_t column = swapped ? diff.witness->x : diff.witness->y;
    out << text << "</summary><code>" << probe::escaped(operands_text(diff.witness->row, formats))
        << "</code><br>row: <code>" << result_text(row, formats.d) << "</code><br>column: <code>"
        << result_text(column, formats.d) << "</code></details></td>";
}

void write_group(std::ostream& out, const probe::FormatGroup& group) {
    out << "<h2>" << probe::escaped(probe::formats_text(group.formats)) << "</h2>\n<table>\n<tr><th></th>";
    for (std::size_t j = 0; j < group.classes.size(); ++j) out << "<th>#" << j + 1 << "</th>";
    out << "</tr>\n";
    for (std::size_t i = 0; i < group.classes.size(); ++i) {
        out << "<tr><th>#" << i + 1 << ' ' << probe::escaped(summary(group.classes[i].spec)) << "<br><small>"
            << probe::escaped(members_text(group.classes[i])) << "</small></th>";
        for (std::size_t j = 0; j < group.classes.size(); ++j) {
            const probe::ClassDiff* diff = diff_of(group, i, j);
            if (diff == nullptr) {
                out << "<td class=\"same\">same</td>";
            } else {
                write_cell(out, *diff, i > j, group.formats);
            }
        }
        out << "</tr>\n";
    }
    out << "</table>\n";
}

}  // namespace

std::string matrix_page(const std::vector<probe::FormatGroup>& groups) {
    std::ostringstream out;
    out << kHead;
    for (const probe::FormatGroup& group : groups) {
        if (group.instructions() > 1) write_group(out, group);
    }
    out << "</body>\n</html>\n";
    return out.str();
}

}  // namespace karat::cli
