// SPDX-License-Identifier: Apache-2.0
// A test of a suite: a function of a target and of what earlier tests settled.
#pragma once
#include <span>
#include <string>

#include "karat_probe/suites/session.hpp"

namespace karat::probe {

/// Test::among_sums of a test whose answer is the finding, whatever the unit computes.
inline constexpr bool kAnyUnit = false;

struct Test {
    const char* id;
    const char* name;
    /// Asks, fills in result, verdict and excludes, and settles what later tests use. Throws NotExpressible
    /// if the target's formats do not have the operands, Inconclusive if the answers are of no use.
    void (*run)(Session&, Finding&);
    /// Whether what the finding excludes is excluded only among trees of sums: other arithmetics, such as a
    /// compensated sum, can give the same answers.
    bool among_sums = true;
};

/// The tests of one suite, in the order in which they use each other's results.
[[nodiscard]] std::span<const Test> mma_sim_tests();  ///< MMA-Sim (arXiv 2511.10909), section III
[[nodiscard]] std::span<const Test> fttn_tests();     ///< FTTN (Li et al., CCGrid 2024)
[[nodiscard]] std::span<const Test> fasi_tests();     ///< Fasi et al. (PeerJ CS 7:e330, 2021)

inline void find(Finding& finding, std::string result, std::string verdict, std::string excludes) {
    finding.outcome = Outcome::found;
    finding.result = std::move(result);
    finding.verdict = std::move(verdict);
    finding.excludes = std::move(excludes);
}
inline void leave_undecided(Finding& finding, std::string verdict) {
    finding.outcome = Outcome::undecided;
    finding.verdict = std::move(verdict);
    finding.result.clear();
    finding.excludes.clear();
}
/// Throws NotExpressible unless the target has `least` products.
void require_products(const Session& session, int least);
/// Throws NotExpressible if d is not fp32 or fp64, for tests that the paper states for these.
void require_wide_result(const Session& session);

/// The "1" of a test: 2^e, with e = 0 unless the formats have no products small enough beside 1. `below`:
/// bits below 1 that the test needs.
[[nodiscard]] int one_exponent(const Session& session, int below);
/// Fraction bits of results just above 1, measured (Settled::result_bits). Throws Inconclusive if no such sum
/// comes back.
[[nodiscard]] int result_bits(Session& session, Finding& finding);

}  // namespace karat::probe
