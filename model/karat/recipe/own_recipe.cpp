// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/own_recipe.hpp"

#include "karat/error.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/program.hpp"

namespace karat {

OwnRecipe::OwnRecipe(Recipe recipe) : recipe_(std::make_shared<const Recipe>(std::move(recipe))) {}

bool operator==(const OwnRecipe& x, const OwnRecipe& y) {
    return x.recipe_ == y.recipe_ || (x.recipe_ && y.recipe_ && *x.recipe_ == *y.recipe_);
}

void take_operands(Spec& spec, const OperandRules& from) {
    spec.a = from.a;
    spec.b = from.b;
    spec.c = from.c;
    spec.d = from.d;
    spec.k = from.k;
    spec.convert = from.convert;
    spec.convert_c = from.convert_c;
    spec.scale = from.scale;
    if (from.scale) spec.scale_block = from.scale_block;
    spec.flush_a = from.flush_a;
    spec.flush_b = from.flush_b;
    spec.flush_c = from.flush_c;
    spec.flush_below = from.flush_below;
    spec.metadata = from.metadata;
    spec.multiplier = from.multiplier;
    spec.product_overflow = from.product_overflow;
    spec.flush_products = from.flush_products;
    spec.zero_product_sign = from.zero_product_sign;
}

namespace {

/// A specification with the recipe and copies of its formats and counts, for code that needs only these.
Spec mirrored(const OwnRecipe& recipe) {
    const Program program(*recipe);
    Spec out;
    take_operands(out, recipe->operands);
    out.algorithm = Algorithm::recipe;
    out.recipe = recipe;
    out.nan = program.operations().back().round->nan;
    return out;
}

}  // namespace

Spec spec_of(Recipe recipe) { return mirrored(OwnRecipe(std::move(recipe))); }

void refuse_beside_recipe(std::string_view knob) {
    throw SpecError(std::string(knob),
                    std::string(knob) + " cannot be set beside a recipe; change the recipe instead");
}

void validate_own_recipe(const Spec& spec) {
    if (!spec.recipe) throw SpecError("recipe", "recipe is missing; algorithm \"recipe\" needs one");
    const Spec alone = mirrored(spec.recipe);
    for (const Knob& knob : knobs()) {
        if (knob.key == "recipe" || knob.get(spec) == knob.get(alone)) continue;
        refuse_beside_recipe(knob.key);
    }
}

}  // namespace karat
