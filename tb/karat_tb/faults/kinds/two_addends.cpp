// SPDX-License-Identifier: Apache-2.0
// Carries of an adder for two numbers that loses no bits: a fused multiply-adder, or a floating-point adder.
// One addend stays in place, and the other one is shifted, and inverted if the signs differ.
#include <algorithm>
#include <array>
#include <string>

#include "karat_tb/faults/instances.hpp"

namespace karat::tb {
namespace {

BigInt low_bits(const BigInt& x, int n) { return x % (BigInt(1) << static_cast<unsigned>(n)); }

/// The weight that the magnitude of the sum loses with the carry into bit `cut`. In a difference the inverted
/// addend makes a carry wherever no bit is borrowed. A negative difference comes from an adder of its own.
BigInt lost_carry(const BigInt& x, const BigInt& y, bool subtracts, int cut) {
    const BigInt weight = BigInt(1) << static_cast<unsigned>(cut);
    const BigInt low_x = low_bits(x, cut);
    const BigInt low_y = low_bits(y, cut);
    const bool carries = subtracts ? x >= y + weight && low_x >= low_y : low_x + low_y >= weight;
    return carries ? weight : BigInt(0);
}

/// The addend that stays in place: the product, or the one with the larger exponent.
enum class Fixed : std::uint8_t { product, larger };

std::size_t place_of(Fixed fixed, const Aligned& aligned) {
    const auto& sites = aligned.sites;
    if (fixed == Fixed::product) return sites[0].is_product ? 0 : 1;
    return aligned.addends[0].exponent >= aligned.addends[1].exponent ? 0 : 1;
}

void add_cut(Instances& out, const SumFacts& sum, Fixed fixed, int place) {
    Hooks hooks;
    hooks.total = [fixed, place](const Aligned& aligned, BigInt& total) {
        const std::size_t at = place_of(fixed, aligned);
        const Value& x = aligned.addends[at];
        const int cut = x.exponent + place - aligned.lsb;
        if (x.significand == 0 || cut <= 0) return;
        const bool subtracts = x.negative != aligned.addends[1 - at].negative;  // also if one is zero
        const BigInt lost =
            lost_carry(magnitude(aligned.values[at]), magnitude(aligned.values[1 - at]), subtracts, cut);
        total += total < 0 ? lost : BigInt(-lost);
    };
    const std::string text = std::to_string(place);
    const std::string name = fixed == Fixed::product ? "product" : "larger addend";
    out.add(sum, std::string(fixed == Fixed::product ? "product" : "larger") + ",bit=" + text,
            "the adder of two numbers loses the carry into the bit of weight 2^" + text +
                " relative to the exponent of the " + name,
            std::move(hooks));
}

void carry_cut_two(Instances& out) {
    const OperandRules& rules = out.rules();
    const int product_bits = info(rules.convert.value_or(rules.a)).fraction_bits +
                             info(rules.convert.value_or(rules.b)).fraction_bits;
    for (const SumFacts& sum : out.sums()) {
        if (!sum.exact || !sum.rounds() || sum.addends != 2) continue;
        const int kept = sum.round->fraction;
        // a cut one bit beside explains little, so that the only sum of a recipe is tried at every bit
        const int step = out.sums().size() == 1 ? 1 : 4;
        if (sum.has_products && sum.has_number) {
            for (int bit = kept + 3; bit >= -product_bits; bit -= step)
                add_cut(out, sum, Fixed::product, bit);
        }
        for (int bit = 0; bit >= -kept - 3; bit -= step) add_cut(out, sum, Fixed::larger, bit);
    }
}

constexpr auto kTwoAddendFaults = std::to_array<FaultKind>({
    {"carry_cut_two", "an adder of two numbers that keeps all bits loses the carry from one bit to the next",
     carry_cut_two},
});

}  // namespace

std::span<const FaultKind> two_addend_faults() { return kTwoAddendFaults; }

}  // namespace karat::tb
