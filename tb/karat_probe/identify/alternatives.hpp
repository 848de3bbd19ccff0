// SPDX-License-Identifier: Apache-2.0
// Recipes more than one edit away that hardware could have instead of a guess.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat_probe/identify/challenge.hpp"

namespace karat::probe {

/// Other algorithms, groups, orders and places of c with the widths and roundings of a guess, and pairs of
/// edits of which one has no effect without the other. Those that differ in a number only are a family, the
/// number that differs most from the guess first: if nothing excludes that one, nothing excludes the others.
class Alternatives {
   public:
    /// `knobs`: the guess as a specification, if it has one.
    Alternatives(const Recipe& guess, const std::optional<Spec>& knobs);

    /// Adds a few members of every family that give every answer of the record, until so many of it are open
    /// among the neighbours. Those that do not give them are dropped.
    void refill(std::vector<Neighbour>& neighbours, const Record& record, Budget& budget);

    /// Of the members of a family that are left open, keeps the one that differs most from the guess.
    static void shorten(std::vector<Neighbour>& neighbours);

   private:
    struct Family {
        std::string name;
        std::vector<Edit> members;
        std::size_t open = 0;  ///< those among the neighbours that nothing excludes
    };
    void add(Edit edit, const Recipe& guess);
    void refill(Family& family, std::size_t index, std::vector<Neighbour>& neighbours, const Record& record,
                Budget& budget);

    std::vector<Family> families_;
};

}  // namespace karat::probe
