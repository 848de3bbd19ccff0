// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/sum_shift.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "karat/format/unpack.hpp"
#include "karat_probe/separate/row_draft.hpp"

namespace karat::probe {
namespace {

/// 0 for a special.
double value_of(std::uint64_t encoding, const FormatInfo& format) {
    const Unpacked x = unpack(encoding, format);
    if (x.number_class != NumberClass::finite) return 0;
    const double magnitude =
        std::ldexp(static_cast<double>(x.significand), x.exponent - format.fraction_bits);
    return x.negative ? -magnitude : magnitude;
}

/// The value as far as the format has its bits.
std::uint64_t truncated(double value, const FormatInfo& format) {
    if (value == 0) return 0;
    const int e = std::ilogb(value);
    if (e < format.min_exponent() - format.fraction_bits) return 0;
    const double significand = std::ldexp(std::fabs(value), format.fraction_bits - e);
    return number(format, value < 0, e, static_cast<std::uint64_t>(significand));
}

/// The significand of a such that a product of the formats is `wanted`, of which a and b get all bits if they
/// have them together. `wanted` and what is returned are at least 1 and below 2.
double significand_of_a(double wanted, const FormatInfo& a, const FormatInfo& b, tb::Random& random) {
    constexpr int most_bits = 8;  // of which every odd divisor is tried
    const int bits = -last_bit(wanted);
    bool in_a = random.coin();
    if (bits > (in_a ? a : b).fraction_bits && bits <= (in_a ? b : a).fraction_bits) in_a = !in_a;
    if (bits <= (in_a ? a : b).fraction_bits || a.fraction_bits > most_bits ||
        bits > a.fraction_bits + b.fraction_bits + 1)
        return in_a ? wanted : 1;
    const auto whole = static_cast<std::uint64_t>(std::ldexp(wanted, bits));
    std::uint64_t found = 0;
    std::uint64_t count = 0;
    for (std::uint64_t x = 3; x >> (a.fraction_bits + 1) == 0; x += 2) {
        if (whole % x != 0 || (whole / x) >> (b.fraction_bits + 1) != 0) continue;
        if (random.below(++count) == 0) found = x;
    }
    if (found == 0) return in_a ? wanted : 1;
    return std::ldexp(static_cast<double>(found), 1 - static_cast<int>(std::bit_width(found)));
}

}  // namespace

int last_bit(double value) {
    constexpr int bits = 53;
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(value), &exponent);
    return exponent - bits + std::countr_zero(static_cast<std::uint64_t>(std::ldexp(fraction, bits)));
}

double boundary_near(double sum, const std::vector<OutputRule>& rules, tb::Random& random) {
    const OutputRule& last = rules.front();
    const FormatInfo& d = info(last.format);
    const auto half_unit = [](const OutputRule& rule, int exponent) {
        return std::ldexp(1, std::max(exponent, info(rule.format).min_exponent()) - rule.fraction - 1);
    };
    const int here = sum == 0 ? d.min_exponent() : std::ilogb(sum);
    int exponent = here;
    bool in_place = false;
    switch (random.below(6)) {
        case 0:
            return 0;  // only what the recipes do not agree on is left
        case 1:
            exponent = random.coin() ? d.max_exponent() + 1 : d.min_exponent() - random.between(0, 1);
            break;
        case 2:
            exponent = here + random.between(1, last.fraction + 4);
            break;
        case 3:  // its last bit is half a unit
            if (sum != 0) exponent = last_bit(sum) + last.fraction + 1;
            if (exponent > here) return sum + std::ldexp(random.coin() ? 1 : -1, exponent);
            break;
        default:
            in_place = true;
    }
    const double half = half_unit(last, exponent);
    double out = in_place ? std::trunc(sum / (2 * half)) * 2 * half
                          : std::copysign(std::ldexp(1, exponent), random.coin() ? sum : -sum);
    out += random.between(-2, 3) * half;
    if (rules.size() > 1 && random.coin()) out += random.between(-1, 1) * half_unit(rules[1], exponent);
    return out;
}

SumShift::SumShift(const OperandRules& rules, tb::Random& random, std::vector<std::size_t> products, bool c)
    : rules_(rules), random_(random), products_(std::move(products)), c_(c) {}

SumShift::SumShift(const OperandRules& rules, tb::Random& random)
    : SumShift(rules, random, std::vector<std::size_t>(static_cast<std::size_t>(rules.k))) {
    std::iota(products_.begin(), products_.end(), std::size_t{0});
}

void SumShift::operator()(VectorRow& row, double value, bool keeps_c) {
    constexpr int most_addends = 4;
    for (int i = 0; i < most_addends && value != 0 && std::isfinite(value); ++i)
        value -= c_ && !keeps_c && random_.coin() ? add_to_c(row, value) : add_product(row, value);
}

double SumShift::add_to_c(VectorRow& row, double value) const {
    const FormatInfo& c = info(rules_.c);
    if (!unpack(row.c, c).is_finite()) return 0;
    const double before = value_of(row.c, c);
    row.c = truncated(before + value, c);
    return value_of(row.c, c) - before;
}

double SumShift::add_product(VectorRow& row, double value) {
    if (rules_.metadata != Metadata::none) return 0;  // which element of b counts is not known here
    const auto is_free = [&](std::size_t product) { return row.a[product] == 0 && row.b[product] == 0; };
    const std::size_t begin = random_.below(products_.size());
    std::size_t at = products_[begin];
    for (std::size_t i = 1; i < products_.size() && !is_free(at); ++i)
        at = products_[(begin + i) % products_.size()];
    if (!is_free(at)) return 0;
    double scale = 1;
    if (rules_.scale) {
        const std::size_t block = at / static_cast<std::size_t>(rules_.scale_block);
        scale = value_of(row.scale_a[block], info(*rules_.scale)) *
                value_of(row.scale_b[block], info(*rules_.scale));
        if (scale == 0) return 0;
    }
    const FormatInfo& a = info(rules_.a);
    const FormatInfo& b = info(rules_.b);
    const double wanted = value / scale;
    if (!std::isnormal(wanted)) return 0;
    const int e = std::ilogb(wanted);
    const int low = std::max(a.min_exponent(), e - b.max_exponent());
    const int high = std::min(a.max_exponent(), e - b.min_exponent());
    if (low > high) return 0;
    const int of_a = random_.between(low, high);
    const double part = significand_of_a(std::ldexp(std::fabs(wanted), -e), a, b, random_);
    row.a[at] = truncated(std::ldexp(part, of_a), a);
    row.b[at] = truncated(wanted / std::ldexp(part, of_a), b);
    return value_of(row.a[at], a) * value_of(row.b[at], b) * scale;
}

}  // namespace karat::probe
