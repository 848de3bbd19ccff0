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

/// The first NaN of a_k and b_k, if there is one.
std::optional<OperandNan> operand_nan(const Program& program, const Operands& in, Slot k) {
    const OperandRules& rules = program.operands();
    for (const auto& [format, encoding] : {OperandNan{rules.a, in.a[k]}, OperandNan{rules.b, in.b[k]}}) {
        if (unpack(encoding, info(format)).number_class == NumberClass::nan)
            return OperandNan{format, encoding};
    }
    return std::nullopt;
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
        if (x.number_class == NumberClass::nan && operand_nan(program, in, x.slot))
            return rdna_operand_nan(rule.format);
        products.note(x.number_class, x.negative);
    }
    const bool invalid = products.any() && products.verdict() == NumberClass::nan;
    if (invalid || number == nullptr) return encode_nan(rule.format, rule.nan);
    return quieted_number(program, rule, *number);
}

std::uint64_t of_x86(const Program& program, const Operands& in, const OutputRule& rule,
                     std::span<const NanSource> sources) {
    for (const NanSource& x : sources) {
        if (!program.is_product(x.slot) || x.number_class != NumberClass::nan) continue;
        if (const auto nan = operand_nan(program, in, x.slot)) {
            const FormatInfo& f = info(nan->format);
            return quieted(rule.format, nan->format, unpack(nan->encoding, f).negative,
                           nan_payload(nan->encoding, f));
        }
    }
    for (const NanSource& x : sources) {
        if (program.is_product(x.slot) || x.number_class != NumberClass::nan) continue;
        return quieted_number(program, rule, x);
    }
    return encode_nan(rule.format, rule.nan);
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
    return rule.nan == NanEncoding::amd_rdna ? of_rdna(program, in, rule, sources)
                                             : of_x86(program, in, rule, sources);
}

}  // namespace karat
