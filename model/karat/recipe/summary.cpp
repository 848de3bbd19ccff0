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

}  // namespace karat
