// SPDX-License-Identifier: Apache-2.0
// The table of attributes of each node of a recipe: key, how to read and write it. The JSON form reads it.
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
    /// `path`: of the attribute, which an error sentence begins with.
    void (*set)(Node&, const boost::json::value&, std::string_view path);
    bool always = false;  ///< written at its default too
};

/// In the order in which they are written. For Term without `of` and its Select; for Sum without the addends
/// and the round.
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
/// Of an addend and of a chain's start.
template <>
std::span<const Attribute<Select>> attributes();
/// Of a chain's slices.
template <>
std::span<const Attribute<Chain>> attributes();

/// A round to `format` as it is if nothing else is said.
[[nodiscard]] constexpr OutputRule plain_round(Format format) {
    OutputRule out;
    out.format = format;
    out.fraction = info(format).fraction_bits;
    return out;
}

}  // namespace karat
