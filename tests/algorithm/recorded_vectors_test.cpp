// SPDX-License-Identifier: Apache-2.0
// Replays outputs recorded on hardware. Skipped if the folders with the recordings do not exist.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/text/text.hpp"
#include "karat/vectors/vector_file.hpp"
#include "recorded_files.hpp"

namespace karat::test {
namespace {

std::size_t mismatches(const VectorFile& file, const DotAdd& dot) {
    return static_cast<std::size_t>(
        std::count_if(file.rows.begin(), file.rows.end(), [&](const VectorRow& row) {
            const std::uint64_t model = dot(row.operands());
            return row.d ? !dot.matches(model, *row.d) : !is_nan(model, dot.spec().d);
        }));
}

/// Whether the registry cites a recording of so many results.
bool is_cited(const VectorFile& file) {
    const Instruction row = find_instruction(file.arch, file.instruction);
    return std::ranges::any_of(row.sources, [&](const Source& source) {
        return source.kind == SourceKind::recorded &&
               source.elements == static_cast<std::int64_t>(file.rows.size());
    });
}

void replay(const std::vector<std::string>& files) {
    std::size_t rows = 0;
    for (const std::string& path : files) {
        const VectorFile file = read_vector_file(path);
        EXPECT_EQ(mismatches(file, DotAdd(file.spec)), 0U) << path;
        EXPECT_FALSE(file.rows.empty()) << path;
        EXPECT_TRUE(is_cited(file)) << path << ": instruction/sources.cpp";
        rows += file.rows.size();
    }
    std::printf("%zu files, %zu dot-adds\n", files.size(), rows);
}

TEST(RecordedVectors, ReplayWithoutAMismatch) {
    const auto files = recorded_files();
    if (files.empty())
        GTEST_SKIP() << "no recorded vectors in " KARAT_VECTORS " and " KARAT_FAMILY_VECTORS
                        "; set KARAT_VECTORS and KARAT_FAMILY_VECTORS in CMake to test against hardware";
    replay(files);
}

TEST(RecordedVectors, OwnOnesReplayAndNameTheDevice) {
    const auto files = own_recordings();
    EXPECT_GE(files.size(), 5U);
    replay(files);
    for (const std::string& path : files) {
        const VectorFile file = read_vector_file(path);
        const Instruction row = find_instruction(file.arch, file.instruction);
        const bool named = std::ranges::any_of(row.sources, [&](const Source& source) {
            const std::string device = source.device.substr(0, source.device.find(" ("));
            return source.kind == SourceKind::recorded && file.source.starts_with("captured on " + device);
        });
        EXPECT_TRUE(named) << path << ": " << file.source;
    }
}

/// They distinguish what the texts of x86's instructions say from its likely alternatives.
TEST(RecordedVectors, OwnOnesTellTheAttributes) {
    const auto differ = [](const char* name, const Spec& other) {
        return mismatches(read_vector_file(KARAT_TEST_SOURCES "/recorded/x86/" + std::string(name) + ".vec"),
                          DotAdd(other));
    };
    for (const char* name : {"VPDPBUSD", "VPDPBUSDS", "VPDPWSSD", "VPDPWSSDS"}) {
        Spec other = find_instruction("x86", name).spec;
        other.overflow = other.overflow == Overflow::wrap ? Overflow::saturate : Overflow::wrap;
        EXPECT_GT(differ(name, other), 20U) << name;
    }
    for (const auto& [key, value] : {std::pair{"operands.flush_a", "false"},
                                     {"operands.flush_b", "false"},
                                     {"operands.flush_c", "false"},
                                     {"operands.flush_sign", "positive"},
                                     {"result.chain.zero_sum", "positive"},
                                     {"result.chain.round.flush", "false"},
                                     {"result.chain.round.rounding", "RZ"},
                                     {"result.chain.round.nan", "indefinite"}}) {
        Spec other = find_instruction("x86", "VDPBF16PS").spec;
        set_knob(other, key, value);
        EXPECT_GT(differ("VDPBF16PS", other), 10U) << key;
    }
}

/// The recordings are sensitive to the knobs: they distinguish F from its neighbours, and truncation from
/// rounding.
TEST(RecordedVectors, TellTheKnobs) {
    const std::string path = std::string(KARAT_VECTORS) + "/H100_HMMA_16816_F32.vec";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " does not exist";
    const VectorFile file = read_vector_file(path);
    for (const int F : {23, 24, 26}) {
        Spec other = file.spec;
        other.F = {F};
        EXPECT_GT(mismatches(file, DotAdd(other)), 0U) << "F = " << F;
    }
    Spec rounds = file.spec;
    rounds.output_rounding = Rounding::RNE;
    EXPECT_GT(mismatches(file, DotAdd(rounds)), 100U);
}

}  // namespace
}  // namespace karat::test
