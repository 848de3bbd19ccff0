// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_reports.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <string_view>
#include <utility>

#include "karat_tb/check/check_json.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

json::array reports(const JudgedRuns& runs, const ReportStyle& style) {
    json::array out;
    for (const auto& run : runs) {
        json::object one{{"mode", run->mode.value_or(0)}};
        for (const auto& member : tb::check_to_json(report_input(*run, style))) one.insert(member);
        out.emplace_back(std::move(one));
    }
    return out;
}

/// The command that checks the unit against the nearest specification; nothing if it is the given one or if
/// no options describe it. Formats alone are a specification only in a contract.
std::string against_nearest(const Judged& run, const ReportStyle& style) {
    constexpr std::string_view with = " with ";
    if (!run.bugs || style.elsewhere.empty()) return {};
    const std::string& typed = run.bugs->typed;
    if (typed.starts_with("--")) return style.elsewhere + ' ' + typed;
    const std::size_t settings = typed.find(with);
    const bool has_own = style.elsewhere.find(" --contract") != std::string::npos;
    if (settings == std::string::npos || (!has_own && run.subject.starts_with("--formats"))) return {};
    return style.elsewhere + (has_own ? "" : ' ' + run.subject) + ' ' + typed.substr(settings + with.size());
}

}  // namespace

tb::ReportInput report_input(const Judged& run, const ReportStyle& style) {
    std::string name = style.name;
    if (run.mode) {
        name += (name.empty() ? "mode " : ", mode ") + std::to_string(*run.mode);
        if (run.mixed) name += " among the others";
    }
    tb::Findings findings = run.findings;
    findings.nearest = against_nearest(run, style);
    return {.result = run.result,
            .board = run.board,
            .findings = std::move(findings),
            .coverage = run.stimulus.coverage(),
            .coverage_goal = run.stimulus.goal(),
            .protocol = run.mixed ? nullptr : &run.stimulus.protocol(),
            .flags = run.flags.get(),
            .name = name,
            .subject = run.subject,
            .vector_path = run.vector_path,
            .wave_path = run.wave_path,
            .again = style.again,
            .program = style.program,
            .seed = style.seed,
            .colour = style.colour};
}

std::string modes_to_json_text(const JudgedRuns& alone, const JudgedRuns& mixed, const ReportStyle& style) {
    const tb::Verdict first = verdict_of(alone);
    const tb::Verdict verdict = first == tb::Verdict::passed ? verdict_of(mixed) : first;
    return json::serialize(json::object{{"name", style.name},
                                        {"verdict", tb::verdict_name(verdict)},
                                        {"modes", reports(alone, style)},
                                        {"mixed", reports(mixed, style)}});
}

tb::Verdict verdict_of(const JudgedRuns& runs) {
    tb::Verdict out = tb::Verdict::passed;
    for (const auto& run : runs) {
        const tb::Verdict verdict = run->result.verdict;
        if (verdict != tb::Verdict::passed && verdict != tb::Verdict::mismatched) return verdict;
        out = std::max(out, verdict);
    }
    return out;
}

int exit_status(const JudgedRuns& runs, const ReportStyle& style, bool expect_mismatch) {
    bool reached = true;
    for (const auto& run : runs) {
        // a hit in an excluded bin is an error in karat's coverage model and must be reported
        const Coverage* const coverage = run->stimulus.coverage();
        if (coverage != nullptr && !coverage->contradictions().empty()) return 1;
        reached = reached && !tb::coverage_shortfall(report_input(*run, style));
    }
    const tb::Verdict verdict = verdict_of(runs);
    if (expect_mismatch) return verdict == tb::Verdict::mismatched ? 0 : 1;
    return verdict == tb::Verdict::passed && reached ? 0 : 1;
}

}  // namespace karat::cli
