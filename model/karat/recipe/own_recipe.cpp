// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/own_recipe.hpp"

#include "karat/error.hpp"
#include "karat/recipe/knobs.hpp"
#include "karat/recipe/program.hpp"

namespace karat {

OwnRecipe::OwnRecipe(Recipe recipe) : recipe_(std::make_shared<const Recipe>(std::move(recipe))) {}

bool operator==(const OwnRecipe& x, const OwnRecipe& y) {
    return x.recipe_ == y.recipe_ || (x.recipe_ && y.recipe_ && *x.recipe_ == *y.recipe_);
}

namespace {

/// What a specification repeats of its recipe, for those who only want formats and counts.
Spec mirrored(const OwnRecipe& recipe) {
    const Program program(*recipe);
    const OperandRules& operands = recipe->operands;
    Spec out;
    out.algorithm = Algorithm::recipe;
    out.recipe = recipe;
    out.a = operands.a;
    out.b = operands.b;
    out.c = operands.c;
    out.d = operands.d;
    out.k = operands.k;
    out.convert = operands.convert;
    out.convert_c = operands.convert_c;
    out.scale = operands.scale;
    if (operands.scale) out.scale_block = operands.scale_block;
    out.flush_a = operands.flush_a;
    out.flush_b = operands.flush_b;
    out.flush_c = operands.flush_c;
    out.flush_below = operands.flush_below;
    out.nan = program.operations().back().round->nan;
    return out;
}

}  // namespace

Spec spec_of(Recipe recipe) { return mirrored(OwnRecipe(std::move(recipe))); }

void validate_own_recipe(const Spec& spec) {
    if (!spec.recipe) throw SpecError("recipe", "recipe is missing; algorithm \"recipe\" needs one");
    const Spec alone = mirrored(spec.recipe);
    for (const Knob& knob : knobs()) {
        if (knob.key == "recipe" || knob.get(spec) == knob.get(alone)) continue;
        throw SpecError(std::string(knob.key),
                        std::string(knob.key) + " is not a knob of a recipe; say it in the recipe");
    }
}

}  // namespace karat
