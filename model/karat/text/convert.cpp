// SPDX-License-Identifier: Apache-2.0
#include "karat/text/convert.hpp"

#include <array>
#include <bit>
#include <charconv>

#include "karat/format/unpack.hpp"
#include "karat/text/text.hpp"

namespace karat {
namespace {

/// The finite value of the format that is farthest from zero on this side; 0 if it has no negative values.
std::uint64_t limit(const FormatInfo& f, bool negative) {
    if (negative && !f.is_signed) return encode_zero(f.id, false);
    return f.encoding(negative, f.max_finite_code(negative));
}

std::string limit_text(const FormatInfo& f, bool negative) { return to_value_text(limit(f, negative), f.id); }

/// What the rule makes of a misfit whose nearest value is `nearest`; nothing if the format lacks that.
std::optional<std::uint64_t> substitute(const FormatInfo& f, Misfit misfit, bool negative,
                                        std::uint64_t nearest, Conversion rule) {
    switch (rule) {
        case Conversion::refuse:
            return std::nullopt;
        case Conversion::saturate:
            if (misfit == Misfit::nan) return std::nullopt;
            return nearest;
        case Conversion::inf:
            if (misfit != Misfit::above && misfit != Misfit::below) return std::nullopt;
            if (!f.has_infinity()) return std::nullopt;
            return encode_infinity(OutputRule::ieee(f.id, Rounding::RNE), negative);
        case Conversion::nan:
            if (!f.has_nan()) return std::nullopt;
            return encode_nan(f.id, NanEncoding::riscv);
    }
    return std::nullopt;
}

Converted misfit_of(const FormatInfo& f, Misfit misfit, bool negative, std::uint64_t nearest,
                    Conversion rule) {
    const auto encoding = substitute(f, misfit, negative, nearest, rule);
    return {encoding.value_or(nearest), false, misfit, !encoding};
}

/// "1e6 is beyond fp16's 65504".
std::string misfit_text(const std::string& number, Misfit misfit, const FormatInfo& f) {
    const std::string name(f.name());
    if (f.is_integer() && misfit != Misfit::above && misfit != Misfit::below)
        return number + " is not an integer; " + name + " holds " + limit_text(f, true) + ".." +
               limit_text(f, false);
    switch (misfit) {
        case Misfit::above:
            return number + " is beyond " + name + "'s " + limit_text(f, false);
        case Misfit::below:
            return number + " is below " + name + "'s " + limit_text(f, true);
        case Misfit::infinity:
            return number + " is beyond " + name + "'s " + limit_text(f, number.starts_with('-')) +
                   ", which has no infinity";
        case Misfit::nan:
            return number + ": " + name + " has no NaN";
        case Misfit::zero:
            return number + ": " + name + " has no zero; its least value is " + to_value_text(0, f.id);
        case Misfit::fraction:
        case Misfit::none:
            break;
    }
    return number;
}

/// The shortest decimal that reads back as the same double.
std::string decimal(double value) {
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), error == std::errc() ? end : buffer.data()};
}

}  // namespace

Converted judged(const FormatInfo& format, bool negative, std::uint64_t nearest, const RoundFlags& flags,
                 Conversion rule) {
    if (negative && !format.is_signed && !format.is_integer())
        return misfit_of(format, Misfit::below, negative, limit(format, true), rule);
    if (flags.overflow)
        return misfit_of(format, negative ? Misfit::below : Misfit::above, negative, limit(format, negative),
                         rule);
    if (format.is_integer() && flags.inexact)
        return misfit_of(format, Misfit::fraction, negative, nearest, rule);
    return {nearest, flags.inexact, Misfit::none, false};
}

Converted convert_special(NumberClass number_class, bool negative, Format format, Conversion rule) {
    const FormatInfo& f = info(format);
    if (number_class == NumberClass::nan) {
        if (f.has_nan()) return {encode_nan(format, NanEncoding::riscv), false, Misfit::none, false};
        return misfit_of(f, Misfit::nan, false, 0, rule);
    }
    if (number_class == NumberClass::infinity) {
        if (f.has_infinity())
            return {encode_infinity(OutputRule::ieee(format, Rounding::RNE), negative), false, Misfit::none,
                    false};
        return misfit_of(f, Misfit::infinity, negative, limit(f, negative), rule);
    }
    if (!f.has_zero) return misfit_of(f, Misfit::zero, false, 0, rule);
    return {encode_zero(format, negative), false, Misfit::none, false};
}

Converted convert(double value, Format format, Conversion rule) {
    const FormatInfo& wide = info(Format::fp64);
    const Unpacked x = unpack(std::bit_cast<std::uint64_t>(value), wide);
    if (x.number_class != NumberClass::finite)
        return convert_special(x.number_class, x.negative, format, rule);
    return convert(x.negative, x.significand, x.exponent - wide.fraction_bits, false, format, rule);
}

std::string refusal(const std::string& number, const Converted& result, Format format, Conversion rule) {
    const FormatInfo& f = info(format);
    const std::string why = misfit_text(number, result.misfit, f);
    switch (rule) {
        case Conversion::saturate:
            return why + ", and a NaN has no nearest value";
        case Conversion::inf:
            if (result.misfit != Misfit::above && result.misfit != Misfit::below) return why;
            return why + ", and inf has no encoding there";
        case Conversion::nan:
            return why + (result.misfit == Misfit::nan ? "" : ", and nan has no encoding there");
        case Conversion::refuse:
            break;
    }
    return why;
}

std::string rules_for(Misfit misfit, Format format) {
    std::string out;
    std::string last;
    for (const Conversion rule : {Conversion::saturate, Conversion::inf, Conversion::nan}) {
        if (!substitute(info(format), misfit, false, 0, rule)) continue;
        if (!last.empty()) out += (out.empty() ? "" : ", ") + last;
        last = name_of(rule);
    }
    return out.empty() ? last : out + " or " + last;
}

void ConversionCounts::add(const ConversionCounts& other) {
    values += other.values;
    rounded += other.rounded;
    converted += other.converted;
    refused += other.refused;
    if (other.first && (!first || other.first->at < first->at)) first = other.first;
}

std::string ConversionCounts::misfits() const {
    const std::size_t misfits = converted + refused;
    return first->sentence + "; " + std::to_string(misfits) + " of " + std::to_string(values) +
           (values == 1 ? " value" : " values") + (misfits == 1 ? " does" : " do") + " not fit";
}

std::uint64_t Converter::operator()(double value, std::size_t at) {
    const Converted result = convert(value, format_, rule_);
    ++counts_.values;
    counts_.rounded += result.rounded ? 1 : 0;
    if (result.misfit != Misfit::none) note(result, counts_.first ? std::string() : decimal(value), at);
    return result.encoding;
}

std::uint64_t Converter::count(const Converted& result, const std::string& number, std::size_t at) {
    ++counts_.values;
    counts_.rounded += result.rounded ? 1 : 0;
    if (result.misfit != Misfit::none) note(result, number, at);
    return result.encoding;
}

void Converter::note(const Converted& result, const std::string& number, std::size_t at) {
    ++(result.refused ? counts_.refused : counts_.converted);
    if (counts_.first) return;
    counts_.first = {at,
                     result.refused ? refusal(number, result, format_, rule_)
                                    : misfit_text(number, result.misfit, info(format_)),
                     rules_for(result.misfit, format_)};
}

}  // namespace karat
