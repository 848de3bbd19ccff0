// SPDX-License-Identifier: Apache-2.0
#include "karat/evaluate/nan_by_cause.hpp"

#include "karat/evaluate/products.hpp"

namespace karat {
namespace {

/// A quiet NaN of format `to`, with the sign and payload of a NaN of format `from`. Payload bits that do not
/// fit are dropped.
std::uint64_t quieted(Format to, Format from, bool negative, std::uint64_t payload) {
    const FormatInfo& t = info(to);
    const int shift = t.fraction_bits - info(from).fraction_bits;
    const std::uint64_t moved = shift >= 0 ? payload << shift : payload >> -shift;
    const std::uint64_t quiet = std::uint64_t{1} << (t.fraction_bits - 1);
    const std::uint64_t code = t.infinity_code() | quiet | (moved & t.fraction_mask());
    return ((negative ? t.sign_bit() : 0) | code) << t.ignored_low_bits;
}

struct OperandNan {
    Format format;
    std::uint64_t encoding;
};

bool is_nan(const OperandNan& x) {
    return unpack(x.encoding, info(x.format)).number_class == NumberClass::nan;
}
OperandNan a_of(const Program& program, const Operands& in, Slot k) {
    return {program.operands().a, in.a[k]};
}
OperandNan b_of(const Program& program, const Operands& in, Slot k) {
    return {program.operands().b, in.b[k]};
}

/// The NaN of a number, quieted. c has the payload of the format it is stored in, also if it is converted.
std::uint64_t quieted_number(const Program& program, const OutputRule& rule, const NanSource& x) {
    const bool is_c = x.slot == program.c_slot();
    return quieted(rule.format, is_c ? program.operands().c : program.format_of(x.slot), x.negative,
                   x.payload);
}

std::uint64_t of_rdna(const Program& program, const Operands& in, const OutputRule& rule,
                      std::span<const NanSource> sources) {
    SpecialsSeen products;
    const NanSource* number = nullptr;
    for (const NanSource& x : sources) {
        if (!program.is_product(x.slot)) {
            if (number == nullptr && x.number_class == NumberClass::nan) number = &x;
            continue;
        }
        if (is_nan(a_of(program, in, x.slot)) || is_nan(b_of(program, in, x.slot)))
            return rdna_operand_nan(rule.format);
        products.note(x.number_class, x.negative);
    }
    const bool invalid = products.any() && products.verdict() == NumberClass::nan;
    if (invalid || number == nullptr) return encode_nan(rule.format, rule.nan);
    return quieted_number(program, rule, *number);
}

/// The NaN that is passed on, quieted: that of the sources.
class PassedOn {
   public:
    PassedOn(const Program& program, const Operands& in, const OutputRule& rule,
             std::span<const NanSource> sources)
        : program_(program), in_(in), rule_(rule), sources_(sources) {}

    using Code = std::optional<std::uint64_t>;
    /// The first NaN of each product's operands, in this order.
    [[nodiscard]] Code of_operands(std::initializer_list<decltype(&a_of)> operands) const {
        for (const NanSource& x : sources_) {
            if (!program_.is_product(x.slot) || x.number_class != NumberClass::nan) continue;
            for (const auto operand_of : operands) {
                const OperandNan operand = operand_of(program_, in_, x.slot);
                if (!is_nan(operand)) continue;
                const FormatInfo& f = info(operand.format);
                return quieted(rule_.format, operand.format, unpack(operand.encoding, f).negative,
                               nan_payload(operand.encoding, f));
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] Code of_numbers() const {
        for (const NanSource& x : sources_) {
            if (program_.is_product(x.slot) || x.number_class != NumberClass::nan) continue;
            return quieted_number(program_, rule_, x);
        }
        return std::nullopt;
    }

   private:
    const Program& program_;
    const Operands& in_;
    const OutputRule& rule_;
    std::span<const NanSource> sources_;
};

std::optional<std::uint64_t> passed_on(const PassedOn& nans, NanEncoding rule) {
    if (rule == NanEncoding::x86) {
        const auto found = nans.of_operands({a_of, b_of});
        return found ? found : nans.of_numbers();
    }
    if (const auto found = nans.of_operands({b_of})) return found;
    if (const auto found = nans.of_numbers()) return found;
    return nans.of_operands({a_of});
}

}  // namespace

std::uint64_t rdna_operand_nan(Format format) {
    switch (format) {
        case Format::fp32:
            return 0xFFC00A3D;
        case Format::fp16:
            return 0xFE3D;
        case Format::bf16:
            return 0xFFFD;
        default:
            return encode_nan(format, NanEncoding::amd_rdna);
    }
}

std::uint64_t encode_nan_of(const Program& program, const Operands& in, const OutputRule& rule,
                            std::span<const NanSource> sources) {
    if (info(rule.format).specials != Specials::ieee) return encode_nan(rule.format, rule.nan);
    if (rule.nan == NanEncoding::amd_rdna) return of_rdna(program, in, rule, sources);
    const auto found = passed_on(PassedOn(program, in, rule, sources), rule.nan);
    return found ? *found : encode_nan(rule.format, rule.nan);
}

}  // namespace karat
