// SPDX-License-Identifier: Apache-2.0
// Mismatches and coverage on the page of karat check --html.
#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>

#include "karat_cli/check/check_page_parts.hpp"
#include "karat_probe/suites/tree.hpp"

namespace karat::cli {
namespace {

using probe::escaped;

/// A number of mismatches; those that are not 0 stand out.
void write_count(std::ostream& out, std::uint64_t count) {
    out << "<td class='number " << (count == 0 ? "outside" : "disagree") << "'>" << count << "</td>";
}

void write_lanes(std::ostream& out, const tb::Scoreboard& board) {
    out << "<div class='wide'><table><thead><tr><th>lane (m,n)</th>";
    for (std::size_t n = 0; n < board.columns(); ++n) out << "<th>n = " << n << "</th>";
    out << "</tr></thead><tbody>\n";
    for (std::size_t m = 0; m < board.rows(); ++m) {
        out << "<tr><th>m = " << m << "</th>";
        for (std::size_t n = 0; n < board.columns(); ++n)
            write_count(out, board.by_lane()[m * board.columns() + n]);
        out << "</tr>\n";
    }
    out << "</tbody></table></div>\n";
}

void write_classes(std::ostream& out, const tb::Scoreboard& board) {
    out << "<table><thead><tr><th>class</th><th>lanes compared</th><th>mismatches</th></tr></thead><tbody>\n";
    for (std::size_t i = 0; i < board.by_class().size(); ++i) {
        if (board.lanes_of_class()[i] == 0) continue;
        out << "<tr><td>" << class_name(static_cast<tb::OperandClass>(i)) << "</td><td class='number'>"
            << board.lanes_of_class()[i] << "</td>";
        write_count(out, board.by_class()[i]);
        out << "</tr>\n";
    }
    out << "</tbody></table>\n";
}

void write_bins(std::ostream& out, const Coverage& coverage, const std::vector<std::size_t>& bins) {
    out << "<ul>\n";
    for (const std::size_t bin : bins) {
        out << "<li><code>" << escaped(coverage.bins()[bin].name) << "</code>"
            << (coverage.is_hit_somewhere(bin) ? ", which some lanes hit" : "") << "</li>\n";
    }
    out << "</ul>\n";
}

void write_protocol_bins(std::ostream& out, const tb::ProtocolCoverage& protocol) {
    out << "<details><summary>Bins of the protocol</summary>\n<table><thead><tr><th>bin</th><th>hits</th>"
           "<th></th></tr></thead><tbody>\n";
    for (const auto& bin : protocol.bins()) {
        out << "<tr><td><code>" << escaped(bin.name) << "</code></td><td class='number "
            << (bin.hits == 0 && bin.excluded.empty() ? "disagree" : "outside") << "'>" << bin.hits
            << "</td><td>" << (bin.excluded.empty() ? "" : "excluded: ") << escaped(bin.excluded)
            << "</td></tr>\n";
    }
    out << "</tbody></table></details>\n";
}

}  // namespace

void write_heading(std::ostream& out, int level, const std::string& text) {
    out << "<h" << level << '>' << escaped(text) << "</h" << level << ">\n";
}

void write_paragraph(std::ostream& out, const std::string& text) {
    out << "<p>" << escaped(text) << "</p>\n";
}

void write_mismatch_counts(std::ostream& out, const PageRun& run) {
    const tb::Scoreboard& board = run.input.board;
    write_heading(out, run.level, "Mismatches");
    write_lanes(out, board);
    write_paragraph(out, "By class of stimulus:");
    write_classes(out, board);
    const tb::Mismatch& first = board.kept().front();
    write_heading(out, run.level, "First mismatch");
    write_paragraph(out, place_of(first) + ", class " + std::string(class_name(first.operand_class)));
    out << "<pre>" << escaped(describe(board.dot(), first, {false, 160})) << "</pre>\n";
}

void write_coverage(std::ostream& out, const PageRun& run) {
    if (run.input.coverage == nullptr) return;
    const Coverage& coverage = *run.input.coverage;
    const auto holes = coverage.holes();
    write_heading(out, run.level, "Coverage");
    // rounded down, so that 99.99 is not shown as 100
    std::ostringstream text;
    text << std::floor(coverage.percentage() * 10) / 10 << " % of "
         << coverage.bins().size() - coverage.excluded().size() << " bins; " << coverage.excluded().size()
         << " others cannot be reached, and " << holes.size() << (holes.size() == 1 ? " is" : " are")
         << " not hit in every lane.";
    write_paragraph(out, text.str());
    if (run.input.coverage_goal) {
        std::ostringstream goal;
        goal << *run.input.coverage_goal << " % was asked for.";
        write_paragraph(out, goal.str());
    }
    if (!coverage.contradictions().empty()) {
        write_paragraph(out, "Bins that the coverage model excludes, and that were hit:");
        write_bins(out, coverage, coverage.contradictions());
    }
    if (holes.empty()) return;
    constexpr std::size_t most_open = 20;
    if (holes.size() > most_open) out << "<details><summary>" << holes.size() << " holes</summary>\n";
    write_bins(out, coverage, holes);
    if (holes.size() > most_open) out << "</details>\n";
}

void write_protocol(std::ostream& out, const PageRun& run) {
    if (run.input.protocol == nullptr) return;
    const tb::ProtocolCoverage& protocol = *run.input.protocol;
    const auto bins = protocol.bins();
    const auto excluded = std::ranges::count_if(bins, [](const auto& bin) { return !bin.excluded.empty(); });
    write_heading(out, run.level, "Protocol coverage");
    std::ostringstream text;
    text << std::floor(protocol.percentage() * 10) / 10 << " % of "
         << bins.size() - static_cast<std::size_t>(excluded) << " bins; " << excluded
         << " others are excluded. At most " << protocol.deepest()
         << (protocol.deepest() == 1 ? " tile was" : " tiles were") << " in flight at once.";
    write_paragraph(out, text.str());
    write_protocol_bins(out, protocol);
}

}  // namespace karat::cli
