// SPDX-License-Identifier: Apache-2.0
// One table of names per enumeration, used by the JSON, the command line, the C ABI and the documentation.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace karat {

/// Specialise with `static constexpr std::array<std::string_view, N> names`, in the order of the enumerators.
template <class Enum>
struct EnumNames;

template <class Enum>
[[nodiscard]] constexpr std::string_view name_of(Enum value) {
    return EnumNames<Enum>::names[static_cast<std::size_t>(value)];
}

/// Converts to ASCII lower case. Names are compared case-insensitively everywhere.
[[nodiscard]] inline std::string to_lower(std::string_view text) {
    std::string out(text);
    for (char& ch : out) {
        if (ch >= 'A' && ch <= 'Z') ch = static_cast<char>(ch - 'A' + 'a');
    }
    return out;
}

/// The enumerator called `text` (case-insensitive), or std::nullopt.
template <class Enum>
[[nodiscard]] std::optional<Enum> enum_from_name(std::string_view text) {
    const std::string wanted = to_lower(text);
    const auto& names = EnumNames<Enum>::names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (to_lower(names[i]) == wanted) return static_cast<Enum>(i);
    }
    return std::nullopt;
}

/// The allowed names as "x, y or z", for error messages.
template <class Enum>
[[nodiscard]] std::string allowed_names() {
    std::string out;
    const auto& names = EnumNames<Enum>::names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i != 0) out += i + 1 == names.size() ? " or " : ", ";
        out += names[i];
    }
    return out;
}

}  // namespace karat
