// SPDX-License-Identifier: Apache-2.0
// Other names of formats, roundings and algorithms that the command line and the C ABI accept. Files and
// output have the canonical names.
#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "karat/recipe/spec.hpp"

namespace karat {

/// Specialised for enumerations that have other names.
template <class Enum>
inline constexpr std::array<std::pair<std::string_view, Enum>, 0> kAliases{};

template <>
inline constexpr std::array<std::pair<std::string_view, Format>, 7> kAliases<Format>{
    {{"fp8", Format::e4m3},
     {"bf8", Format::e5m2},
     {"fp4", Format::e2m1},
     {"half", Format::fp16},
     {"bfloat16", Format::bf16},
     {"float", Format::fp32},
     {"double", Format::fp64}}};
template <>
inline constexpr std::array<std::pair<std::string_view, Rounding>, 4> kAliases<Rounding>{
    {{"truncate", Rounding::RZ}, {"nearest", Rounding::RNE}, {"down", Rounding::RD}, {"up", Rounding::RU}}};
template <>
inline constexpr std::array<std::pair<std::string_view, Algorithm>, 3> kAliases<Algorithm>{
    {{"fused", Algorithm::fda}, {"separated", Algorithm::sda}, {"grouped", Algorithm::gfda}}};

/// The enumerator with this name or other name (case-insensitive), or std::nullopt.
template <class Enum>
[[nodiscard]] std::optional<Enum> enum_from_any_name(std::string_view text) {
    if (const auto known = enum_from_name<Enum>(text)) return known;
    const std::string wanted = to_lower(text);
    for (const auto& [name, value] : kAliases<Enum>) {
        if (name == wanted) return value;
    }
    return std::nullopt;
}

}  // namespace karat
