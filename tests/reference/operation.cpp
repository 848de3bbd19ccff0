// SPDX-License-Identifier: Apache-2.0

#include "reference/operation.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace reference {

namespace {

constexpr int zero_exponent = -126;  // of a zero operand under minus126, and of a zero scale in a group

bool is_below_normal(const Params& params, const Number& number, const Format& format) {
    int least = format.least_exponent();
    if (params.flush_below == "fp32") {
        least = -126;
    } else if (params.flush_below != "format") {
        throw std::invalid_argument("flush_below: " + params.flush_below);
    }
    return number.is_finite() && number.value.magnitude() < Dyadic::power_of_two(least);
}

Operand unpack(const Params& params, std::uint64_t encoding, const Format& format, bool flush) {
    Number number = decode(encoding, format);
    if (flush && is_below_normal(params, number, format)) {
        number = decode(0, format);
    }
    return {number, &format, encoding};
}

Operand converted(const Operand& operand, const Format& format) {
    const Number number = rounded(operand.number, output_of(format, Rounding::RNE));
    if (operand.number.is_finite() && number.value != operand.number.value) {
        throw std::invalid_argument("convert is not exact");
    }
    return {number, &format};
}

// The contribution of a factor to the exponent of a product. Only a zero depends on the rule.
int factor_exponent(const std::string& zero_rule, const Operand& factor) {
    if (!factor.number.is_zero()) {
        return factor.number.e;
    }
    return zero_rule == "format_min" ? factor.format->least_exponent() : zero_exponent;
}

void check_zero_rule(const std::string& rule) {
    if (rule != "ignored" && rule != "minus126" && rule != "format_min") {
        throw std::invalid_argument("zero rule: " + rule);
    }
}

// Applies product_overflow and flush_products. Both depend on the magnitude of the exact product.
Number after_range_knobs(const Params& params, const Number& product) {
    if (!product.is_finite()) {
        return product;
    }
    const Dyadic magnitude = product.value.magnitude();
    if (params.product_overflow == "inf" && magnitude >= Dyadic::power_of_two(128)) {
        return Number::infinity(product.negative);
    }
    if (params.flush_products && magnitude < Dyadic::power_of_two(-126)) {
        return Number::zero(product.negative);
    }
    return product;
}

std::optional<Number> verdict(const std::vector<Number>& addends) {
    const bool nan = std::ranges::any_of(addends, &Number::is_nan);
    bool plus = false;
    bool minus = false;
    for (const Number& addend : addends) {
        plus = plus || (addend.is_infinity() && !addend.negative);
        minus = minus || (addend.is_infinity() && addend.negative);
    }
    if (nan || (plus && minus)) {
        return Number::not_a_number();
    }
    if (plus || minus) {
        return Number::infinity(minus);
    }
    return std::nullopt;
}

Product make_product(const Params& params, const std::vector<Operand>& factors) {
    Number number = Number::finite(Dyadic::power_of_two(0));
    int exponent = 0;
    for (const Operand& factor : factors) {
        number = multiply(number, factor.number);
        exponent += factor_exponent(params.zero_product, factor);
    }
    Product product;
    product.number = after_range_knobs(params, number);
    product.overflowed = number.is_finite() && product.number.is_infinity();
    const bool ignored = product.number.is_zero() && params.zero_product == "ignored";
    product.exponent = ignored ? std::nullopt : std::optional<int>(exponent);
    return product;
}

}  // namespace

std::vector<Operand> unpack_row(const Params& params, std::span<const std::uint64_t> encodings,
                                const Format& format, bool flush) {
    std::vector<Operand> row;
    for (const std::uint64_t encoding : encodings) {
        const Operand operand = unpack(params, encoding, format, flush);
        row.push_back(params.convert == "none" ? operand : converted(operand, format_named(params.convert)));
    }
    return row;
}

Operand unpack_c(const Params& params, std::uint64_t encoding) {
    const Operand operand = unpack(params, encoding, format_named(params.c), params.flush_c);
    return params.convert_c == "none" ? operand : converted(operand, format_named(params.convert_c));
}

Operand unpack_carried(const Params& params, std::uint64_t encoding, const Format& format) {
    return unpack(params, encoding, format, params.flush_c);
}

Number multiply(const Number& x, const Number& y) {
    const bool negative = x.negative != y.negative;
    if (x.is_nan() || y.is_nan()) {
        return Number::not_a_number();
    }
    if (x.is_infinity() || y.is_infinity()) {
        return x.is_zero() || y.is_zero() ? Number::not_a_number() : Number::infinity(negative);
    }
    if (x.is_zero() || y.is_zero()) {
        return Number::zero(negative);
    }
    return Number::finite(x.value * y.value);
}

Number add(const Number& x, const Number& y, Rounding rounding) {
    if (x.is_nan() || y.is_nan()) {
        return Number::not_a_number();
    }
    if (x.is_infinity() && y.is_infinity() && x.negative != y.negative) {
        return Number::not_a_number();
    }
    if (x.is_infinity() || y.is_infinity()) {
        return Number::infinity(x.is_infinity() ? x.negative : y.negative);
    }
    const Dyadic sum = x.value + y.value;
    if (!sum.is_zero()) {
        return Number::finite(sum);
    }
    if (x.is_zero() && y.is_zero() && x.negative == y.negative) {
        return Number::zero(x.negative);
    }
    return Number::zero(rounding == Rounding::RD);
}

std::vector<Product> make_products(const Params& params, std::span<const Operand> a,
                                   std::span<const Operand> b, std::span<const std::uint64_t> scale_a,
                                   std::span<const std::uint64_t> scale_b) {
    check_zero_rule(params.zero_product);
    std::vector<Product> products;
    for (std::size_t k = 0; k < a.size(); ++k) {
        if (params.scale == "none") {
            products.push_back(make_product(params, {a[k], b[k]}));
            continue;
        }
        const Format& format = format_named(params.scale);
        const std::size_t block = k / static_cast<std::size_t>(params.scale_block);
        const Operand x{decode(scale_a[block], format), &format};
        const Operand y{decode(scale_b[block], format), &format};
        if (params.algorithm != "gfda") {
            products.push_back(make_product(params, {a[k], b[k], x, y}));
            continue;
        }
        Product product = make_product(params, {a[k], b[k]});
        const Number scale = multiply(x.number, y.number);
        if (scale.is_nan() || (scale.is_zero() && product.number.is_infinity())) {
            product.number = Number::not_a_number();
            product.overflowed = product.overflowed && !scale.is_nan();
        }
        product.scale = scale.value;
        product.scale_exponent = factor_exponent("minus126", x) + factor_exponent("minus126", y);
        products.push_back(product);
    }
    return products;
}

std::vector<std::size_t> pattern_part(const std::string& pattern, std::size_t count, std::size_t parts,
                                      std::size_t part) {
    std::vector<std::size_t> members;
    for (std::size_t k = 0; k < count; ++k) {
        std::size_t owner = 0;
        if (pattern == "contiguous") {
            owner = k / (count / parts);
        } else if (pattern == "interleaved") {
            owner = k % parts;
        } else if (pattern == "pairs") {
            owner = (k / 2) % parts;
        } else {
            throw std::invalid_argument("pattern: " + pattern);
        }
        if (owner == part) {
            members.push_back(k);
        }
    }
    return members;
}

std::optional<Number> special_result(const Operation& operation) {
    std::vector<Number> of_operands = {operation.c.number};
    std::vector<Number> all = of_operands;
    for (const Product& product : operation.products) {
        all.push_back(product.number);
        if (!product.overflowed) {
            of_operands.push_back(product.number);
        }
    }
    const std::optional<Number> first = verdict(of_operands);
    return first ? first : verdict(all);
}

Number sum_number(const Operation& operation, const Dyadic& sum) {
    if (!sum.is_zero()) {
        return Number::finite(sum);
    }
    if (operation.params->zero_sum == "positive") {
        return Number::zero(false);
    }
    const auto& c = operation.c.number;
    bool all_plus_zero = c.is_zero() && !c.negative;
    bool all_minus_zero = c.is_zero() && c.negative;
    for (const Product& product : operation.products) {
        all_plus_zero = all_plus_zero && product.number.is_zero() && !product.number.negative;
        all_minus_zero = all_minus_zero && product.number.is_zero() && product.number.negative;
    }
    return Number::zero(all_minus_zero || (operation.rounding == Rounding::RD && !all_plus_zero));
}

std::optional<int> exponent_of_c(const Operation& operation) {
    const std::string& rule = operation.params->zero_c;
    check_zero_rule(rule);
    if (operation.c.number.is_zero() && rule == "ignored") {
        return std::nullopt;
    }
    return factor_exponent(rule, operation.c);
}

std::optional<int> larger(std::optional<int> x, std::optional<int> y) {
    return x && y ? std::max(x, y) : (x ? x : y);
}

Dyadic align(const Dyadic& value, std::optional<int> e_max, std::optional<int> width, Rounding rounding) {
    return e_max && width ? round_to_multiple(value, *e_max - *width, rounding) : value;
}

}  // namespace reference
