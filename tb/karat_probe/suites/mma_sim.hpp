// SPDX-License-Identifier: Apache-2.0
// The tests of MMA-Sim, section III. See test.hpp for their contract.
#pragma once
#include "karat_probe/suites/test.hpp"

namespace karat::probe::mma_sim {

void summation_order(Session& session, Finding& finding);
/// Why no tree with these counts, or no sum without loss (Settled), gives the answers when addends of unequal
/// magnitude change places, in a sentence without a full stop; empty if nothing speaks against it. 2^large
/// and 2^tiny are the X and y of the counts.
[[nodiscard]] std::string order_by_magnitude(Session& session, Finding& finding, int large, int tiny);

/// 1.5 + eps for pairs of positions, and -1.5 + 1.5 + eps for triples; the paper has 1.0. Beside a power of
/// two, numbers lie twice as dense on one side.
void precision_of_pairs(Session& session, Finding& finding);
void precision_of_triples(Session& session, Finding& finding);
/// The "1" of these tests: 1, or more if the formats end too early below 1.
[[nodiscard]] double large_one(const Session& session);
/// The number of times that eps can be halved from 2^one until a sum that consists of `base` and eps at
/// `position` is not `expected` + eps any more; less one. Sets `exact` if the formats end before that.
struct Halving {
    Placement base;
    int position = 0;
    double expected = 0;
    int kept = -1;
    bool exact = false;
    VectorRow last;  ///< the first that was lost, or the last that was asked
};
void halve(Session& session, Finding& finding, double one, std::vector<Halving>& all);

void result_rounding(Session& session, Finding& finding);
void product_alignment(Session& session, Finding& finding);
void c_alignment(Session& session, Finding& finding);

void subnormal_c(Session& session, Finding& finding);
void subnormal_a(Session& session, Finding& finding);
void subnormal_b(Session& session, Finding& finding);
void subnormal_product(Session& session, Finding& finding);
void subnormal_sum(Session& session, Finding& finding);
void minus_zero(Session& session, Finding& finding);
void product_overflow(Session& session, Finding& finding);
void intermediate_overflow(Session& session, Finding& finding);
void overflow_threshold(Session& session, Finding& finding);
void zero_times_infinity(Session& session, Finding& finding);
void infinity_minus_infinity(Session& session, Finding& finding);

}  // namespace karat::probe::mma_sim
