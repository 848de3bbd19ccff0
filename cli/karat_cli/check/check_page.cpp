// SPDX-License-Identifier: Apache-2.0
// The page of karat check --html, in the style of the pages of karat probe.
#include "karat_cli/check/check_page.hpp"

#include <algorithm>
#include <sstream>

#include "karat/recipe/summary.hpp"
#include "karat_cli/check/check_page_parts.hpp"
#include "karat_probe/suites/report.hpp"
#include "karat_probe/suites/tree.hpp"

namespace karat::cli {
namespace {

using probe::escaped;

/// Why the run is not what was asked for; empty if it is.
std::string trouble(const tb::ReportInput& in) {
    if (in.result.verdict != tb::Verdict::passed) return in.result.reason;
    if (in.coverage != nullptr && !in.coverage->contradictions().empty())
        return "bins were hit that the coverage model excludes";
    return tb::coverage_shortfall(in).value_or(std::string());
}

bool passed(const tb::ReportInput& in) {
    return in.result.verdict == tb::Verdict::passed && trouble(in).empty();
}

std::string badge(bool pass) {
    return pass ? "<span class='pass'>PASS</span>" : "<span class='fail'>FAIL</span>";
}

void write_row(std::ostream& out, const std::string& name, const std::string& value) {
    out << "<tr><th>" << escaped(name) << "</th><td>" << escaped(value) << "</td></tr>\n";
}

void write_facts(std::ostream& out, const tb::ReportInput& in) {
    const tb::Scoreboard& board = in.board;
    out << "<table>\n";
    write_row(out, "verdict", std::string(tb::verdict_name(in.result.verdict)));
    write_row(out, "expected arithmetic", summary(board.dot().spec()));
    write_row(out, "specification", in.subject);
    write_row(out, "tiles", std::to_string(board.tiles()));
    write_row(out, "lanes compared", std::to_string(board.lanes()));
    write_row(out, "mismatches", std::to_string(board.mismatches()));
    write_row(out, "cycles", std::to_string(in.result.cycles));
    write_row(out, "seed", std::to_string(in.seed));
    out << "</table>\n";
}

void write_files(std::ostream& out, const PageRun& run) {
    const tb::ReportInput& in = run.input;
    if (!in.wave_path.empty()) {
        write_heading(out, run.level, "Waves");
        out << "<p>The cycles around the first mismatch are in <code>" << escaped(in.wave_path)
            << "</code>.</p>\n";
    }
    write_heading(out, run.level, "Commands");
    out << "<table>\n";
    if (!in.again.empty()) write_command(out, "this run again", in.again);
    if (!in.vector_path.empty()) {
        write_command(out, "the mismatches", in.program + " replay " + in.vector_path);
        write_command(out, "the first one", in.program + " explain --vec " + in.vector_path + " --row 1");
    }
    if (in.findings.suggests_identify && !in.again.empty())
        write_command(out, "if the specification may be wrong", in.again + " --identify");
    if (!in.findings.nearest.empty())
        write_command(out, "against the nearest specification", in.findings.nearest);
    if (!in.wave_path.empty()) write_command(out, "the waves", "gtkwave " + in.wave_path + ".gtkw");
    out << "</table>\n";
}

void write_run(std::ostream& out, const PageRun& run) {
    if (const std::string why = trouble(run.input); !why.empty())
        out << "<p class='warning'>" << escaped(why) << "</p>\n";
    write_facts(out, run.input);
    const bool has_mismatches = run.input.board.mismatches() != 0;
    if (has_mismatches || run.judged.bugs) write_findings(out, run);
    if (has_mismatches) write_mismatch_counts(out, run);
    write_coverage(out, run);
    write_protocol(out, run);
    write_files(out, run);
}

std::string mode_name(const Judged& run) {
    return "mode " + std::to_string(run.mode.value_or(0)) + (run.mixed ? " among the others" : "");
}

/// All runs in a table, then those that have more to say.
void write_modes(std::ostream& out, const std::vector<PageRun>& runs) {
    out << "<div class='wide'><table><thead><tr><th>run</th><th>verdict</th><th>specification</th><th>lanes "
           "compared</th>"
           "<th>mismatches</th></tr></thead><tbody>\n";
    for (const PageRun& run : runs) {
        const tb::Scoreboard& board = run.input.board;
        out << "<tr><td>" << mode_name(run.judged) << "</td><td>" << badge(passed(run.input)) << ' '
            << tb::verdict_name(run.input.result.verdict) << "</td><td>" << escaped(run.input.subject)
            << "</td><td class='number'>" << board.lanes() << "</td><td class='number'>" << board.mismatches()
            << "</td></tr>\n";
    }
    out << "</tbody></table></div>\n";
    for (const PageRun& run : runs) {
        if (passed(run.input) && run.input.coverage == nullptr) continue;
        out << "<h2>" << badge(passed(run.input)) << ' ' << mode_name(run.judged) << "</h2>\n";
        write_run(out, run);
    }
}

}  // namespace

void write_command(std::ostream& out, const std::string& what, const std::string& command) {
    out << "<tr><th>" << what << "</th><td><code>" << escaped(command) << "</code></td></tr>\n";
}

std::string check_page(const JudgedRuns& runs, const ReportStyle& style, const std::string& modes) {
    std::vector<PageRun> pages;
    for (const auto& run : runs) pages.push_back({*run, report_input(*run, style), modes.empty() ? 2 : 3});
    const bool pass = std::ranges::all_of(pages, [](const PageRun& page) { return passed(page.input); });
    std::string name = style.name.empty() ? "karat check" : style.name;
    if (modes.empty() && style.name.empty()) name = runs[0]->subject;
    if (!style.unit.empty() && style.name.empty())
        name = style.unit + (modes.empty() ? " against " + runs[0]->subject : "");
    std::ostringstream out;
    out << "<!DOCTYPE html>\n<html lang='en'><head>" << probe::page_style() << "<title>"
        << (pass ? "PASS " : "FAIL ") << escaped(name) << "</title></head><body>\n<h1>" << badge(pass) << ' '
        << escaped(name) << "</h1>\n";
    if (modes.empty()) {
        write_run(out, pages[0]);
    } else {
        write_paragraph(out, modes);
        write_modes(out, pages);
    }
    out << "</body></html>\n";
    return out.str();
}

}  // namespace karat::cli
