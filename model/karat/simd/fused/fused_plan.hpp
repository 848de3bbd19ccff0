// SPDX-License-Identifier: Apache-2.0
// The plan of a recipe for the vector kernel of fused sums. The kernel works in fp32 lanes:
//
//   The product of two operands is exact in fp32 or in fp64. Exponents are added and compared separately, in
//   16 bits. The aligned addend is product * 2^(F - e), rounded to an integer. Sums in int32 and fp64 are
//   exact.
//
// This holds for lanes whose e_max lies in [e_low, e_high]. All other lanes, and those with an infinity or a
// NaN, are left to the readable model.
#pragma once
#include <cstdint>
#include <optional>

#include "karat/recipe/bounds/bounds.hpp"
#include "karat/simd/decode/panel.hpp"

namespace karat::simd {

/// Maximum number of groups of one operation.
inline constexpr int kMaxGroups = 32;
inline constexpr int kNoCutoff = 1 << 20;

/// The structure of an operation (operate-inl.hpp).
enum class FusedShape : std::uint8_t {
    plain,        ///< fast path of together: only truncation, one width, one chunk, no flush of c
    together,     ///< products and c in one sum
    late,         ///< c is added to the sum of products
    late_groups,  ///< c is added to the sum of the groups' sums
    groups,       ///< the groups' sums and c in one sum
    separate,     ///< the sum of products; c follows in an ordinary addition
    plain_late,   ///< fast path of late: products truncated in one chunk, otherwise only rounding down, fp32
                  ///< output rounded to nearest, no flush of c
};

/// How products are summed.
enum class Products : std::uint8_t {
    chunks,      ///< aligned, in int32, as many at once as fit
    wide,        ///< aligned, in fp64
    exact,       ///< not aligned, in fp32: all bits of any sum fit
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
    float max_finite = 0;  ///< narrow: larger results become `overflow`
    float overflow = 0;
};

/// How an operation uses c.
struct AddendRule {
    int min_exponent = -126;  ///< exponent of a subnormal of its format
    int zero_exponent = 0;    ///< exponent that c = 0 contributes to e_max
    float flush_below = 0;    ///< magnitudes below it count as +0
};

struct FusedPlan {
    FusedShape shape = FusedShape::together;
    int terms = 0;
    int operations = 1;
    bool late = false;  ///< c is added by an ordinary addition after the last operation

    // Products, in groups. Without groups, there is one group of all terms.
    int groups = 1;
    int group = 0;
    int exponent_terms = 0;  ///< products of a group whose exponents are compared; the others have the same
    Products products = Products::chunks;
    int F = 0;           ///< fraction bits of the products' side when c is added; separate: of the products
    int F_products = 0;  ///< fraction bits of aligned products
    Rounding product_rounding = Rounding::RZ;
    int chunk = 0;      ///< number of products whose sum fits int32
    int group_low = 0;  ///< smallest exponent of a group with products
    int F_group = 0;    ///< late_groups: group sums are aligned to the largest of their exponents
    Rounding group_rounding = Rounding::RZ;  ///< rounding of group sums
    bool group_normalised = false;  ///< groups: a group sum is compared by the exponent of its leading bit
    bool zero_group_counts = true;  ///< groups: a zero group sum takes part
    bool dot_exact = false;         ///< separate: the sum of products is not rounded

    // The sum of the products' side and c.
    int F_dot = 0;  ///< fraction bits of the products' side
    int F_c = 0;
    int grid = 0;  ///< the sum's unit is 2^(e_max - grid); the larger of F_dot and F_c
    Rounding sum_rounding = Rounding::RD;
    Rounding c_rounding = Rounding::RZ;
    int c_cutoff = kNoCutoff;
    bool down = false;      ///< fast path of late, late_groups: these roundings are all down, c is not
                            ///< flushed, F_c <= F_dot
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

    DecodePlan decode;
};

/// How a sum becomes a result. In formats with fp32's exponents, a kernel's guard must keep results clear of
/// overflow and of subnormals.
[[nodiscard]] FinishRule finish_rule(const OutputRule& rule);
/// Whether the format has the exponents of fp32.
[[nodiscard]] bool has_fp32_exponents(const FormatInfo& format);
/// Bits of the longest significand of `stored`, multiplied in another format or in the same one.
[[nodiscard]] int significand_bits(Format stored, const std::optional<Format>& converted);

/// Empty if the kernel does not support the recipe.
[[nodiscard]] std::optional<FusedPlan> plan_fused(const Program& program, const Bounds& bounds);

/// Finish::scalar for `count` lanes: sums[i] * 2^lsb[i], rounded, as a value. Exact for every d except fp64.
/// Infinite and NaN sums give 0.
void finish_scalar(const FinishRule& rule, int count, const double* sums, const std::int32_t* lsb,
                   float* out);

}  // namespace karat::simd
