// SPDX-License-Identifier: Apache-2.0
// Summation trees: from counts and back, shapes in words, and those of known recipes.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <random>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/program.hpp"
#include "karat_probe/suites/suites.hpp"
#include "karat_probe/suites/tree.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe::test {
namespace {

int least_leaf(const SumTree& tree) {
    if (tree.is_leaf()) return tree.leaf;
    int out = 1 << 20;
    for (const SumTree& child : tree.children) out = std::min(out, least_leaf(child));
    return out;
}

bool holds(const SumTree& tree, int leaf) {
    return tree.is_leaf()
               ? tree.leaf == leaf
               : std::ranges::any_of(tree.children, [&](const SumTree& x) { return holds(x, leaf); });
}

/// Children in the documented order: c first, then by the least summand.
void sort_tree(SumTree& tree, int c) {
    for (SumTree& child : tree.children) sort_tree(child, c);
    std::ranges::sort(tree.children, [c](const SumTree& x, const SumTree& y) {
        return std::pair(!holds(x, c), least_leaf(x)) < std::pair(!holds(y, c), least_leaf(y));
    });
}

SumTree random_tree(std::vector<SumTree> parts, std::mt19937& random) {
    const int c = static_cast<int>(parts.size()) - 1;
    while (parts.size() > 1) {
        std::ranges::shuffle(parts, random);
        const std::size_t terms = std::min<std::size_t>(parts.size(), 2 + random() % 4);
        SumTree sum;
        sum.children.assign(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(terms));
        parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(terms));
        parts.push_back(std::move(sum));
    }
    sort_tree(parts[0], c);
    return parts[0];
}

TEST(SumTree, CountsDetermineTheTree) {
    std::mt19937 random(7);
    for (int trial = 0; trial < 400; ++trial) {
        std::vector<SumTree> leaves;
        const int n = 2 + static_cast<int>(random() % 20);
        for (int i = 0; i < n; ++i) leaves.push_back({i, {}});
        const SumTree tree = random_tree(leaves, random);
        const auto found = tree_of(counts_of(tree));
        ASSERT_TRUE(found.has_value());
        ASSERT_EQ(*found, tree) << draw_text(tree) << draw_text(*found);
    }
}

TEST(SumTree, ContradictionsHaveNoTree) {
    Counts counts = counts_of({-1, {{0, {}}, {-1, {{1, {}}, {2, {}}}}}});
    EXPECT_TRUE(tree_of(counts));
    counts[1][2] = counts[2][1] = 0;  // now a fused sum of three
    EXPECT_TRUE(tree_of(counts));
    counts[0][1] = counts[1][0] = 1;
    counts[1][2] = counts[2][1] = 1;  // 0 meets 1, and 1 meets 2, but 0 and 2 stay apart
    EXPECT_FALSE(tree_of(counts));
    EXPECT_FALSE(tree_of(Counts(4, std::vector<int>(4, 2))));
    EXPECT_FALSE(tree_of({}));
}

TEST(SumTree, IsDrawn) {
    const SumTree tree{-1, {{-1, {{4, {}}, {0, {}}, {1, {}}, {2, {}}}}, {3, {}}}};
    EXPECT_EQ(draw_text(tree), "sum of 2: a3*b3, and:\n+- sum of 4: c, a0*b0, a1*b1, a2*b2\n");
    const std::string svg = draw_svg(tree, "a < b");
    EXPECT_TRUE(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
    EXPECT_NE(svg.find(">fused, 4<"), std::string::npos);
    for (const char* name : {">c<", ">a0*b0<", ">a3*b3<"})
        EXPECT_NE(svg.find(name), std::string::npos) << name;
    EXPECT_EQ(boost::json::serialize(to_json(tree)),
              R"({"sum":[{"sum":["c","a0*b0","a1*b1","a2*b2"]},"a3*b3"]})");
}

// What the evaluator does, as a tree. A sum of one addend adds nothing, and a sum that is not rounded is
// seen as a part of the sum above it, because the smaller summands are cut at that sum's grid.
SumTree tree_of_slot(const Program& program, Slot slot) {
    if (program.is_product(slot) || slot == program.c_slot()) return {static_cast<int>(slot), {}};
    const Operation& op = program.operation_of(slot);
    SumTree out;
    for (const AddendGroup& group : program.groups(op)) {
        for (const Slot addend : program.addends(group)) {
            if (addend == program.zero_slot()) continue;
            SumTree child = tree_of_slot(program, addend);
            const bool inside =
                addend >= program.first_result() && program.operation_of(addend).round == nullptr;
            if (inside && !child.is_leaf()) {
                out.children.insert(out.children.end(), child.children.begin(), child.children.end());
            } else {
                out.children.push_back(std::move(child));
            }
        }
    }
    if (out.children.size() == 1) return SumTree(out.children[0]);
    return out;
}

SumTree tree_of_spec(const Spec& spec) {
    const Program program(expand(spec));
    SumTree out = tree_of_slot(program, program.operations().back().result);
    sort_tree(out, program.operands().k);
    return out;
}

struct Known {
    const char* arch;
    const char* instruction;
    const char* shape;
};

TEST(SumTree, OfTheFamilies) {
    for (const Known& known : {
             Known{"Ampere", "DMMA.884", "sequential"},
             Known{"CDNA2", "v_mfma_f32_32x32x8f16",
                   "pairwise in groups of four, the groups sequential with c"},
             Known{"CDNA1", "v_mfma_f32_16x16x8bf16",
                   "pairwise in groups of two, the groups sequential with c"},
             Known{"Ampere", "HMMA.1684.F32.TF32", "one fused sum of 5"},
             Known{"Ampere", "HMMA.1688.F32.TF32", "two chained fused sums of 5"},
             Known{"Ampere", "HMMA.16816.F16", "two chained fused sums of 9"},
             Known{"Hopper", "HMMA.SP.16832.F32", "one fused sum of 17"},
             Known{"Hopper", "mma.m16n8k32.f32.e4m3.e4m3.f32", "a tree of three sums"},
             Known{"Hopper", "mma.m16n8k32.f16.e5m2.e5m2.f16", "a tree of three sums"},
             Known{"CDNA3", "v_mfma_f32_32x32x8_f16", "one fused sum of 9"},
             Known{"CDNA3", "v_mfma_f32_16x16x32_fp8_fp8", "two chained fused sums of 17"},
             Known{"RDNA4", "v_wmma_f32_16x16x16_f16_w32", "four chained fused sums of 5"},
             Known{"x86", "VDPBF16PS", "sequential"},
             Known{"x86", "TDPBF16PS", "a tree of 32 sums"},
             Known{"Arm", "FMOPA.F32.F16", "pairwise in groups of two, then c"},
         }) {
        const Spec spec = find_instruction(known.arch, known.instruction).spec;
        ModelTarget target(spec, known.instruction);
        const SuiteReport report = run_suite(SuiteName::mma_sim, target);
        ASSERT_TRUE(report.settled.tree)
            << known.instruction << ": " << finding_of(report, "summation-order").verdict;
        EXPECT_EQ(shape_of(*report.settled.tree), known.shape) << known.instruction;
        EXPECT_EQ(*report.settled.tree, tree_of_spec(spec)) << known.instruction << '\n'
                                                            << draw_text(*report.settled.tree);
    }
}

// Adder trees that no instruction has.
TEST(SumTree, OfKnobs) {
    for (const char* text : {
             R"({"karat_spec":1,"algorithm":"gps","k":8,"group":8,"pairing":"half","c_place":"last"})",
             R"({"karat_spec":1,"algorithm":"gps","k":16,"group":4,"c_place":"first"})",
             R"({"karat_spec":1,"algorithm":"muladd","k":6})",
             R"({"karat_spec":1,"algorithm":"sda","k":8,"F":24})",
             R"({"karat_spec":1,"algorithm":"fda","k":12,"terms":3,"F":24,"chain_pattern":"interleaved"})",
         }) {
        const Spec spec = spec_from_json_text(text);
        ModelTarget target(spec, text);
        const SuiteReport report = run_suite(SuiteName::mma_sim, target);
        ASSERT_TRUE(report.settled.tree) << text;
        EXPECT_EQ(*report.settled.tree, tree_of_spec(spec)) << text << '\n'
                                                            << draw_text(*report.settled.tree);
    }
}

// Small addends leave a trace (rounding to odd, RDNA3's frame) or are never lost: no tree, and the finding
// says why.
TEST(SumTree, UnknownIsSaid) {
    for (const Known& known :
         {Known{"RDNA3", "v_wmma_f32_16x16x16_f16", "undecided"}, Known{"Arm", "BFDOT", "undecided"},
          Known{"Ampere", "IMMA.16816.S8.S8", "found"},
          Known{"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.E8", "found"}}) {
        ModelTarget target(find_instruction(known.arch, known.instruction).spec, known.instruction);
        const SuiteReport report = run_suite(SuiteName::mma_sim, target);
        const Finding& finding = finding_of(report, "summation-order");
        EXPECT_FALSE(report.settled.tree) << known.instruction;
        EXPECT_EQ(name_of(finding.outcome), known.shape) << known.instruction << ": " << finding.verdict;
        EXPECT_EQ(report.settled.no_loss, finding.result == "no loss") << known.instruction;
    }
}

}  // namespace
}  // namespace karat::probe::test
