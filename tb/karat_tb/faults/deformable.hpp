// SPDX-License-Identifier: Apache-2.0
// A readable evaluation of a recipe in unbounded integers, with hooks. Without hooks it gives the same bits
// as Evaluator.
#pragma once
#include <vector>

#include "karat/evaluate/products.hpp"
#include "karat/recipe/program.hpp"
#include "karat_tb/faults/hooks.hpp"

namespace karat::tb {

/// Immutable, and therefore thread-safe.
class Deformable {
   public:
    /// Throws SpecError for an invalid recipe.
    explicit Deformable(const Recipe& recipe, Hooks hooks = {});

    /// The encoding of d. With structured sparsity, b has 2k elements and metadata selects from them.
    [[nodiscard]] std::uint64_t operator()(const Operands& in) const;

    [[nodiscard]] const Program& program() const { return program_; }

   private:
    [[nodiscard]] std::uint64_t dense(const Operands& in) const;
    [[nodiscard]] Unpacked load(const ReadSite& site, const FormatInfo& multiplied, bool flush) const;
    [[nodiscard]] Value product(const Operands& in, std::size_t k) const;
    [[nodiscard]] Value operand_c(std::uint64_t encoding) const;
    [[nodiscard]] Value number(std::uint64_t encoding, Format format) const;
    [[nodiscard]] const Hooks& hooks_of(std::size_t operation) const;

    Program program_;
    Hooks hooks_;
    std::vector<int> nodes_;  ///< of each operation
};

/// The number of the sum that each operation evaluates, in the order of first use.
[[nodiscard]] std::vector<int> sum_numbers(const Program& program);

/// The scale factors of a block, as the hooks leave them.
[[nodiscard]] std::pair<Unpacked, Unpacked> factors_of(const Program& program, const Hooks& hooks,
                                                       const Operands& in, std::size_t block);

}  // namespace karat::tb
