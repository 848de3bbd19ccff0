// SPDX-License-Identifier: Apache-2.0
// Wrong shifts of addends.
#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "karat_tb/faults/instances.hpp"

namespace karat::tb {
namespace {

void shift_saturates(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact || sum.addends < 2) continue;
        Hooks hooks;
        hooks.placement = [](const AddendSite& site, Value& x, Placement& to) {
            const int integer_bits = site.is_product ? 2 : 1;
            const int kept = to.e_max - to.lsb + integer_bits;
            if (to.e_max - x.exponent >= kept - 1) to.dropped = true;
        };
        out.add(sum, "", "the shift amount saturates one place too early: the last remaining bit is lost",
                std::move(hooks));
    }
}

void shift_wraps(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact || sum.addends < 2) continue;
        for (const int bits : {5, 6, 7}) {
            Hooks hooks;
            hooks.placement = [bits](const AddendSite& /*site*/, Value& x, Placement& to) {
                const int distance = to.e_max - x.exponent;
                if (x.significand == 0 || distance < 0) return;
                x.exponent += distance - distance % (1 << bits);
            };
            const std::string text = std::to_string(bits);
            out.add(sum, "bits=" + text, "only the last " + text + " bits of a shift amount are used",
                    std::move(hooks));
        }
    }
}

void shift_limited(Instances& out) {
    constexpr int least = 8;
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact || sum.addends < 2) continue;
        for (const int places : out.positions(least, sum.bits)) {
            Hooks hooks;
            hooks.placement = [places](const AddendSite& /*site*/, Value& x, Placement& to) {
                const int distance = to.e_max - x.exponent;
                if (x.significand != 0 && distance > places) x.exponent += distance - places;
            };
            const std::string text = std::to_string(places);
            out.add(sum, "places=" + text, "an addend is shifted right by " + text + " places at most",
                    std::move(hooks));
        }
    }
}

void shift_one_more(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact || sum.addends < 2) continue;
        for (const bool products : {true, false}) {
            if (products ? !sum.has_products : !sum.has_number) continue;
            Hooks hooks;
            hooks.placement = [products](const AddendSite& site, Value& x, Placement& to) {
                const bool mine = products ? site.is_product : site.is_number;
                if (mine && x.exponent < to.e_max) --x.exponent;
            };
            const std::string name = products ? "a product" : "c (or a running sum)";
            out.add(sum, products ? "product" : "c", name + " that is shifted is shifted one place too far",
                    std::move(hooks));
        }
    }
}

void ones_complement(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact || sum.op->sum->frame == SignFrame::c_sign) continue;
        Hooks hooks;
        hooks.aligned = [](const AddendSite& /*site*/, const Value& x, const Placement& to, BigInt& aligned) {
            if (x.negative) aligned -= BigInt(1) << static_cast<unsigned>(to.lsb - to.grid);
        };
        out.add(sum, "", "a negative addend is inverted, but the 1 of the two's complement is not added",
                std::move(hooks));
    }
}

/// Shortens a significand to `bits` bits, by truncation or to nearest, ties to even.
void shorten(Value& x, int bits, bool nearest) {
    const int drop = bit_length(x.significand) - bits;
    if (drop <= 0) return;
    const Shifted<BigInt> shifted = shift_right(x.significand, drop);
    x.significand = shifted.kept;
    if (nearest &&
        rounds_away(Rounding::RNE, x.negative, bit_at(shifted.kept, 0), shifted.half, shifted.rest))
        x.significand += 1;
    x.significand <<= static_cast<unsigned>(drop);
}

void addend_reduced(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds()) continue;
        const int bits = sum.round->fraction + 1;
        for (const bool nearest : {false, true}) {
            Hooks hooks;
            hooks.placement = [bits, nearest](const AddendSite& /*site*/, Value& x, Placement& /*to*/) {
                if (x.number_class == NumberClass::finite) shorten(x, bits, nearest);
            };
            const std::string how = nearest ? "rounded to nearest" : "truncated";
            out.add(sum, nearest ? "nearest" : "truncated",
                    "every addend is " + how + " to the precision of the result before the sum",
                    std::move(hooks));
        }
    }
}

/// An exact sum of two numbers that keeps only a window below the leading bit of the larger one.
void window_without_sticky(Instances& out) {
    const OperandRules& rules = out.rules();
    for (const SumFacts& sum : out.sums()) {
        if (!sum.exact || sum.addends != 2 || !sum.rounds()) continue;
        const int product = info(rules.a).fraction_bits + info(rules.b).fraction_bits + 2;
        const int number = info(rules.c).fraction_bits + 1;
        const int window = std::max(std::max(product, number) + 1, sum.round->fraction + 3);
        for (const int bits : std::set<int>{sum.round->fraction + 2, sum.round->fraction + 3, window}) {
            Hooks hooks;
            hooks.total = [bits](const Aligned& aligned, BigInt& total) {
                int top = 0;
                for (const BigInt& x : aligned.values) top = std::max(top, bit_length(magnitude(x)));
                if (top <= bits) return;
                total = 0;
                for (const BigInt& x : aligned.values) {
                    const auto below = static_cast<unsigned>(top - bits);
                    const BigInt kept = (magnitude(x) >> below) << below;
                    total += x < 0 ? BigInt(-kept) : kept;
                }
            };
            const std::string text = std::to_string(bits);
            out.add(
                sum, "bits=" + text,
                "bits more than " + text + " places below the larger addend are lost without a sticky bit",
                std::move(hooks));
        }
    }
}

/// The significand of a subnormal addend is normalised, but its exponent stays.
void normalised_without_exponent(Instances& out) {
    const OperandRules& rules = out.rules();
    for (const SumFacts& sum : out.sums()) {
        if (!sum.exact || sum.addends != 2 || out.rules().are_integers()) continue;
        for (const bool product : {true, false}) {
            if (product ? !sum.has_products : !sum.has_number) continue;
            const int bits = product ? info(rules.a).fraction_bits + info(rules.b).fraction_bits + 2
                                     : info(rules.c).fraction_bits + 1;
            Hooks hooks;
            hooks.addend = [product, bits](const AddendSite& site, Value& x) {
                const int up = bits - bit_length(x.significand);
                if (x.number_class != NumberClass::finite || up <= 0) return;
                if (product ? site.is_product : site.is_number) x.significand <<= static_cast<unsigned>(up);
            };
            const std::string name = product ? "a product" : "c (or a running sum)";
            out.add(sum, product ? "product" : "c",
                    "the significand of " + name + " is normalised, but its exponent is not adjusted",
                    std::move(hooks));
        }
    }
}

constexpr auto kAlignmentFaults = std::to_array<FaultKind>({
    {"shift_saturates", "the shift amount saturates one place too early: the last remaining bit is lost",
     shift_saturates},
    {"shift_wraps", "only the last bits of a shift amount are used", shift_wraps},
    {"shift_limited", "an addend is shifted right by a few places at most", shift_limited},
    {"shift_one_more", "a product or c that is shifted is shifted one place too far", shift_one_more},
    {"ones_complement", "a negative addend is inverted, but the 1 of the two's complement is not added",
     ones_complement},
    {"addend_reduced", "every addend is shortened to the precision of the result before the sum",
     addend_reduced},
    {"window_without_sticky", "bits far below the larger of two addends are lost without a sticky bit",
     window_without_sticky},
    {"normalised_without_exponent",
     "the significand of an addend is normalised, but its exponent is not "
     "adjusted",
     normalised_without_exponent},
});

}  // namespace

std::span<const FaultKind> alignment_faults() { return kAlignmentFaults; }

}  // namespace karat::tb
