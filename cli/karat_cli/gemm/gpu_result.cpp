// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/gemm/gpu_result.hpp"

#include <algorithm>
#include <cmath>

#include "karat/error.hpp"
#include "karat/evaluate/packed.hpp"
#include "karat/text/text.hpp"
#include "karat_cli/progress.hpp"
#include "karat_gemm/adder.hpp"

namespace karat::cli {
namespace {

double value_at(const Encoded& matrix, std::size_t at) {
    return to_double(load_packed(matrix.data, at, info(matrix.format).bits), matrix.format);
}

/// The same numbers in another format, which holds them all.
Encoded widened(const Encoded& matrix, Format format) {
    Encoded out{format, matrix.rows, matrix.columns, {}};
    const std::size_t count = matrix.rows * matrix.columns;
    out.data.resize((count * static_cast<std::size_t>(info(format).bits) + 7) / 8);
    for (std::size_t i = 0; i < count; ++i)
        store_packed(out.data, i, info(format).bits, encoding_of(value_at(matrix, i), info(format)));
    return out;
}

/// The exact sums of the same operands, in fp64; longer than 1024 products they are chains.
std::vector<double> exact_products(const Spec& spec, const Operands& operands, GemmOptions options) {
    constexpr std::size_t longest = 1024;
    Spec exact;
    exact.algorithm = Algorithm::exact;
    exact.a = spec.a;
    exact.b = spec.b;
    exact.c = exact.d = Format::fp64;
    exact.metadata = spec.metadata;
    exact.scale = spec.scale;
    std::size_t step = exact.metadata == Metadata::none ? 1 : 4;
    if (spec.scale) {
        exact.scale_block = spec.scale_block_or_default();
        step = static_cast<std::size_t>(*exact.scale_block);
    }
    exact.k = static_cast<int>(std::min(longest / step, (operands.a.columns + step - 1) / step) * step);
    options.order = Order::natural;
    Progress progress("exact products");
    progress.meter.all = 1;
    Operands in = operands;
    in.c = widened(operands.c, Format::fp64);
    const Encoded d = product_of(exact, in, in.a.columns, shown_by(progress, options));
    std::vector<double> out(d.rows * d.columns);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = value_at(d, i);
    return out;
}

Distances from_exact(const GpuResult& result) {
    Encoded rounded{result.d.format, result.d.rows, result.d.columns, {}};
    rounded.data.resize(result.d.data.size());
    const FormatInfo& format = info(result.d.format);
    for (std::size_t i = 0; i < result.exact.size(); ++i)
        store_packed(rounded.data, i, format.bits, encoding_of(result.exact[i], format));
    return distances(rounded, result.d);
}

}  // namespace

Distances distances(const Encoded& first, const Encoded& second) {
    Distances out;
    const std::size_t count = first.rows * first.columns;
    const int bits = info(first.format).bits;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t x = load_packed(first.data, i, bits);
        const std::uint64_t y = load_packed(second.data, i, bits);
        const double from = to_double(x, first.format);
        const double to = to_double(y, first.format);
        const bool nan = std::isnan(from) || std::isnan(to);
        double ulps = nan ? (std::isnan(from) && std::isnan(to) ? 0 : 0x1p64)
                          : static_cast<double>(ulp_distance(x, y, first.format));
        out.largest = std::max(out.largest, ulps);
        out.mean += ulps / static_cast<double>(count);
        out.different += ulps != 0 ? 1 : 0;
        out.above += to > from ? 1 : 0;
        out.below += to < from ? 1 : 0;
        out.nearer_zero += std::abs(to) < std::abs(from) ? 1 : 0;
        out.ulps.push_back(to < from ? -ulps : ulps);
    }
    return out;
}

GpuResult gpu_result(const GemmFiles& files, const Instruction& instruction,
                     const po::variables_map& values) {
    Product product = multiply(files, instruction.spec, values);
    GpuResult out{std::string(name_of(instruction.arch)) + ' ' + instruction.name,
                  instruction.spec,
                  std::move(product.operands),
                  std::move(product.d),
                  std::move(product.conversions),
                  {},
                  {}};
    if (info(out.d.format).is_integer()) return out;
    out.exact = exact_products(out.spec, out.operands, read_gemm_options(values));
    out.from_exact = from_exact(out);
    return out;
}

}  // namespace karat::cli
