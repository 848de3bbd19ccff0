// SPDX-License-Identifier: Apache-2.0
// The encoding of a NaN result, if it depends on the cause of the NaN (evaluate/nan_by_cause.hpp).
#include <boost/range/adaptor/reversed.hpp>

#include "karat_tb/rtl/lane/rtl_lane.hpp"

namespace karat::tb::lane {
namespace {

[[noreturn]] void refuse(const Operation& op, const OutputRule& rule, const std::string& sentence) {
    throw Error("the RTL cannot be built: " + op.path + ".round.nan: " + std::string(name_of(rule.nan)) +
                " " + sentence);
}

}  // namespace

void LaneWriter::note_source(Slot slot, std::vector<Slot>& out) const {
    if (program_.is_product(slot) || program_.is_number(slot)) {
        out.push_back(slot);
    } else {
        note_addends(program_.operation_of(slot), out);
    }
}

void LaneWriter::note_addends(const Operation& op, std::vector<Slot>& out) const {
    for (const AddendGroup& group : program_.groups(op)) {
        for (const Slot slot : program_.addends(group)) note_source(slot, out);
    }
}

std::vector<Slot> LaneWriter::nan_sources(const Operation& op) const {
    std::vector<Slot> out;
    if (op.sum->specials == SpecialsOf::addends) {
        note_addends(op, out);
    } else {
        for (const Slot slot : program_.operand_slots(op)) note_source(slot, out);
    }
    return out;
}

WireExpression LaneWriter::quieted(Format to, Format from, const WireExpression& sign, Wire wire,
                                   int fraction_at) {
    const FormatInfo& t = info(to);
    const FormatInfo& f = info(from);
    const int kept = std::min(f.fraction_bits, t.fraction_bits) - 1;
    const int zeros = t.fraction_bits - 1 - kept + t.ignored_low_bits;
    const std::string ones = encoding(t.exponent_bits + 1, (2ULL << t.exponent_bits) - 1);
    const bool carries = kept > 0;
    const WireExpression payload{{{wire, fraction_at + f.fraction_bits - 1 - kept, std::max(kept, 1)}}, {}};
    const std::string pad = zeros > 0 ? ", " + constant(zeros, 0) : "";
    const std::string name = named("quiet_" + text(serial_++));
    // early, so that a pipeline register holds the NaN and not the whole wire, whose other bits are unused
    // there
    std::vector<WireExpression> inputs{sign};
    if (carries) inputs.push_back(payload);
    const std::string text = "{%0, " + ones + (carries ? ", %1" : "") + pad + "}";
    return net_.all(assign(name, t.bits, text, inputs, 0, true));
}

WireExpression LaneWriter::quieted_operand(const FactorLayout& factor, Wire word, Format to) {
    const WireExpression sign{{{word, factor.word() - 4, 1}}, {}};
    return quieted(to, factor.operand.format, sign, word, 0);
}

WireExpression LaneWriter::quieted_number(Slot slot, Format to) {
    const FormatInfo& f = info(program_.format_of(slot));
    const WirePart& whole = values_[slot].encoding.parts.at(0);
    const WireExpression sign{{{whole.wire, f.bits - 1, 1}}, {}};
    return quieted(to, program_.format_of(slot), sign, whole.wire, f.ignored_low_bits);
}

WireExpression LaneWriter::nan_code(const Operation& op, const OutputRule& rule) {
    const Format to = rule.format;
    WireExpression standard = literal(encoding(info(to).bits, encode_nan(to, rule.nan)));
    if (!depends_on_cause(rule.nan) || info(to).specials != Specials::ieee) return standard;
    if (rules_.scale) refuse(op, rule, "is not supported together with scale factors");
    if (layout_.a().operand.convert || layout_.b().operand.convert ||
        layout_.read(program_.c_slot(), false).convert)
        refuse(op, rule, "is not supported together with converted operands");
    const std::vector<Slot> sources = nan_sources(op);
    if (rule.nan == NanEncoding::amd_rdna) return rdna_nan(rule, sources, standard);
    // the last one chosen comes first
    if (rule.nan == NanEncoding::x86)
        return operand_nan(rule, sources, {true, true}, first_number_nan(rule, sources, standard));
    const WireExpression of_a = operand_nan(rule, sources, {true, false}, standard);
    return operand_nan(rule, sources, {false, true}, first_number_nan(rule, sources, of_a));
}

WireExpression LaneWriter::chosen(const WireExpression& condition, const WireExpression& then,
                                  const WireExpression& otherwise) {
    const int bits = info(current().round->format).bits;
    return net_.all(
        assign(named("nan_code_" + text(serial_++)), bits, "%0 ? %1 : %2", {condition, then, otherwise}));
}

WireExpression LaneWriter::first_number_nan(const OutputRule& rule, const std::vector<Slot>& sources,
                                            WireExpression otherwise) {
    for (const Slot slot : boost::adaptors::reverse(sources)) {
        if (program_.is_product(slot) || values_[slot].nan.parts.empty()) continue;
        if (values_[slot].encoding.parts.empty()) continue;  // the +0 that starts a chain
        otherwise = chosen(values_[slot].nan, quieted_number(slot, rule.format), otherwise);
    }
    return otherwise;
}

WireExpression LaneWriter::rdna_nan(const OutputRule& rule, const std::vector<Slot>& sources,
                                    const WireExpression& standard) {
    std::vector<Slot> products;
    WireExpression operand_nans;
    for (const Slot slot : sources) {
        if (!program_.is_product(slot)) continue;
        products.push_back(slot);
        operand_nans.parts.push_back({a_[slot], layout_.a().word() - 1, 1});
        operand_nans.parts.push_back({b_[slot], layout_.b().word() - 1, 1});
    }
    WireExpression out = first_number_nan(rule, sources, standard);
    const Verdict invalid = verdict(products, true, named("products"));
    if (invalid.any()) out = chosen(invalid.nan, standard, out);
    if (operand_nans.parts.empty()) return out;
    const WireExpression any =
        net_.all(assign(named("operand_nan"), 1, "|%0", {operand_nans}, tree(operand_nans.width()), true));
    const std::uint64_t code = rdna_operand_nan(rule.format);
    return chosen(any, literal(encoding(info(rule.format).bits, code)), out);
}

WireExpression LaneWriter::operand_nan(const OutputRule& rule, const std::vector<Slot>& sources, Factors of,
                                       WireExpression otherwise) {
    for (const Slot slot : boost::adaptors::reverse(sources)) {
        if (!program_.is_product(slot)) continue;
        const auto choose = [&](const FactorLayout& factor, Wire word) {
            if (!info(factor.operand.format).has_nan()) return;
            const WireExpression nan{{{word, factor.word() - 1, 1}}, {}};
            otherwise = chosen(nan, quieted_operand(factor, word, rule.format), otherwise);
        };
        if (of.b) choose(layout_.b(), b_[slot]);
        if (of.a) choose(layout_.a(), a_[slot]);
    }
    return otherwise;
}

}  // namespace karat::tb::lane
