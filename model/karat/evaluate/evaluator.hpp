// SPDX-License-Identifier: Apache-2.0
// The definition of every arithmetic: evaluates the sums of a recipe one after the other.
#pragma once
#include <cstdint>

#include "karat/evaluate/flags.hpp"
#include "karat/evaluate/products.hpp"
#include "karat/recipe/program.hpp"
#include "karat/trace/trace.hpp"

namespace karat {

/// The integers (arithmetic/integers.hpp) that an evaluation uses. `checked_...`: no fixed size holds every
/// sum, but this one holds most. Every sum is checked first, and a dot-add that does not fit is repeated in
/// the next larger size.
enum class IntegerSize : std::uint8_t { narrow, medium, checked_narrow, checked_medium };

/// Runs a program. Immutable, and therefore thread-safe. An evaluation needs at most 16 KiB of stack.
class Evaluator {
   public:
    /// Throws SpecError for an invalid recipe.
    explicit Evaluator(const Recipe& recipe);
    /// The same without the bounds of the recipe: every sum is checked instead. Much quicker to make, and
    /// slower to run. For searches that try many recipes on a few dot-adds each.
    [[nodiscard]] static Evaluator without_bounds(const Recipe& recipe);
    /// The same for a recipe that differs from the program's in few attributes (Program::like).
    [[nodiscard]] static Evaluator without_bounds(const Recipe& recipe, const Program& like);

    [[nodiscard]] std::uint64_t operator()(const Operands& in) const;
    /// The same, with every intermediate value appended to `trace`.
    [[nodiscard]] std::uint64_t traced(const Operands& in, Trace& trace) const;
    /// The same with the status flags of this dot-add.
    [[nodiscard]] std::uint64_t flagged(const Operands& in, const FlagRule& rule, Flags& flags) const;

    [[nodiscard]] const Program& program() const { return program_; }
    [[nodiscard]] IntegerSize size() const { return size_; }

   private:
    Evaluator(Program program, IntegerSize size);

    template <class Sink>
    [[nodiscard]] std::uint64_t dispatch(const Operands& in, Sink& sink) const;
    template <class Num, bool kChecked, std::size_t kInPlace, class Sink>
    [[nodiscard]] bool run(const Operands& in, Sink& sink, std::uint64_t& d) const;

    Program program_;
    ProductMaker products_;
    IntegerSize size_ = IntegerSize::narrow;
    std::size_t seen_ = 0;  ///< the largest number of addends that a sum modifies before it uses them
};

}  // namespace karat
