// SPDX-License-Identifier: Apache-2.0
// Normalises, rounds and encodes a result.
#include "karat/arithmetic/integers.hpp"
#include "karat_tb/rtl/lane/rtl_lane.hpp"

namespace karat::tb::lane {

void LaneWriter::round_to_integer(const Operation& op, const Total& total) {
    const FormatInfo& f = info(op.round->format);
    const Wire d = net_.wire("x" + text(static_cast<int>(current_)), f.bits);
    Parameters p{{"W", text(total.magnitude.width())}, {"OUT_W", text(f.bits)}};
    if (op.round->overflow == Overflow::saturate) p.push_back({"SATURATE", "1'b1"});
    net_.add({"karat_to_integer",
              "i_" + named("integer"),
              p,
              {{"sign_i", total.sign}, {"magnitude_i", total.magnitude}},
              {{"d_o", d}},
              {},
              4 + tree(total.magnitude.width()),
              false,
              -1});
    values_[op.result].encoding = net_.all(d);
}

void LaneWriter::round(const Operation& op, const SumLayout& sum, const Total& total) {
    const OutputRule& rule = *op.round;
    const FormatInfo& f = info(rule.format);
    const int width = total.magnitude.width();
    int unit = sum.unit();  // exponent of the unit for exponent field 0
    int least = sum.least - sum.base;
    int most = sum.most - sum.base;
    if (sum.form == SumForm::single) unit = sum.base - sum.groups[0].fb;
    if (sum.form == SumForm::pair) unit = sum.base - (width - 2);
    if (sum.form == SumForm::fixed) least = most = 0;
    const int adjust = width - 1 + unit - f.min_exponent();
    const int room = std::max(0, most + adjust);
    const int exp_bits = std::max(bits_for(room + 2), f.exponent_bits + 1);
    const int norm = std::max(width, rule.fraction + (rule.flush ? 4 : 3));
    const bool fixed = total.exponent.parts.empty();
    const Wire zero = net_.wire(named("is_zero"), 1);
    const Wire sig = net_.wire(named("norm"), norm);
    const Wire exponent = net_.wire(named("norm_exp"), exp_bits);
    const Wire below = net_.wire(named("below"), 1);
    net_.add({"karat_normalise",
              "i_" + named("norm"),
              {{"W", text(width)},
               {"NORM_W", text(norm)},
               {"EW", text(fixed ? 1 : total.exponent.width())},
               {"EXP_W", text(exp_bits)},
               {"ROOM_ADJUST", text(adjust)},
               {"ROOM_MIN", text(adjust + least)}},
              {{"magnitude_i", total.magnitude}, {"exp_i", fixed ? literal("1'b0") : total.exponent}},
              {{"zero_o", zero}, {"sig_o", sig}, {"exp_o", exponent}, {"sticky_o", below}},
              {},
              10 + 5 * tree(norm),
              false,
              -1});
    const Verdict special = specials(op, named("all"));
    const WireExpression negative_zero = zero_sign(op);
    WireExpression sticky = net_.all(below);
    if (!total.lost.parts.empty())
        sticky = net_.all(assign(named("sticky"), 1, "%0 | %1", {sticky, total.lost}, 1, true));
    const Wire d = net_.wire("x" + text(static_cast<int>(current_)), f.bits);
    net_.add({"karat_encode",
              "i_" + named("encode"),
              encode_parameters(rule, norm, exp_bits),
              {{"sign_i", total.sign},
               {"sig_i", net_.all(sig)},
               {"exp_i", net_.all(exponent)},
               {"sticky_i", sticky},
               {"zero_i", net_.all(zero)},
               {"zero_sign_i", negative_zero},
               {"nan_i", flag_or_0(special.nan)},
               {"inf_i", flag_or_0(special.inf)},
               {"inf_sign_i", flag_or_0(special.sign)},
               {"nan_code_i", nan_code(op, rule)}},
              {{"d_o", d}},
              {},
              8 + 2 * tree(rule.fraction + exp_bits),
              false,
              -1});
    values_[op.result].encoding = net_.all(d);
}

Parameters LaneWriter::encode_parameters(const OutputRule& rule, int norm, int exp_bits) {
    const FormatInfo& f = info(rule.format);
    const auto overflow = [&](bool negative) {
        return round_to(rule, negative, BigInt(1), f.max_exponent() + 2);
    };
    const int cut = f.fraction_bits - rule.fraction;
    Parameters p{{"EXPONENT_BITS", text(f.exponent_bits)},
                 {"FRACTION_BITS", text(f.fraction_bits)},
                 {"FRACTION", text(rule.fraction)},
                 {"ROUNDING", rounding_of(rule.rounding)},
                 {"NORM_W", text(norm)},
                 {"EXP_W", text(exp_bits)},
                 {"OVERFLOW_CODE", encoding(exp_bits + rule.fraction, (f.max_finite_code() >> cut) + 1)},
                 {"INF_POSITIVE", encoding(f.bits, encode_infinity(rule, false))},
                 {"INF_NEGATIVE", encoding(f.bits, encode_infinity(rule, true))},
                 {"OVERFLOW_POSITIVE", encoding(f.bits, overflow(false))},
                 {"OVERFLOW_NEGATIVE", encoding(f.bits, overflow(true))}};
    if (f.ignored_low_bits != 0) p.push_back({"LOW_BITS", text(f.ignored_low_bits)});
    if (f.specials == Specials::fnuz) p.push_back({"NEGATIVE_ZERO", "1'b0"});
    if (rule.flush) p.push_back({"FLUSH", "1'b1"});
    if (rule.flush && rule.flush_when == FlushWhen::before) p.push_back({"FLUSH_BEFORE", "1'b1"});
    if (rule.flush && rule.flush_when == FlushWhen::unbounded) p.push_back({"FLUSH_UNBOUNDED", "1'b1"});
    if (rule.flush && rule.flush_sign == FlushSign::positive) p.push_back({"POSITIVE_FLUSH", "1'b1"});
    if (rule.underflow_sign == UnderflowSign::positive) p.push_back({"POSITIVE_UNDERFLOW", "1'b1"});
    return p;
}

}  // namespace karat::tb::lane
