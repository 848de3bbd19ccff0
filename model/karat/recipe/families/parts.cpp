// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/families/parts.hpp"

namespace karat::families {

Expression product() { return {ExpressionKind::product, {}, {}}; }
Expression operand_c() { return {ExpressionKind::c, {}, {}}; }
Expression acc() { return {ExpressionKind::acc, {}, {}}; }
Expression zero() { return {ExpressionKind::zero, {}, {}}; }
Expression of(Sum sum) { return {ExpressionKind::sum, Child<Sum>(std::move(sum)), {}}; }

Term aligned(Expression x, Width F, Rounding rounding) {
    Term out;
    out.of = std::move(x);
    out.F = F;
    out.rounding = F.is_exact() ? Rounding::RZ : rounding;
    return out;
}

Term exactly(Expression x) { return aligned(std::move(x), Width::exact(), Rounding::RZ); }

Term each(int parts, Pattern pattern, Term term) {
    term.select.parts = parts;
    term.select.pattern = parts == 1 ? Pattern::contiguous : pattern;
    return term;
}

ZeroPart zero_part(ZeroExponent rule) {
    switch (rule) {
        case ZeroExponent::minus126:
            return ZeroPart::minus126;
        case ZeroExponent::format_min:
            return ZeroPart::format_min;
        case ZeroExponent::ignored:
            break;
    }
    return ZeroPart::ignored;
}

bool flushes_acc(const Spec& spec, const Expression& start) {
    return spec.flush_c && start.kind == ExpressionKind::acc;
}

SpecialsOf specials_of(const Spec& spec) {
    return spec.product_overflow == ProductOverflow::inf ? SpecialsOf::operands : SpecialsOf::addends;
}

OutputRule rounded_to(const Spec& spec, Format format, Rounding rounding) {
    OutputRule out;
    out.format = format;
    out.rounding = rounding;
    out.fraction = info(format).fraction_bits;
    out.overflow = spec.overflow;
    out.nan = spec.nan;
    out.underflow_sign = spec.underflow_sign;
    out.flush = spec.flush_output;
    if (out.flush) out.flush_when = spec.flush_output_when;
    return out;
}

OutputRule output(const Spec& spec) {
    OutputRule out = rounded_to(spec, spec.d, spec.output_rounding_or_default());
    out.fraction = spec.output_fraction_or_default();
    return out;
}

OutputRule link(const Spec& spec) {
    OutputRule out = rounded_to(spec, spec.chain_format_or_default(), spec.chain_rounding_or_default());
    out.fraction = spec.chain_fraction_or_default();
    return out;
}

Sum addition(std::vector<Expression> addends, const OutputRule& rule, std::string label) {
    Sum out;
    for (Expression& x : addends) out.terms.push_back(exactly(std::move(x)));
    out.zero_sum = ZeroSum::ieee;
    out.round = rule;
    out.label = {std::move(label)};
    return out;
}

Expression chained(const Spec& spec, Sum (*operation)(const Spec& spec, const Expression& start)) {
    const bool late = spec.c_place_or_default() == CPlace::late;
    if (spec.operations() == 1 && !late) {
        Sum only = operation(spec, operand_c());
        only.round = output(spec);
        return of(std::move(only));
    }
    Chain chain;
    chain.slices.parts = spec.operations();
    chain.slices.pattern = spec.operations() == 1 ? Pattern::contiguous : spec.chain_pattern;
    chain.start = late ? zero() : operand_c();
    Sum step = operation(spec, acc());
    step.round = link(spec);
    chain.step = Child<Sum>(std::move(step));
    if (!late && link(spec) != output(spec)) chain.last = output(spec);
    Expression all{ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
    if (!late) return all;
    OutputRule rule = output(spec);
    rule.underflow_sign = UnderflowSign::keep;  // an ordinary addition
    Sum end = addition({std::move(all), operand_c()}, rule, "late addition of c");
    return of(std::move(end));
}

OutputRule accumulator(const Spec& spec) {
    OutputRule out = output(spec);
    out.format = spec.acc_format_or_default();
    if (out.format != spec.d) out.fraction = info(out.format).fraction_bits;
    return out;
}

Expression converted_to_d(const Spec& spec, Expression running) {
    if (spec.acc_format_or_default() == spec.d) return running;
    return of(addition({std::move(running)}, output(spec), "conversion to d"));
}

OperandRules operand_rules(Format input, Format output, int k) {
    OperandRules out;
    out.a = out.b = input;
    out.c = out.d = output;
    out.k = k;
    return out;
}

OutputRule rdna_rounding(Format format, Rounding rounding) {
    OutputRule out;
    out.format = format;
    out.rounding = rounding;
    out.fraction = info(format).fraction_bits;
    out.nan = NanEncoding::amd_rdna;
    out.underflow_sign = UnderflowSign::positive;
    return out;
}

OutputRule to_odd() {
    OutputRule out;
    out.format = Format::fp32;
    out.rounding = Rounding::RO;
    out.fraction = info(Format::fp32).fraction_bits;
    out.nan = NanEncoding::riscv;
    return out;
}

Sum upper_half(Sum step) {
    Sum out;
    out.label = {"upper half"};
    OutputRule rule = *step.round;
    rule.format = Format::bf16;
    rule.rounding = Rounding::RZ;
    rule.fraction = info(Format::bf16).fraction_bits;
    rule.flush = false;
    // truncation keeps the sign (assumed: no recorded result shows it)
    rule.underflow_sign = UnderflowSign::keep;
    out.terms = {exactly(of(std::move(step)))};
    out.round = rule;
    // NaNs are generated as bf16, not truncated from fp32
    out.specials = SpecialsOf::operands;
    return out;
}

Sum rounded_product(const Spec& spec) {
    OutputRule rule = rounded_to(spec, spec.product_format_or_default(), spec.product_rounding);
    rule.flush = spec.flush_products;
    rule.flush_when = FlushWhen::encoded;
    return addition({product()}, rule, "product");
}

}  // namespace karat::families
