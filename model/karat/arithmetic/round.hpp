// SPDX-License-Identifier: Apache-2.0
// Normalise-and-round: from an exact binary number to an encoding.
#pragma once
#include <cstdint>

#include "karat/arithmetic/align.hpp"
#include "karat/format/format.hpp"
#include "karat/format/rounding.hpp"

namespace karat {

enum class Overflow : std::uint8_t { inf, saturate, ieee };
enum class NanEncoding : std::uint8_t { nvidia, riscv, any };
enum class UnderflowSign : std::uint8_t { keep, positive };

template <>
struct EnumNames<Overflow> {
    static constexpr std::array<std::string_view, 3> names{"inf", "saturate", "ieee"};
};
template <>
struct EnumNames<NanEncoding> {
    static constexpr std::array<std::string_view, 3> names{"nvidia", "riscv", "any"};
};
template <>
struct EnumNames<UnderflowSign> {
    static constexpr std::array<std::string_view, 2> names{"keep", "positive"};
};

/// How a result is written. `fraction` in 0..format's fraction bits: bits kept after the point ("E8M13" is fp32 with 13).
struct OutputRule {
    Format format = Format::fp32;
    Rounding rounding = Rounding::RNE;
    int fraction = 23;
    Overflow overflow = Overflow::inf;
    NanEncoding nan = NanEncoding::nvidia;
    UnderflowSign underflow_sign = UnderflowSign::keep;
    bool flush = false;  ///< subnormal results become zeros of their sign

    [[nodiscard]] static constexpr OutputRule ieee(Format format, Rounding rounding) {
        return {format, rounding, karat::info(format).fraction_bits, Overflow::ieee, NanEncoding::any, UnderflowSign::keep, false};
    }
};

/// What IEEE 754 calls the flags of one rounding. `underflow`: inexact and below the least normal after rounding.
struct RoundFlags {
    bool inexact = false;
    bool overflow = false;
    bool underflow = false;
};

[[nodiscard]] std::uint64_t encode_nan(Format format, NanEncoding encoding);
/// Formats without infinity give their NaN, formats without NaN their largest finite value.
[[nodiscard]] std::uint64_t encode_infinity(const OutputRule& rule, bool negative);
[[nodiscard]] std::uint64_t encode_zero(Format format, bool negative);
/// `kept * 2^(exponent - fraction)` is already rounded to the rule's quantum (`inexact`: that changed it); writes it, or the overflow.
[[nodiscard]] std::uint64_t encode_rounded(const OutputRule& rule, bool negative, std::uint64_t kept, int exponent, bool inexact,
                                           RoundFlags& flags);

/// `(-1)^negative * magnitude * 2^lsb` (plus something below one unit of it if `sticky`), rounded once by `rule`.
/// A magnitude of 0 gives a zero of the sign `negative`, whatever `sticky` says.
template <class Magnitude>
[[nodiscard]] std::uint64_t round_to(const OutputRule& rule, bool negative, const Magnitude& magnitude, int lsb, bool sticky,
                                     RoundFlags& flags) {
    if (magnitude == 0) return encode_zero(rule.format, negative);
    const int top = lsb + bit_length(magnitude) - 1;
    const int exponent = std::max(top, info(rule.format).min_exponent());
    const int drop = exponent - rule.fraction - lsb;
    std::uint64_t kept = 0;
    bool half = false;
    bool rest = sticky;
    if (drop <= 0) {
        kept = low64(magnitude) << -drop;
    } else {
        const Shifted<Magnitude> shifted = shift_right(magnitude, drop);
        kept = low64(shifted.kept);
        half = shifted.half;
        rest |= shifted.rest;
    }
    const bool inexact = half || rest;
    if (rounds_away(rule.rounding, negative, (kept & 1U) != 0, half, rest)) ++kept;
    return encode_rounded(rule, negative, kept, exponent, inexact, flags);
}
template <class Magnitude>
[[nodiscard]] std::uint64_t round_to(const OutputRule& rule, bool negative, const Magnitude& magnitude, int lsb, bool sticky = false) {
    RoundFlags flags;
    return round_to(rule, negative, magnitude, lsb, sticky, flags);
}

}  // namespace karat
