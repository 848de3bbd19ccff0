// SPDX-License-Identifier: Apache-2.0
// The definition of every arithmetic: the sums of a recipe, one after the other.
#pragma once
#include <cstdint>

#include "karat/evaluate/products.hpp"
#include "karat/recipe/program.hpp"
#include "karat/trace/trace.hpp"

namespace karat {

/// Which of arithmetic/integers.hpp an evaluation uses. `checked_...`: no fixed size holds every sum; this
/// one holds most, every sum is checked first, and a dot-add that does not fit is done again in the next
/// larger size.
enum class IntegerSize : std::uint8_t { narrow, medium, checked_narrow, checked_medium };

/// Runs a program. Immutable, so one object may serve many threads. No evaluation needs more than 16 KiB of
/// stack.
class Evaluator {
   public:
    /// Throws SpecError for a recipe that is not possible.
    explicit Evaluator(const Recipe& recipe);

    [[nodiscard]] std::uint64_t operator()(const Operands& in) const;
    /// The same, with every intermediate appended to `trace`.
    [[nodiscard]] std::uint64_t traced(const Operands& in, Trace& trace) const;

    [[nodiscard]] const Program& program() const { return program_; }
    [[nodiscard]] IntegerSize size() const { return size_; }

   private:
    template <class Sink>
    [[nodiscard]] std::uint64_t dispatch(const Operands& in, Sink& sink) const;
    template <class Num, bool kChecked, std::size_t kInPlace, class Sink>
    [[nodiscard]] bool run(const Operands& in, Sink& sink, std::uint64_t& d) const;

    Program program_;
    ProductMaker products_;
    IntegerSize size_ = IntegerSize::narrow;
    std::size_t seen_ = 0;  ///< most addends of a sum that it sees differently from their slots
};

}  // namespace karat
