// SPDX-License-Identifier: Apache-2.0

#include "reference/families/sequential.hpp"

#include <stdexcept>
#include <string>

namespace reference {

namespace {

// The rounding of every addition. output_fraction applies to the format of d only: an accumulator in another
// format keeps all of its fraction bits.
Output acc_output(const Params& params) {
    Output output = output_of(format_named(params.acc_format), rounding_named(params.output_rounding));
    if (params.acc_format == params.d) {
        output.fraction = params.output_fraction;
    }
    output.overflow = params.overflow;
    output.flush = params.flush_output;
    output.flush_when = params.flush_output_when;
    return output;
}

Number rounded_sum(const Params& params, const Number& x, const Number& y) {
    const Output output = acc_output(params);
    return rounded(add(x, y, output.rounding), output);
}

Number rounded_product(const Params& params, const Number& x, const Number& y) {
    Output output = output_of(format_named(params.product_format), rounding_named(params.product_rounding));
    output.overflow = params.overflow;
    output.flush = params.flush_products;
    const Number product = multiply(x, y);
    if (product.is_zero() && params.zero_product_sign == "positive") {
        return Number::zero(false);
    }
    return rounded(product, output);
}

// Converts from acc_format to d.
std::uint64_t converted_to_d(const Params& params, const Number& acc) {
    return encode(acc, final_output(params));
}

// One level of a tree: pairs are added, and an unpaired value moves up unchanged.
std::vector<Number> next_level(const Params& params, const std::vector<Number>& values) {
    const std::size_t count = values.size();
    const std::size_t pairs = count / 2;
    std::vector<Number> sums;
    for (std::size_t i = 0; i < pairs; ++i) {
        if (params.pairing == "adjacent") {
            sums.push_back(rounded_sum(params, values[2 * i], values[2 * i + 1]));
        } else if (params.pairing == "half") {
            sums.push_back(rounded_sum(params, values[i], values[i + (count + 1) / 2]));
        } else {
            throw std::invalid_argument("pairing: " + params.pairing);
        }
    }
    if (count % 2 == 1) {
        // The unpaired value is the last one for adjacent, and the middle one for half. It is placed after
        // all pairs in both cases.
        sums.push_back(params.pairing == "adjacent" ? values.back() : values[pairs]);
    }
    return sums;
}

Number tree_sum(const Params& params, std::vector<Number> values) {
    while (values.size() > 1) {
        values = next_level(params, values);
    }
    return values.front();
}

}  // namespace

Output final_output(const Params& params) {
    Output output = output_of(format_named(params.d), rounding_named(params.output_rounding));
    output.fraction = params.output_fraction;
    output.overflow = params.overflow;
    output.nan = params.nan;
    output.flush = params.flush_output;
    output.flush_when = params.flush_output_when;
    return output;
}

std::uint64_t gps(const Params& params, std::span<const Operand> a, std::span<const Operand> b,
                  const Number& c) {
    const std::size_t groups = a.size() / static_cast<std::size_t>(params.group);
    std::vector<std::vector<Number>> leaves(groups);
    for (std::size_t g = 0; g < groups; ++g) {
        for (const std::size_t k : pattern_part(params.group_pattern, a.size(), groups, g)) {
            leaves[g].push_back(rounded_product(params, a[k].number, b[k].number));
        }
    }
    if (params.c_place == "leaf_first") {
        leaves.front().insert(leaves.front().begin(), c);
    } else if (params.c_place == "leaf_last") {
        leaves.back().push_back(c);
    } else if (params.c_place != "first" && params.c_place != "last") {
        throw std::invalid_argument("c_place of gps: " + params.c_place);
    }

    std::vector<Number> sequence;
    if (params.c_place == "first") {
        sequence.push_back(c);
    }
    for (const std::vector<Number>& group : leaves) {
        sequence.push_back(tree_sum(params, group));
    }
    if (params.c_place == "last") {
        sequence.push_back(c);
    }

    Number acc = sequence.front();
    for (std::size_t i = 1; i < sequence.size(); ++i) {
        acc = rounded_sum(params, acc, sequence[i]);
    }
    return converted_to_d(params, acc);
}

std::uint64_t muladd(const Params& params, std::span<const Operand> a, std::span<const Operand> b,
                     const Number& c) {
    Number acc = c;
    for (std::size_t k = 0; k < a.size(); ++k) {
        acc = rounded_sum(params, acc, rounded_product(params, a[k].number, b[k].number));
    }
    return converted_to_d(params, acc);
}

// The NaN of one fused multiply-add in fp64, as recorded on an H200. `acc` is the encoding of an accumulator
// that is a NaN, or 0.
std::uint64_t nan_of_step(const Operand& a, const Operand& b, std::uint64_t acc) {
    constexpr std::uint64_t quiet = std::uint64_t{1} << 51;
    constexpr std::uint64_t invalid = 0xFFF8000000000000;
    if (b.number.is_nan()) {
        return b.encoding | quiet;
    }
    if (acc != 0) {
        return acc | quiet;
    }
    return a.number.is_nan() ? a.encoding | quiet : invalid;
}

std::uint64_t fma(const Params& params, std::span<const Operand> a, std::span<const Operand> b,
                  const Operand& c) {
    Number acc = c.number;
    std::uint64_t nan = acc.is_nan() ? c.encoding : 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        acc = rounded_sum(params, acc, multiply(a[k].number, b[k].number));
        if (acc.is_nan()) {
            nan = nan_of_step(a[k], b[k], nan);
        }
    }
    return acc.is_nan() && params.nan == "nvidia_fp64" ? nan : converted_to_d(params, acc);
}

}  // namespace reference
