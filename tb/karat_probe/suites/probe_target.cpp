// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/probe_target.hpp"

#include "karat_probe/suites/premise.hpp"

namespace karat::probe {
namespace {

/// Takes the result of a finding back. What was answered stays in the verdict.
void doubt(Finding& finding, const std::string& reason) {
    if (finding.outcome != Outcome::found) return;
    finding.outcome = Outcome::undecided;
    finding.result.clear();
    finding.excludes.clear();
    finding.verdict = "no finding, because " + reason + ". The answers: " + finding.verdict;
}

/// Whether the target gives the answers that decided again, twice.
bool repeats(Target& target, const Finding& finding) {
    std::vector<VectorRow> rows;
    for (const Question& question : finding.questions) rows.push_back(question.row);
    for (int pass = 0; pass < 2; ++pass) {
        const std::vector<std::uint64_t> answers = target(rows);
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (answers[i] != rows[i].d) return false;
    }
    return true;
}

void doubt_changed_answers(ProbeReport& report, Target& target) {
    for (SuiteReport& suite : report.suites) {
        for (Finding& finding : suite.findings) {
            if (finding.outcome != Outcome::found || repeats(target, finding)) continue;
            doubt(finding, "an answer changed when the same was asked again");
            if (finding.id == "summation-order") suite.settled.tree.reset();
        }
    }
}

void doubt_sums(ProbeReport& report) {
    for (SuiteReport& suite : report.suites) {
        suite.settled.tree.reset();
        for (Finding& finding : suite.findings) {
            if (!report.premise_holds) {
                doubt(finding, report.contradiction);
            } else if (finding.among_sums) {
                doubt(finding, "the answers are those of no tree of sums");
            }
        }
    }
}

}  // namespace

ProbeReport probe_target(Target& target, std::span<const SuiteName> suites) {
    ProbeReport out{
        .target = target.name(),
        .formats = target.formats(),
        .steadiness = check_steadiness(target, {.answers = 1, .questions = 64}),  // one round
        .contradiction = check_premise(target).contradiction,
    };
    out.premise_holds = out.contradiction.empty();
    for (const SuiteName suite : suites) out.suites.push_back(run_suite(suite, target));
    for (const SuiteReport& suite : out.suites)
        if (out.contradiction.empty()) out.contradiction = suite.settled.contradiction;
    if (!out.contradiction.empty()) doubt_sums(out);
    if (!out.steadiness.steady()) doubt_changed_answers(out, target);
    out.asked = target.asked();
    return out;
}

}  // namespace karat::probe
