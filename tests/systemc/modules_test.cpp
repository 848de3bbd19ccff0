// SPDX-License-Identifier: Apache-2.0
// Every module gives the same bits as DotAdd, through the memory map and through the extension.
#include <memory>
#include <string>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat_systemc/algorithm_modules.hpp"
#include "karat_systemc/instruction_module.hpp"
#include "karat_systemc/tile_extension.hpp"
#include "tiles.hpp"

namespace karat::systemc::test {
namespace {

/// Sends `tiles` tiles through the windows, then the same tiles through the extension.
void expect_bits_of_dot_add(TileModule& module, const Spec& spec, std::size_t tiles, std::uint64_t seed) {
    SCOPED_TRACE(to_json_text(spec));
    EXPECT_EQ(module.spec(), spec);
    plain::Initiator initiator(target_of(module));
    const RandomTiles random(initiator, spec, tiles, seed);
    const plain::Bytes expected = random.expected(DotAdd(spec));
    EXPECT_NE(expected, plain::Bytes(expected.size(), expected[0]))
        << "all bytes of the expected result are equal";

    random.write_to(initiator);
    ASSERT_EQ(initiator.start(static_cast<std::uint32_t>(tiles)), 1U);
    EXPECT_EQ(random.read_d(initiator), expected) << "through the memory map";

    plain::Bytes d(expected.size());
    TileExtension extension;
    extension.data = random.data(d);
    extension.tiles = tiles;
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_IGNORE_COMMAND);
    payload.set_extension(&extension);
    EXPECT_EQ(initiator.send(payload), tlm::TLM_OK_RESPONSE);
    payload.clear_extension(&extension);
    EXPECT_EQ(d, expected) << "through the extension";
}

/// Specifications of a kind: from the registry, and some that no instruction has.
std::vector<Spec> specs_of(AlgorithmKind kind) {
    std::vector<Spec> out;
    const auto add = [&](const Spec& spec) {
        try {
            require_kind(kind, spec);
        } catch (const SpecError&) {
            return;
        }
        if (std::find(out.begin(), out.end(), spec) == out.end()) out.push_back(spec);
    };
    for (
        const char* knobs : {
            R"("algorithm": "fma", "k": 5, "output_rounding": "RD", "c": "fp16", "d": "fp16")",
            R"("algorithm": "fma", "k": 3, "a": "e3m2", "b": "e2m1", "c": "fp64", "d": "fp32")",
            R"("algorithm": "gps", "k": 8, "group": 4, "pairing": "half")",
            R"("algorithm": "gps", "k": 6, "group": 6, "c_place": "leaf_last", "d": "bf16")",
            R"("algorithm": "fda", "k": 4, "F": "exact", "sticky": "ored", "output_rounding": "RNE")",
            R"("algorithm": "fda", "k": 7, "a": "e2m3", "b": "e2m1", "F": 13, "output_fraction": 13)",
            R"("algorithm": "fda", "k": 12, "terms": 2, "chain_pattern": "pairs", "a": "bf16", )"
            R"("b": "bf16", "c_place": "late")",
            R"("algorithm": "fdrda", "k": 8, "F": 20, "c_rounding": "RD")",
            R"("algorithm": "fdrda", "k": 8, "terms": 4, "F_sum": "exact")",
            R"("algorithm": "gfdrda", "k": 8, "group": 2, "F_group": 18)",
            R"("algorithm": "gfdrda", "k": 16, "terms": 8, "group": 4, )"
            R"("group_pattern": "interleaved", "c_cutoff": 25)",
            R"("algorithm": "sda", "k": 4, "F": 12)",
            R"("algorithm": "sda", "k": 8, "terms": 4, "dot_format": "exact", "d": "fp16")",
            R"("algorithm": "sda", "k": 32, "a": "e4m3", "b": "e5m2", "scale": "ue8m0", "scale_block": 16)",
            R"("algorithm": "gfda", "k": 16, "group": 4, "F": 18)",
            R"("algorithm": "gfda", "k": 16, "group": 2, "terms": 8, "group_exponent": "normalised")",
            R"("algorithm": "muladd", "k": 5, "d": "fp16", "product_format": "fp32")",
            R"("algorithm": "muladd", "k": 3, "a": "tf32", "b": "tf32", "output_rounding": "RZ")",
            R"("algorithm": "exact", "k": 9, "d": "bf16")",
            R"("algorithm": "exact", "k": 32, "a": "e2m1", "b": "e2m1", "scale": "ue4m3", "scale_block": 16)",
        }) {
        add(spec_from_json_text(R"({"karat_spec": 1, )" + std::string(knobs) + "}"));
    }
    for (const Instruction& instruction : registry()) {
        if (out.size() < 6) add(instruction.spec);
    }
    return out;
}

template <class Module>
class Modules : public testing::Test {};
using AlgorithmModules = testing::Types<Sfma, Gps, Fda, CoFda, Gdfs, Fdrda, CoFdrda, Gfdrda, CoGfdrda, Sda,
                                        Gfda, MulAdd, Fma, Exact>;
struct AlgorithmNames {
    template <class Module>
    static std::string GetName(int /*index*/) {
        return std::string(name_of(Module::algorithm_kind));
    }
};
TYPED_TEST_SUITE(Modules, AlgorithmModules, AlgorithmNames);

TYPED_TEST(Modules, GiveTheBitsOfDotAdd) {
    const std::vector<Spec> specs = specs_of(TypeParam::algorithm_kind);
    EXPECT_GE(specs.size(), 2U);
    std::uint64_t seed = 0;
    for (const Spec& spec : specs) {
        TypeParam module("by_value", spec, {.m = 3, .n = 5, .batch = 3});
        EXPECT_EQ(module.kind(), name_of(TypeParam::algorithm_kind));
        expect_bits_of_dot_add(module, spec, 3, ++seed);
        TypeParam from_text("by_text", to_json_text(spec), {.m = 4, .n = 1, .batch = 2});
        expect_bits_of_dot_add(from_text, spec, 1, ++seed);
    }
}

/// Replaces the placeholders of an open shape in a name by numbers.
std::string chosen(std::string name) {
    for (const auto& [open, choice] : {std::pair{"{M}", "64"}, {"{N}", "8"}}) {
        if (const std::size_t at = name.find(open); at != std::string::npos) name.replace(at, 3, choice);
    }
    return name;
}

TEST(InstructionModules, EveryInstructionOfTheRegistry) {
    std::uint64_t seed = 0;
    for (const Instruction& listed : registry()) {
        const Instruction instruction = find_instruction(listed.arch, chosen(listed.name));
        SCOPED_TRACE(instruction.name);
        InstructionModule module("instruction", name_of(instruction.arch), instruction.name);
        plain::Initiator initiator(target_of(module));
        EXPECT_EQ(initiator.read32(0x0C), static_cast<std::uint32_t>(instruction.shape.m));
        EXPECT_EQ(initiator.read32(0x10), static_cast<std::uint32_t>(instruction.shape.n));
        expect_bits_of_dot_add(module, instruction.spec, static_cast<std::size_t>(instruction.shape.blocks),
                               ++seed);
    }
    EXPECT_GT(seed, 100U);
}

TEST(InstructionModules, AnySpecification) {
    Spec spec;
    spec.F = {17};
    InstructionModule by_value("by_value", spec, {.m = 2, .n = 2});
    expect_bits_of_dot_add(by_value, spec, 1, 1);
    InstructionModule by_text("by_text", to_json_text(spec), {.m = 2, .n = 2});
    expect_bits_of_dot_add(by_text, spec, 1, 1);
}

TEST(InstructionModules, ARecipeOfOnesOwn) {
    const char* own = R"({"karat_recipe": 1, "operands": {"a": "bf16", "b": "bf16", "k": 6},
        "result": {"sum": [{"of": {"sum": [{"of": "product", "F": 12}]}, "parts": 3, "F": 20,
                            "zero": "terms"},
                           {"of": "c", "F": 22, "rounding": "RD"}],
                   "round": {"format": "fp32", "rounding": "RO"}}})";
    TileModule by_text("own", own, {.m = 2, .n = 3, .batch = 3});
    expect_bits_of_dot_add(by_text, spec_from_json_text(own), 3, 21);
}

TEST(Batches, AStartLeavesTheOtherTilesAlone) {
    Spec spec;
    spec.a = spec.b = Format::e2m1;
    spec.k = 1;  // 1 x 1 x 1 of 4 bits: every tile still begins on a byte boundary
    TileModule module("batches", spec, {.m = 1, .n = 1, .batch = 5});
    plain::Initiator initiator(target_of(module));
    EXPECT_EQ(initiator.window(plain::kA).tile_bytes, 1U);
    const RandomTiles random(initiator, spec, 5, 3);
    const plain::Bytes expected = random.expected(DotAdd(spec));
    random.write_to(initiator);
    for (std::uint32_t tiles = 1; tiles <= 5; ++tiles) {
        ASSERT_EQ(initiator.start(tiles), 1U);
        plain::Bytes so_far(expected.begin(), expected.begin() + 4 * tiles);
        so_far.resize(20);
        EXPECT_EQ(random.read_d(initiator), so_far);
    }
}

}  // namespace
}  // namespace karat::systemc::test
