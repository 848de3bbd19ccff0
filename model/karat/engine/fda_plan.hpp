// SPDX-License-Identifier: Apache-2.0
// What the vector kernel of fda and fdrda needs to know of a specification. The kernel works in fp32 lanes:
//
//   the product of two operands is exact in fp32; their exponents are added and compared apart, in 16 bits;
//   product * 2^(F - e_max), converted to int32, is the aligned addend; int32 and then fp64 sums are exact.
//
// All that holds for lanes whose e_max lies in [e_low, e_high]; the others, and those with an infinity or a NaN, are left to the
// readable model.
#pragma once
#include <cstdint>
#include <optional>

#include "karat/algorithm/plan.hpp"

namespace karat::engine {

/// Exponents that operands have in the kernel when they are not plain numbers. Any sum with a special one lies above e_high (saturating
/// addition), any other sum with a zero's below kNoProduct.
inline constexpr int kZeroExponent = -8192;
inline constexpr int kSpecialExponent = 20000;
inline constexpr int kNoProduct = -4000;

/// How a sum becomes the result of an operation.
enum class Finish : std::uint8_t {
    truncate,  ///< RZ in a format with fp32's exponents
    nearest,   ///< RNE to fp32
    narrow,    ///< RNE to a format of at most 21 fraction bits
    scalar,    ///< anything else: the readable rounding, lane by lane
};

struct FinishRule {
    Finish finish = Finish::scalar;
    OutputRule rule;
    int min_exponent = -126;
    float max_finite = 0;  ///< narrow: above it stands `overflow`
    float overflow = 0;
};

/// c as an operation takes it in.
struct AddendRule {
    int min_exponent = -126;  ///< of its format: the exponent of a subnormal
    int zero_exponent = 0;    ///< that c = 0 contributes to e_max
    float flush_below = 0;    ///< magnitudes below it count as +0
};

struct FdaPlan {
    int terms = 0;
    int operations = 1;
    int chunk = 0;  ///< products whose sum fits int32
    int F = 0;
    int F_c = 0;
    int grid = 0;  ///< the sum's unit is 2^(e_max - grid); the larger of F (fdrda: F_sum) and F_c
    Rounding align_rounding = Rounding::RZ;
    Rounding c_rounding = Rounding::RZ;
    bool c_after = false;  ///< fdrda
    int F_sum = 0;         ///< fdrda: bits of the sum of products when it meets c
    Rounding sum_rounding = Rounding::RD;
    int c_cutoff = 1 << 20;   ///< fdrda
    bool c_in_chunk = false;  ///< the int32 sum holds c too
    bool plain = false;       ///< only truncation, one width, one chunk, no flush of c: the short way through the kernel
    bool late = false;
    double sum_factor = 1;  ///< from units of 2^-F to the grid's
    double c_factor = 1;    ///< from units of 2^-F_c
    int floor = 0;
    int e_low = 0;
    int e_high = 0;
    AddendRule first_c;   ///< of the first operation
    AddendRule linked_c;  ///< of the others
    FinishRule link;
    FinishRule out;
};

/// Nothing if the kernel does not do the specification.
[[nodiscard]] std::optional<FdaPlan> plan_fda(const Plan& plan);

/// Finish::scalar for `count` lanes: sums[i] (an integer) * 2^lsb[i], rounded, as a value. Exact for every d but fp64.
void finish_scalar(const FinishRule& rule, int count, const double* sums, const std::int32_t* lsb, float* out);

}  // namespace karat::engine
