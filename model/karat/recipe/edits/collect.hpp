// SPDX-License-Identifier: Apache-2.0
// Where the parts of a generator of edits leave what they find. Inside recipe/ only; edits.hpp is the
// interface.
#pragma once
#include "karat/recipe/edits/edits.hpp"
#include "karat/recipe/edits/sites.hpp"

namespace karat::editing {

/// What an edit does, without the changed recipe.
struct Naming {
    std::string key;
    boost::json::value value;
    boost::json::value was;
    std::string meaning;
    int cost = 0;
};

/// The name of an enumerator as a value of an edit.
template <class Enum>
[[nodiscard]] boost::json::value named(Enum value) {
    return boost::json::value(name_of(value));
}

/// The same rounding in another mode.
[[nodiscard]] inline OutputRule rounded(OutputRule rule, Rounding rounding) {
    rule.rounding = rounding;
    return rule;
}

class Collector {
   public:
    explicit Collector(const Recipe& original) : original_(original), sites_(find_sites(original)) {}

    [[nodiscard]] const Recipe& original() const { return original_; }
    [[nodiscard]] const Sites& sites() const { return sites_; }
    /// Of the result, if it is rounded.
    [[nodiscard]] std::optional<OutputRule> result() const;

    /// An attribute has another value; no two attributes of the same nodes give the same recipe.
    void add(Recipe changed, Naming naming);
    /// The tree has another form. Several ways may lead to the same one: the first is kept.
    void add_form(Recipe changed, Naming naming);
    [[nodiscard]] std::vector<Edit> take();

   private:
    const Recipe& original_;
    Sites sites_;
    std::vector<Edit> edits_;
    std::vector<Edit> forms_;
};

void edit_terms(Collector& out);      ///< widths, alignment roundings, cut-offs, exponents compared, zeros
void edit_roundings(Collector& out);  ///< roundings to a format: mode, fraction, format, overflow, NaN, flush
void edit_sums(Collector& out);       ///< grid, floor, sticky flag, sign frame, zero sums, specials
void edit_operands(Collector& out);   ///< formats, conversions, flushes, limits of products
void edit_order(Collector& out);      ///< steps of a chain, groups, which k they take
void edit_place_of_c(Collector& out);  ///< c moved to another sum
void edit_nesting(Collector& out);     ///< roundings and groups added and removed
void edit_shape(Collector& out);       ///< the same operands and roundings in another known arithmetic

}  // namespace karat::editing
