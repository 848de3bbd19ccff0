// SPDX-License-Identifier: Apache-2.0
// The editable nodes of a recipe by path, and functions that make a changed copy of the recipe.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::editing {

/// Paths are the same as in Program: "result.sum[1]". Sites point into the recipe.
struct TermSite {
    std::string path;
    const Term* term = nullptr;
    const Sum* sum = nullptr;  ///< the sum that it is an addend of
    std::string sum_path;
    int size = 0;  ///< products of the slice that the sum works on
};
struct SumSite {
    std::string path;
    const Sum* sum = nullptr;
    /// Index in Sites::terms of the addend that it is. Nothing for the result, and for a start or step of a
    /// chain.
    std::optional<std::size_t> addend;
};
struct ChainSite {
    std::string path;
    const Chain* chain = nullptr;
    int size = 0;
};
/// A rounding to a format. The last step of a chain has a site of its own. Its rounding equals that of the
/// other steps if Chain::last is not set.
struct RoundSite {
    std::string path;
    OutputRule rule;
    const Sum* sum = nullptr;
    bool between = false;  ///< of all steps of a chain except the last
    bool result = false;   ///< rounds to d
};

struct Sites {
    std::vector<TermSite> terms;
    std::vector<SumSite> sums;
    std::vector<ChainSite> chains;
    std::vector<RoundSite> rounds;
};

[[nodiscard]] Sites find_sites(const Recipe& recipe);

using Paths = std::vector<std::string>;

/// A copy with the sums, or the chains, at these paths changed. Empty `paths` means all of them.
[[nodiscard]] Recipe with_sums(const Recipe& recipe, const Paths& paths,
                               const std::function<void(Sum&)>& change);
[[nodiscard]] Recipe with_chains(const Recipe& recipe, const Paths& paths,
                                 const std::function<void(Chain&)>& change);
/// A copy with the expressions at these paths replaced: "result", "result.sum[0].of", "result.start".
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
