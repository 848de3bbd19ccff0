// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/families/families.hpp"

namespace karat {
namespace {

OperandRules operands(const Spec& spec) {
    OperandRules out;
    out.a = spec.a;
    out.b = spec.b;
    out.c = spec.c;
    out.d = spec.d;
    out.k = spec.k;
    out.convert = spec.convert;
    out.convert_c = spec.convert_c;
    out.scale = spec.scale;
    out.scale_block = spec.scale ? spec.scale_block_or_default() : 1;
    out.flush_a = spec.flush_a;
    out.flush_b = spec.flush_b;
    out.flush_c = spec.flush_c;
    out.flush_below = spec.flush_below;
    out.product_overflow = spec.product_overflow;
    out.flush_products = spec.is_fused() && spec.flush_products;  // elsewhere of the rounded product
    out.zero_product_sign = spec.zero_product_sign;
    return out;
}

Expression result(const Spec& spec) {
    switch (spec.algorithm) {
        case Algorithm::fda:
            return families::fda(spec);
        case Algorithm::sda:
            return families::sda(spec);
        case Algorithm::gfda:
            return families::gfda(spec);
        case Algorithm::fdrda:
            return families::fdrda(spec);
        case Algorithm::gfdrda:
            return families::gfdrda(spec);
        case Algorithm::gps:
            return families::gps(spec);
        case Algorithm::muladd:
            return families::muladd(spec);
        case Algorithm::fma:
            return families::fma(spec);
        case Algorithm::exact:
        case Algorithm::recipe:
            break;
    }
    return families::exact(spec);
}

}  // namespace

Recipe expand(const Spec& spec) {
    if (spec.algorithm == Algorithm::recipe) return *spec.recipe;
    return {operands(spec), result(spec)};
}

}  // namespace karat
