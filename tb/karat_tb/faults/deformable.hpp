// SPDX-License-Identifier: Apache-2.0
// A readable evaluation of a recipe in unbounded integers, with hooks. Without hooks it gives the same bits
// as Evaluator.
#pragma once
#include <vector>

#include "karat/evaluate/products.hpp"
#include "karat/recipe/program.hpp"
#include "karat_tb/faults/deformable_sum.hpp"
#include "karat_tb/faults/hooks.hpp"

namespace karat::tb {

/// Immutable, and therefore thread-safe.
class Deformable {
   public:
    /// Throws SpecError for an invalid recipe.
    explicit Deformable(const Recipe& recipe, std::vector<Hooks> hooks = {});

    /// The encoding of d. With structured sparsity, b has 2k elements and metadata selects from them.
    [[nodiscard]] std::uint64_t operator()(const Operands& in) const;

    [[nodiscard]] const Program& program() const { return program_; }

   private:
    [[nodiscard]] std::uint64_t dense(const Operands& in) const;
    [[nodiscard]] Value product(const Operands& in, std::size_t k) const;
    [[nodiscard]] Value operand_c(std::uint64_t encoding, const Hooks& hooks) const;
    [[nodiscard]] Value number(std::uint64_t encoding, Format format, const Hooks& hooks) const;
    [[nodiscard]] const Hooks& hooks_of(std::size_t operation, bool bypassed) const;
    /// Numbers that a sum reads, with the hooks for sums that are not bypassed.
    void read_again(const Operation& op, const Operands& in, std::span<const std::uint64_t> encodings,
                    std::span<Value> slots) const;
    [[nodiscard]] bool bypasses(const Operation& op, std::span<const Value> slots) const;
    [[nodiscard]] Unpacked load(const ReadSite& site, const FormatInfo& multiplied, bool flush,
                                const Hooks& hooks) const;

    Program program_;
    ExponentScale scale_;
    std::vector<int> nodes_;       ///< of each operation
    Hooks hooks_;                  ///< those outside sums, without those of bypassed sums
    Hooks all_;                    ///< with them
    bool has_bypass_ = false;      ///< some hooks are for sums that are not bypassed
    std::vector<Hooks> sums_;      ///< those that act in each sum
    std::vector<Hooks> bypassed_;  ///< those that act in each sum of which an addend is zero
};

/// The number of the sum that each operation evaluates, in the order of first use.
[[nodiscard]] std::vector<int> sum_numbers(const Program& program);

/// The scale factors of a block, as the hooks leave them.
[[nodiscard]] std::pair<Unpacked, Unpacked> factors_of(const Program& program, const Hooks& hooks,
                                                       const Operands& in, std::size_t block);

}  // namespace karat::tb
