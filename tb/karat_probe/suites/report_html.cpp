// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>

#include "karat_probe/suites/report.hpp"

namespace karat::probe {
namespace {

/// Questions that the page shows of one finding; the others are in the JSON.
constexpr std::size_t kShown = 24;

void questions(std::ostream& out, const Finding& finding, const OperandRules& formats) {
    if (finding.questions.empty()) return;
    const std::size_t shown = std::min(kShown, finding.questions.size());
    const bool fold = shown > 4;
    if (fold) out << "<details><summary>" << finding.questions.size() << " dot-adds</summary>";
    out << "<table class='asked'>";
    for (std::size_t i = 0; i < shown; ++i) {
        const VectorRow& row = finding.questions[i].row;
        out << "<tr><td>" << escaped(operands_in_words(row, formats))
            << "</td><td>d = " << escaped(answer_in_words(row, formats)) << "</td></tr>";
    }
    out << "</table>";
    if (shown < finding.questions.size())
        out << "<p>and " << finding.questions.size() - shown << " more, which <code>--json</code> lists</p>";
    if (fold) out << "</details>";
}

void finding_row(std::ostream& out, const Finding& finding, const OperandRules& formats) {
    const bool found = finding.outcome == Outcome::found;
    // "not applicable" stands in the column before
    const std::string verdict =
        finding.outcome == Outcome::not_applicable ? finding.verdict.substr(16) : finding.verdict;
    out << "<tr class='" << (found ? "found" : "open") << "'><td>" << escaped(finding.id) << "</td><td>"
        << escaped(finding.name) << "</td><td class='result'>"
        << escaped(found ? finding.result : std::string(name_of(finding.outcome))) << "</td><td>"
        << escaped(verdict);
    if (!finding.excludes.empty())
        out << "<p class='excludes'>Excludes" << (finding.among_sums ? ", among trees of sums, " : " ")
            << escaped(finding.excludes) << "</p>";
    out << "</td><td>";
    questions(out, finding, formats);
    out << "</td></tr>\n";
}

void suite_section(std::ostream& out, const SuiteReport& suite, const OperandRules& formats) {
    const Suite& about = suites()[static_cast<std::size_t>(suite.suite)];
    out << "<h2>" << escaped(about.title) << "</h2>\n<p>" << escaped(about.paper) << "</p>\n";
    if (suite.settled.tree)
        out << "<div class='tree'>"
            << draw_svg(*suite.settled.tree, "Summation tree: " + shape_of(*suite.settled.tree))
            << "</div>\n";
    out << "<div class='wide'><table><thead><tr><th>test</th><th>asks</th><th>result</th><th>verdict</th>"
           "<th>operands and d</th></tr></thead><tbody>\n";
    for (const Finding& finding : suite.findings) finding_row(out, finding, formats);
    out << "</tbody></table></div>\n";
}

}  // namespace

std::string report_html(const ProbeReport& report) {
    std::ostringstream out;
    out << "<!DOCTYPE html>\n<html lang='en'><head>" << page_style() << "<title>" << escaped(report.target)
        << ", probed</title></head><body>\n<h1>" << escaped(report.target) << "</h1>\n<p>"
        << escaped(formats_in_words(report.formats)) << ". " << report.asked
        << " dot-adds asked. Operands that are not shown are 0; u is the unit in the last place of 1 in the "
           "result.</p>\n";
    const std::vector<std::string> all = remarks(report);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool good = i == 0 && report.steadiness.steady();
        out << "<p" << (good ? "" : " class='warning'") << '>' << escaped(all[i]) << ".</p>\n";
    }
    for (const SuiteReport& suite : report.suites) suite_section(out, suite, report.formats);
    out << "</body></html>\n";
    return out.str();
}

}  // namespace karat::probe
