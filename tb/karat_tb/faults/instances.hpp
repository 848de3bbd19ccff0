// SPDX-License-Identifier: Apache-2.0
// What a fault needs to know about a recipe to choose its parameters.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "karat_tb/faults/faults.hpp"

namespace karat::tb {

/// A sum of the recipe, with all its steps and parts.
struct SumFacts {
    int number;               ///< Hooks::node
    std::string path;         ///< in the recipe
    const Operation* op;      ///< its last evaluation
    const OutputRule* round;  ///< of the last evaluation; null if the sum is not rounded
    std::size_t addends;      ///< of one evaluation
    bool has_products;
    bool has_number;  ///< c or a rounded result
    bool has_sums;    ///< fixed-point sums
    bool exact;       ///< at least one group keeps all bits
    int bits;         ///< if not exact: bits of its magnitude, from the last kept bit
    /// Whether the result is a floating-point number.
    [[nodiscard]] bool rounds() const { return round != nullptr && !info(round->format).is_integer(); }
};

/// Collects the faults of one recipe.
class Instances {
   public:
    explicit Instances(const Recipe& recipe);

    [[nodiscard]] const Program& program() const { return program_; }
    [[nodiscard]] const Recipe& recipe() const { return recipe_; }
    [[nodiscard]] const OperandRules& rules() const { return program_.operands(); }
    [[nodiscard]] std::span<const SumFacts> sums() const { return sums_; }
    /// A few of the products: the first, the last, and some between.
    [[nodiscard]] std::span<const std::size_t> places() const { return places_; }
    /// Positions from `first` to `last`, thinned out if the recipe has several sums.
    [[nodiscard]] std::vector<int> positions(int first, int last) const;

    /// Adds an instance. `parameters`: "bit=12", or empty.
    void add(const std::string& parameters, const std::string& meaning, Hooks hooks);
    /// The same in one sum, which key and meaning name if the recipe has several.
    void add(const SumFacts& sum, std::string parameters, std::string meaning, Hooks hooks);

    /// All faults of `kind` get their key from it.
    void start(std::string_view kind) { kind_ = kind; }
    [[nodiscard]] std::vector<Fault> take() { return std::move(faults_); }

   private:
    Recipe recipe_;
    Program program_;
    std::vector<SumFacts> sums_;
    std::vector<std::size_t> places_;
    std::string kind_;
    std::vector<Fault> faults_;
};

/// A row of a table of kinds.
struct FaultKind {
    std::string_view kind;
    std::string_view meaning;
    void (*instances)(Instances&);
};
struct NeighbourKind {
    std::string_view kind;
    std::string_view meaning;
    /// Null if the fault does not fit the recipe.
    decltype(NeighbourFault::answer) (*answer)(const Program&);
};

// The tables of kinds/.
[[nodiscard]] std::span<const FaultKind> operand_faults();
[[nodiscard]] std::span<const FaultKind> selection_faults();
[[nodiscard]] std::span<const FaultKind> product_faults();
[[nodiscard]] std::span<const FaultKind> multiplier_faults();
[[nodiscard]] std::span<const FaultKind> special_faults();
[[nodiscard]] std::span<const FaultKind> exponent_faults();
[[nodiscard]] std::span<const FaultKind> alignment_faults();
[[nodiscard]] std::span<const FaultKind> sum_faults();
[[nodiscard]] std::span<const FaultKind> two_addend_faults();
[[nodiscard]] std::span<const FaultKind> normalisation_faults();
[[nodiscard]] std::span<const FaultKind> rounding_faults();
[[nodiscard]] std::span<const NeighbourKind> neighbour_faults();
[[nodiscard]] std::span<const NeighbourKind> lane_faults();

}  // namespace karat::tb
