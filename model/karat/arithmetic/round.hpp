// SPDX-License-Identifier: Apache-2.0
// Normalisation and rounding: converts an exact binary number to an encoding.
#pragma once
#include <cstdint>

#include "karat/arithmetic/align.hpp"
#include "karat/format/format.hpp"
#include "karat/format/rounding.hpp"

namespace karat {

/// A result beyond the largest finite value. `inf`: an infinity. `saturate`: the largest finite value.
/// `ieee`: as the rounding says (IEEE 754 section 7.4). `wrap`: modulo 2^N, for integers of N bits.
enum class Overflow : std::uint8_t { inf, saturate, ieee, wrap };
/// The encoding of a NaN result. `nvidia`: all bits below the sign are ones. `riscv`: only the quiet bit of
/// the fraction is set. `any`: encoded as riscv, but compared as "is a NaN". `amd_rdna`, `x86`: depends on
/// the cause of the NaN (evaluate/nan_by_cause.hpp). `indefinite`: as riscv, negative (x86's default NaN).
enum class NanEncoding : std::uint8_t { nvidia, riscv, any, amd_rdna, x86, indefinite, nvidia_fp64 };
/// Whether the encoding of a NaN depends on what made it a NaN, and so on the operands.
[[nodiscard]] constexpr bool depends_on_cause(NanEncoding nan) {
    return nan == NanEncoding::amd_rdna || nan == NanEncoding::x86 || nan == NanEncoding::nvidia_fp64;
}
enum class UnderflowSign : std::uint8_t { keep, positive };
/// When `flush` tests whether a result is subnormal. `encoded`: on the final encoding (CDNA2). `before`:
/// before rounding. `unbounded`: after rounding with an unbounded exponent (x86).
enum class FlushWhen : std::uint8_t { encoded, before, unbounded };
/// The zero that a flushed number becomes: +0, or a zero of its sign.
enum class FlushSign : std::uint8_t { positive, keep };

template <>
struct EnumNames<Overflow> {
    static constexpr std::array<std::string_view, 4> names{"inf", "saturate", "ieee", "wrap"};
};
template <>
struct EnumNames<NanEncoding> {
    static constexpr std::array<std::string_view, 7> names{"nvidia", "riscv",      "any",        "amd_rdna",
                                                           "x86",    "indefinite", "nvidia_fp64"};
};
template <>
struct EnumNames<UnderflowSign> {
    static constexpr std::array<std::string_view, 2> names{"keep", "positive"};
};
template <>
struct EnumNames<FlushWhen> {
    static constexpr std::array<std::string_view, 3> names{"encoded", "before", "unbounded"};
};
template <>
struct EnumNames<FlushSign> {
    static constexpr std::array<std::string_view, 2> names{"positive", "keep"};
};

/// How a result is rounded and encoded. `fraction`: the number of fraction bits kept, from 0 to those of the
/// format ("E8M13" is fp32 with 13).
struct OutputRule {
    Format format = Format::fp32;
    Rounding rounding = Rounding::RNE;
    int fraction = 23;
    Overflow overflow = Overflow::inf;
    NanEncoding nan = NanEncoding::nvidia;
    UnderflowSign underflow_sign = UnderflowSign::keep;
    bool flush = false;  ///< subnormal results become zeros
    FlushWhen flush_when = FlushWhen::encoded;
    FlushSign flush_sign = FlushSign::keep;

    [[nodiscard]] static constexpr OutputRule ieee(Format format, Rounding rounding) {
        return {format,         rounding,         karat::info(format).fraction_bits,
                Overflow::ieee, NanEncoding::any, UnderflowSign::keep,
                false};
    }
    friend constexpr bool operator==(const OutputRule&, const OutputRule&) = default;
};

/// The IEEE 754 flags of one rounding. `underflow`: inexact, and below the smallest normal number after
/// rounding.
struct RoundFlags {
    bool inexact = false;
    bool overflow = false;
    bool underflow = false;
};

[[nodiscard]] std::uint64_t encode_nan(Format format, NanEncoding encoding);
/// A format without infinity gives its NaN. A format without infinity and NaN gives its largest finite value.
[[nodiscard]] std::uint64_t encode_infinity(const OutputRule& rule, bool negative);
[[nodiscard]] std::uint64_t encode_zero(Format format, bool negative);
/// Encodes `kept * 2^(exponent - fraction)`, or its overflow. The value is already rounded to the rule's
/// quantum; `inexact` tells whether that changed it.
[[nodiscard]] std::uint64_t encode_rounded(const OutputRule& rule, bool negative, std::uint64_t kept,
                                           int exponent, bool inexact, RoundFlags& flags);

/// The zero that `flush` substitutes for a nonzero result. Sets the flags inexact and underflow.
[[nodiscard]] std::uint64_t flushed_zero(const OutputRule& rule, bool negative, RoundFlags& flags);

/// Encodes the integer `(-1)^negative * magnitude`, which `wraps` modulo 2^64 if `beyond` is set.
[[nodiscard]] std::uint64_t encode_integer(const OutputRule& rule, bool negative, std::uint64_t magnitude,
                                           bool beyond, RoundFlags& flags);

/// Rounds `(-1)^negative * magnitude * 2^lsb` to an integer format.
template <class Magnitude>
[[nodiscard]] std::uint64_t round_to_integer(const OutputRule& rule, bool negative,
                                             const Magnitude& magnitude, int lsb, bool sticky,
                                             RoundFlags& flags) {
    const bool beyond = bit_length(magnitude) + lsb > 64;
    if (lsb >= 64) return encode_integer(rule, negative, 0, beyond, flags);
    if (lsb >= 0) return encode_integer(rule, negative, low64(magnitude) << lsb, beyond, flags);
    const Shifted<Magnitude> shifted = shift_right(magnitude, -lsb);
    std::uint64_t kept = low64(shifted.kept);
    const bool rest = shifted.rest || sticky;
    flags.inexact |= shifted.half || rest;
    if (rounds_away(rule.rounding, negative, (kept & 1U) != 0, shifted.half, rest)) ++kept;
    return encode_integer(rule, negative, kept, beyond, flags);
}

/// Whether a nonzero magnitude, rounded to the rule's fraction bits with an unbounded exponent, carries into
/// the next power of two.
template <class Magnitude>
[[nodiscard]] bool rounds_to_next_binade(const OutputRule& rule, bool negative, const Magnitude& magnitude,
                                         bool sticky) {
    const int drop = bit_length(magnitude) - 1 - rule.fraction;
    if (drop < 0) return false;  // fewer bits than are kept: not all ones
    Shifted<Magnitude> shifted{magnitude, false, false};
    if (drop > 0) shifted = shift_right(magnitude, drop);
    const std::uint64_t kept = low64(shifted.kept);
    const std::uint64_t all_ones = (std::uint64_t{2} << rule.fraction) - 1;
    return kept == all_ones &&
           rounds_away(rule.rounding, negative, true, shifted.half, shifted.rest || sticky);
}

/// Rounds `(-1)^negative * magnitude * 2^lsb` once by `rule`. If `sticky` is set, the exact magnitude is
/// larger by less than one unit. A magnitude of 0 gives a zero with the sign `negative`, even if `sticky` is
/// set.
template <class Magnitude>
[[nodiscard]] std::uint64_t round_to(const OutputRule& rule, bool negative, const Magnitude& magnitude,
                                     int lsb, bool sticky, RoundFlags& flags) {
    if (magnitude == 0) return encode_zero(rule.format, negative);
    if (info(rule.format).is_integer())
        return round_to_integer(rule, negative, magnitude, lsb, sticky, flags);
    const int top = lsb + bit_length(magnitude) - 1;
    const int least = info(rule.format).min_exponent();
    if (rule.flush && rule.flush_when != FlushWhen::encoded && top < least) {
        const bool carries = rule.flush_when == FlushWhen::unbounded && top == least - 1 &&
                             rounds_to_next_binade(rule, negative, magnitude, sticky);
        if (!carries) return flushed_zero(rule, negative, flags);
    }
    const int exponent = std::max(top, least);
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
[[nodiscard]] std::uint64_t round_to(const OutputRule& rule, bool negative, const Magnitude& magnitude,
                                     int lsb, bool sticky = false) {
    RoundFlags flags;
    return round_to(rule, negative, magnitude, lsb, sticky, flags);
}

}  // namespace karat
