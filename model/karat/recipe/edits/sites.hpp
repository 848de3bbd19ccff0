// SPDX-License-Identifier: Apache-2.0
// What can be edited in a recipe, by path, and how a changed copy is made.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::editing {

/// Paths are those of Program: "result.sum[1]". Sites point into the recipe.
struct TermSite {
    std::string path;
    const Term* term = nullptr;
    const Sum* sum = nullptr;  ///< it is an addend of
    std::string sum_path;
    int size = 0;  ///< products of the slice that the sum works on
};
struct SumSite {
    std::string path;
    const Sum* sum = nullptr;
};
struct ChainSite {
    std::string path;
    const Chain* chain = nullptr;
    int size = 0;
};
/// A rounding to a format. The last step of a chain has one of its own, equal to the others' where
/// Chain::last is not set.
struct RoundSite {
    std::string path;
    OutputRule rule;
    const Sum* sum = nullptr;
    bool between = false;  ///< of the steps of a chain but the last
    bool result = false;   ///< of d
};

struct Sites {
    std::vector<TermSite> terms;
    std::vector<SumSite> sums;
    std::vector<ChainSite> chains;
    std::vector<RoundSite> rounds;
};

[[nodiscard]] Sites find_sites(const Recipe& recipe);

using Paths = std::vector<std::string>;

/// A copy with the sums, or the chains, at these paths changed; with empty paths all of them.
[[nodiscard]] Recipe with_sums(const Recipe& recipe, const Paths& paths,
                               const std::function<void(Sum&)>& change);
[[nodiscard]] Recipe with_chains(const Recipe& recipe, const Paths& paths,
                                 const std::function<void(Chain&)>& change);
/// The expressions at these paths replaced: "result", "result.sum[0].of", "result.start".
[[nodiscard]] Recipe with_expressions(const Recipe& recipe, const Paths& paths,
                                      const std::function<Expression(const Expression&)>& change);
[[nodiscard]] Recipe with_terms(const Recipe& recipe, const Paths& paths,
                                const std::function<void(Term&)>& change);
[[nodiscard]] Recipe with_rounds(const Recipe& recipe, const Paths& paths,
                                 const std::function<void(OutputRule&)>& change);

/// "the products", "c", "the sum of products", "each group".
[[nodiscard]] std::string phrase(const Term& term);
[[nodiscard]] std::string phrase(const Sum& sum);
/// "a, b and c"
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, const std::string& before_last);
[[nodiscard]] bool is_sum(const Term& term);
[[nodiscard]] bool is_c(const Term& term);

}  // namespace karat::editing
