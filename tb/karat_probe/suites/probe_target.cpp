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

/// Whether the target gives the answers that decided again, twice. A change is noted as one of repetition.
bool repeats(Target& target, const std::vector<Question>& questions, Steadiness& seen) {
    std::vector<VectorRow> rows;
    rows.reserve(questions.size());
    for (const Question& question : questions) rows.push_back(question.row);
    Observation& repetition = seen.seen[static_cast<std::size_t>(Influence::repetition)];
    const std::uint64_t before = repetition.changed;
    for (int pass = 0; pass < 2; ++pass) {
        const std::vector<std::uint64_t> answers = target(rows);
        seen.answers += rows.size();
        repetition.compared += rows.size();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (answers[i] == rows[i].d) continue;
            ++repetition.changed;
            if (!repetition.first)
                repetition.first = {rows[i], rows[i].d.value_or(0), answers[i], std::nullopt};
        }
    }
    return repetition.changed == before;
}

/// What contradicts any sum of the products and c, unless a single wrong answer did.
std::string contradiction_of(Target& target, Steadiness& seen) {
    const Premise premise = check_premise(target);
    if (premise.contradiction.empty() || repeats(target, premise.questions, seen))
        return premise.contradiction;
    return check_premise(target).contradiction;
}

void doubt_changed_answers(SuiteReport& suite, Target& target, Steadiness& seen) {
    for (Finding& finding : suite.findings) {
        if (finding.outcome == Outcome::not_applicable || repeats(target, finding.questions, seen)) continue;
        doubt(finding, "an answer changed when the same was asked again");
        if (finding.id != "summation-order") continue;
        suite.settled.tree.reset();
        suite.settled.contradiction.clear();
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
    };
    out.contradiction = contradiction_of(target, out.steadiness);
    out.premise_holds = out.contradiction.empty();
    for (const SuiteName suite : suites) {
        out.suites.push_back(run_suite(suite, target));
        doubt_changed_answers(out.suites.back(), target, out.steadiness);
    }
    for (const SuiteReport& suite : out.suites)
        if (out.contradiction.empty()) out.contradiction = suite.settled.contradiction;
    if (!out.contradiction.empty()) doubt_sums(out);
    out.asked = target.asked();
    return out;
}

}  // namespace karat::probe
