// SPDX-License-Identifier: Apache-2.0
// Shared by the unit tests: the list of formats, their counterparts in the independent reference, and exact
// values.
#pragma once
#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <random>
#include <string>

#include "karat/format/unpack.hpp"
#include "reference/encoding.hpp"

namespace karat {

/// For GoogleTest's messages.
inline void PrintTo(Format format, std::ostream* out) { *out << name_of(format); }

}  // namespace karat

namespace karat::test {

inline constexpr std::array kIntegerFormats{Format::int4,  Format::uint4, Format::int8, Format::uint8,
                                            Format::int16, Format::int32, Format::b1};
/// All formats but the integers.
inline constexpr std::array kAllFormats{Format::fp64,     Format::fp32,     Format::tf32,  Format::fp16,
                                        Format::bf16,     Format::e5m2,     Format::e4m3,  Format::e4m3ieee,
                                        Format::e5m2fnuz, Format::e4m3fnuz, Format::e3m2,  Format::e2m3,
                                        Format::e2m1,     Format::ue8m0,    Format::ue4m3, Format::e3m4};
static_assert(kAllFormats.size() + kIntegerFormats.size() == kFormatCount);

[[nodiscard]] inline const reference::Format& counterpart(Format format) {
    return reference::format_named(name_of(format));
}
[[nodiscard]] inline bool is_small(Format format) { return info(format).bits <= 8; }

/// The exact value of a finite unpacked encoding.
[[nodiscard]] inline reference::Dyadic exact_value(const Unpacked& x, const FormatInfo& format) {
    const reference::Integer significand = x.significand;
    return {x.negative ? reference::Integer(-significand) : significand, x.exponent - format.fraction_bits};
}

/// The significant bits of the storage: all except the low bits of tf32 and the top bit of ue4m3.
[[nodiscard]] inline std::uint64_t meaning(std::uint64_t encoding, const FormatInfo& format) {
    const std::uint64_t low = encoding >> format.ignored_low_bits << format.ignored_low_bits;
    return low & (format.is_signed ? format.encoding_mask() : format.magnitude_mask());
}

/// Calls `visit` with every encoding of a format of at most 16 bits. For a wider format, calls it with the
/// limits of its ranges and `samples` random encodings.
template <class Visit>
void for_encodings(Format format, int samples, Visit visit) {
    const FormatInfo& f = info(format);
    if (f.bits <= 16) {
        for (std::uint64_t encoding = 0; encoding <= f.encoding_mask(); ++encoding) visit(encoding);
        return;
    }
    for (const std::uint64_t code :
         {std::uint64_t{0}, std::uint64_t{1}, f.fraction_mask(), f.fraction_mask() + 1, f.max_finite_code(),
          f.infinity_code(), f.infinity_code() + 1, f.magnitude_mask()}) {
        visit(code << f.ignored_low_bits);
        visit((code | f.sign_bit()) << f.ignored_low_bits);
    }
    std::mt19937_64 random(static_cast<std::uint64_t>(format) + 1);
    for (int i = 0; i < samples; ++i) visit(random() & f.encoding_mask());
}

/// Names each instance of a parameterised suite after its format.
struct FormatName {
    std::string operator()(const ::testing::TestParamInfo<Format>& parameter) const {
        return std::string(name_of(parameter.param));
    }
};

}  // namespace karat::test
