// SPDX-License-Identifier: Apache-2.0
// Collects the trees next to one. Internal; tree_edits.hpp is the interface.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/recipe_hash.hpp"
#include "karat_probe/identify/trees/division.hpp"
#include "karat_probe/identify/trees/tree_edits.hpp"

namespace karat::probe {

class TreeEditList {
   public:
    explicit TreeEditList(const Recipe& recipe)
        : recipe_(recipe), sites_(editing::find_sites(recipe)), known_{recipe} {}

    [[nodiscard]] const Recipe& recipe() const { return recipe_; }
    [[nodiscard]] const editing::Sites& sites() const { return sites_; }

    /// The node that the next edits change.
    void at(std::string path) { at_ = std::move(path); }
    /// Unless it is there already, or the recipe itself.
    void add(Recipe recipe);
    void change_sum(const std::string& path, const std::function<void(Sum&)>& change) {
        add(editing::with_sums(recipe_, {path}, change));
    }
    void change_term(const std::string& path, const std::function<void(Term&)>& change) {
        add(editing::with_terms(recipe_, {path}, change));
    }
    [[nodiscard]] std::vector<TreeEdit> take() { return std::move(out_); }

   private:
    const Recipe& recipe_;
    editing::Sites sites_;
    std::string at_;
    std::vector<TreeEdit> out_;
    RecipeSet known_;
};

void edit_sum_trees(TreeEditList& out);      ///< a sum or a rounding more or less, halves the other way round
void edit_addend_trees(TreeEditList& out);   ///< products in groups or halves, c or acc added last
void edit_addend_places(TreeEditList& out);  ///< c, acc or one half of the products in another sum
void edit_chain_trees(TreeEditList& out);    ///< other steps, no last rounding, a chain of one step as a sum

/// Keeps all but the lowest bits of a long sum.
[[nodiscard]] OutputRule wide_rounding(Format format = Format::fp64);
/// Whether the sum has one addend, with all of the products that the sum works on.
[[nodiscard]] bool has_one_addend(const Sum& sum);
/// An addend that is added exactly, and that counts if it is zero.
[[nodiscard]] Term alone(Expression x);
/// The rounding of a sum around other addends, which it adds exactly.
[[nodiscard]] Sum around(const Sum& sum, std::vector<Term> addends);

}  // namespace karat::probe
