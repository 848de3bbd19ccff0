// SPDX-License-Identifier: Apache-2.0
// The table of attributes of each node of a recipe: the key, and how to read and write it. JSON uses it.
#pragma once
#include <boost/json/value.hpp>
#include <span>
#include <string_view>

#include "karat/recipe/recipe.hpp"

namespace karat {

template <class Node>
struct Attribute {
    std::string_view key;
    boost::json::value (*get)(const Node&);
    /// `path`: path of the attribute, with which error messages begin.
    void (*set)(Node&, const boost::json::value&, std::string_view path);
    bool always = false;  ///< written even at its default
};

/// The attributes in the order in which they are written. Those of Term exclude `of` and its Select; those of
/// Sum exclude the addends and the round.
template <class Node>
[[nodiscard]] std::span<const Attribute<Node>> attributes();

template <>
std::span<const Attribute<OperandRules>> attributes();
template <>
std::span<const Attribute<OutputRule>> attributes();
template <>
std::span<const Attribute<Sum>> attributes();
template <>
std::span<const Attribute<Term>> attributes();
/// For an addend and for the start of a chain.
template <>
std::span<const Attribute<Select>> attributes();
/// For the slices of a chain.
template <>
std::span<const Attribute<Chain>> attributes();

/// A round to `format` with all other attributes at their defaults.
[[nodiscard]] constexpr OutputRule plain_round(Format format) {
    OutputRule out;
    out.format = format;
    out.fraction = info(format).fraction_bits;
    return out;
}

}  // namespace karat
