// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "karat/evaluate/evaluator.hpp"
#include "karat/recipe/bounds/bounds.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/trace/trace.hpp"

namespace karat {

/// One dot-add, `d = c + sum over k of a_k * b_k`, bit-exact to its specification. Immutable after
/// construction, and therefore thread-safe.
class DotAdd {
   public:
    /// Throws SpecError for an invalid specification.
    explicit DotAdd(const Spec& spec);
    explicit DotAdd(const Recipe& recipe) : DotAdd(spec_of(recipe)) {}

    /// The encoding of d. Precondition: `check` passes, except that upper bits beyond a format's width are
    /// ignored.
    [[nodiscard]] std::uint64_t operator()(const Operands& in) const;
    /// The same, with every intermediate value appended to `trace`.
    [[nodiscard]] std::uint64_t traced(const Operands& in, Trace& trace) const;
    /// The same with the status flags of this dot-add.
    [[nodiscard]] std::uint64_t flagged(const Operands& in, const FlagRule& rule, Flags& flags) const;

    /// Throws OperandError unless a has k elements, b has k (2k with metadata), metadata has its elements and
    /// each is allowed, scale_a and scale_b have k / scale_block elements
    /// (none without scale factors), and every element fits the width of its format.
    void check(const Operands& in) const;

    /// Whether `got` matches `expected`: the bits are equal, or both are NaNs and the specification's NaN is
    /// "any".
    [[nodiscard]] bool matches(std::uint64_t expected, std::uint64_t got) const;

    [[nodiscard]] const OperandRules& operands() const { return program().operands(); }
    [[nodiscard]] const Spec& spec() const { return spec_; }
    [[nodiscard]] const Program& program() const { return evaluator_.program(); }
    [[nodiscard]] const Bounds& bounds() const { return bounds_; }
    /// Scale factors of one operand: k / scale_block, or 0.
    [[nodiscard]] std::size_t scale_count() const {
        return static_cast<std::size_t>(operands().scale_count());
    }

   private:
    Spec spec_;
    Evaluator evaluator_;
    Bounds bounds_;
};

}  // namespace karat
