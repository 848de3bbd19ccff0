// SPDX-License-Identifier: Apache-2.0
// The tests of FTTN in their order. See test.hpp for their contract. u is the unit in the last place of 1 in
// the result.
#pragma once
#include "karat_probe/suites/test.hpp"

namespace karat::probe::fttn {

void subnormal_in(Session& session, Finding& finding);
void subnormal_out(Session& session, Finding& finding);
void subnormal_accumulate(Session& session, Finding& finding);
void one_bit(Session& session, Finding& finding);
void rounding_direction(Session& session, Finding& finding);
void three_bits(Session& session, Finding& finding);
void product_rounding(Session& session, Finding& finding);
void output_rounding(Session& session, Finding& finding);
void extra_bits_preserved(Session& session, Finding& finding);
void block_width(Session& session, Finding& finding);
void accumulation_order(Session& session, Finding& finding);

/// 1 and u of the paper's tests for this target.
struct Unit {
    double one, u;
};
[[nodiscard]] Unit unit_of(Session& session, Finding& finding);

}  // namespace karat::probe::fttn
