// SPDX-License-Identifier: Apache-2.0
// Collects the edits from the generators in this folder. Internal to recipe/; edits.hpp is the interface.
#pragma once
#include "karat/recipe/edits/edits.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/recipe_hash.hpp"

namespace karat::editing {

/// The description of an edit, without the changed recipe.
struct Naming {
    std::string key;
    boost::json::value value;
    boost::json::value was;
    std::string meaning;
    int cost = 0;
};

/// The name of an enumerator as the value of an edit.
template <class Enum>
[[nodiscard]] boost::json::value named(Enum value) {
    return boost::json::value(name_of(value));
}

/// A number as the value of an edit; "none" where there is none.
[[nodiscard]] inline boost::json::value number_or_none(const std::optional<int>& value) {
    return value ? boost::json::value(*value) : boost::json::value("none");
}

/// The same rule with another rounding mode.
[[nodiscard]] inline OutputRule rounded(OutputRule rule, Rounding rounding) {
    rule.rounding = rounding;
    return rule;
}

class Collector {
   public:
    explicit Collector(const Recipe& original)
        : original_(original), sites_(find_sites(original)), known_forms_{original} {}

    [[nodiscard]] const Recipe& original() const { return original_; }
    [[nodiscard]] const Sites& sites() const { return sites_; }
    /// The rounding of the result, if it is rounded.
    [[nodiscard]] std::optional<OutputRule> result() const;

    /// Adds an edit that changes an attribute. There is no search for duplicates, because different changes
    /// of the attributes of a node never give the same recipe.
    void add(Recipe changed, Naming naming);
    /// Adds an edit that changes the tree. If several edits give the same tree, only the first is kept.
    void add_form(Recipe changed, Naming naming);
    [[nodiscard]] std::vector<Edit> take();

   private:
    const Recipe& original_;
    Sites sites_;
    std::vector<Edit> edits_;
    std::vector<Edit> forms_;
    RecipeSet known_forms_;
};

void edit_terms(Collector& out);      ///< widths, alignment roundings, cut-offs, compared exponents, zeros
void edit_roundings(Collector& out);  ///< roundings to a format: mode, fraction, format, overflow, NaN, flush
void edit_sums(Collector& out);       ///< grid, floor, sticky bit, sign frame, zero sums, specials
void edit_operands(Collector& out);   ///< formats, conversions, flushes, limits of products
void edit_order(Collector& out);      ///< steps of a chain, groups, and the k they take
void edit_place_of_c(Collector& out);  ///< c moved to another sum
void edit_nesting(Collector& out);     ///< roundings and groups added and removed
void edit_scales(Collector& out);      ///< scale factors at the products or at sums of them
void edit_shape(Collector& out);       ///< the same operands and roundings in another known arithmetic

}  // namespace karat::editing
