// SPDX-License-Identifier: Apache-2.0
// Widths and carries of sums, and what their sticky and sign bits collect.
#include <algorithm>
#include <array>
#include <string>

#include "karat_tb/faults/instances.hpp"

namespace karat::tb {
namespace {

BigInt power(int n) { return BigInt(1) << static_cast<unsigned>(n); }

/// x modulo 2^n, from 0 to 2^n - 1.
BigInt modulo(const BigInt& x, int n) {
    const BigInt rest = x % power(n);
    return rest < 0 ? BigInt(rest + power(n)) : rest;
}
/// The last n bits of x in two's complement.
BigInt wrapped(const BigInt& x, int n) { return modulo(x + power(n - 1), n) - power(n - 1); }

std::string carry_text(int bit) {
    return "the carry from bit " + std::to_string(bit - 1) + " to bit " + std::to_string(bit);
}

/// The two rows that a tree of carry-save adders leaves: again and again three rows become a sum and a carry.
/// The products come before c. The carry into `bit` is lost; bit 0 has none.
std::vector<BigInt> carry_save(const Aligned& aligned, int bit, int width) {
    std::vector<BigInt> rows;
    for (const bool products : {true, false}) {
        for (std::size_t i = 0; i < aligned.values.size(); ++i) {
            if (aligned.sites[i].is_product == products) rows.push_back(modulo(aligned.values[i], width));
        }
    }
    while (rows.size() > 2) {
        std::vector<BigInt> next;
        std::size_t i = 0;
        for (; i + 3 <= rows.size(); i += 3) {
            const BigInt &x = rows[i], &y = rows[i + 1], &z = rows[i + 2];
            BigInt carry = modulo(((x & y) | (z & (x | y))) << 1, width);
            if (bit_at(carry, bit)) carry -= power(bit);
            next.push_back(x ^ y ^ z);
            next.push_back(std::move(carry));
        }
        for (; i < rows.size(); ++i) next.push_back(rows[i]);
        rows = std::move(next);
    }
    return rows;
}

void carry_cut_tree(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact || sum.addends < 3) continue;
        for (const int bit : out.positions(1, sum.bits)) {
            Hooks hooks;
            hooks.total = [bit, width = sum.bits + 2](const Aligned& aligned, BigInt& total) {
                total = 0;
                for (const BigInt& row : carry_save(aligned, bit, width)) total += row;
                total = wrapped(total, width);
            };
            out.add(sum, "bit=" + std::to_string(bit), "the adder tree loses " + carry_text(bit),
                    std::move(hooks));
        }
    }
}

/// The adder of the last two rows, which is split at `bit`.
void carry_cut_last(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact || sum.addends < 3) continue;
        for (const int bit : out.positions(1, sum.bits)) {
            Hooks hooks;
            hooks.total = [bit, width = sum.bits + 2](const Aligned& aligned, BigInt& total) {
                BigInt low = 0;
                for (const BigInt& row : carry_save(aligned, 0, width)) low += modulo(row, bit);
                if (bit_at(low, bit)) total = wrapped(total - power(bit), width);
            };
            out.add(sum, "bit=" + std::to_string(bit),
                    "the last adder of the adder tree loses " + carry_text(bit), std::move(hooks));
        }
    }
}

void carry_cut_adder(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact || sum.addends < 2) continue;
        for (const int bit : out.positions(1, sum.bits)) {
            Hooks hooks;
            // Below `bit` all additions wrap, and above it nothing comes in.
            hooks.total = [bit](const Aligned& aligned, BigInt& total) {
                BigInt low = 0;
                for (const BigInt& x : aligned.values) low += modulo(x, bit);
                total += modulo(low, bit) - low;
            };
            out.add(sum, "bit=" + std::to_string(bit), "every adder loses " + carry_text(bit),
                    std::move(hooks));
        }
    }
}

void sum_wraps(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact || sum.addends < 2) continue;
        for (int bits = sum.bits; bits > std::max(sum.bits - 5, 2); --bits) {
            Hooks hooks;
            hooks.total = [bits](const Aligned& /*aligned*/, BigInt& total) { total = wrapped(total, bits); };
            const std::string text = std::to_string(bits);
            out.add(sum, "bits=" + text, "the sum has " + text + " bits with its sign and wraps",
                    std::move(hooks));
        }
    }
}

void sum_saturates(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact || sum.addends < 2) continue;
        for (int bits = sum.bits; bits > std::max(sum.bits - 5, 2); --bits) {
            Hooks hooks;
            hooks.total = [bits](const Aligned& /*aligned*/, BigInt& total) {
                const BigInt most = power(bits - 1) - 1;
                if (total > most) total = most;
                if (total < -most - 1) total = -most - 1;
            };
            const std::string text = std::to_string(bits);
            out.add(sum, "bits=" + text, "the sum has " + text + " bits with its sign and saturates",
                    std::move(hooks));
        }
    }
}

void sum_ones_complement(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.exact) continue;
        Hooks hooks;
        hooks.total = [](const Aligned& /*aligned*/, BigInt& total) {
            if (total < 0) total += 1;
        };
        out.add(sum, "", "the magnitude of a negative sum is its complement, without the 1 added",
                std::move(hooks));
    }
}

void sticky_of(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.op->sum->sticky != Sticky::ored || !sum.has_products || !sum.has_number) continue;
        for (const bool products : {true, false}) {
            Hooks hooks;
            hooks.sticky = [products](std::span<const AddendSite> sites, const std::vector<bool>& lost,
                                      bool& sticky) {
                sticky = false;
                for (std::size_t i = 0; i < sites.size(); ++i)
                    sticky = sticky || (lost[i] && sites[i].is_product == products);
            };
            const std::string name = products ? "products" : "c (or a running sum)";
            out.add(sum, products ? "products" : "c", "the sticky bit collects only lost bits of " + name,
                    std::move(hooks));
        }
    }
}

/// Nothing detects that no bit is left: the significand has its hidden bit, and the exponent that of the
/// largest addend.
void zero_keeps_exponent(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || sum.addends < 2) continue;
        Hooks hooks;
        hooks.total = [](const Aligned& aligned, BigInt& total) {
            const bool cancelled =
                total == 0 && std::ranges::any_of(aligned.values, [](const BigInt& x) { return x != 0; });
            if (cancelled && aligned.e_max >= aligned.lsb) total = power(aligned.e_max - aligned.lsb);
        };
        out.add(sum, "", "a sum of exactly zero keeps the exponent of e_max and becomes 2^e_max",
                std::move(hooks));
    }
}

void zero_sum_sign(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || !sum.has_number || !info(sum.round->format).has_minus_zero()) continue;
        for (const bool number : {true, false}) {
            if (!number && sum.addends != 2) continue;
            Hooks hooks;
            hooks.zero_sign = [number](std::span<const AddendSite> sites, std::span<const Value> values,
                                       bool& negative) {
                for (std::size_t i = 0; i < sites.size(); ++i) {
                    if (sites[i].is_number == number) negative = values[i].negative;
                }
            };
            const std::string name = number ? "c (or of the running sum)" : "the product";
            out.add(sum, number ? "" : "product", "a sum of exactly zero gets the sign of " + name,
                    std::move(hooks));
        }
    }
}

/// The rule of IEEE 754 for sums that cancel, without its exception.
void zero_sum_rounded_down(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!sum.rounds() || !info(sum.round->format).has_minus_zero()) continue;
        if (sum.op->sum->zero_sum != ZeroSum::ieee || sum.round->rounding != Rounding::RD) continue;
        Hooks hooks;
        hooks.zero_sign = [](std::span<const AddendSite>, std::span<const Value> values, bool& negative) {
            negative = std::ranges::all_of(
                values, [](const Value& x) { return x.negative && x.number_class == NumberClass::zero; });
        };
        out.add(sum, "", "a sum that cancels to zero is +0 where rounding down gives -0", std::move(hooks));
    }
}

constexpr auto kSumFaults = std::to_array<FaultKind>({
    {"carry_cut_tree", "a tree of carry-save adders loses the carry from one bit to the next",
     carry_cut_tree},
    {"carry_cut_last",
     "the last adder of a tree of carry-save adders loses the carry from one bit to the next",
     carry_cut_last},
    {"carry_cut_adder", "every adder loses the carry from one bit to the next", carry_cut_adder},
    {"sum_wraps", "the sum has too few bits and wraps", sum_wraps},
    {"sum_saturates", "the sum has too few bits and saturates", sum_saturates},
    {"sum_ones_complement", "the magnitude of a negative sum is its complement, without the 1 added",
     sum_ones_complement},
    {"sticky_of", "the sticky bit collects only lost bits of products, or only those of c", sticky_of},
    {"zero_keeps_exponent", "a sum of exactly zero keeps the exponent of e_max and becomes 2^e_max",
     zero_keeps_exponent},
    {"zero_sum_sign", "a sum of exactly zero gets the sign of c (or of the running sum), or of the product",
     zero_sum_sign},
    {"zero_sum_rounded_down", "a sum that cancels to zero is +0 where rounding down gives -0",
     zero_sum_rounded_down},
});

}  // namespace

std::span<const FaultKind> sum_faults() { return kSumFaults; }

}  // namespace karat::tb
