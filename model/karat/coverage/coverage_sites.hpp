// SPDX-License-Identifier: Apache-2.0
// The additions that a specification consists of, each with bounds of what can arrive there. Exclusions are proved from these bounds.
#pragma once
#include <string>
#include <vector>

#include "karat/algorithm/plan.hpp"
#include "karat/trace/sink.hpp"

namespace karat {

/// Bounds of the nonzero finite values that an addend can take.
struct ValueRange {
    int e_low = 0, e_high = 0;  ///< exponents that alignment compares
    int lsb = 0;                ///< every value is a multiple of 2^lsb
    double top = 0;             ///< log2 of the largest magnitude
    double ratio = 2;           ///< largest magnitude over 2^exponent
    int fraction = 0;           ///< bits below the exponent that can be set
    int fraction_held = 0;      ///< bits below the exponent in the trace's significand; more than `fraction` after a conversion
    bool always_zero = false;
    bool negative_zero = false;  ///< -0 is possible
    bool infinity = false;       ///< an infinity is possible
    bool nan = false;
};

struct SiteAddend {
    Role role = Role::product;
    int index = 0;
    std::string label;  ///< "k3", "c", "link1", "g0", "dot"
    ValueRange range;
    Width width = Width::exact();
    Rounding rounding = Rounding::RZ;  ///< of its alignment
    bool is_operand = false;           ///< a product of operands or c itself, no intermediate sum
};

/// One step of a trace.
struct Site {
    std::string label;
    int operation = 0;
    bool on_fixed_grid = false;  ///< some addend has a finite width
    int floor = kNoExponent;     ///< e_max is never below it
    int F = 24;                  ///< width that cancellation is measured against
    std::vector<SiteAddend> addends;
    double growth = 0;  ///< log2 of the largest sum over 2^e_max
    bool has_result = false;
    bool is_final = false;
    bool counts_residue = false;
    OutputRule rule;
    ZeroSum zero_sum = ZeroSum::positive;
    bool ieee_addition = false;   ///< two addends, -0 only from two -0
    bool after_specials = false;  ///< NaN and infinite operands end the operation before this result is made
    bool overflows = false;       ///< finite addends can give more than the largest finite
    ValueRange sum;               ///< before the rounding
    ValueRange result;            ///< after it
    int kept_lsb = 0;             ///< lowest bit that any of the alignments can keep
};

/// In the order of a trace without specials.
[[nodiscard]] std::vector<Site> coverage_sites(const Plan& plan);

}  // namespace karat
