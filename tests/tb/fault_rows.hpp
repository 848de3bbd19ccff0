// SPDX-License-Identifier: Apache-2.0
// Faults of the library against bits that were worked out by hand. Those of the rows of
// tests/rtl/broken/variants.txt that no change of the recipe explains come from the patches.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_tb/faults/faults.hpp"

namespace karat::test {

using List = std::vector<std::uint64_t>;

struct FaultCase {
    std::string arch;
    std::string instruction;
    std::string fault;  ///< its key
    List a, b;          ///< further elements are zero
    std::uint64_t c;
    std::uint64_t correct;
    std::uint64_t faulty;
    List scale_a, scale_b;  ///< further ones are 0x38
    List metadata;          ///< further ones select elements 0 and 1
};

/// Makes the cases of one instruction.
struct Design {
    const char* arch;
    const char* instruction;

    FaultCase operator()(const char* fault, List a, List b, std::uint64_t c, std::uint64_t correct,
                         std::uint64_t faulty, List scale_a = {}, List scale_b = {},
                         List metadata = {}) const {
        return {arch,
                instruction,
                fault,
                std::move(a),
                std::move(b),
                c,
                correct,
                faulty,
                std::move(scale_a),
                std::move(scale_b),
                std::move(metadata)};
    }
};

/// fp32 results, truncated; F = 23. Unless a comment says otherwise, e_max is 0 and the unit is 2^-23. fp16:
/// 3c00 is 1, 4000 is 2, 3e00 is 1.5, 2400 is 2^-6, 1400 is 2^-10. fp32: 3f800000 is 1.
constexpr Design kVolta{"Volta", "HMMA.884.F32.F32"};
/// The same sums; fp16 results, rounded to nearest.
constexpr Design kVoltaHalf{"Volta", "HMMA.884.F16.F16"};
/// Four fused multiply-adds of fp64 in a row.
constexpr Design kDouble{"Ampere", "DMMA.884"};

inline List padded(List list, std::size_t size, std::uint64_t with) {
    list.resize(size, with);
    return list;
}

inline void expect_bits(const FaultCase& row) {
    SCOPED_TRACE(row.fault + " of " + row.instruction + ", " + std::to_string(row.correct));
    const Spec spec = find_instruction(row.arch, row.instruction).spec;
    const Recipe recipe = expand(spec);
    const OperandRules& rules = recipe.operands;
    const DotAdd model(spec);
    const List a = padded(row.a, static_cast<std::size_t>(rules.k), 0);
    const List b = padded(row.b, static_cast<std::size_t>(rules.k_of_b()), 0);
    const List scale_a = padded(row.scale_a, model.scale_count(), 0x38);
    const List scale_b = padded(row.scale_b, model.scale_count(), 0x38);
    const List metadata = padded(row.metadata, static_cast<std::size_t>(rules.metadata_count()), 0b0100);
    const Operands in{a, b, scale_a, scale_b, row.c, metadata};
    ASSERT_NO_THROW(model.check(in));
    EXPECT_EQ(model(in), row.correct);
    const std::vector<tb::Fault> faults = tb::faults_of(recipe);
    const auto fault = std::ranges::find(faults, row.fault, &tb::Fault::key);
    ASSERT_NE(fault, faults.end());
    EXPECT_EQ(tb::FaultyModel(recipe, *fault)(in), row.faulty);
}

}  // namespace karat::test
