// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <ostream>

#include "karat_sweep/report/page.hpp"

namespace karat::sweep {

void threshold_table(std::ostream& out, const std::vector<Threshold>& thresholds) {
    out << "<details><summary>First stable "
           "F</summary>\n<div class='wide'><table><thead><tr><th>sweep</th><th>line</th><th>first stable "
           "F</th><th>largest F</th><th>MSE at the largest F</th></tr></thead><tbody>\n";
    for (const Threshold& t : thresholds) {
        out << "<tr><td>" << escaped(t.group) << "</td><td>" << escaped(t.series) << "</td><td>"
            << (t.F       ? std::to_string(*t.F)
                : t.alone ? "has one F"
                          : "none")
            << "</td><td>" << t.largest << "</td><td>" << t.plateau << "</td></tr>\n";
    }
    out << "</tbody></table></div></details>\n";
}

void front_table(std::ostream& out, const std::vector<FrontPoint>& front) {
    if (front.empty()) return;
    out << "<h2>Area-error Pareto front</h2>\n<div "
           "class='wide'><table><thead><tr><th>sweep</th><th>line</th><th>F</th>"
           "<th>area per product, NAND2</th><th>relative error</th></tr></thead><tbody>\n";
    for (const FrontPoint& point : front) {
        out << "<tr><td>" << escaped(point.group) << "</td><td>" << escaped(point.series) << "</td><td>"
            << (point.F ? std::to_string(*point.F) : "") << "</td><td>" << point.area << "</td><td>"
            << point.relative_error << "</td></tr>\n";
    }
    out << "</tbody></table></div>\n";
}

namespace {

/// Whether the confidence interval of the relative error is below the target, above it, or contains it.
const char* verdict(const Metrics& m, double target) {
    const double interval = std::isfinite(m.relative_error_interval) ? m.relative_error_interval : 0;
    if (std::isnan(m.relative_error)) return "unknown";
    if (m.relative_error + interval <= target) return "meets";
    return m.relative_error - interval <= target ? "undecided" : "misses";
}

}  // namespace

void rows_table(std::ostream& out, const std::vector<Row>& rows, const Differences& differences,
                std::optional<double> target) {
    const bool names = std::ranges::any_of(rows, [](const Row& row) { return !row.instruction.empty(); });
    const bool with_c =
        std::ranges::any_of(rows, [](const Row& row) { return row.c_distribution != "zero"; });
    const bool costs = std::ranges::any_of(rows, [](const Row& row) { return row.cost.has_value(); });
    out << "<div class='wide'><table id='rows'><thead><tr>";
    if (target) out << "<th>target</th>";
    for (const char* name :
         {"algorithm",  "format",   "K",        "F",          "rounding",  "order",    "distribution",
          "length",     "MSE",      "&plusmn;", "bias",       "&plusmn;",  "mean ulp", "&plusmn;",
          "median ulp", "p99 ulp",  "max ulp",  "shrinkage",  "&plusmn;",  "relative", "&plusmn;",
          "cosine",     "&plusmn;", "VRR",      "&plusmn;",   "bit-exact", "&plusmn;", "swamped",
          "&plusmn;",   "operands", "&plusmn;", "not finite", "converted"}) {
        out << "<th>" << name << "</th>";
    }
    if (names) out << "<th>instruction</th>";
    if (with_c) out << "<th>c</th>";
    for (const std::string& name : differences.names()) out << "<th>" << escaped(name) << "</th>";
    if (costs) out << "<th>area</th><th>depth</th>";
    out << "</tr></thead><tbody>\n";
    for (const Row& r : rows) {
        const Metrics& m = r.metrics;
        out << "<tr>";
        if (target) out << "<td>" << verdict(m, *target) << "</td>";
        out << "<td>" << escaped(r.algorithm) << "</td><td>" << escaped(r.format) << "</td><td>" << r.k
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
        out << "<td>" << m.not_finite << "</td><td>";
        if (m.converted > 0) out << m.converted << ' ' << r.conversion;
        out << "</td>";
        if (names) out << "<td>" << escaped(r.instruction) << "</td>";
        if (with_c) out << "<td>" << escaped(r.c_distribution) << "</td>";
        for (const std::string& value : differences.values(r)) out << "<td>" << escaped(value) << "</td>";
        if (r.cost) out << "<td>" << r.cost->area << "</td><td>" << r.cost->depth << "</td>";
        if (costs && !r.cost) out << "<td></td><td></td>";
        out << "</tr>\n";
    }
    out << "</tbody></table></div>\n";
}

}  // namespace karat::sweep
