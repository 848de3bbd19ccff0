// SPDX-License-Identifier: Apache-2.0
// Recipes more than one edit away that hardware could have instead of a guess.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "karat/recipe/recipe_hash.hpp"
#include "karat_probe/identify/challenge/challenge.hpp"
#include "karat_probe/identify/trees/tree_edits.hpp"

namespace karat::probe {

/// Other algorithms, groups, orders and places of c with the widths and roundings of a guess, and pairs of
/// edits of which one has no effect without the other. Those that differ in a number only are a family, the
/// number that differs most from the guess first: if nothing excludes that one, nothing excludes the others.
/// Also the rules of single nodes, since an edit changes all nodes of a kind alike, floors that move with
/// widths, c, acc or half of the products in another sum, and other orders of addends where sums pass on
/// NaNs. The values of one rule are a family, too, of which each has to be excluded for itself.
class Alternatives {
   public:
    /// `knobs`: the guess as a specification, if it has one.
    Alternatives(const Recipe& guess, const std::optional<Spec>& knobs);

    /// Adds members of every family until two of it are open among the neighbours. Members that do not give
    /// the latest answers of the record, and a part of the others, are dropped, and noted in `before`.
    void refill(std::vector<Neighbour>& neighbours, const Record& record, Exclusions& before, Budget& budget,
                std::chrono::milliseconds most);

    /// Of the members of a family that give every answer of the record, keeps the one that differs most from
    /// the guess.
    void shorten(std::vector<Neighbour>& neighbours, const Record& record, const Exclusions& before,
                 Budget& budget) const;

   private:
    struct Member {
        int place = 0;  ///< the number that it differs in
        Edit edit;
    };
    struct Family {
        std::vector<Member> members;
        std::size_t open = 0;  ///< those among the neighbours that nothing excludes
        bool nested = true;    ///< what excludes one also excludes those that differ more
    };
    void add_rules_of_nodes(const Recipe& guess);
    void add_floors(const Recipe& guess);
    void add_units_below_floors(const Recipe& guess);
    void add_trees(std::vector<TreeEdit> trees, const std::string& key, const std::string& meaning,
                   const Recipe& guess);
    void add(Edit edit, const Recipe& guess);
    void add_alone(Edit edit);
    using Gives = std::function<bool(const Edit&, const Evaluator&)>;
    /// `gives`: whether a recipe gives the answers. `known`: the recipes of the neighbours.
    void refill(Family& family, std::size_t index, std::vector<Neighbour>& neighbours, RecipeSet& known,
                const Gives& gives, Budget& budget) const;

    Evaluator guess_;
    std::vector<Family> families_;
    std::map<std::string, std::size_t> numbered_;  ///< families with several members, by name
};

}  // namespace karat::probe
