// SPDX-License-Identifier: Apache-2.0
// One GPU's product for karat diff-gpu, the exact one of the same numbers, and their distance.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat/instruction/instruction.hpp"
#include "karat_cli/gemm/gemm_input.hpp"
#include "karat_gemm/structure.hpp"

namespace karat::cli {

/// Signed distances of the elements of two matrices, second minus first, in ulp of their format. Two NaNs are
/// equal; a NaN and a number are 2^64 apart, more than any two numbers.
struct Distances {
    std::vector<double> ulps;
    std::size_t different = 0, above = 0, below = 0;
    std::size_t nearer_zero = 0;   ///< of less magnitude than the first
    double largest = 0, mean = 0;  ///< of the magnitudes
};
/// Throws nothing; both have the same format and shape.
[[nodiscard]] Distances distances(const Encoded& first, const Encoded& second);

struct GpuResult {
    std::string name;
    Spec spec;
    Operands operands;
    Encoded d;
    std::vector<ConvertedOperand> conversions;
    /// Of d from the exact product of the numbers it computed with, rounded to the nearest d. Empty if there
    /// is no exact product: integers.
    std::optional<Distances> from_exact;
    std::vector<double> exact;  ///< the exact products
};
[[nodiscard]] GpuResult gpu_result(const GemmFiles& files, const Instruction& instruction,
                                   const po::variables_map& values);

/// What the differences of two GPUs depend on: rows, columns, magnitude of the result and of the operands,
/// block of k.
[[nodiscard]] std::vector<Dependence> dependences(const GpuResult& first, const GpuResult& second,
                                                  const Distances& between, const po::variables_map& values);

}  // namespace karat::cli
