// SPDX-License-Identifier: Apache-2.0
// The complete recipes in docs/reference/recipes.md match the known instructions, and its tables list every
// attribute.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/attributes.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/recipe_text.hpp"

namespace karat::test {
namespace {

std::string document() {
    std::ifstream in(KARAT_TEST_SOURCES "/../docs/reference/recipes.md");
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

/// The indented blocks that are complete recipes. A block with "..." is a template and is skipped.
std::vector<std::string> recipes(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream lines(text);
    std::string block;
    for (std::string line; std::getline(lines, line) || !block.empty(); line.clear()) {
        if (line.rfind("    ", 0) == 0) {
            block += line + "\n";
            continue;
        }
        if (block.find("karat_recipe") != std::string::npos && block.find("...") == std::string::npos)
            out.push_back(block);
        block.clear();
    }
    return out;
}

TEST(DocumentedRecipes, AreThoseOfTheInstructions) {
    const std::vector<std::string> all = recipes(document());
    ASSERT_EQ(all.size(), 4U);
    const auto known = [](const char* arch, const char* name) {
        return to_json_text(expand(find_instruction(arch, name).spec));
    };
    const auto unnamed = [](std::string text) {
        for (std::size_t at = text.find("\"name\":"); at != std::string::npos; at = text.find("\"name\":")) {
            text.erase(at, text.find("\",", at) + 2 - at);
        }
        return text;
    };
    EXPECT_EQ(to_json_text(recipe_from_json_text(all[0])), unnamed(known("Hopper", "HMMA.16816.F32")));
    EXPECT_EQ(to_json_text(recipe_from_json_text(all[1])),
              unnamed(known("CDNA3", "v_mfma_f32_16x16x16_f16")));
    EXPECT_EQ(recipe_from_json_text(all[2]).result.chain->step->grid, GridRule::common);
    EXPECT_EQ(formula(recipe_from_json_text(all[3])),
              "round[fp32 RNE](sum(sum(product[24 RZ])[30 RD], c[24 RZ]))");
}

template <class Node>
void expect_documented(const std::string& text) {
    for (const Attribute<Node>& attribute : attributes<Node>()) {
        EXPECT_NE(text.find("`" + std::string(attribute.key) + "`"), std::string::npos) << attribute.key;
    }
}

TEST(DocumentedRecipes, EveryAttributeHasItsLine) {
    const std::string text = document();
    expect_documented<OperandRules>(text);
    expect_documented<OutputRule>(text);
    expect_documented<Sum>(text);
    expect_documented<Term>(text);
    expect_documented<Select>(text);
    expect_documented<Chain>(text);
}

}  // namespace
}  // namespace karat::test
