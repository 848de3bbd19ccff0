// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/tensors.hpp"

#include <algorithm>
#include <cmath>

#include "karat/arithmetic/round.hpp"

namespace karat::tb {
namespace {

double largest(const FormatInfo& f) {
    const std::uint64_t significand =
        (f.max_finite_code() & f.fraction_mask()) | (std::uint64_t{1} << f.fraction_bits);
    return std::ldexp(static_cast<double>(significand), f.max_exponent() - f.fraction_bits);
}

}  // namespace

namespace {

double value_of(std::uint64_t code, const FormatInfo& format) {
    const Unpacked x = unpack(code, format);
    return std::ldexp(static_cast<double>(x.significand), x.exponent - format.fraction_bits);
}

/// The exponent of a power of two; see BlockScaling.
int scale_exponent(double block_max, const FormatInfo& element, BlockScaling scaling) {
    if (block_max == 0) return 0;
    int exponent = 0;
    (void)std::frexp(block_max, &exponent);
    exponent -= 1 + element.max_exponent();
    const bool beyond = std::ldexp(block_max, -exponent) > largest(element);
    return scaling == BlockScaling::holding && beyond ? exponent + 1 : exponent;
}

}  // namespace

std::pair<std::uint64_t, double> block_scale(double block_max, const FormatInfo& element,
                                             const FormatInfo& scale, BlockScaling scaling) {
    if (scale.fraction_bits == 0) {
        const int exponent = std::clamp(scale_exponent(block_max, element, scaling), scale.min_exponent(),
                                        scale.max_exponent());
        return {static_cast<std::uint64_t>(exponent + scale.bias), std::ldexp(1.0, exponent)};
    }
    std::uint64_t code = std::max<std::uint64_t>(1, quantised(block_max / largest(element), scale));
    const bool beyond = block_max / value_of(code, scale) > largest(element);
    if (scaling == BlockScaling::holding && beyond && code < scale.max_finite_code()) ++code;
    return {code, value_of(code, scale)};
}

std::uint64_t quantised(double x, const FormatInfo& format) {
    OutputRule rule = OutputRule::ieee(format.id, Rounding::RNE);
    rule.overflow = Overflow::saturate;
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(x), &exponent);
    const auto magnitude = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    return round_to(rule, std::signbit(x), magnitude, exponent - 53);
}

TensorSource::TensorSource(Spec spec, std::size_t m, std::size_t n, std::uint64_t seed,
                           Distribution distribution)
    : spec_(std::move(spec)), m_(m), n_(n), distribution_(distribution), random_(seed) {}

double TensorSource::normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += std::ldexp(static_cast<double>(random_.bits() >> 32), -32);
    return sum;
}

double TensorSource::value(bool activation) {
    const double x = normal();
    if (distribution_ == Distribution::heavy_tailed) {
        return x / std::sqrt(std::ldexp(static_cast<double>((random_.bits() >> 40) + 1), -24));
    }
    return activation && distribution_ == Distribution::relu ? std::max(x, 0.0) : x;
}

void TensorSource::fill(std::vector<std::uint64_t>& out, std::vector<std::uint64_t>& scales, std::size_t rows,
                        const FormatInfo& format, bool activation) {
    const auto k = static_cast<std::size_t>(spec_.k);
    const std::size_t block = spec_.scale ? static_cast<std::size_t>(spec_.scale_block_or_default()) : k;
    std::vector<double> values(block);
    for (std::size_t i = 0; i < rows * k / block; ++i) {
        const double size =
            spec_.scale ? std::ldexp(1.0, random_.between(-4, 4)) : std::min(1.0, largest(format) / 4);
        double block_max = 0;
        for (double& x : values) {
            x = value(activation) * size;
            block_max = std::max(block_max, std::fabs(x));
        }
        double divisor = 1;
        if (spec_.scale) {
            const auto [code, scale] = block_scale(block_max, format, info(*spec_.scale));
            scales.push_back(code);
            divisor = scale;
        }
        for (const double x : values) out.push_back(quantised(x / divisor, format));
    }
}

std::optional<Tile> TensorSource::next() {
    Tile tile;
    tile.operand_class = OperandClass::tensor;
    fill(tile.a, tile.scale_a, m_, info(spec_.a), true);
    fill(tile.b, tile.scale_b, n_, info(spec_.b), false);
    const double size = std::sqrt(static_cast<double>(spec_.k));
    for (std::size_t i = 0; i < m_ * n_; ++i) tile.c.push_back(quantised(value(false) * size, info(spec_.c)));
    return tile;
}

std::optional<Tile> UniformSource::next() {
    const auto k = static_cast<std::size_t>(spec_.k);
    Tile tile;
    const auto fill = [&](std::vector<std::uint64_t>& out, std::size_t count, Format format) {
        for (std::size_t i = 0; i < count; ++i) out.push_back(random_.bits() & info(format).encoding_mask());
    };
    fill(tile.a, m_ * k, spec_.a);
    fill(tile.b, n_ * k, spec_.b);
    fill(tile.c, m_ * n_, spec_.c);
    if (!spec_.scale) return tile;
    const std::size_t blocks = k / static_cast<std::size_t>(spec_.scale_block_or_default());
    fill(tile.scale_a, m_ * blocks, *spec_.scale);
    fill(tile.scale_b, n_ * blocks, *spec_.scale);
    return tile;
}

}  // namespace karat::tb
