// SPDX-License-Identifier: Apache-2.0
// Wrong products and scale factors.
#include <array>
#include <optional>
#include <string>

#include "karat_tb/faults/instances.hpp"

namespace karat::tb {
namespace {

std::string product_text(std::size_t k) { return "product " + std::to_string(k); }
std::string product_key(std::size_t k) { return "k=" + std::to_string(k); }

/// Changes product k where it is added; e_max and specials are those of the correct one.
Hooks as_added(std::size_t k, BigInt factor) {
    Hooks hooks;
    hooks.aligned = [k, factor = std::move(factor)](const AddendSite& site, const Value& /*x*/,
                                                    const Placement& /*to*/, BigInt& aligned) {
        if (site.slot == k) aligned *= factor;
    };
    return hooks;
}

void product_dropped(Instances& out) {
    for (const std::size_t k : out.places())
        out.add(product_key(k), product_text(k) + " is not added", as_added(k, 0));
}

void product_doubled(Instances& out) {
    for (const std::size_t k : out.places())
        out.add(product_key(k), product_text(k) + " is added twice", as_added(k, 2));
}

void product_missing(Instances& out) {
    for (const std::size_t k : out.places()) {
        Hooks hooks;
        hooks.limited = [k](const ProductSite& site, Value& x) {
            if (site.k != k) return;
            x.significand = 0;
            x.number_class = NumberClass::zero;
            x.exponent = kNoExponent;
        };
        out.add(product_key(k), product_text(k) + " counts as 0 everywhere", std::move(hooks));
    }
}

/// In all products, or only in those that are multiplied: zeros, infinities and NaNs may have a way of their
/// own.
void product_sign(Instances& out) {
    if (out.rules().are_integers()) return;
    for (const std::size_t k : out.places()) {
        for (const bool of_a : {true, false}) {
            for (const bool only_numbers : {false, true}) {
                Hooks hooks;
                hooks.product = [k, of_a, only_numbers](const ProductSite& site, Value& x) {
                    if (site.k != k || (only_numbers && x.number_class != NumberClass::finite)) return;
                    x.negative = of_a ? site.b.negative : site.a.negative;
                };
                const std::string name = of_a ? "a" : "b";
                out.add(name + "," + product_key(k) + (only_numbers ? ",numbers" : ""),
                        "the sign of " + name + " in " + product_text(k) + " is ignored" +
                            (only_numbers ? ", unless the product is zero or special" : ""),
                        std::move(hooks));
            }
        }
    }
}

void product_of_negatives(Instances& out) {
    if (out.rules().multiplier != Multiplier::product) return;
    Hooks hooks;
    hooks.product = [](const ProductSite& site, Value& x) {
        x.negative = site.a.negative || site.b.negative;
    };
    out.add("", "the product of two negative numbers is negative", std::move(hooks));
}

/// In all products, or in one.
void product_top_bit(Instances& out) {
    if (out.rules().are_integers()) return;
    const auto hooks = [](std::optional<std::size_t> k) {
        Hooks one;
        one.product = [k](const ProductSite& site, Value& x) {
            const auto top = static_cast<unsigned>(site.fraction_a + site.fraction_b + 1);
            if (k.value_or(site.k) == site.k && bit_at(x.significand, static_cast<int>(top)))
                x.significand ^= BigInt(1) << top;
        };
        return one;
    };
    out.add("", "a product of 2 or more loses its leading bit", hooks({}));
    for (const std::size_t k : out.places())
        out.add(product_key(k), product_text(k) + " loses its leading bit if it is 2 or more", hooks(k));
}

/// A product of 2 or more is shifted to the left when it should be shifted to the right.
void product_shifted_left(Instances& out) {
    if (out.rules().are_integers()) return;
    Hooks hooks;
    hooks.product = [](const ProductSite& site, Value& x) {
        const int top = site.fraction_a + site.fraction_b + 1;
        if (x.number_class != NumberClass::finite || !bit_at(x.significand, top)) return;
        x.significand ^= BigInt(1) << static_cast<unsigned>(top);
        x.significand <<= 1U;
        ++x.exponent;
        ++x.fraction;
    };
    out.add("", "a product of 2 or more is shifted to the left, and its leading bit is lost",
            std::move(hooks));
}

/// The exponent field of a zero is 0, one below that of the least exponent.
void zero_in_max(Instances& out) {
    if (out.rules().are_integers() || !info(out.rules().a).has_zero || !info(out.rules().b).has_zero) return;
    Hooks hooks;
    hooks.product = [](const ProductSite& site, Value& x) {
        if (x.number_class != NumberClass::zero) return;
        const auto field_exponent = [](const Unpacked& number, const FormatInfo& f) {
            return number.number_class == NumberClass::zero ? -f.bias : number.exponent;
        };
        x.exponent = field_exponent(site.a, site.format_a) + field_exponent(site.b, site.format_b);
    };
    out.add("", "a product of zero takes part in e_max, with the exponents in the fields of its operands",
            std::move(hooks));
}

/// The biased exponent of a product has too few bits.
void product_exponent_wraps(Instances& out) {
    const OperandRules& rules = out.rules();
    if (rules.are_integers()) return;
    const FormatInfo& f = info(rules.convert.value_or(rules.a));
    if (!f.has_zero || f.exponent_bits < 2) return;
    for (const int bits : {f.exponent_bits, f.exponent_bits + 1}) {
        Hooks hooks;
        hooks.product = [bits, bias = f.bias](const ProductSite& /*site*/, Value& x) {
            if (x.number_class > NumberClass::finite || x.exponent == kNoExponent) return;
            const int span = 1 << bits;
            const int lsb = x.lsb();
            const int biased = ((x.exponent + bias) % span + span) % span;
            const int moved = biased - bias - x.exponent;
            x.exponent += moved;
            x.fraction = x.exponent - (lsb + moved);
        };
        const std::string text = std::to_string(bits);
        out.add("bits=" + text, "the biased exponent of a product has " + text + " bits and wraps",
                std::move(hooks));
    }
}

void product_low_bits(Instances& out) {
    for (const unsigned n : {1U, 2U, 4U, 8U}) {
        Hooks hooks;
        hooks.product = [n](const ProductSite& /*site*/, Value& x) {
            x.significand = (x.significand >> n) << n;
        };
        out.add("bits=" + std::to_string(n),
                "the lowest " + std::to_string(n) + " bits of a product are not computed", hooks);
    }
}

void rare_product(Instances& out) {
    const OperandRules& rules = out.rules();
    if (rules.convert || rules.are_integers() || info(rules.a).fraction_bits == 0) return;
    Hooks hooks;
    hooks.product = [](const ProductSite& site, Value& x) {
        const auto rare = [](const Unpacked& number, const FormatInfo& f) {
            return number.exponent == -1 && !number.negative && number.number_class == NumberClass::finite &&
                   number.significand == (std::uint64_t{2} << f.fraction_bits) - 1;
        };
        if (!rare(site.a, site.format_a) || !rare(site.b, site.format_b)) return;
        x.significand = (BigInt(1) << static_cast<unsigned>(site.fraction_a + site.fraction_b + 2)) - 1;
    };
    out.add("", "the product of the largest numbers below 1 has a significand of all ones", std::move(hooks));
}

void product_overflow_late(Instances& out) {
    if (out.rules().product_overflow != ProductOverflow::inf) return;
    Hooks hooks;
    hooks.limited = [](const ProductSite& /*site*/, Value& x) {
        if (!x.overflowed || x.lsb() + bit_length(x.significand) - 1 != 128) return;
        x.number_class = NumberClass::finite;
        x.overflowed = false;
    };
    out.add("", "a product from 2^128 to 2^129 is not infinite", std::move(hooks));
}

void scale_fraction(Instances& out) {
    if (!out.rules().scale || info(*out.rules().scale).fraction_bits == 0) return;
    for (const bool of_a : {true, false}) {
        Hooks hooks;
        hooks.factors = [of_a](const ScaleSite& site, Unpacked& a, Unpacked& b) {
            Unpacked& x = of_a ? a : b;
            if (x.number_class == NumberClass::finite)
                x.significand = std::uint64_t{1} << site.format.fraction_bits;
        };
        const std::string name = of_a ? "a" : "b";
        out.add(name, "only the exponent of " + name + "'s scale factor is used", std::move(hooks));
    }
}

void scale_nan(Instances& out) {
    if (!out.rules().scale || !info(*out.rules().scale).has_nan()) return;
    Hooks hooks;
    hooks.factors = [](const ScaleSite& site, Unpacked& a, Unpacked& b) {
        const FormatInfo& f = site.format;
        for (Unpacked* x : {&a, &b}) {
            if (x->number_class != NumberClass::nan) continue;
            x->number_class = NumberClass::finite;
            x->significand = (std::uint64_t{1} << f.fraction_bits) | f.fraction_mask();
            x->exponent = static_cast<int>(f.magnitude_mask() >> f.fraction_bits) - f.bias;
        }
    };
    out.add("", "the NaN of a scale factor is read as a number", std::move(hooks));
}

constexpr auto kProductFaults = std::to_array<FaultKind>({
    {"product_dropped", "a product is not added", product_dropped},
    {"product_doubled", "a product is added twice", product_doubled},
    {"product_missing", "a product counts as 0 everywhere", product_missing},
    {"product_sign", "the sign of a or b in a product is ignored", product_sign},
    {"product_of_negatives", "the product of two negative numbers is negative", product_of_negatives},
    {"product_top_bit", "a product of 2 or more loses its leading bit", product_top_bit},
    {"product_shifted_left", "a product of 2 or more is shifted to the left, and its leading bit is lost",
     product_shifted_left},
    {"zero_in_max", "a product of zero takes part in e_max, with the exponents in the fields of its operands",
     zero_in_max},
    {"product_exponent_wraps", "the biased exponent of a product has too few bits and wraps",
     product_exponent_wraps},
    {"product_low_bits", "the lowest bits of a product are not computed", product_low_bits},
    {"rare_product", "the product of the largest numbers below 1 has a significand of all ones",
     rare_product},
    {"product_overflow_late", "a product from 2^128 to 2^129 is not infinite", product_overflow_late},
    {"scale_fraction", "only the exponent of a scale factor is used", scale_fraction},
    {"scale_nan", "the NaN of a scale factor is read as a number", scale_nan},
});

}  // namespace

std::span<const FaultKind> product_faults() { return kProductFaults; }

}  // namespace karat::tb
