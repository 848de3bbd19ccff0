// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/suites.hpp"

#include <algorithm>
#include <array>

#include "karat_probe/suites/test.hpp"

namespace karat::probe {
namespace {

std::span<const Test> tests_of(SuiteName suite) {
    switch (suite) {
        case SuiteName::mma_sim:
            return mma_sim_tests();
        case SuiteName::fttn:
            return fttn_tests();
        case SuiteName::fasi:
            return fasi_tests();
    }
    return {};
}

Finding run_test(SuiteName suite, const Test& test, Session& session) {
    Finding out;
    out.suite = suite;
    out.id = test.id;
    out.name = test.name;
    out.among_sums = test.among_sums;
    try {
        test.run(session, out);
    } catch (const Inconclusive& error) {
        leave_undecided(out, error.what());
    } catch (const NotExpressible& error) {
        out.outcome = Outcome::not_applicable;
        out.result.clear();
        out.verdict = std::string("not applicable: ") + error.what();
        out.excludes.clear();
    }
    return out;
}

}  // namespace

std::span<const Suite> suites() {
    static constexpr std::array kSuites{
        Suite{SuiteName::mma_sim, "MMA-Sim", "MMA-Sim (Xie et al. 2025, arXiv 2511.10909), section III"},
        Suite{SuiteName::fttn, "FTTN", "FTTN (Li et al. 2024, CCGrid)"},
        Suite{SuiteName::fasi, "Fasi et al.",
              "Fasi, Higham, Mikaitis and Pranesh 2021, PeerJ Computer Science 7:e330"},
    };
    return kSuites;
}

SuiteReport run_suite(SuiteName suite, Target& target) {
    SuiteReport out;
    out.suite = suite;
    Session session(target);
    for (const Test& test : tests_of(suite)) out.findings.push_back(run_test(suite, test, session));
    out.settled = std::move(session.settled);
    return out;
}

const Finding& finding_of(const SuiteReport& report, std::string_view id) {
    return *std::ranges::find(report.findings, id, &Finding::id);
}

}  // namespace karat::probe
