// SPDX-License-Identifier: Apache-2.0
//
// What the algorithms share: the unpacked operands of one operation, the rules for specials and for
// the exponents of zeros, the choice of indices by a pattern, and alignment.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "encoding.hpp"
#include "params.hpp"

namespace reference {

// One operand after flushing and conversion, with the format it is in then.
struct Operand {
    Number number;
    const Format* format = nullptr;
};

// One exact product. In gfda the scales are not in it but wait in `scale` and `scale_exponent`;
// in the other algorithms they are in `number` and `exponent`, and `scale` is 1.
struct Product {
    Number number;
    bool overflowed = false;      // product_overflow made it what it is; the operands had no special
    std::optional<int> exponent;  // none: a zero that is ignored
    Dyadic scale = Dyadic::power_of_two(0);
    int scale_exponent = 0;
};

// One whole algorithm on `terms` products.
struct Operation {
    const Params* params = nullptr;
    std::vector<Product> products;
    Operand c;
    Rounding rounding = Rounding::RZ;  // of this operation's result
};

// The result of an operation before it is rounded.
struct Unrounded {
    Number number;
    bool sticky = false;  // the magnitude is a little more than that of `number`
};

// Operands with the input flushes and the conversion done.
std::vector<Operand> unpack_row(const Params& params, std::span<const std::uint64_t> encodings,
                                const Format& format, bool flush);
Operand unpack_c(const Params& params, std::uint64_t encoding);

// What one operation of a chain hands to the next: flushed like c, never converted.
Operand unpack_carried(const Params& params, std::uint64_t encoding, const Format& format);

// The exact product by IEEE 754: NaN, 0 * inf, infinities, signed zeros.
Number multiply(const Number& x, const Number& y);

// The exact sum by IEEE 754; `rounding` decides the sign of x - x.
Number add(const Number& x, const Number& y, Rounding rounding);

// Products of the fused algorithms: with scales, product_overflow, flush_products, and the exponent
// that zero_product gives.
std::vector<Product> make_products(const Params& params, std::span<const Operand> a,
                                   std::span<const Operand> b, std::span<const std::uint64_t> scale_a,
                                   std::span<const std::uint64_t> scale_b);

// The indices of `count` items that belong to part `part` of `parts`.
std::vector<std::size_t> pattern_part(const std::string& pattern, std::size_t count, std::size_t parts,
                                      std::size_t part);

// The result where NaN or infinity is among the addends. Those of the operands decide first; products that
// overflow count as infinite only if the operands left it open.
std::optional<Number> special_result(const Operation& operation);

// The number of the exact sum of the addends, with the sign that zero_sum gives to a zero.
Number sum_number(const Operation& operation, const Dyadic& sum);

// Exponent of c in the choice of e_max (zero_c).
std::optional<int> exponent_of_c(const Operation& operation);

// The greater of two exponents of which either or both may be missing.
std::optional<int> larger(std::optional<int> x, std::optional<int> y);

// `value` rounded to a multiple of 2^(e_max - width). Unchanged if there is no width (exact) or no e_max
// (then every addend is zero).
Dyadic align(const Dyadic& value, std::optional<int> e_max, std::optional<int> width, Rounding rounding);

}  // namespace reference
