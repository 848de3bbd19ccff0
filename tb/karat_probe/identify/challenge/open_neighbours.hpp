// SPDX-License-Identifier: Apache-2.0
// The neighbours of a guess that nothing excludes yet, and which of them are looked at.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "karat/evaluate/continued.hpp"
#include "karat_probe/identify/challenge/challenge.hpp"

namespace karat::probe {

/// Of each attribute only a few values are evaluated on every row, because nothing shows most of a hundred
/// widths or of a thousand rules for zeros. Of numbers these are the least and the largest: a number between
/// them differs from the guess in fewer dot-adds. Other values take turns. If a row excludes one, the others
/// of the attribute are evaluated on it, too.
class OpenNeighbours {
   public:
    struct Open {
        Neighbour* neighbour = nullptr;
        Continued continued;  ///< from where it differs from the guess
        std::size_t attribute = 0;
    };

    /// Keeps references to all but the seed.
    OpenNeighbours(const Evaluator& guess, std::vector<Neighbour>& neighbours, std::uint64_t seed);

    /// Those that are looked at now. Those that differ late from the guess come first: then no operation of
    /// the guess is evaluated twice.
    [[nodiscard]] const std::vector<const Open*>& watched() const { return watched_; }
    [[nodiscard]] bool empty() const { return watched_.empty(); }
    /// The next values of attributes with many of them are looked at.
    void take_turns();
    /// Marks those that do not give `d`: answer `index` of the record excludes them. Whether any was marked.
    /// `attribute`: all of its values are evaluated, too.
    bool exclude(const Operands& in, std::uint64_t d, BaseValues& base_values, std::size_t index,
                 std::optional<std::size_t> attribute);

    [[nodiscard]] std::size_t attributes() const { return attributes_.size(); }
    /// The value of an attribute whose turn it is: the ends of the numbers and all others, one after the
    /// other. Null if none is left.
    [[nodiscard]] const Open* of_attribute(std::size_t attribute, std::size_t turn) const;

   private:
    struct Attribute {
        std::deque<const Open*> numbers;  ///< ascending
        std::deque<const Open*> others;
    };
    void watch();

    std::vector<Open> all_;
    std::vector<Attribute> attributes_;
    std::vector<const Open*> watched_;
};

}  // namespace karat::probe
