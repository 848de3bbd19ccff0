// SPDX-License-Identifier: Apache-2.0
//
// Shared by the algorithms: the unpacked operands of one operation, the rules for special values and for
// the exponents of zeros, the selection of indices by a pattern, and alignment.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/encoding.hpp"
#include "reference/params.hpp"

namespace reference {

// One operand after flushing and conversion, and the format after the conversion.
struct Operand {
    Number number;
    const Format* format = nullptr;
    std::uint64_t encoding = 0;  // before any conversion
};

// One exact product. In gfda the scales are kept separately in `scale` and `scale_exponent`. In the other
// algorithms `number` and `exponent` include them, and `scale` is 1.
struct Product {
    Number number;
    bool overflowed = false;      // infinite because of product_overflow, from finite operands
    std::optional<int> exponent;  // none: an ignored zero
    Dyadic scale = Dyadic::power_of_two(0);
    int scale_exponent = 0;
};

// The input of one run of the whole algorithm on `terms` products.
struct Operation {
    const Params* params = nullptr;
    std::vector<Product> products;
    Operand c;
    Rounding rounding = Rounding::RZ;  // of the result of this operation
};

// The result of an operation before it is rounded.
struct Unrounded {
    Number number;
    bool sticky = false;  // the true magnitude is slightly greater than that of `number`
};

// Unpacks operands, then applies the input flushes and the conversion.
std::vector<Operand> unpack_row(const Params& params, std::span<const std::uint64_t> encodings,
                                const Format& format, bool flush);
Operand unpack_c(const Params& params, std::uint64_t encoding);

// Unpacks the value that one operation of a chain passes to the next: flushed like c, never converted.
Operand unpack_carried(const Params& params, std::uint64_t encoding, const Format& format);

// The exact product as in IEEE 754, including NaN, 0 * inf, infinities and signed zeros.
Number multiply(const Number& x, const Number& y);

// The exact sum as in IEEE 754. `rounding` determines the sign of x - x.
Number add(const Number& x, const Number& y, Rounding rounding);

// The products of the fused algorithms, after scales, product_overflow and flush_products. zero_product
// determines the exponent of a zero product.
std::vector<Product> make_products(const Params& params, std::span<const Operand> a,
                                   std::span<const Operand> b, std::span<const std::uint64_t> scale_a,
                                   std::span<const std::uint64_t> scale_b);

// The indices of `count` items that belong to part `part` of `parts`.
std::vector<std::size_t> pattern_part(const std::string& pattern, std::size_t count, std::size_t parts,
                                      std::size_t part);

// The result if an addend is NaN or infinite. Special values of the operands take precedence. Products that
// overflow are considered only if the operands give no special result.
std::optional<Number> special_result(const Operation& operation);

// The exact sum of the addends as a Number. zero_sum determines the sign of a zero sum.
Number sum_number(const Operation& operation, const Dyadic& sum);

// The exponent that c contributes to e_max (none: an ignored zero, see zero_c).
std::optional<int> exponent_of_c(const Operation& operation);

// The larger of two exponents. Either or both may be missing.
std::optional<int> larger(std::optional<int> x, std::optional<int> y);

// `value` rounded to a multiple of 2^(e_max - width). It is unchanged if there is no width (exact) or no
// e_max (all addends are zero).
Dyadic align(const Dyadic& value, std::optional<int> e_max, std::optional<int> width, Rounding rounding);

}  // namespace reference
