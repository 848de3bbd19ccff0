// SPDX-License-Identifier: Apache-2.0
// Recipes of four fp16 products and an fp32 c, written by the part that matters.
#pragma once
#include <string>

#include "karat/recipe/json/recipe_json.hpp"

namespace karat::probe {

inline Recipe with_result(const std::string& result) {
    return recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},"result":{)" +
        result + "}}");
}
inline Recipe with_sum(const std::string& sum) { return with_result(sum + R"(,"round":{"format":"fp32"})"); }

}  // namespace karat::probe
