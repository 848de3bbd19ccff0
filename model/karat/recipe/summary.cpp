// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/summary.hpp"

namespace karat {
namespace {

std::string width_text(Width width) { return width.is_exact() ? "exact" : std::to_string(width.bits); }

std::string base_name(const Spec& spec) {
    switch (spec.algorithm) {
        case Algorithm::fda:
            return "FDA";
        case Algorithm::sda:
            return "SDA";
        case Algorithm::gfda:
            return spec.group_exponent == GroupExponent::scale ? "GDFS" : "GFDA";
        case Algorithm::fdrda:
            return "FDRDA";
        case Algorithm::gfdrda:
            return "GFDRDA";
        case Algorithm::gps:
            return "GPS";
        case Algorithm::muladd:
            return "MULADD";
        case Algorithm::fma:
            return spec.output_rounding_or_default() == Rounding::RNE ? "SFMA" : "FMA";
        case Algorithm::exact:
            return "Exact";
        case Algorithm::recipe:
            return "recipe";
    }
    return {};
}

}  // namespace

std::string summary(const Spec& spec) {
    std::string out = (spec.operations() > 1 ? "Co" : "") + base_name(spec);
    if (spec.is_fused()) out += " F=" + width_text(spec.F);
    if (spec.algorithm == Algorithm::gps) out += " G=" + std::to_string(spec.group_or_default());
    if (spec.output_fraction && spec.d == Format::fp32) out += " E8M" + std::to_string(*spec.output_fraction);
    if (spec.c_place_or_default() == CPlace::late) out += ", c late";
    if (spec.algorithm == Algorithm::exact && info(spec.d).is_integer()) {
        if (spec.a == Format::b1 && spec.b == Format::b1)
            out += spec.multiplier == Multiplier::xor_ ? " XOR" : " AND";
        out += spec.overflow == Overflow::wrap ? ", wraps" : ", saturates";
    }
    return out;
}

std::string_view in_words(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::fda:
            return "fused: products and c are aligned to the largest exponent, kept to F fraction bits, and "
                   "added at once; one rounding ends it";
        case Algorithm::sda:
            return "separated: the products are aligned to their largest exponent, kept to F fraction bits "
                   "and added; an ordinary addition of c follows";
        case Algorithm::gfda:
            return "grouped: the products of each group are added first; then the group sums and c as in fda";
        case Algorithm::fdrda:
            return "CDNA3's: the products are aligned and added without c; then their sum and c are aligned "
                   "and added";
        case Algorithm::gfdrda:
            return "CDNA3's for 8 bits: groups of products are added first; then the group sums; then c";
        case Algorithm::gps:
            return "adder tree: the products of each group are added in pairs, each addition rounded; then "
                   "the group sums one after the other";
        case Algorithm::muladd:
            return "one product after the other: rounded, then added to the sum, which is rounded";
        case Algorithm::fma:
            return "one product after the other, each added by a fused multiply-add, which rounds once";
        case Algorithm::exact:
            return "the exact sum of products and c, rounded once";
        case Algorithm::recipe:
            return "a recipe of its own";
    }
    return {};
}

}  // namespace karat
