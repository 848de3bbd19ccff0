// SPDX-License-Identifier: Apache-2.0
// Which products a target treats alike: what it answers if they change places.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "karat/recipe/program.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// The same products in one order after another. A shape implies that some orders give the same answer,
/// whatever its widths and roundings are: those that differ only within a group, or by whole groups. The
/// target may contradict that. A shape explains less if it implies this for fewer orders than the target
/// shows.
class Exchanges {
   public:
    /// Asks up to 1000 dot-adds. Asks nothing of integers, whose sums are mostly exact, and of less than two
    /// products; then seen() is false.
    Exchanges(Target& target, std::uint64_t seed);

    [[nodiscard]] bool seen() const { return !questions_.empty(); }
    /// The number of answers that the shape allows to differ, and ten times the number of those that it does
    /// not allow, by at most so many questions. The least of several shapes is the best. Large if the shape
    /// is invalid.
    [[nodiscard]] std::size_t cost(const Recipe& shape, std::size_t questions) const;
    [[nodiscard]] std::size_t cost(const Recipe& shape) const { return cost(shape, questions_.size()); }

    /// The target has one of these shapes, or one like it.
    void expect_one_of(const std::vector<Recipe>& shapes);
    /// Whether a few questions speak hardly more against the shape than against the best one expected. Always
    /// true if nothing was seen or expected.
    [[nodiscard]] bool is_likely(const Recipe& shape) const;

   private:
    /// The products and c are numbered, and equal products have the same number; 0 is a zero.
    using Number = std::uint16_t;
    struct Answer {
        std::vector<Number> places;  ///< of the products, and c
        std::uint64_t d = 0;
    };
    using Question = std::vector<Answer>;  ///< about the same products

    class Asked;
    class Alike;
    [[nodiscard]] static std::size_t cost_of(const Question& question, Alike& alike);

    std::vector<Question> questions_;   ///< those with many different answers first
    std::optional<std::size_t> least_;  ///< cost of the shapes expected, by a few questions
};

}  // namespace karat::probe
