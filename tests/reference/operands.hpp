// SPDX-License-Identifier: Apache-2.0
//
// Directed operands for dot-adds of any shape. The same shape and seed always give the same sequence.
// The kinds of cases are generated in turn; see the table in operands.cpp. If a shape cannot express a kind
// (an infinity in e2m1, a long shift between fp4 products), the nearest possible case is generated.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/encoding.hpp"
#include "reference/operand_formats.hpp"

namespace reference {

struct Shape : OperandFormats {
    int F = 24;  // a hint: shifts around this alignment width are generated
};

struct Case {
    std::vector<std::uint64_t> a, b, scale_a, scale_b;
    std::uint64_t c = 0;
    const char* kind = "";
};

class OperandSource {
   public:
    OperandSource(const Shape& shape, std::uint64_t seed);
    Case next();

    // The number of cases in one cycle through all kinds.
    [[nodiscard]] static std::size_t kinds();

   private:
    struct Kind {
        const char* name;
        void (OperandSource::*fill)(Case&);
    };
    static const std::vector<Kind>& table();

    // operands_draw.cpp: random choices and single operands.
    std::uint64_t random_bits();
    int between(int low, int high);  // inclusive
    bool coin() { return between(0, 1) == 1; }
    std::size_t any_position() { return static_cast<std::size_t>(between(0, shape_.k - 1)); }
    std::uint64_t fraction_pattern(const Format& format);
    std::uint64_t make(const Format& format, bool negative, int exponent, std::uint64_t fraction);
    std::uint64_t largest(const Format& format, bool negative);
    std::uint64_t smallest(const Format& format, bool negative);  // least nonzero magnitude
    std::optional<std::uint64_t> any_nan(const Format& format);
    std::optional<std::uint64_t> infinity(const Format& format, bool negative);
    void set_product(Case& target, std::size_t k, bool negative, int exponent);
    void set_product(Case& target, std::size_t k, bool negative, int exponent, std::uint64_t fraction_a,
                     std::uint64_t fraction_b);
    void set_c(Case& target, bool negative, int exponent);
    void set_unit_scales(Case& target);
    void negate_product(Case& target, std::size_t k);
    [[nodiscard]] int reference_exponent();  // of the largest term; leaves room for shifts below it and in d
    [[nodiscard]] int a_shift();             // 0, 1, around F, far beyond F, or random

    // operands_kinds.cpp: ordinary numbers.
    void fill_random_bits(Case& target);
    void fill_ordinary(Case& target);
    void fill_one_large(Case& target);
    void fill_shifts(Case& target);
    void fill_negative_shifted(Case& target);
    void fill_dropped_bits(Case& target);
    void fill_dropped_bits_of_c(Case& target);
    void fill_large_significands(Case& target);
    void fill_cancel_two(Case& target);
    void fill_cancel_three(Case& target);
    void fill_cancel_many(Case& target);
    void fill_cancel_with_c(Case& target);
    void fill_carry_growth(Case& target);
    void fill_output_ties(Case& target);

    // operands_edges.cpp: range limits, zeros, special values and scales.
    void fill_overflow_products(Case& target);
    void fill_overflow_threshold(Case& target);
    void fill_subnormal_inputs(Case& target);
    void fill_subnormal_products(Case& target);
    void fill_subnormal_output(Case& target);
    void fill_rounds_to_zero(Case& target);
    void fill_zeros(Case& target);
    void fill_negative_zeros(Case& target);
    void fill_zeros_times_large(Case& target);
    void fill_one_special(Case& target);
    void fill_two_specials(Case& target);
    void fill_scaled_shifts(Case& target);
    void fill_extreme_scales(Case& target);
    void put_special(Case& target, std::size_t position, std::uint64_t which);
    void put_special_in_c(Case& target, std::uint64_t which);

    Shape shape_;
    const Format& a_;
    const Format& b_;
    const Format& c_;
    const Format& d_;
    std::uint64_t state_;
    std::uint64_t count_ = 0;
    std::uint64_t turn_ = 0;  // number of completed cycles; selects positions and patterns in turn
};

}  // namespace reference
