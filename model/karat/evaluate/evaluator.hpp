// SPDX-License-Identifier: Apache-2.0
// The definition of every arithmetic: evaluates the sums of a recipe one after the other.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "karat/evaluate/flags.hpp"
#include "karat/evaluate/products.hpp"
#include "karat/recipe/program.hpp"
#include "karat/trace/trace.hpp"

namespace karat {

/// The integers (arithmetic/integers.hpp) that an evaluation uses. `checked_...`: no fixed size holds every
/// sum, but this one holds most. Every sum is checked first; from one that does not fit on, the next larger
/// size is used.
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
    friend class Continued;
    Evaluator(Program program, IntegerSize size);

    /// The values by slot, and storage for the addends that a sum modifies before it uses them.
    template <class Num>
    struct Storage {
        std::span<Addend<typename Num::Significand>> slots, seen;
    };

    /// Products, c and +0.
    template <class Num>
    void load(const Operands& in, std::span<Addend<typename Num::Significand>> slots) const;
    /// Evaluates the operations from `first` to before `last`. Returns the index of the first whose sum does
    /// not fit in Num, or `last`.
    template <class Num, bool kChecked, class Sink>
    [[nodiscard]] std::size_t advance(const Operands& in, std::size_t first, std::size_t last,
                                      const Storage<Num>& storage, Sink& sink, std::uint64_t& d) const;
    /// All operations in one size. False if a sum does not fit.
    template <class Num, bool kChecked, class Sink>
    [[nodiscard]] bool run(const Operands& in, Sink& sink, std::uint64_t& d) const;
    /// All operations; those from a sum on that does not fit in Num in the next larger size.
    template <class Num>
    [[nodiscard]] std::uint64_t checked(const Operands& in) const;
    template <class Num>
    [[nodiscard]] std::uint64_t finish(const Operands& in, std::size_t first,
                                       const Storage<Num>& storage) const;
    /// Evaluates everything again if a sum does not fit: what the sink has seen is void.
    template <class Sink>
    [[nodiscard]] std::uint64_t reported(const Operands& in, Sink& sink) const;

    Program program_;
    ProductMaker products_;
    IntegerSize size_ = IntegerSize::narrow;
    std::size_t seen_ = 0;  ///< the largest number of addends that a sum modifies before it uses them
};

}  // namespace karat
