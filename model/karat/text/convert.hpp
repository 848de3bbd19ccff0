// SPDX-License-Identifier: Apache-2.0
// Conversion of numbers to a format, with one rule for numbers that the format cannot hold. The command line,
// matrix products, sweeps and the C ABI all convert with it.
//
// A format holds a number if rounding to nearest even gives a finite value: rounding alone is no misfit. It
// does not hold a number beyond its range, an infinity or a NaN that it has no encoding for, and, if it is an
// integer format, a number that is not an integer.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "karat/arithmetic/round.hpp"

namespace karat {

/// What a number becomes that the format cannot hold. `saturate`: the nearest value of the format, the
/// largest finite one for an infinity. `inf`: an infinity of its sign. `nan`: a NaN. It is refused if the
/// format lacks that value, and a NaN has no nearest value.
enum class Conversion : std::uint8_t { refuse, saturate, inf, nan };
template <>
struct EnumNames<Conversion> {
    static constexpr std::array<std::string_view, 4> names{"refuse", "saturate", "inf", "nan"};
};

/// Why a format cannot hold a number.
enum class Misfit : std::uint8_t { none, above, below, fraction, infinity, nan, zero };

struct Converted {
    std::uint64_t encoding = 0;  ///< meaningless if `refused`
    bool rounded = false;        ///< held, but not exactly
    Misfit misfit = Misfit::none;
    bool refused = false;
};

/// Completes the conversion of a number that was rounded to nearest even, saturating, with these flags.
[[nodiscard]] Converted judged(const FormatInfo& format, bool negative, std::uint64_t nearest,
                               const RoundFlags& flags, Conversion rule);
/// Converts a zero, an infinity or a NaN.
[[nodiscard]] Converted convert_special(NumberClass number_class, bool negative, Format format,
                                        Conversion rule);

/// Converts `(-1)^negative * magnitude * 2^lsb`, plus less than one unit of magnitude if `sticky` is set.
template <class Magnitude>
[[nodiscard]] Converted convert(bool negative, const Magnitude& magnitude, int lsb, bool sticky,
                                Format format, Conversion rule) {
    if (magnitude == 0) return convert_special(NumberClass::zero, negative, format, rule);
    OutputRule nearest = OutputRule::ieee(format, Rounding::RNE);
    nearest.overflow = Overflow::saturate;
    RoundFlags flags;
    const std::uint64_t encoding = round_to(nearest, negative, magnitude, lsb, sticky, flags);
    return judged(info(format), negative, encoding, flags, rule);
}
[[nodiscard]] Converted convert(double value, Format format, Conversion rule);
/// Converts user input: `0x...` is an encoding of the format, anything else a decimal or C99 hexadecimal
/// number, inf or nan. Throws OperandError if the text is none of these.
[[nodiscard]] Converted convert(std::string_view text, Format format, Conversion rule);

/// "1e6 is beyond fp16's 65504"; for a rule that the format does not allow, also why. `number` is the number
/// as the reader knows it. Precondition: `result.refused`.
[[nodiscard]] std::string refusal(const std::string& number, const Converted& result, Format format,
                                  Conversion rule);
/// The rules that convert such a number to the format, as "saturate, inf or nan"; "" if there are none.
[[nodiscard]] std::string rules_for(Misfit misfit, Format format);

/// How many numbers were converted, and what became of them. `converted` and `refused` count misfits.
struct ConversionCounts {
    /// The first misfit.
    struct First {
        std::size_t at = 0;        ///< its position
        std::string sentence;      ///< refusal(), or "1e6 is beyond fp16's 65504" if it was converted
        std::string alternatives;  ///< rules_for()
    };
    std::size_t values = 0, rounded = 0, converted = 0, refused = 0;
    std::optional<First> first{};

    /// Adds the counts of other numbers. The first misfit is that of the lower position.
    void add(const ConversionCounts& other);
    /// "1e6 is beyond fp16's 65504; 2 of 16 values do not fit": the first misfit and the number of misfits.
    /// Precondition: there is a misfit.
    [[nodiscard]] std::string misfits() const;
};

/// Converts numbers to one format and counts. Numbers that are refused are only counted, so that all of them
/// are seen: the caller looks at `counts().refused` at the end.
class Converter {
   public:
    Converter(Format format, Conversion rule) : format_(format), rule_(rule) {}

    /// `at`: the position of the number, for the counts.
    std::uint64_t operator()(double value, std::size_t at);
    /// Counts a number that was converted to the same format by the same rule. `number`: as the reader knows
    /// it.
    std::uint64_t count(const Converted& result, const std::string& number, std::size_t at);

    [[nodiscard]] Format format() const { return format_; }
    [[nodiscard]] Conversion rule() const { return rule_; }
    [[nodiscard]] const ConversionCounts& counts() const { return counts_; }

   private:
    void note(const Converted& result, const std::string& number, std::size_t at);

    Format format_;
    Conversion rule_;
    ConversionCounts counts_;
};

}  // namespace karat
