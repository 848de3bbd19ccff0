// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/diagnose_page.hpp"

#include <sstream>

#include "karat/recipe/summary.hpp"
#include "karat_cli/check/check_page_parts.hpp"
#include "karat_probe/suites/report.hpp"
#include "karat_probe/suites/tree.hpp"

namespace karat::cli {
namespace {

using probe::escaped;

void write_facts(std::ostream& out, const Diagnosis& what) {
    const tb::AnswerRecord& record = what.record;
    const auto row = [&](const char* name, const std::string& value) {
        out << "<tr><th>" << name << "</th><td>" << escaped(value) << "</td></tr>\n";
    };
    out << "<table>\n";
    row("file", what.file);
    if (!record.source.empty()) row("source", record.source);
    if (record.mode) row("mode", std::to_string(*record.mode));
    row("expected arithmetic", summary(record.spec));
    row("unit replayed", what.unit.empty() ? "none; the findings are from the file alone" : what.unit);
    if (record.totals.tiles != 0) row("tiles", std::to_string(record.totals.tiles));
    row("answers", std::to_string(record.totals.all_answers()));
    row("mismatches", std::to_string(record.totals.all_wrong()));
    if (what.unknown != 0) row("left out", std::to_string(what.unknown) + " mismatches with X or Z bits");
    out << "</table>\n";
}

}  // namespace

std::string diagnose_page(const Diagnosis& what) {
    const bool right = what.record.totals.all_wrong() == 0 && what.bugs == nullptr;
    const std::string verdict = right ? "<span class='pass'>PASS</span> " : "<span class='fail'>FAIL</span> ";
    std::ostringstream out;
    out << "<!DOCTYPE html>\n<html lang='en'><head>" << probe::page_style() << "<title>"
        << (right ? "PASS " : "FAIL ") << escaped(what.file) << "</title></head><body>\n<h1>" << verdict
        << escaped(what.file) << "</h1>\n";
    write_facts(out, what);
    if (what.bugs != nullptr) {
        write_heading(out, 2, "Findings");
        write_bugs(out, *what.bugs, 3);
    }
    write_heading(out, 2, "Commands");
    out << "<table>\n";
    for (const auto& [purpose, command] : what.commands) write_command(out, purpose, command);
    out << "</table>\n</body></html>\n";
    return out.str();
}

}  // namespace karat::cli
