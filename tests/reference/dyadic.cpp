// SPDX-License-Identifier: Apache-2.0

#include "reference/dyadic.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace reference {

namespace {

Integer shifted_up(const Integer& x, int places) { return x << static_cast<unsigned>(places); }

// Whether a value strictly between `floor` and `floor` + 1 is rounded to `floor` + 1. `against_half`
// compares the distance of the value from `floor` with one half.
bool goes_up(const Integer& floor, std::strong_ordering against_half, bool negative, Rounding rounding) {
    switch (rounding) {
        case Rounding::RZ:
            return negative;
        case Rounding::RD:
            return false;
        case Rounding::RU:
            return true;
        case Rounding::RA:
            return !negative;
        default:
            break;
    }
    if (against_half != 0) {
        return against_half > 0;
    }
    const bool floor_is_even = floor % 2 == 0;
    switch (rounding) {
        case Rounding::RNE:
            return !floor_is_even;
        case Rounding::RNO:
            return floor_is_even;
        case Rounding::RNU:
            return true;
        case Rounding::RND:
            return false;
        case Rounding::RNZ:
            return negative;
        default:
            return !negative;  // RNA
    }
}

}  // namespace

Rounding rounding_named(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, Rounding>, 11> names = {{
        {"RZ", Rounding::RZ},
        {"RD", Rounding::RD},
        {"RU", Rounding::RU},
        {"RA", Rounding::RA},
        {"RNE", Rounding::RNE},
        {"RNU", Rounding::RNU},
        {"RND", Rounding::RND},
        {"RNZ", Rounding::RNZ},
        {"RNA", Rounding::RNA},
        {"RNO", Rounding::RNO},
        {"RO", Rounding::RO},
    }};
    for (const auto& [known, rounding] : names) {
        if (known == name) {
            return rounding;
        }
    }
    throw std::invalid_argument("no such rounding: " + std::string(name));
}

Dyadic::Dyadic(Integer mantissa, int exponent) : mantissa_(std::move(mantissa)), exponent_(exponent) {}

Dyadic Dyadic::power_of_two(int exponent) { return {Integer(1), exponent}; }

bool Dyadic::is_zero() const { return mantissa_ == 0; }

bool Dyadic::is_negative() const { return mantissa_ < 0; }

int Dyadic::grid() const { return exponent_; }

int Dyadic::leading_exponent() const {
    if (is_zero()) {
        throw std::logic_error("a zero has no leading exponent");
    }
    return static_cast<int>(msb(Integer(abs(mantissa_)))) + exponent_;
}

Integer Dyadic::in_units_of(int exponent) const {
    if (exponent_ >= exponent) {
        return shifted_up(mantissa_, exponent_ - exponent);
    }
    const Integer unit = shifted_up(Integer(1), exponent - exponent_);
    if (mantissa_ % unit != 0) {
        throw std::logic_error("not a multiple of the unit");
    }
    return mantissa_ / unit;
}

Dyadic Dyadic::magnitude() const { return {abs(mantissa_), exponent_}; }

Dyadic operator-(const Dyadic& x) { return {-x.mantissa_, x.exponent_}; }

Dyadic operator+(const Dyadic& x, const Dyadic& y) {
    if (x.is_zero()) {
        return y;
    }
    if (y.is_zero()) {
        return x;
    }
    const int grid = std::min(x.exponent_, y.exponent_);
    return {shifted_up(x.mantissa_, x.exponent_ - grid) + shifted_up(y.mantissa_, y.exponent_ - grid), grid};
}

Dyadic operator-(const Dyadic& x, const Dyadic& y) { return x + -y; }

Dyadic operator*(const Dyadic& x, const Dyadic& y) {
    return {x.mantissa_ * y.mantissa_, x.exponent_ + y.exponent_};
}

bool operator==(const Dyadic& x, const Dyadic& y) { return (x - y).is_zero(); }

std::strong_ordering operator<=>(const Dyadic& x, const Dyadic& y) {
    const Dyadic difference = x - y;
    if (difference.is_zero()) {
        return std::strong_ordering::equal;
    }
    return difference.is_negative() ? std::strong_ordering::less : std::strong_ordering::greater;
}

Dyadic round_to_multiple(const Dyadic& x, int quantum, Rounding rounding) {
    if (x.exponent_ >= quantum) {
        return x;
    }
    const bool negative = x.is_negative();
    const Integer unit = shifted_up(Integer(1), quantum - x.exponent_);
    const Integer magnitude = abs(x.mantissa_);
    const Integer whole = magnitude / unit;
    const Integer rest = magnitude - whole * unit;
    if (rest == 0) {
        return {negative ? Integer(-whole) : whole, quantum};
    }
    if (rounding == Rounding::RO) {
        const Integer jammed = whole | 1;
        return {negative ? Integer(-jammed) : jammed, quantum};
    }
    const Integer floor = negative ? Integer(-whole - 1) : whole;
    const Integer above_floor = negative ? Integer(unit - rest) : rest;
    const Integer twice = 2 * above_floor;
    const std::strong_ordering against_half = twice < unit   ? std::strong_ordering::less
                                              : twice > unit ? std::strong_ordering::greater
                                                             : std::strong_ordering::equal;
    return {goes_up(floor, against_half, negative, rounding) ? Integer(floor + 1) : floor, quantum};
}

}  // namespace reference
