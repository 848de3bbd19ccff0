// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/report/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sstream>

#include "karat_sweep/report/chart.hpp"
#include "karat_sweep/report/lines.hpp"
#include "karat_sweep/report/pareto.hpp"

namespace karat::sweep {
namespace {

struct Quantity {
    const char* file;
    const char* label;
    bool log_y;
    double (*value)(const Metrics&);
};
constexpr std::array<Quantity, 5> kQuantities{
    {{"mse", "mean squared error", true, [](const Metrics& m) { return m.mse; }},
     {"variance", "variance of the squared error", true,
      [](const Metrics& m) { return m.variance_of_squared_error; }},
     {"relative", "relative error", true, [](const Metrics& m) { return m.relative_error; }},
     {"vrr", "variance retention ratio", false, [](const Metrics& m) { return m.vrr; }},
     {"swamped", "swamped addends per dot-add", false, [](const Metrics& m) { return m.swamped; }}}};

/// The error of rounding the operands, for each length in the group. Rows of older versions do not have it.
std::vector<OperandRounding> operand_errors(const Group& group) {
    std::map<std::size_t, OperandRounding> out;
    for (const Line& line : group.lines) {
        for (const Row* row : line.rows) {
            const Metrics& m = row->metrics;
            if (std::isfinite(m.operand_error) && std::isfinite(m.relative_error))
                out.try_emplace(row->length, OperandRounding{group.name, row->length, m.operand_error,
                                                             m.operand_error_interval});
        }
    }
    std::vector<OperandRounding> list;
    for (const auto& [length, error] : out) list.push_back(error);
    return list;
}

Chart chart_of(const Group& group, const Quantity& quantity) {
    Chart out{quantity.label, group.name,     "F, fraction bits kept in the alignment",
              quantity.label, quantity.log_y, {}};
    for (const Line& line : group.lines) {
        Series series{line.name, {}, -1, false, line.across, line.style};
        const auto stable = stable_part(line);
        for (const Row* row : line.rows) {
            if (!std::isfinite(quantity.value(row->metrics))) continue;
            if (stable && row == stable->first) series.mark = static_cast<int>(series.points.size());
            series.points.emplace_back(row->F, quantity.value(row->metrics));
        }
        if (!series.points.empty()) out.series.push_back(std::move(series));
    }
    if (std::string_view(quantity.file) == "relative") {
        const auto operands = operand_errors(group);
        for (const OperandRounding& of : operands) {
            const std::string length = operands.size() > 1 ? ", length " + std::to_string(of.length) : "";
            out.series.push_back(
                {"operand error" + length, {{0, of.relative_error}}, -1, false, true, Style{6, 2}});
        }
    }
    return out;
}

std::string histogram(const std::string& title, const Metrics& metrics) {
    std::vector<std::string> labels{"exact", "<1e-12"};
    std::vector<double> values;
    for (std::size_t i = 2; i < kHistogramBins; ++i)
        labels.push_back("1e" + std::to_string(static_cast<int>(i) - 14));
    for (const std::size_t count : metrics.histogram) values.push_back(static_cast<double>(count));
    return draw_bars(title, labels, values);
}

std::optional<int> fraction_of(const Row& row) {
    return has_fraction(row) ? std::optional(row.F) : std::nullopt;
}

/// Adds the Pareto fronts of a group to the report and returns their charts. There is one front per length,
/// because errors of dot products of different lengths do not compare.
std::vector<std::string> add_fronts(const Group& group, Report& out) {
    std::map<std::size_t, std::pair<std::vector<const Row*>, std::vector<std::string>>> by_length;
    for (const Line& line : group.lines) {
        for (const Row* row : line.rows) {
            if (!row->cost) continue;
            by_length[row->length].first.push_back(row);
            by_length[row->length].second.push_back(line.name);
        }
    }
    std::vector<std::string> charts;
    for (const auto& [length, rows] : by_length) {
        const std::string name =
            group.name + (by_length.size() == 1 ? "" : ", length " + std::to_string(length));
        for (const Row* row : pareto_front(rows.first)) {
            const auto at = static_cast<std::size_t>(std::ranges::find(rows.first, row) - rows.first.begin());
            out.front.push_back({name, rows.second[at], fraction_of(*row), area_of_product(*row),
                                 row->metrics.relative_error});
        }
        charts.push_back(draw_lines(pareto_chart(name, rows.first, rows.second)));
    }
    return charts;
}

/// Adds the threshold of a line and the histogram at it; for a line without F, its only histogram.
void add_line(const Group& group, const Line& line, int number, Report& out) {
    const auto stable = stable_part(line);
    if (stable)
        out.thresholds.push_back({group.name, line.name, stable->first->F, stable->last->metrics.mse});
    if (!stable && !line.across) return;
    const Row& row = stable ? *stable->first : *line.rows.front();
    const std::string at = stable ? ", F = " + std::to_string(row.F) : "";
    out.charts.emplace_back(std::to_string(number) + "_histogram_" + line.file,
                            histogram("relative error, " + line.name + at, row.metrics));
}

void threshold_table(std::ostream& out, const std::vector<Threshold>& thresholds) {
    out << "<h2>Stability thresholds</h2>\n<table><thead><tr><th>sweep</th><th>line</th><th>first stable "
           "F</th><th>MSE at the largest F</th></tr></thead><tbody>\n";
    for (const Threshold& t : thresholds) {
        out << "<tr><td>" << escaped(t.group) << "</td><td>" << escaped(t.series) << "</td><td>" << t.F
            << "</td><td>" << t.plateau << "</td></tr>\n";
    }
    out << "</tbody></table>\n";
}

void front_table(std::ostream& out, const std::vector<FrontPoint>& front) {
    if (front.empty()) return;
    out << "<h2>Area-error Pareto front</h2>\n<table><thead><tr><th>sweep</th><th>line</th><th>F</th>"
           "<th>area per product, NAND2</th><th>relative error</th></tr></thead><tbody>\n";
    for (const FrontPoint& point : front) {
        out << "<tr><td>" << escaped(point.group) << "</td><td>" << escaped(point.series) << "</td><td>"
            << (point.F ? std::to_string(*point.F) : "") << "</td><td>" << point.area << "</td><td>"
            << point.relative_error << "</td></tr>\n";
    }
    out << "</tbody></table>\n";
}

void table(std::ostream& out, const std::vector<Row>& rows, const Differences& differences) {
    const bool names = std::ranges::any_of(rows, [](const Row& row) { return !row.instruction.empty(); });
    const bool with_c =
        std::ranges::any_of(rows, [](const Row& row) { return row.c_distribution != "zero"; });
    const bool costs = std::ranges::any_of(rows, [](const Row& row) { return row.cost.has_value(); });
    out << "<div class='wide'><table id='rows'><thead><tr>";
    for (const char* name :
         {"algorithm",  "format",   "K",        "F",         "rounding",  "order",    "distribution",
          "length",     "MSE",      "&plusmn;", "bias",      "&plusmn;",  "mean ulp", "&plusmn;",
          "median ulp", "p99 ulp",  "max ulp",  "shrinkage", "&plusmn;",  "relative", "&plusmn;",
          "cosine",     "&plusmn;", "VRR",      "&plusmn;",  "bit-exact", "&plusmn;", "swamped",
          "&plusmn;",   "operands", "&plusmn;", "not finite"}) {
        out << "<th>" << name << "</th>";
    }
    if (names) out << "<th>instruction</th>";
    if (with_c) out << "<th>c</th>";
    for (const std::string& name : differences.names()) out << "<th>" << escaped(name) << "</th>";
    if (costs) out << "<th>area</th><th>depth</th>";
    out << "</tr></thead><tbody>\n";
    for (const Row& r : rows) {
        const Metrics& m = r.metrics;
        out << "<tr><td>" << escaped(r.algorithm) << "</td><td>" << escaped(r.format) << "</td><td>" << r.k
            << "</td><td>"
            << (has_fraction(r)     ? std::to_string(r.F)
                : takes_fraction(r) ? "exact"
                                    : "")
            << "</td><td>" << r.align_rounding << "</td><td>" << r.order << "</td><td>"
            << escaped(r.distribution) << "</td><td>" << r.length << "</td>";
        for (const double x : {m.mse,
                               m.mse_interval,
                               m.bias,
                               m.bias_interval,
                               m.mean_ulp,
                               m.mean_ulp_interval,
                               m.median_ulp,
                               m.p99_ulp,
                               m.max_ulp,
                               m.shrinkage,
                               m.shrinkage_interval,
                               m.relative_error,
                               m.relative_error_interval,
                               m.cosine,
                               m.cosine_interval,
                               m.vrr,
                               m.vrr_interval,
                               m.bit_exact,
                               m.bit_exact_interval,
                               m.swamped,
                               m.swamped_interval,
                               m.operand_error,
                               m.operand_error_interval}) {
            out << "<td>";
            if (!std::isnan(x)) out << x;
            out << "</td>";
        }
        out << "<td>" << m.not_finite << "</td>";
        if (names) out << "<td>" << escaped(r.instruction) << "</td>";
        if (with_c) out << "<td>" << escaped(r.c_distribution) << "</td>";
        for (const std::string& value : differences.values(r)) out << "<td>" << escaped(value) << "</td>";
        if (r.cost) out << "<td>" << r.cost->area << "</td><td>" << r.cost->depth << "</td>";
        if (costs && !r.cost) out << "<td></td><td></td>";
        out << "</tr>\n";
    }
    out << "</tbody></table></div>\n";
}

/// The answer, up to three runners-up, and a note about the operands.
void add_answer(const std::vector<Row>& rows, const Question& question, Report& out) {
    constexpr std::size_t shown = 4;
    const Choice choice = choose(designs_of(rows), question);
    out.answer.push_back(answer(choice, question));
    for (std::size_t i = 1; i < std::min(shown, choice.ranked.size()); ++i)
        out.answer.push_back("  next: " + runner_up(choice, i, question));
    const std::string note = operand_note(choice, question);
    if (!note.empty()) out.answer.push_back(note);
    if (!choice.ranked.empty()) out.choice = choice.ranked[0];
}

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>
body{font-family:sans-serif;margin:2em;color:#222}.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:13px}
th{cursor:pointer;background:#eee;position:sticky;top:0}
td,th{border:1px solid #ccc;padding:2px 7px;text-align:right}
.charts{display:flex;flex-wrap:wrap;gap:12px}.charts svg{border:1px solid #ddd}</style>
)";
constexpr const char* kSort = R"(<script>
for (const head of document.querySelectorAll('th')) head.addEventListener('click', () => {
  const body = head.closest('table').tBodies[0], column = head.cellIndex, sign = head.dataset.up ? -1 : 1;
  head.dataset.up = sign > 0 ? '1' : '';
  const value = row => {
    const text = row.cells[column].textContent, number = Number(text);
    return Number.isNaN(number) ? text : number;
  };
  const rows = [...body.rows].sort((x, y) => { const a = value(x), b = value(y);
    return sign * (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === 'number' ? -1 : 1); });
  body.append(...rows);
});
</script>
)";

}  // namespace

Report make_report(const std::vector<Row>& rows, const std::string& title,
                   const std::optional<Question>& question) {
    Report out;
    if (question) add_answer(rows, *question, out);
    const Differences differences(rows);
    std::ostringstream html;
    html.precision(5);
    html << kHead << "<title>" << escaped(title) << "</title></head><body>\n<h1>" << escaped(title)
         << "</h1>\n<p>" << rows.size()
         << " rows. Errors are measured against the exact dot product. A ring marks the first F from which "
            "the mean squared error stays within 1 % of its value at the largest F. Specifications without F "
            "are lines from edge to edge. Click a heading to sort.</p>\n";
    for (const std::string& sentence : out.answer) html << "<p>" << escaped(sentence) << "</p>\n";
    std::size_t shown = 0;
    int number = 0;
    for (const Group& group : groups_of(rows, differences)) {
        html << "<h2>" << escaped(group.name) << "</h2>\n<div class='charts'>\n";
        for (const Quantity& quantity : kQuantities) {
            out.charts.emplace_back(std::to_string(number) + '_' + quantity.file,
                                    draw_lines(chart_of(group, quantity)));
        }
        for (OperandRounding& error : operand_errors(group)) out.operands.push_back(std::move(error));
        int front = 0;
        for (std::string& chart : add_fronts(group, out)) {
            out.charts.emplace_back(
                std::to_string(number) + "_pareto" + (front == 0 ? "" : '_' + std::to_string(front)),
                std::move(chart));
            ++front;
        }
        for (const Line& line : group.lines) add_line(group, line, number, out);
        for (; shown < out.charts.size(); ++shown) html << out.charts[shown].second;
        html << "</div>\n";
        ++number;
    }
    threshold_table(html, out.thresholds);
    front_table(html, out.front);
    html << "<h2>All rows</h2>\n";
    table(html, rows, differences);
    html << kSort << "</body></html>\n";
    out.html = html.str();
    return out;
}

}  // namespace karat::sweep
