// SPDX-License-Identifier: Apache-2.0
// The specification of a dot-add. docs/reference/knobs.md defines every field bit by bit; knobs/knobs.cpp
// maps fields to names and values in text.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "karat/arithmetic/round.hpp"
#include "karat/format/format.hpp"
#include "karat/format/rounding.hpp"

namespace karat {

/// `recipe`: none of the known algorithms; `Spec::recipe` describes the arithmetic.
enum class Algorithm : std::uint8_t { fda, sda, gfda, fdrda, gfdrda, gps, muladd, fma, exact, recipe };
enum class Pattern : std::uint8_t { contiguous, interleaved, pairs };
enum class CPlace : std::uint8_t { fused, late, first, last, leaf_first, leaf_last };
enum class ZeroExponent : std::uint8_t { ignored, minus126, format_min };
enum class GroupExponent : std::uint8_t { max, scale, normalised };
enum class ZeroGroup : std::uint8_t { ignored, counted, terms };
enum class Sticky : std::uint8_t { none, ored };
enum class ZeroSum : std::uint8_t { positive, ieee };
enum class FlushBelow : std::uint8_t { format, fp32 };
enum class ProductOverflow : std::uint8_t { none, inf };
enum class ProductZeroSign : std::uint8_t { signed_, positive };
/// How a pair of operands is multiplied. `xor_`: for b1, the exclusive or (with popcount as the sum).
enum class Multiplier : std::uint8_t { product, xor_ };
/// Structured sparsity of A: which elements of B are multiplied (evaluate/sparse.hpp). `ordered`: the indices
/// of a group ascend.
enum class Metadata : std::uint8_t { none, two_of_four, two_of_four_ordered, one_of_two };
enum class Pairing : std::uint8_t { adjacent, half };

template <>
struct EnumNames<Algorithm> {
    static constexpr std::array<std::string_view, 10> names{"fda", "sda",    "gfda", "fdrda", "gfdrda",
                                                            "gps", "muladd", "fma",  "exact", "recipe"};
};
template <>
struct EnumNames<Pattern> {
    static constexpr std::array<std::string_view, 3> names{"contiguous", "interleaved", "pairs"};
};
template <>
struct EnumNames<CPlace> {
    static constexpr std::array<std::string_view, 6> names{"fused", "late",       "first",
                                                           "last",  "leaf_first", "leaf_last"};
};
template <>
struct EnumNames<ZeroExponent> {
    static constexpr std::array<std::string_view, 3> names{"ignored", "minus126", "format_min"};
};
template <>
struct EnumNames<GroupExponent> {
    static constexpr std::array<std::string_view, 3> names{"max", "scale", "normalised"};
};
template <>
struct EnumNames<ZeroGroup> {
    static constexpr std::array<std::string_view, 3> names{"ignored", "counted", "terms"};
};
template <>
struct EnumNames<Sticky> {
    static constexpr std::array<std::string_view, 2> names{"none", "ored"};
};
template <>
struct EnumNames<ZeroSum> {
    static constexpr std::array<std::string_view, 2> names{"positive", "ieee"};
};
template <>
struct EnumNames<FlushBelow> {
    static constexpr std::array<std::string_view, 2> names{"format", "fp32"};
};
template <>
struct EnumNames<ProductOverflow> {
    static constexpr std::array<std::string_view, 2> names{"none", "inf"};
};
template <>
struct EnumNames<ProductZeroSign> {
    static constexpr std::array<std::string_view, 2> names{"signed", "positive"};
};
template <>
struct EnumNames<Multiplier> {
    static constexpr std::array<std::string_view, 2> names{"product", "xor"};
};
template <>
struct EnumNames<Metadata> {
    static constexpr std::array<std::string_view, 4> names{"none", "2:4", "2:4_ordered", "1:2"};
};
template <>
struct EnumNames<Pairing> {
    static constexpr std::array<std::string_view, 2> names{"adjacent", "half"};
};

/// A number of fraction bits, or "exact": no bits are dropped.
struct Width {
    int bits = 24;
    static constexpr int kExact = -1;

    [[nodiscard]] static constexpr Width exact() { return {kExact}; }
    [[nodiscard]] constexpr bool is_exact() const { return bits == kExact; }
    friend constexpr bool operator==(const Width&, const Width&) = default;
};

inline constexpr int kMaxTerms = 1024;  ///< maximum k
inline constexpr int kMaxWidth = 1024;  ///< maximum F that is not exact

struct Recipe;

/// A recipe that knobs cannot describe; empty in a specification by knobs. Shared and immutable. Equal if the
/// recipes are equal.
class OwnRecipe {
   public:
    OwnRecipe() = default;
    explicit OwnRecipe(Recipe recipe);

    [[nodiscard]] explicit operator bool() const { return recipe_ != nullptr; }
    /// Precondition: not empty.
    [[nodiscard]] const Recipe& operator*() const { return *recipe_; }
    [[nodiscard]] const Recipe* operator->() const { return recipe_.get(); }
    friend bool operator==(const OwnRecipe& x, const OwnRecipe& y);

   private:
    std::shared_ptr<const Recipe> recipe_;
};

/// Plain data. An unset optional takes the value of the knob named beside it. DotAdd (evaluate/dot_add.hpp)
/// validates and evaluates a specification.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): the members are in the order of knobs.md
struct Spec {
    Algorithm algorithm = Algorithm::fda;
    /// Set only with algorithm `recipe`. The operand knobs and `nan` below are then copied from it (spec_of).
    OwnRecipe recipe;
    Format a = Format::fp16;
    Format b = Format::fp16;
    Format c = Format::fp32;
    Format d = Format::fp32;
    int k = 16;
    std::optional<Format> convert;
    std::optional<Format> convert_c;
    std::optional<Format> scale;
    std::optional<int> scale_block;  // k
    Metadata metadata = Metadata::none;
    bool flush_a = false;
    bool flush_b = false;
    bool flush_c = false;
    FlushBelow flush_below = FlushBelow::format;

    std::optional<int> terms;  // k
    Pattern chain_pattern = Pattern::contiguous;
    std::optional<Format> chain_format;      // d
    std::optional<int> chain_fraction;       // output_fraction; all bits of chain_format if that is not d
    std::optional<Rounding> chain_rounding;  // output_rounding
    std::optional<CPlace> c_place;           // fused; first for gps

    Width F;
    Rounding align_rounding = Rounding::RZ;
    std::optional<Width> F_c;            // F
    std::optional<Rounding> c_rounding;  // align_rounding
    Width F_sum{31};
    Rounding sum_rounding = Rounding::RD;
    Width F_group{24};
    Rounding group_rounding = Rounding::RD;
    Width F_inner = Width::exact();
    Rounding inner_rounding = Rounding::RZ;
    std::optional<int> c_cutoff;  // none
    Sticky sticky = Sticky::none;
    std::optional<int> exponent_floor;  // none
    ZeroExponent zero_product = ZeroExponent::ignored;
    ZeroExponent zero_c = ZeroExponent::ignored;

    std::optional<int> group;  // terms
    Pattern group_pattern = Pattern::contiguous;
    GroupExponent group_exponent = GroupExponent::max;
    ZeroGroup zero_group = ZeroGroup::ignored;

    Multiplier multiplier = Multiplier::product;
    ProductOverflow product_overflow = ProductOverflow::none;
    bool flush_products = false;
    std::optional<Format> product_format;  // d
    Rounding product_rounding = Rounding::RNE;
    ProductZeroSign zero_product_sign = ProductZeroSign::signed_;
    std::optional<Format> acc_format;  // d
    Pairing pairing = Pairing::adjacent;
    bool dot_exact = false;                // sda: dot_format is "exact"
    std::optional<Format> dot_format;      // d
    std::optional<Rounding> dot_rounding;  // output_rounding

    std::optional<Rounding> output_rounding;  // RZ for fda and gfda, RNE for the others
    std::optional<int> output_fraction;       // all fraction bits of d
    Overflow overflow = Overflow::inf;
    NanEncoding nan = NanEncoding::nvidia;
    bool flush_output = false;
    FlushWhen flush_output_when = FlushWhen::encoded;
    ZeroSum zero_sum = ZeroSum::positive;
    UnderflowSign underflow_sign = UnderflowSign::keep;

    friend bool operator==(const Spec&, const Spec&) = default;

    // Values of the knobs, with the defaults of unset ones.
    [[nodiscard]] bool is_fused() const { return algorithm <= Algorithm::gfdrda; }
    [[nodiscard]] int terms_or_default() const { return terms.value_or(k); }
    [[nodiscard]] int operations() const { return is_fused() ? k / terms_or_default() : 1; }
    [[nodiscard]] int group_or_default() const { return group.value_or(is_fused() ? terms_or_default() : k); }
    [[nodiscard]] int scale_block_or_default() const { return scale_block.value_or(k); }
    [[nodiscard]] CPlace c_place_or_default() const {
        return c_place.value_or(algorithm == Algorithm::gps ? CPlace::first : CPlace::fused);
    }
    [[nodiscard]] Width F_c_or_default() const { return F_c.value_or(F); }
    [[nodiscard]] Rounding c_rounding_or_default() const { return c_rounding.value_or(align_rounding); }
    [[nodiscard]] Rounding output_rounding_or_default() const {
        const bool nvidia_like = algorithm == Algorithm::fda || algorithm == Algorithm::gfda;
        return output_rounding.value_or(nvidia_like ? Rounding::RZ : Rounding::RNE);
    }
    [[nodiscard]] int output_fraction_or_default() const {
        return output_fraction.value_or(info(d).fraction_bits);
    }
    [[nodiscard]] Format chain_format_or_default() const { return chain_format.value_or(d); }
    [[nodiscard]] int chain_fraction_or_default() const {
        const Format format = chain_format_or_default();
        return chain_fraction.value_or(format == d ? output_fraction_or_default()
                                                   : info(format).fraction_bits);
    }
    [[nodiscard]] Rounding chain_rounding_or_default() const {
        return chain_rounding.value_or(output_rounding_or_default());
    }
    [[nodiscard]] Format product_format_or_default() const { return product_format.value_or(d); }
    [[nodiscard]] Format acc_format_or_default() const { return acc_format.value_or(d); }
    [[nodiscard]] Format dot_format_or_default() const { return dot_format.value_or(d); }
    [[nodiscard]] Rounding dot_rounding_or_default() const {
        return dot_rounding.value_or(output_rounding_or_default());
    }
};

}  // namespace karat
