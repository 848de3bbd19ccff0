// SPDX-License-Identifier: Apache-2.0
// Steps the fused algorithms share: the answer to specials, the grid, the aligned sum, the final rounding.
#pragma once
#include <algorithm>

#include "karat/algorithm/scratch.hpp"
#include "karat/algorithm/terms.hpp"
#include "karat/arithmetic/align.hpp"
#include "karat/arithmetic/round.hpp"
#include "karat/trace/sink.hpp"

namespace karat {

/// NaN, or the one kind of infinity there is. Only if `in.specials.any()`.
template <class Num, class Sink>
[[nodiscard]] std::uint64_t special_result(const Terms<Num>& in, Sink& sink) {
    const NumberClass verdict = in.specials.verdict();
    const std::uint64_t encoding =
        verdict == NumberClass::nan ? encode_nan(in.out.format, in.out.nan) : encode_infinity(in.out, in.specials.negative_infinity);
    sink.special(verdict);
    sink.result(in.out.format, encoding);
    return encoding;
}

/// Weight of the last bit that an alignment keeps: `e_max - F`, or for "exact" the last bit of any addend.
template <class Significand>
[[nodiscard]] int kept_lsb(Width width, int e_max, std::span<const Addend<Significand>> addends) {
    if (!width.is_exact()) return e_max - width.bits;
    int lowest = e_max;
    for (const auto& addend : addends) {
        if (addend.number_class == NumberClass::finite) lowest = std::min(lowest, addend.lsb());
    }
    return lowest;
}

/// The same for one addend.
template <class Significand>
[[nodiscard]] int kept_lsb(Width width, int e_max, const Addend<Significand>& addend) {
    return kept_lsb<Significand>(width, e_max, std::span(&addend, 1));
}

/// Exact sum of addends, each first rounded to a multiple of `2^lsb`, in units of `2^grid`.
template <class Num>
struct AlignedSum {
    typename Num::Accumulator value{};
    bool lost = false;  ///< some addend lost bits

    template <class Sink>
    void add(Role role, int index, const Addend<typename Num::Significand>& addend, int lsb, int grid, Rounding rounding, Sink& sink) {
        const typename Num::Accumulator aligned = align<Num>(addend, lsb, grid, rounding, lost);
        value += aligned;
        sink.addend(role, index, addend, lsb, aligned);
    }
};

/// k of the j-th product of an operation.
[[nodiscard]] inline int k_of(const Plan& plan, int operation, int j) {
    return pattern_index(plan.spec.chain_pattern, operation, j, plan.operations, plan.terms);
}

/// Sign of an exact-zero sum (knob `zero_sum`). IEEE 754 section 6.3, extended to many addends.
[[nodiscard]] constexpr bool zero_sum_negative(ZeroSum rule, Rounding rounding, bool all_zero, bool all_negative, bool all_positive) {
    if (rule == ZeroSum::positive) return false;
    if (all_zero && all_negative) return true;
    return rounding == Rounding::RD && !(all_zero && all_positive);
}
template <class Num>
[[nodiscard]] bool zero_sum_negative(const Plan& plan, const Terms<Num>& in) {
    if (plan.spec.zero_sum == ZeroSum::positive) return false;
    bool all_zero = in.c.number_class == NumberClass::zero;
    bool all_negative = in.c.negative;
    bool all_positive = !in.c.negative;
    for (const auto& product : in.products) {
        all_zero &= product.number_class == NumberClass::zero;
        all_negative &= product.negative;
        all_positive &= !product.negative;
    }
    return zero_sum_negative(plan.spec.zero_sum, in.out.rounding, all_zero, all_negative, all_positive);
}

/// The last step of fda, gfda, fdrda and gfdrda: normalise and round the fixed-point sum.
template <class Num, class Sink>
[[nodiscard]] std::uint64_t round_sum(const Plan& plan, const Terms<Num>& in, const typename Num::Accumulator& sum, int lsb, bool sticky,
                                      Sink& sink) {
    sink.sum(sum, sticky);
    const bool negative = sum == 0 ? zero_sum_negative(plan, in) : sum < 0;
    const std::uint64_t encoding = round_to(in.out, negative, magnitude(sum), lsb, sticky);
    sink.result(in.out.format, encoding);
    return encoding;
}

/// A fixed-point sum as an addend of the next alignment, with the exponent it is compared by.
template <class Num>
[[nodiscard]] Addend<typename Num::Significand> sum_addend(const typename Num::Accumulator& sum, int exponent, int lsb) {
    Addend<typename Num::Significand> out;
    out.significand = magnitude(sum);
    out.exponent = exponent;
    out.fraction = exponent - lsb;
    out.number_class = sum == 0 ? NumberClass::zero : NumberClass::finite;
    out.negative = sum < 0;
    return out;
}

/// Instantiates an algorithm for every size, silent and recording.
#define KARAT_INSTANTIATE(algorithm)                                                 \
    template std::uint64_t algorithm(const Plan&, const Terms<Narrow>&, NoSink&);    \
    template std::uint64_t algorithm(const Plan&, const Terms<Medium>&, NoSink&);    \
    template std::uint64_t algorithm(const Plan&, const Terms<Big>&, NoSink&);       \
    template std::uint64_t algorithm(const Plan&, const Terms<Narrow>&, TraceSink&); \
    template std::uint64_t algorithm(const Plan&, const Terms<Medium>&, TraceSink&); \
    template std::uint64_t algorithm(const Plan&, const Terms<Big>&, TraceSink&)

}  // namespace karat
