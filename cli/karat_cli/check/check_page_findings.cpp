// SPDX-License-Identifier: Apache-2.0
// The findings on the page of karat check --html.
#include <ostream>

#include "karat/text/text.hpp"
#include "karat_cli/check/check_page_parts.hpp"
#include "karat_probe/findings/bugs_output.hpp"
#include "karat_probe/suites/tree.hpp"

namespace karat::cli {
namespace {

using probe::escaped;

void write_answer(std::ostream& out, const char* who, probe::BugKind kind, std::uint64_t value,
                  Format format) {
    if (kind == probe::BugKind::flags) {
        out << "<tr><th>" << who << "</th><td>" << probe::answer_text(kind, value, format) << "</td></tr>\n";
        return;
    }
    out << "<tr><th>" << who << "</th><td><code>0x" << to_hex(value, format) << "</code></td><td>"
        << escaped(to_value_text(value, format)) << "</td></tr>\n";
}

void write_finding(std::ostream& out, const probe::BugReport& report, std::size_t number, int level) {
    const probe::Bug& bug = report.bugs[number];
    const Format d = bug.golden.operands.d;
    out << "<section class='finding'>\n";
    write_heading(
        out, level,
        std::to_string(number + 1) + ". " + std::string(probe::name_of(bug.kind)) + ": " + bug.name);
    write_paragraph(out, probe::counts(bug, report));
    if (!bug.setting.empty()) write_paragraph(out, "It is set by " + bug.setting);
    if (bug.condition) write_paragraph(out, probe::sentence(*bug.condition));
    if (!bug.alternative.empty()) write_paragraph(out, "A fault explains the same: " + bug.alternative);
    if (!bug.example.repeats)
        out << "<p class='warning'>not repeated: the unit is right when it is asked again</p>\n";
    out << "<div class='wide'><table>\n";
    write_answer(out, "expected", bug.kind, bug.example.expected, d);
    write_answer(out, "the unit gives", bug.kind, *bug.example.example.d, d);
    out << "</table></div>\n<pre>" << escaped(probe::drawing(bug, false)) << "</pre>\n";
    if (!bug.example.others.empty()) {
        out << "<p>In other shapes, perhaps of another fault:</p><ul>\n";
        for (const std::string& shape : probe::other_shapes(bug))
            out << "<li>" << escaped(shape) << "</li>\n";
        out << "</ul>\n";
    }
    out << "</section>\n";
}

}  // namespace

void write_bugs(std::ostream& out, const probe::BugReport& report, int level) {
    const std::string diagnosis = probe::nearest(report) + probe::diagnosis(report);
    if (!diagnosis.empty()) out << "<pre class='sentences'>" << escaped(diagnosis) << "</pre>\n";
    write_paragraph(out, probe::overview(report));
    constexpr std::size_t most_open = 12;
    for (std::size_t i = 0; i < report.bugs.size(); ++i) {
        if (i == most_open)
            out << "<details><summary>and " << report.bugs.size() - most_open << " smaller ones</summary>\n";
        write_finding(out, report, i, level);
    }
    if (report.bugs.size() > most_open) out << "</details>\n";
}

void write_findings(std::ostream& out, const PageRun& run) {
    write_heading(out, run.level, "Findings");
    if (run.judged.findings.contract) write_paragraph(out, "The contract: " + *run.judged.findings.contract);
    if (run.judged.findings.misplaced) write_paragraph(out, "Diagnosis: " + *run.judged.findings.misplaced);
    if (run.judged.bugs)
        write_bugs(out, *run.judged.bugs, run.level + 1);
    else
        write_paragraph(out, "They were not searched.");
}

}  // namespace karat::cli
