// SPDX-License-Identifier: Apache-2.0
// Generators of dot-adds for the bins of a coverage model. Each changes a blank draft at random so that the
// bin is likely to be hit; whether it is hit, the model decides.
#pragma once
#include "karat_tb/stimulus/steer/dot_draft.hpp"

namespace karat::tb {

/// Places one addend of the bin's site a given distance below another, or below the exponent floor.
void aim_at_alignment(DotDraft& draft, const Bin& bin);
/// Makes two addends of the bin's site cancel, exactly or but for a few bits.
void aim_at_cancellation(DotDraft& draft, const Bin& bin);
/// Draws many products of similar exponents, mostly of one sign.
void pile_up_products(DotDraft& draft, const Bin& bin);
/// Gives all addends of the site the same exponent and sign, and significands of all ones, for the largest
/// carry.
void fill_site(DotDraft& draft, const Bin& bin);
/// Puts c and up to three products near the ends of the result format's range.
void aim_around_result(DotDraft& draft, const Bin& bin);
/// Products whose sum is the largest value of the result format, without c.
void aim_at_largest(DotDraft& draft);
/// Two sums of products that cancel but for the last bit of one, through their scale factors and without c.
void cancel_scaled_sums(DotDraft& draft, const SiteAddend& one, const SiteAddend& two);
/// Zeros of either sign; sometimes with the smallest product beside them.
void aim_at_zeros(DotDraft& draft);
/// Infinities and NaNs, alone and against each other.
void aim_at_specials(DotDraft& draft, const Bin& bin);
/// Sets the operand, scale factor or product that the bin names to the value that it asks for.
void set_extreme(DotDraft& draft, const Bin& bin);

}  // namespace karat::tb
