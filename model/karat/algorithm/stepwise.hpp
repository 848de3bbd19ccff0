// SPDX-License-Identifier: Apache-2.0
// The rounded operations that gps, muladd and fma are sequences of. A running value is an encoding and its format.
#pragma once
#include "karat/algorithm/exact_add.hpp"

namespace karat {

struct Running {
    std::uint64_t encoding = 0;
    const FormatInfo* format = nullptr;
    Role role = Role::partial;
    int index = 0;
};

/// Rounding of every addition: `acc_format` by the output knobs.
[[nodiscard]] inline OutputRule accumulator_rule(const Plan& plan) {
    OutputRule rule = plan.out;
    rule.format = plan.spec.acc_format_or_default();
    if (rule.format != plan.out.format) rule.fraction = info(rule.format).fraction_bits;
    return rule;
}

[[nodiscard]] inline Running start_at_c(const Plan& plan, const Operands& in) {
    const FormatInfo& format = info(plan.spec.c);
    const Unpacked c = unpack(in.c, format);
    const bool zeroed = plan.spec.flush_c && c.number_class == NumberClass::finite &&
                        flushed(c, format, plan.spec.flush_below).number_class == NumberClass::zero;
    return {zeroed ? 0 : in.c, &format, Role::c, 0};
}

/// The exact product of element k.
[[nodiscard]] inline Addend<uint128> exact_product(const Plan& plan, const Operands& in, int k) {
    const Spec& spec = plan.spec;
    const auto i = static_cast<std::size_t>(k);
    const Unpacked a = load(in.a[i], *plan.a, *plan.mul_a, spec.flush_a, spec.flush_below);
    const Unpacked b = load(in.b[i], *plan.b, *plan.mul_b, spec.flush_b, spec.flush_below);
    return multiply<uint128>(a, b, plan.mul_a->fraction_bits + plan.mul_b->fraction_bits, ZeroExponent::ignored);
}

/// Product k rounded to `product_format`.
template <class Sink>
[[nodiscard]] Running rounded_product(const Plan& plan, const Operands& in, int k, Sink& sink) {
    const Spec& spec = plan.spec;
    OutputRule rule = plan.out;
    rule.format = spec.product_format_or_default();
    rule.rounding = spec.product_rounding;
    rule.fraction = info(rule.format).fraction_bits;
    rule.flush = spec.flush_products;
    std::array<Addend<uint128>, 1> product{exact_product(plan, in, k)};
    if (product[0].number_class == NumberClass::zero && spec.zero_product_sign == ProductZeroSign::positive) {
        product[0].negative = false;
    }
    sink.step("product", k);
    // a single -0 stays -0: the sign of a one-term zero "sum" is that of the term
    const bool negative_zero = product[0].number_class == NumberClass::zero && product[0].negative;
    const std::uint64_t encoding = add_exactly<uint128>(product, std::array{AddendName{Role::product, k}}, rule,
                                                        negative_zero ? ZeroSum::ieee : ZeroSum::positive, sink);
    return {encoding, &info(rule.format), Role::product, k};
}

[[nodiscard]] inline Addend<std::uint64_t> as_addend(const Running& value) {
    return c_addend<std::uint64_t>(unpack(value.encoding, *value.format), *value.format, ZeroExponent::ignored);
}

/// One rounded addition.
template <class Sink>
[[nodiscard]] Running add(const Running& x, const Running& y, const OutputRule& rule, const char* title, int index, Sink& sink) {
    sink.step(title, index);
    const std::array<Addend<std::uint64_t>, 2> pair{as_addend(x), as_addend(y)};
    const std::array names{AddendName{x.role, x.index}, AddendName{y.role, y.index}};
    return {add_exactly<std::uint64_t>(pair, names, rule, ZeroSum::ieee, sink), &info(rule.format), Role::partial, index};
}

/// The running sum in `acc_format`, written as d.
template <class Sink>
[[nodiscard]] std::uint64_t to_output(const Plan& plan, const Running& acc, Sink& sink) {
    if (acc.format->id == plan.out.format) return acc.encoding;
    sink.step("conversion to d", -1);
    const std::array<Addend<std::uint64_t>, 1> value{as_addend(acc)};
    return add_exactly<std::uint64_t>(value, std::array{AddendName{Role::partial, 0}}, plan.out,
                                      value[0].negative ? ZeroSum::ieee : ZeroSum::positive, sink);
}

}  // namespace karat
