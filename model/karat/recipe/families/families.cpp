// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/families/families.hpp"

namespace karat {
namespace {

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

OperandRules operands_of(const Spec& spec) {
    if (spec.algorithm == Algorithm::recipe) return spec.recipe->operands;
    return {.a = spec.a,
            .b = spec.b,
            .c = spec.c,
            .d = spec.d,
            .k = spec.k,
            .convert = spec.convert,
            .convert_c = spec.convert_c,
            .scale = spec.scale,
            .scale_block = spec.scale ? spec.scale_block_or_default() : 1,
            .flush_a = spec.flush_a,
            .flush_b = spec.flush_b,
            .flush_c = spec.flush_c,
            .flush_below = spec.flush_below,
            .metadata = spec.metadata,
            .multiplier = spec.multiplier,
            .product_overflow = spec.product_overflow,
            // gps and muladd flush the rounded product instead
            .flush_products = spec.is_fused() && spec.flush_products,
            .zero_product_sign = spec.zero_product_sign};
}

Recipe expand(const Spec& spec) {
    if (spec.algorithm == Algorithm::recipe) return *spec.recipe;
    return {operands_of(spec), result(spec)};
}

}  // namespace karat
