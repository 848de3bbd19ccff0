// SPDX-License-Identifier: Apache-2.0
// The attributes of one addend, sum, rounding, or of the operands, with the values that are worth trying.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

template <class Node>
struct NodeAttribute {
    const char* name;
    bool odd;  ///< as in attributes.hpp
    /// Calls the second argument with copies of the node that differ in this attribute; equal ones may be
    /// among them.
    std::function<void(const Node&, const std::function<void(Node)>&)> values;
    bool joint = false;   ///< as in attributes.hpp
    bool graded = false;  ///< the same
};

[[nodiscard]] std::vector<NodeAttribute<OperandRules>> operand_attributes();
[[nodiscard]] std::vector<NodeAttribute<Term>> addend_attributes(const Term& term);
[[nodiscard]] std::vector<NodeAttribute<Sum>> sum_attributes(const Sum& sum);
/// Those of them that take the place of an attribute of an addend, and the other way round.
[[nodiscard]] std::vector<NodeAttribute<Sum>> imitating_attributes(const Sum& sum);
/// `inner`: of a rounding inside the tree, which may be to any format.
[[nodiscard]] std::vector<NodeAttribute<OutputRule>> rounding_attributes(const OutputRule& rule, bool inner);

/// The sum, which is not the result nor the step of a chain, without its rounding; or if it has none, with
/// one to each format in each direction.
void each_presence_of_rounding(const Sum& sum, const std::function<void(Sum)>& body);
/// All small widths, and a few large ones. One that is a little off is refined later, if it helps.
void each_width(const std::function<void(Width)>& body);
/// Exponents that a floor may have: a few, the highest first, which changes most, and those around the
/// present one. One that is a little off already explains more than none.
void each_exponent(const std::optional<int>& present, const std::function<void(int)>& body);

template <class Enum, class Body>
void each_of(const Body& body) {
    for (std::size_t i = 0; i < EnumNames<Enum>::names.size(); ++i) body(static_cast<Enum>(i));
}

}  // namespace karat::probe
