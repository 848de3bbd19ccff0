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
    [[nodiscard]] Evaluation evaluation(const Operation& operation) const;
    /// The addend as which the result of an operation is added; its `term` is null for the last operation.
    struct Use {
        Evaluation in;
        const Term* term = nullptr;
    };
    [[nodiscard]] Use use(const Operation& operation) const;
    /// The encoding of a NaN result depends on which addends are NaNs.
    [[nodiscard]] bool names_the_cause() const;

    Recipe recipe;
    Program program;
    Bounds bounds;
    editing::Sites sites;
};

/// Whether only the value of a sum is used, not its e_max, and the alignment and cut-offs alone depend on
/// e_max.
[[nodiscard]] bool hides_e_max(const Evaluation& each);
/// Whether neither the value of a sum nor anything computed from it depends on its e_max.
[[nodiscard]] bool never_uses_e_max(const Facts& facts, const Operation& operation);
/// Whether with any e_max up to `level` every addend keeps all its bits, none is cut off, and nothing else
/// depends on e_max. Cut-offs of `but` do not count.
[[nodiscard]] bool keeps_all_at(const Facts& facts, int level, const Evaluation& each,
                                const Term* but = nullptr);
/// Whether an e_max that is raised from anywhere to at most `level` gives the same result, because of the
/// above, because of a floor, or because nothing looks at e_max.
[[nodiscard]] bool indifferent_up_to(const Facts& facts, int level, const Evaluation& each,
                                     const Term* but = nullptr);

// The first attribute of its kind that has no effect and is not at its fixed value.
[[nodiscard]] std::optional<Rewrite> void_term(const Facts& facts);      ///< void_terms.cpp
[[nodiscard]] std::optional<Rewrite> void_sum(const Facts& facts);       ///< void_sums.cpp
[[nodiscard]] std::optional<Rewrite> void_round(const Facts& facts);     ///< void_rounds.cpp
[[nodiscard]] std::optional<Rewrite> void_operand(const Facts& facts);   ///< void_operands.cpp
[[nodiscard]] std::optional<Rewrite> void_exponent(const Facts& facts);  ///< void_exponents.cpp
[[nodiscard]] std::optional<Rewrite> void_special(const Facts& facts);   ///< void_specials.cpp

}  // namespace karat::probe::voiding
