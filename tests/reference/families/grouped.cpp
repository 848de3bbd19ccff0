// SPDX-License-Identifier: Apache-2.0
//
// gfda, fdrda and gfdrda: sums are computed in stages, and each stage has its own alignment.

#include <algorithm>
#include <stdexcept>

#include "reference/families/fused.hpp"

namespace reference {

namespace {

// A partial sum and its exponent in the next alignment (none: it does not contribute to e_max).
struct Partial {
    Dyadic value;
    std::optional<int> exponent;
};

// Aligns the products to their largest exponent and sums them exactly.
Partial sum_products(const std::vector<Product>& products, std::optional<int> width, Rounding rounding) {
    Partial partial;
    for (const Product& product : products) {
        partial.exponent = larger(partial.exponent, product.exponent);
    }
    for (const Product& product : products) {
        partial.value = partial.value + align(product.number.value, partial.exponent, width, rounding);
    }
    return partial;
}

std::vector<std::vector<Product>> groups_of(const Operation& operation) {
    const Params& params = *operation.params;
    const std::size_t count = operation.products.size();
    const std::size_t groups = count / static_cast<std::size_t>(params.group);
    std::vector<std::vector<Product>> result(groups);
    for (std::size_t g = 0; g < groups; ++g) {
        for (const std::size_t k : pattern_part(params.group_pattern, count, groups, g)) {
            result[g].push_back(operation.products[k]);
        }
    }
    return result;
}

// Whether the scaled sum of a group contributes to e_max.
bool takes_part(const Params& params, const std::vector<Product>& group, const Dyadic& scaled_sum) {
    if (!scaled_sum.is_zero() || params.zero_group == "counted") {
        return true;
    }
    if (params.zero_group == "ignored") {
        return false;
    }
    if (params.zero_group != "terms") {
        throw std::invalid_argument("zero_group: " + params.zero_group);
    }
    const bool has_terms =
        std::ranges::any_of(group, [](const Product& product) { return !product.number.is_zero(); });
    return has_terms && !group.front().scale.is_zero();
}

// gfda: the scaled sum of one group, with the exponent that group_exponent defines.
Partial scaled_group(const Params& params, const std::vector<Product>& group) {
    const Product& first = group.front();
    const Partial inner = sum_products(group, params.F_inner, rounding_named(params.inner_rounding));
    Partial result;
    result.value = inner.value * first.scale;
    if (!takes_part(params, group, result.value)) {
        return result;
    }
    if (params.group_exponent == "scale") {
        result.exponent = first.scale_exponent;
    } else if (params.group_exponent == "max") {
        if (inner.exponent) {
            result.exponent = *inner.exponent + first.scale_exponent;
        }
    } else if (params.group_exponent == "normalised") {
        if (!result.value.is_zero()) {
            result.exponent = result.value.leading_exponent();
        }
    } else {
        throw std::invalid_argument("group_exponent: " + params.group_exponent);
    }
    return result;
}

// The last step of fdrda and gfdrda: the sum of products is added to c.
Unrounded add_c(const Operation& operation, const Partial& dot) {
    const Params& params = *operation.params;
    const std::optional<int> e_c = exponent_of_c(operation);
    const std::optional<int> e_max = larger(larger(dot.exponent, e_c), params.exponent_floor);

    const bool c_is_cut_off = params.c_cutoff && e_c && *e_c < *e_max - *params.c_cutoff;
    const Dyadic c = c_is_cut_off ? Dyadic() : operation.c.number.value;

    const Dyadic sum = align(dot.value, e_max, params.F_sum, rounding_named(params.sum_rounding)) +
                       align(c, e_max, params.F_c, rounding_named(params.c_rounding));
    return {sum_number(operation, sum), false};
}

}  // namespace

Unrounded gfda(const Operation& operation) {
    const Params& params = *operation.params;
    std::vector<Partial> sums;
    for (const std::vector<Product>& group : groups_of(operation)) {
        sums.push_back(scaled_group(params, group));
    }
    std::optional<int> e_max = larger(exponent_of_c(operation), params.exponent_floor);
    for (const Partial& sum : sums) {
        e_max = larger(e_max, sum.exponent);
    }

    const Dyadic& c = operation.c.number.value;
    Dyadic total = align(c, e_max, params.F_c, rounding_named(params.c_rounding));
    bool lost = total != c;
    for (const Partial& sum : sums) {
        const Dyadic aligned = align(sum.value, e_max, params.F, rounding_named(params.align_rounding));
        lost = lost || aligned != sum.value;
        total = total + aligned;
    }
    return {sum_number(operation, total), params.sticky == "ored" && lost};
}

Unrounded fdrda(const Operation& operation) {
    const Params& params = *operation.params;
    return add_c(operation,
                 sum_products(operation.products, params.F, rounding_named(params.align_rounding)));
}

Unrounded gfdrda(const Operation& operation) {
    const Params& params = *operation.params;
    std::vector<Partial> sums;
    Partial dot;
    for (const std::vector<Product>& group : groups_of(operation)) {
        sums.push_back(sum_products(group, params.F, rounding_named(params.align_rounding)));
        dot.exponent = larger(dot.exponent, sums.back().exponent);
    }
    for (const Partial& sum : sums) {
        dot.value =
            dot.value + align(sum.value, dot.exponent, params.F_group, rounding_named(params.group_rounding));
    }
    return add_c(operation, dot);
}

}  // namespace reference
