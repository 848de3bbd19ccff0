// SPDX-License-Identifier: Apache-2.0

#include "reference/dot_add.hpp"

#include <stdexcept>
#include <string>

#include "reference/families/fused.hpp"
#include "reference/families/sequential.hpp"

namespace reference {

namespace {

// The output rule for all results of a chain except the last one.
Output chain_output(const Params& params) {
    Output output = final_output(params);
    output.format = &format_named(params.chain_format);
    output.fraction = params.chain_fraction;
    output.rounding = rounding_named(params.chain_rounding);
    return output;
}

Unrounded run(const Operation& operation) {
    const std::string& algorithm = operation.params->algorithm;
    if (const std::optional<Number> special = special_result(operation)) {
        return {*special, false};
    }
    if (algorithm == "fda") {
        return fda(operation);
    }
    if (algorithm == "sda") {
        return sda(operation);
    }
    if (algorithm == "gfda") {
        return gfda(operation);
    }
    if (algorithm == "fdrda") {
        return fdrda(operation);
    }
    if (algorithm == "gfdrda") {
        return gfdrda(operation);
    }
    if (algorithm == "exact") {
        return exact(operation);
    }
    throw std::invalid_argument("no such algorithm: " + algorithm);
}

// Runs the whole algorithm on `products` and one c. Returns the rounded and encoded result.
std::uint64_t one_operation(const Params& params, std::vector<Product> products, const Operand& c,
                            Output output) {
    output.positive_underflow = params.underflow_sign == "positive";
    Operation operation;
    operation.params = &params;
    operation.products = std::move(products);
    operation.c = c;
    operation.rounding = output.rounding;
    const Unrounded result = run(operation);
    return encode(result.number, output, result.sticky);
}

std::uint64_t chain(const Params& params, const std::vector<Product>& products, const Operand& c) {
    const bool late = params.c_place == "late";
    if (!late && params.c_place != "fused") {
        throw std::invalid_argument("c_place of a chain: " + params.c_place);
    }
    const std::size_t terms =
        params.algorithm == "exact" ? products.size() : static_cast<std::size_t>(params.terms);
    const std::size_t operations = products.size() / terms;
    const Format& chain_format = format_named(params.chain_format);

    Operand carried = late ? unpack_carried(params, 0, chain_format) : c;
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < operations; ++i) {
        std::vector<Product> mine;
        for (const std::size_t k : pattern_part(params.chain_pattern, products.size(), operations, i)) {
            mine.push_back(products[k]);
        }
        const bool intermediate = late || i + 1 < operations;
        result = one_operation(params, std::move(mine), carried,
                               intermediate ? chain_output(params) : final_output(params));
        if (intermediate) {
            carried = unpack_carried(params, result, chain_format);
        }
    }
    if (!late) {
        return result;
    }
    // One ordinary IEEE addition. flush_c does not apply here, because the chain's result is not a c.
    const Output output = final_output(params);
    return encode(add(decode(result, chain_format), c.number, output.rounding), output);
}

}  // namespace

std::uint64_t dot_add(const Params& params, std::span<const std::uint64_t> a,
                      std::span<const std::uint64_t> b, std::span<const std::uint64_t> scale_a,
                      std::span<const std::uint64_t> scale_b, std::uint64_t c) {
    const std::vector<Operand> row = unpack_row(params, a, format_named(params.a), params.flush_a);
    const std::vector<Operand> column = unpack_row(params, b, format_named(params.b), params.flush_b);
    const Operand addend = unpack_c(params, c);

    if (params.algorithm == "gps") {
        return gps(params, row, column, addend.number);
    }
    if (params.algorithm == "muladd") {
        return muladd(params, row, column, addend.number);
    }
    if (params.algorithm == "fma") {
        return fma(params, row, column, addend);
    }
    return chain(params, make_products(params, row, column, scale_a, scale_b), addend);
}

}  // namespace reference
