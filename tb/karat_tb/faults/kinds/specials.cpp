// SPDX-License-Identifier: Apache-2.0
// NaNs and infinities that lead to the wrong special result.
#include <array>
#include <memory>
#include <set>
#include <string>

#include "karat/arithmetic/round.hpp"
#include "karat/format/unpack.hpp"
#include "karat/text/text.hpp"
#include "karat_tb/faults/instances.hpp"
#include "karat_tb/faults/kinds/specials_as_numbers.hpp"

namespace karat::tb {
namespace {

bool multiplies_infinities(const Instances& out) {
    return info(out.rules().a).has_infinity() || info(out.rules().b).has_infinity();
}

/// One instance for each sum of floating-point numbers.
void in_each_sum(Instances& out, const std::string& meaning, void (*change)(SpecialsSeen&)) {
    if (out.rules().are_integers()) return;
    for (const SumFacts& sum : out.sums()) {
        Hooks hooks;
        hooks.specials = change;
        out.add(sum, "", meaning, std::move(hooks));
    }
}

void inf_minus_inf(Instances& out) {
    in_each_sum(out, "infinities of opposite signs give a negative infinity instead of NaN",
                [](SpecialsSeen& seen) {
                    if (seen.negative_infinity) seen.positive_infinity = false;
                });
}

void inf_minus_inf_positive(Instances& out) {
    in_each_sum(out, "infinities of opposite signs give a positive infinity instead of NaN",
                [](SpecialsSeen& seen) {
                    if (seen.positive_infinity) seen.negative_infinity = false;
                });
}

void infinity_over_nan(Instances& out) {
    in_each_sum(out, "a NaN together with an infinity gives the infinity", [](SpecialsSeen& seen) {
        if (seen.positive_infinity != seen.negative_infinity) seen.nan = false;
    });
}

void infinity_sign(Instances& out) {
    in_each_sum(out, "an infinity has the wrong sign",
                [](SpecialsSeen& seen) { std::swap(seen.positive_infinity, seen.negative_infinity); });
}

void infinity_positive(Instances& out) {
    in_each_sum(out, "an infinity is always positive", [](SpecialsSeen& seen) {
        if (seen.nan || !seen.negative_infinity || seen.positive_infinity) return;
        seen.positive_infinity = true;
        seen.negative_infinity = false;
    });
}

void nan_gives_infinity(Instances& out) {
    in_each_sum(out, "a NaN result is an infinity", [](SpecialsSeen& seen) {
        if (seen.verdict() == NumberClass::nan) seen = {false, true, false};
    });
}

/// For all products of zero and infinity, or only for those of a zero a, or of a zero b.
void zero_times_infinity(Instances& out) {
    if (!multiplies_infinities(out)) return;
    struct Side {
        const char *parameter, *product;
        bool zero_a, zero_b;
    };
    for (const Side side :
         {Side{"", "0 * inf", true, true}, Side{",a", "a zero a times an infinite b", true, false},
          Side{",b", "an infinite a times a zero b", false, true}}) {
        for (const bool zero : {true, false}) {
            Hooks hooks;
            hooks.product = [side, zero](const ProductSite& site, Value& x) {
                const auto is = [](const Unpacked& number, NumberClass wanted) {
                    return number.number_class == wanted;
                };
                const bool of_zero_a =
                    is(site.a, NumberClass::zero) && is(site.b, NumberClass::infinity) && side.zero_a;
                const bool of_zero_b =
                    is(site.b, NumberClass::zero) && is(site.a, NumberClass::infinity) && side.zero_b;
                if (of_zero_a || of_zero_b) x.number_class = zero ? NumberClass::zero : NumberClass::infinity;
            };
            out.add(std::string(zero ? "zero" : "infinity") + side.parameter,
                    std::string(side.product) + (zero ? " is 0" : " is an infinity") + " instead of NaN",
                    std::move(hooks));
        }
    }
}

/// A unit of which one product has no wire to the NaN of the result.
void product_nan_ignored(Instances& out) {
    if (out.rules().are_integers() || !(info(out.rules().a).has_nan() || info(out.rules().b).has_nan()))
        return;
    for (const std::size_t k : out.places()) {
        Hooks hooks;
        hooks.read = [k](const ReadSite& site, Unpacked& x) {
            if (site.matrix != Matrix::c && site.k == k && x.number_class == NumberClass::nan)
                read_special_as_number(site, x);
        };
        hooks.product = [k](const ProductSite& site, Value& x) {
            if (site.k == k && x.number_class == NumberClass::nan) x.number_class = NumberClass::infinity;
        };
        const std::string text = std::to_string(k);
        out.add("k=" + text, "a NaN in product " + text + " is ignored", std::move(hooks));
    }
}

void infinite_product_sign(Instances& out) {
    if (!multiplies_infinities(out)) return;
    Hooks hooks;
    hooks.product = [](const ProductSite& site, Value& x) {
        if (x.number_class != NumberClass::infinity) return;
        x.negative = site.a.number_class == NumberClass::infinity ? site.a.negative : site.b.negative;
    };
    out.add("", "an infinite product has the sign of its infinite operand", std::move(hooks));
    if (out.rules().scale || out.rules().metadata != Metadata::none) return;
    for (const bool of_a : {true, false}) {
        Hooks of_one;
        of_one.result = [rules = out.rules(), of_a](const Operands& in, std::uint64_t& encoding) {
            const FormatInfo& d = info(rules.d);
            if (unpack(encoding, d).number_class != NumberClass::infinity) return;
            for (std::size_t k = 0; k < in.a.size(); ++k) {
                const Unpacked a = unpack(in.a[k], info(rules.a));
                const Unpacked b = unpack(in.b[k], info(rules.b));
                if (a.number_class != NumberClass::infinity && b.number_class != NumberClass::infinity)
                    continue;
                if (unpack(encoding, d).negative != (of_a ? a : b).negative) encoding = d.negated(encoding);
                return;
            }
        };
        const std::string name = of_a ? "a" : "b";
        out.add(name, "an infinity that comes from a product has the sign of " + name, std::move(of_one));
    }
}

/// Whether a NaN comes from infinities of opposite signs and from nothing else.
bool only_infinities(const OperandRules& rules, const Operands& in) {
    if (unpack(in.c, info(rules.c)).number_class == NumberClass::nan) return false;
    for (std::size_t k = 0; k < in.a.size(); ++k) {
        const NumberClass a = unpack(in.a[k], info(rules.a)).number_class;
        const NumberClass b = unpack(in.b[k], info(rules.b)).number_class;
        if (a == NumberClass::nan || b == NumberClass::nan) return false;
        const bool infinite = a == NumberClass::infinity || b == NumberClass::infinity;
        if (infinite && (a == NumberClass::zero || b == NumberClass::zero)) return false;
    }
    return true;
}

/// Without scale factors and sparsity, so that the operands tell where a NaN comes from.
void nan_sign(Instances& out) {
    const OperandRules& rules = out.rules();
    const FormatInfo& d = info(rules.d);
    if (rules.are_integers() || rules.scale || rules.metadata != Metadata::none) return;
    if (!d.has_nan() || !d.is_signed || !info(rules.c).is_signed) return;
    for (const bool inverted : {false, true}) {
        Hooks hooks;
        hooks.result = [rules, inverted](const Operands& in, std::uint64_t& encoding) {
            const FormatInfo& f = info(rules.d);
            if (unpack(encoding, f).number_class != NumberClass::nan || !only_infinities(rules, in)) return;
            const bool negative = unpack(in.c, info(rules.c)).negative != inverted;
            const std::uint64_t sign = f.sign_bit() << f.ignored_low_bits;
            encoding = negative ? encoding | sign : encoding & ~sign;
        };
        out.add(inverted ? "product" : "c",
                std::string("the NaN of infinities of opposite signs has the sign of ") +
                    (inverted ? "the product" : "c"),
                std::move(hooks));
    }
}

/// Encodings of NaN that no value of the knob nan gives: each sign of the least and of the greatest payload.
void nan_encoding(Instances& out) {
    const Format format = out.rules().d;
    const FormatInfo& d = info(format);
    if (!d.has_nan() || !d.is_signed || d.specials == Specials::fnuz) return;
    std::set<std::uint64_t> codes;
    for (const std::uint64_t sign : {std::uint64_t{0}, d.sign_bit()}) {
        codes.insert((sign | d.magnitude_mask()) << d.ignored_low_bits);
        if (d.has_infinity()) codes.insert((sign | (d.infinity_code() + 1)) << d.ignored_low_bits);
    }
    for (const NanEncoding known : {NanEncoding::nvidia, NanEncoding::riscv, NanEncoding::indefinite})
        codes.erase(encode_nan(format, known));
    for (const std::uint64_t code : codes) {
        Hooks hooks;
        hooks.result = [format, code](const Operands&, std::uint64_t& encoding) {
            if (unpack(encoding, info(format)).number_class == NumberClass::nan) encoding = code;
        };
        const std::string text = to_hex(code, format);
        out.add(text, "every NaN is encoded as " + text, std::move(hooks));
    }
}

/// The sign comes from an adder for which an infinity is the number that its encoding would be.
void infinity_sign_of_numbers(Instances& out) {
    const OperandRules& rules = out.rules();
    if (rules.are_integers() || !info(rules.d).has_infinity()) return;
    Hooks numbers;
    numbers.read = [](const ReadSite& site, Unpacked& x) {
        if (x.number_class == NumberClass::infinity) read_special_as_number(site, x);
    };
    const auto model = std::make_shared<Deformable>(out.recipe(), std::vector<Hooks>{std::move(numbers)});
    Hooks hooks;
    hooks.result = [model, format = rules.d](const Operands& in, std::uint64_t& encoding) {
        const FormatInfo& f = info(format);
        if (unpack(encoding, f).number_class != NumberClass::infinity) return;
        const std::uint64_t sign = f.sign_bit() << f.ignored_low_bits;
        encoding = (encoding & ~sign) | ((*model)(in)&sign);
    };
    out.add("", "an infinity has the sign of the sum in which infinities are numbers", std::move(hooks));
}

constexpr auto kSpecialFaults = std::to_array<FaultKind>({
    {"inf_minus_inf", "infinities of opposite signs give a negative infinity instead of NaN", inf_minus_inf},
    {"inf_minus_inf_positive", "infinities of opposite signs give a positive infinity instead of NaN",
     inf_minus_inf_positive},
    {"infinity_over_nan", "a NaN together with an infinity gives the infinity", infinity_over_nan},
    {"infinity_sign", "an infinity has the wrong sign", infinity_sign},
    {"infinity_positive", "an infinity is always positive", infinity_positive},
    {"nan_gives_infinity", "a NaN result is an infinity", nan_gives_infinity},
    {"zero_times_infinity", "0 * inf is 0 or an infinity instead of NaN", zero_times_infinity},
    {"product_nan_ignored", "a NaN in one product is ignored", product_nan_ignored},
    {"infinite_product_sign", "an infinite product has the sign of its infinite operand, of a, or of b",
     infinite_product_sign},
    {"nan_sign", "the NaN of infinities of opposite signs has the sign of c, or of the product", nan_sign},
    {"nan_encoding", "every NaN has an encoding that no value of nan gives", nan_encoding},
    {"infinity_sign_of_numbers", "an infinity has the sign of the sum in which infinities are numbers",
     infinity_sign_of_numbers},
});

}  // namespace

std::span<const FaultKind> special_faults() { return kSpecialFaults; }

}  // namespace karat::tb
