// SPDX-License-Identifier: Apache-2.0
// The tests of Fasi, Higham, Mikaitis and Pranesh (2021), by their numbers. See test.hpp for their contract.
// u is the unit in the last place of 1 in the result; e = u/2 on a unit without extra alignment bits, half of
// that for each extra bit.
#pragma once
#include "karat_probe/suites/test.hpp"

namespace karat::probe::fasi {

struct Unit {
    double one, u;
};
[[nodiscard]] Unit unit_of(Session& session, Finding& finding);
/// e, and how many of them a test needs so that their exact sum shows in the result: four without extra bits.
struct Small {
    double e;
    int count;
};
[[nodiscard]] Small small_of(double u, int extra_bits);

void subnormal_input(Session& session, Finding& finding);
void subnormal_c(Session& session, Finding& finding);
void subnormal_product(Session& session, Finding& finding);
void subnormal_sum(Session& session, Finding& finding);
void exact_products(Session& session, Finding& finding);
void exact_products_fp16(Session& session, Finding& finding);
void unrounded_products(Session& session, Finding& finding);
void lost_beside_one(Session& session, Finding& finding);
void rounding(Session& session, Finding& finding);
void guard_digits(Session& session, Finding& finding);
void normalised_in_addition(Session& session, Finding& finding);
void normalised_in_subtraction(Session& session, Finding& finding);
void carry_bits(Session& session, Finding& finding);
void third_carry_bit(Session& session, Finding& finding);
void monotonic(Session& session, Finding& finding);
void fp64_rounding(Session& session, Finding& finding);
void fp64_order(Session& session, Finding& finding);

}  // namespace karat::probe::fasi
