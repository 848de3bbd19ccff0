// SPDX-License-Identifier: Apache-2.0
//
// fda, sda and exact: the products are not grouped, and c is added at most once.

#include "reference/families/fused.hpp"

namespace reference {

namespace {

// The sum of the aligned addends so far, and whether the alignment of any of them lost bits.
struct Accumulation {
    Dyadic sum;
    bool lost = false;

    void take(const Dyadic& value, std::optional<int> e_max, std::optional<int> width, Rounding rounding) {
        const Dyadic aligned = align(value, e_max, width, rounding);
        lost = lost || aligned != value;
        sum = sum + aligned;
    }
};

std::optional<int> largest_product_exponent(const Operation& operation) {
    std::optional<int> largest;
    for (const Product& product : operation.products) {
        largest = larger(largest, product.exponent);
    }
    return largest;
}

void take_products(Accumulation& accumulation, const Operation& operation, std::optional<int> e_max) {
    const Params& params = *operation.params;
    for (const Product& product : operation.products) {
        accumulation.take(product.number.value, e_max, params.F, rounding_named(params.align_rounding));
    }
}

Output dot_output(const Params& params) {
    Output output = output_of(format_named(params.dot_format), rounding_named(params.dot_rounding));
    output.overflow = params.overflow;
    output.positive_underflow = params.underflow_sign == "positive";
    return output;
}

}  // namespace

Unrounded fda(const Operation& operation) {
    const Params& params = *operation.params;
    std::optional<int> e_max = largest_product_exponent(operation);
    e_max = larger(e_max, exponent_of_c(operation));
    e_max = larger(e_max, params.exponent_floor);

    Accumulation accumulation;
    take_products(accumulation, operation, e_max);
    accumulation.take(operation.c.number.value, e_max, params.F_c, rounding_named(params.c_rounding));

    const bool sticky = params.sticky == "ored" && accumulation.lost;
    return {sum_number(operation, accumulation.sum), sticky};
}

Unrounded sda(const Operation& operation) {
    const Params& params = *operation.params;
    const std::optional<int> e_dot = larger(largest_product_exponent(operation), params.exponent_floor);

    Accumulation accumulation;
    take_products(accumulation, operation, e_dot);
    const bool sticky = params.sticky == "ored" && accumulation.lost && !accumulation.sum.is_zero();

    Number dot = accumulation.sum.is_zero() ? Number::zero(false) : Number::finite(accumulation.sum);
    if (params.dot_format == "exact") {
        return {add(dot, operation.c.number, operation.rounding), sticky};
    }
    const Output output = dot_output(params);
    dot = decode(encode(dot, output, sticky), *output.format);
    return {add(dot, operation.c.number, operation.rounding), false};
}

Unrounded exact(const Operation& operation) {
    Dyadic sum = operation.c.number.value;
    for (const Product& product : operation.products) {
        sum = sum + product.number.value;
    }
    return {sum_number(operation, sum), false};
}

}  // namespace reference
