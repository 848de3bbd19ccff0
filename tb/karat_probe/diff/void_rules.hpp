// SPDX-License-Identifier: Apache-2.0
// The rules behind canonical(). Internal to canonical.cpp and void_*.cpp.
#pragma once
#include <optional>
#include <vector>

#include "karat/recipe/bounds/bounds.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat_probe/diff/canonical.hpp"

namespace karat::probe::voiding {

/// One attribute set to its fixed value.
struct Rewrite {
    Recipe recipe;
    VoidAttribute attribute;
};

/// One operation of a sum with its bounds.
struct Evaluation {
    const Operation* operation = nullptr;
    const SumBounds* bounds = nullptr;

    /// Bounds of a term's addends; null if it has none.
    [[nodiscard]] const AddendBounds* addends(const Program& program, const Term& term) const;
    [[nodiscard]] bool loses_seen() const {
        return bounds->can_lose && operation->sum->sticky == Sticky::ored;
    }
};

/// A recipe with what the rules read. The sites point into `recipe`.
struct Facts {
    explicit Facts(const Recipe& from)
        : recipe(from), program(recipe), bounds(program), sites(editing::find_sites(program.recipe())) {}

    /// All operations of a sum.
    [[nodiscard]] std::vector<Evaluation> evaluations(const Sum& sum) const;
    /// Those that are rounded by `rule`.
    [[nodiscard]] std::vector<Evaluation> evaluations(const Sum& sum, const OutputRule& rule) const;

    Recipe recipe;
    Program program;
    Bounds bounds;
    editing::Sites sites;
};

// The first attribute of its kind that has no effect and is not at its fixed value.
[[nodiscard]] std::optional<Rewrite> void_term(const Facts& facts);     ///< void_terms.cpp
[[nodiscard]] std::optional<Rewrite> void_sum(const Facts& facts);      ///< void_sums.cpp
[[nodiscard]] std::optional<Rewrite> void_round(const Facts& facts);    ///< void_rounds.cpp
[[nodiscard]] std::optional<Rewrite> void_operand(const Facts& facts);  ///< void_operands.cpp

}  // namespace karat::probe::voiding
