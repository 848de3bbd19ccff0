// SPDX-License-Identifier: Apache-2.0
// The library of faults: none is without effect, keys are unique, and the documentation lists every kind.
#include "karat_tb/faults/faults.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat_tb/stimulus/sources.hpp"

namespace karat::test {
namespace {

struct Design {
    const char* arch;
    const char* instruction;
    std::vector<std::pair<std::string, std::string>> changes;
};

/// Together they have every part that a fault can break.
const std::vector<Design> kDesigns{
    {"Volta", "HMMA.884.F32.F32", {}},
    {"Volta", "HMMA.884.F16.F16", {{"sticky", "ored"}}},
    {"Volta", "HMMA.884.F16.F16", {{"overflow", "saturate"}}},
    {"Volta", "HMMA.884.F16.F16", {{"F", "10"}}},
    {"Ampere", "DMMA.884", {}},
    {"Ampere", "DMMA.884", {{"output_rounding", "RD"}}},
    {"Ampere", "HMMA.SP.16816.F32", {}},
    {"CDNA3", "v_mfma_f32_32x32x8_bf16", {}},
    {"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X", {}},
    {"RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E2M1.E8", {}},
    {"x86", "VPDPBUSDS", {}},
};

Spec spec_of(const Design& design) {
    Spec spec = find_instruction(design.arch, design.instruction).spec;
    for (const auto& [key, value] : design.changes) set_knob(spec, key, value);
    return spec;
}

std::vector<tb::Tile> tiles_of(const Spec& spec, int count) {
    const auto source = tb::make_source("directed", spec, 2, 2, 5);
    std::vector<tb::Tile> out;
    for (int i = 0; i < count; ++i) out.push_back(source->next().value());
    return out;
}

Operands lane_of(const tb::Tile& tile, std::size_t lane) { return tile.operands(lane / 2, lane % 2, 2); }

/// Whether some tile has an answer that differs from the correct one.
template <class Faulty>
bool differs(const std::vector<tb::Tile>& tiles, const tb::Deformable& correct, const Faulty& faulty) {
    for (const tb::Tile& tile : tiles) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
            const Operands in = lane_of(tile, lane);
            if (faulty(in) != correct(in)) return true;
        }
    }
    return false;
}

/// Rows that the directed stimulus does not reach: the square of the largest number below 1, and a sum that
/// overflows only by rounding.
bool differs_in_rare_rows(const Recipe& recipe, const tb::Deformable& correct,
                          const tb::FaultyModel& faulty) {
    const OperandRules& rules = recipe.operands;
    if (rules.a != Format::fp16 || rules.k != 4) return false;
    for (const auto& [x, y, c] :
         std::vector<std::array<std::uint64_t, 3>>{{0x3bff, 0x3bff, 0}, {0x7bff, 0x3c00, 0x4c00}}) {
        const std::vector<std::uint64_t> a{x, 0, 0, 0};
        const std::vector<std::uint64_t> b{y, 0, 0, 0};
        const Operands in{a, b, {}, {}, c};
        if (faulty(in) != correct(in)) return true;
    }
    return false;
}

/// Some instances change no answer of these tiles: the operands do not reach them, or the recipe hides them.
TEST(Faults, EveryKindChangesAnAnswer) {
    std::map<std::string, int> effective;
    std::size_t all = 0;
    std::size_t effects = 0;
    for (const Design& design : kDesigns) {
        const Spec spec = spec_of(design);
        const Recipe recipe = expand(spec);
        const tb::Deformable correct(recipe);
        const std::vector<tb::Tile> tiles = tiles_of(spec, 600);
        for (const tb::Fault& fault : tb::faults_of(recipe)) {
            const tb::FaultyModel faulty(recipe, fault);
            const bool changes =
                differs(tiles, correct, faulty) || differs_in_rare_rows(recipe, correct, faulty);
            effective[fault.kind] += changes ? 1 : 0;
            effects += changes ? 1 : 0;
            ++all;
        }
    }
    for (const tb::FaultRow& row : tb::fault_rows()) {
        if (row.mixes_tiles) continue;
        EXPECT_GT(effective[std::string(row.kind)], 0) << row.kind;
    }
    EXPECT_GT(effects * 10, all * 9) << "of " << all << " instances";
}

TEST(Faults, EveryMixtureOfTilesChangesAnAnswer) {
    std::set<std::string> effective;
    for (const Design& design : kDesigns) {
        const Spec spec = spec_of(design);
        const Recipe recipe = expand(spec);
        const tb::Deformable correct(recipe);
        const std::vector<tb::Tile> tiles = tiles_of(spec, 100);
        for (const tb::NeighbourFault& fault : tb::neighbour_faults_of(recipe)) {
            const tb::NeighbourModel faulty(recipe, fault);
            for (std::size_t i = 1; i + 1 < tiles.size(); ++i) {
                const Operands in = lane_of(tiles[i], 0);
                const tb::Neighbours around{lane_of(tiles[i - 1], 0), lane_of(tiles[i + 1], 0)};
                const auto by_tiles = faulty(in, around);
                const tb::Neighbours lanes{{}, {}, tb::LaneOfTile{tiles[i], 1, 1, 2}};
                const Operands last = lane_of(tiles[i], 3);
                const auto by_lanes = faulty(last, lanes);
                EXPECT_NE(by_tiles.has_value(), by_lanes.has_value()) << fault.key;
                if (by_tiles ? *by_tiles != correct(in) : by_lanes && *by_lanes != correct(last))
                    effective.insert(fault.kind);
            }
        }
    }
    for (const tb::FaultRow& row : tb::fault_rows()) {
        if (!row.mixes_tiles) continue;
        EXPECT_TRUE(effective.contains(std::string(row.kind))) << row.kind;
    }
}

TEST(Faults, AreAFewHundredWithKeysOfTheirOwn) {
    std::set<std::string> kinds;
    for (const tb::FaultRow& row : tb::fault_rows()) {
        EXPECT_TRUE(kinds.insert(std::string(row.kind)).second) << row.kind;
    }
    for (const Instruction& instruction : registry()) {
        std::set<std::string> keys;
        const std::vector<tb::Fault> faults = tb::faults_of(expand(instruction.spec));
        for (const tb::Fault& fault : faults) {
            EXPECT_TRUE(keys.insert(fault.key).second) << instruction.name << ' ' << fault.key;
            EXPECT_TRUE(kinds.contains(fault.kind)) << fault.kind;
            EXPECT_FALSE(fault.meaning.empty());
        }
        EXPECT_LE(faults.size(), 900U) << instruction.name;
    }
}

std::string documentation() {
    std::ifstream file(KARAT_TEST_SOURCES "/../docs/reference/faults.md");
    std::stringstream page;
    page << file.rdbuf();
    return page.str();
}

TEST(Faults, TheirNumbersAreInTheDocumentation) {
    std::map<bool, std::set<std::size_t>> numbers;  // by whether the operands are integers
    for (const Instruction& instruction : registry()) {
        const Recipe recipe = expand(instruction.spec);
        numbers[recipe.operands.are_integers()].insert(tb::faults_of(recipe).size());
    }
    const auto range = [&](bool integers) {
        return std::to_string(*numbers[integers].begin()) + " to " +
               std::to_string(*numbers[integers].rbegin());
    };
    const std::string sentence = "A floating-point instruction has " + range(false) +
                                 " instances, an integer one " + range(true) + ".";
    EXPECT_NE(documentation().find(sentence), std::string::npos) << sentence;
}

TEST(Faults, AreAllInTheDocumentation) {
    const std::string page = documentation();
    for (const tb::FaultRow& row : tb::fault_rows()) {
        std::stringstream line;
        line << "| `" << row.kind << "` | " << row.meaning << " |\n";
        EXPECT_NE(page.find(line.str()), std::string::npos) << line.str();
    }
}

}  // namespace
}  // namespace karat::test
