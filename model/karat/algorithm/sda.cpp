// SPDX-License-Identifier: Apache-2.0
// SDA(F): separated dot-add (TensorGauge). The products are fused among themselves; c is added by an ordinary addition.
#include "karat/algorithm/algorithms.hpp"
#include "karat/algorithm/exact_add.hpp"
#include "karat/algorithm/fused.hpp"
#include "karat/trace/trace.hpp"

namespace karat {

template <class Num, class Sink>
std::uint64_t sda(const Plan& plan, const Terms<Num>& in, Sink& sink) {
    using Significand = typename Num::Significand;
    const Spec& spec = plan.spec;
    sink.step("separated dot product", plan.operations == 1 ? -1 : in.operation);
    if (in.specials.any()) return special_result(in, sink);

    // 1. align the products to their own largest exponent
    const int e_dot = std::max(max_exponent(in.products), plan.floor);
    const int lsb = kept_lsb(spec.F, e_dot, in.products);
    sink.grid(e_dot, lsb);

    // 2. exact sum
    AlignedSum<Num> dot;
    for (std::size_t j = 0; j < in.products.size(); ++j) {
        dot.add(Role::product, k_of(plan, in.operation, static_cast<int>(j)), in.products[j], lsb, lsb, spec.align_rounding, sink);
    }
    const bool sticky = spec.sticky == Sticky::ored && dot.lost;
    sink.sum(dot.value, sticky);

    // 3. normalise: round to the format that the adder takes, unless it takes every bit
    std::array<Addend<Significand>, 2> pair{sum_addend<Num>(dot.value, e_dot, lsb), in.c};
    if (!spec.dot_exact) {
        const Format format = spec.dot_format_or_default();
        OutputRule rule = plan.out;
        rule.format = format;
        rule.rounding = spec.dot_rounding_or_default();
        rule.fraction = info(format).fraction_bits;
        rule.flush = false;
        const std::uint64_t rounded = round_to(rule, dot.value < 0, magnitude(dot.value), lsb, sticky);
        sink.result(format, rounded);
        pair[0] = c_addend<Significand>(unpack(rounded, info(format)), info(format), ZeroExponent::ignored);
    }

    // 4. one ordinary addition with c
    sink.step("addition of c", plan.operations == 1 ? -1 : in.operation);
    return add_exactly<Significand>(pair, std::array{AddendName{Role::dot_sum, 0}, AddendName{Role::c, 0}}, in.out, ZeroSum::ieee, sink);
}

KARAT_INSTANTIATE(sda);

}  // namespace karat
