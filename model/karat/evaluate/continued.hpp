// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "karat/evaluate/base_values.hpp"
#include "karat/evaluate/evaluator.hpp"

namespace karat {

/// Evaluates a recipe on dot-adds next to another, the base: only the sums that differ, and those above them
/// as far as their values differ. The bits are those of the whole evaluation. Points to both evaluators.
class Continued {
   public:
    Continued(const Evaluator& base, const Evaluator& other);

    /// d. `base_values`: of this dot-add and this base, or new ones. Several recipes with the same base use
    /// them one after the other.
    [[nodiscard]] std::uint64_t operator()(const Operands& in, BaseValues& base_values) const;
    /// Makes them those of this dot-add in the other recipe, which becomes the base.
    void move(const Operands& in, BaseValues& base_values) const;

   private:
    template <class Num>
    class Amendment;
    template <class Num>
    using Slots = std::vector<Addend<typename Num::Significand>>;

    void load(const Operands& in, BaseValues& base_values) const;
    void begin(const Operands& in, BaseValues& base_values) const;
    template <class Num>
    void advance(const Operands& in, std::size_t count, BaseValues& base_values, Slots<Num>& slots) const;
    /// Whether d is that of the base because no sum drops a bit where the recipes differ.
    template <class Num>
    [[nodiscard]] bool gives_the_same(const Operands& in, BaseValues& base_values, Slots<Num>& slots) const;
    /// Whether the sum of an operation that adds the same values is known to be that of the base, before it
    /// is rounded.
    template <class Num>
    [[nodiscard]] bool has_sum_of_base(std::size_t n, const Operands& in, BaseValues& base_values,
                                       Slots<Num>& slots) const;
    /// Adds the facts of a sum of the base, unless they are known.
    template <class Num>
    void learn_facts(std::size_t n, const Operands& in, BaseValues& base_values, Slots<Num>& slots) const;
    template <class Use>
    static auto with_slots(BaseValues& base_values, Use use);

    const Evaluator* base_;
    const Evaluator* other_;
    std::optional<ProgramDifference> difference_;  ///< of the other from the base
    std::vector<std::uint32_t> changed_;           ///< operations that differ, if they can be compared
};

}  // namespace karat
