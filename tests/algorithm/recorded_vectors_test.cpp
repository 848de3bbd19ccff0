// SPDX-License-Identifier: Apache-2.0
// Replays outputs recorded on hardware. Skipped if the folders with the recordings do not exist.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
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

TEST(RecordedVectors, ReplayWithoutAMismatch) {
    const auto files = recorded_files();
    if (files.empty())
        GTEST_SKIP() << "no recorded vectors in " KARAT_VECTORS " and " KARAT_FAMILY_VECTORS
                        "; set KARAT_VECTORS and KARAT_FAMILY_VECTORS in CMake to test against hardware";
    std::size_t rows = 0;
    for (const std::string& path : files) {
        const VectorFile file = read_vector_file(path);
        EXPECT_EQ(mismatches(file, DotAdd(file.spec)), 0U) << path;
        EXPECT_FALSE(file.rows.empty()) << path;
        EXPECT_EQ(find_instruction(file.arch, file.instruction).recorded(),
                  static_cast<std::int64_t>(file.rows.size()))
            << path << ": instruction/sources.cpp";
        rows += file.rows.size();
    }
    std::printf("%zu files, %zu dot-adds\n", files.size(), rows);
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
