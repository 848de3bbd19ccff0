// SPDX-License-Identifier: Apache-2.0
// What the vector kernel of fused sums needs to know of a recipe. The kernel works in fp32 lanes:
//
//   the product of two operands is exact in fp32, or in fp64; their exponents are added and compared apart,
//   in 16 bits; product * 2^(F - e), rounded to an integer, is the aligned addend; int32 and fp64 sums are
//   exact.
//
// All that holds for lanes whose e_max lies in [e_low, e_high]; the others, and those with an infinity or a
// NaN, are left to the readable model.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "karat/recipe/bounds/bounds.hpp"

namespace karat::simd {

/// Exponents that operands have in the kernel when they are not plain numbers. Any sum with a special one
/// lies above e_high (saturating addition), any other sum with a zero's below kNoProduct.
inline constexpr int kZeroExponent = -8192;
inline constexpr int kSpecialExponent = 20000;
inline constexpr int kNoProduct = -4000;

/// Groups of one operation.
inline constexpr int kMaxGroups = 32;
inline constexpr int kNoCutoff = 1 << 20;

/// How an operation goes about it (operate-inl.hpp).
enum class FusedShape : std::uint8_t {
    plain,        ///< together, with only truncation, one width, one chunk, no flush of c
    together,     ///< products and c in one sum
    late,         ///< c meets the sum of products
    late_groups,  ///< c meets the sum of the groups' sums
    groups,       ///< the groups' sums and c in one sum
    separate,     ///< the products alone; c by an ordinary addition
    plain_late,   ///< late, with products truncated in one chunk, otherwise only rounding down, fp32 out to
                  ///< nearest, no flush of c
};

/// How products are summed.
enum class Products : std::uint8_t {
    chunks,      ///< aligned, in int32, as many at a time as fit
    wide,        ///< aligned, in fp64
    exact,       ///< as they are, in fp32: all bits of any sum fit
    exact_wide,  ///< the same in fp64
};

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

struct FusedPlan {
    FusedShape shape = FusedShape::together;
    int terms = 0;
    int operations = 1;
    bool late = false;  ///< c by an ordinary addition after the last operation

    // Products, in groups. Without groups: one of all terms.
    int groups = 1;
    int group = 0;
    int exponent_terms = 0;  ///< of a group: the others' exponents are the same
    Products products = Products::chunks;
    int F = 0;           ///< bits of the products' side where it meets c; separate: of the products
    int F_products = 0;  ///< bits of the products
    Rounding product_rounding = Rounding::RZ;
    int chunk = 0;      ///< products whose sum fits int32
    int group_low = 0;  ///< least exponent of a group with products
    int F_group = 0;    ///< late_groups: group sums are aligned to the largest of their exponents
    Rounding group_rounding = Rounding::RZ;  ///< of group sums
    bool group_normalised = false;  ///< groups: a group sum counts with the exponent of its leading bit
    bool zero_group_counts = true;  ///< groups
    bool dot_exact = false;         ///< separate: the sum of products is not rounded

    // Where sums of products and c meet.
    int F_dot = 0;  ///< bits of the products' side
    int F_c = 0;
    int grid = 0;  ///< the sum's unit is 2^(e_max - grid); the larger of F_dot and F_c
    Rounding sum_rounding = Rounding::RD;
    Rounding c_rounding = Rounding::RZ;
    int c_cutoff = kNoCutoff;
    bool down = false;  ///< late, late_groups: all these round down, c is not flushed, F_c is not the wider:
                        ///< the short way
    double dot_factor = 1;  ///< from units of 2^-F_dot to the grid's
    double c_factor = 1;    ///< from units of 2^-F_c
    int floor = 0;
    int e_low = 0;
    int e_high = 0;
    AddendRule first_c;   ///< of the first operation
    AddendRule linked_c;  ///< of the others
    AddendRule late_c;    ///< in the ordinary addition at the end
    FinishRule dot;       ///< separate: of the sum of products
    FinishRule link;
    FinishRule out;

    // How operands are read (line_decoder.hpp).
    std::vector<std::uint32_t> order;  ///< k of the p-th element that the operations take
    bool scales_sums = false;          ///< scale factors belong to the groups, not to the products
    bool scales_alone = false;         ///< a group counts with the exponents of its scale factors alone
    bool terms_count = false;  ///< a group counts if some product and both its scale factors are not zero
};

/// Nothing if the kernel does not do the recipe.
[[nodiscard]] std::optional<FusedPlan> plan_fused(const Program& program, const Bounds& bounds);

/// Finish::scalar for `count` lanes: sums[i] * 2^lsb[i], rounded, as a value. Exact for every d but fp64.
/// Sums that are no number give 0.
void finish_scalar(const FinishRule& rule, int count, const double* sums, const std::int32_t* lsb,
                   float* out);

}  // namespace karat::simd
