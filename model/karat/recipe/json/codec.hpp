// SPDX-License-Identifier: Apache-2.0
// JSON conversion of values of each type, with an error message for invalid values. Shared by knobs and
// recipes.
#pragma once
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "karat/error.hpp"
#include "karat/recipe/spec.hpp"

namespace karat {

template <class T>
struct Codec;

/// `key`: the name of a knob or the path of an attribute.
[[noreturn]] inline void refuse_value(std::string_view key, const boost::json::value& got,
                                      const std::string& allowed) {
    throw SpecError(std::string(key), std::string(key) + ": " + boost::json::serialize(got) +
                                          " is not allowed; use " + allowed);
}

template <class Enum>
requires std::is_enum_v<Enum>
struct Codec<Enum> {
    static std::string allowed() { return allowed_names<Enum>(); }
    static std::vector<boost::json::value> values() {
        const auto& names = EnumNames<Enum>::names;
        return {names.begin(), names.end()};
    }
    static boost::json::value to_json(Enum value) { return boost::json::value(name_of(value)); }
    static Enum from_json(const boost::json::value& value, std::string_view key) {
        if (value.is_string()) {
            if (const auto found = enum_from_name<Enum>(std::string_view(value.get_string()))) return *found;
        }
        refuse_value(key, value, allowed());
    }
};

template <>
struct Codec<bool> {
    static std::string allowed() { return "true or false"; }
    static std::vector<boost::json::value> values() { return {false, true}; }
    static boost::json::value to_json(bool value) { return value; }
    static bool from_json(const boost::json::value& value, std::string_view key) {
        if (!value.is_bool()) refuse_value(key, value, allowed());
        return value.get_bool();
    }
};

template <>
struct Codec<int> {
    static std::string allowed() { return "an integer"; }
    static std::vector<boost::json::value> values() { return {}; }
    static boost::json::value to_json(int value) { return value; }
    static int from_json(const boost::json::value& value, std::string_view key) {
        if (!value.is_int64() && !value.is_uint64()) refuse_value(key, value, allowed());
        boost::system::error_code error;
        const int number = value.to_number<int>(error);
        if (error) refuse_value(key, value, "an integer of at most 32 bits");
        return number;
    }
};

template <>
struct Codec<Width> {
    static std::string allowed() { return "1.." + std::to_string(kMaxWidth) + " or \"exact\""; }
    static std::vector<boost::json::value> values() {
        constexpr int widest = 80;
        std::vector<boost::json::value> out;
        for (int bits = 1; bits <= widest; ++bits) out.emplace_back(bits);
        out.emplace_back("exact");
        return out;
    }
    static boost::json::value to_json(Width width) {
        return width.is_exact() ? boost::json::value("exact") : boost::json::value(width.bits);
    }
    static Width from_json(const boost::json::value& value, std::string_view key) {
        if (value.is_string() && to_lower(std::string_view(value.get_string())) == "exact")
            return Width::exact();
        if (value.is_string()) refuse_value(key, value, allowed());
        const int bits = Codec<int>::from_json(value, key);
        if (bits < 1 || bits > kMaxWidth) refuse_value(key, value, allowed());
        return {bits};
    }
};

/// An unset optional is null, and absent from the JSON of a spec.
template <class T>
struct Codec<std::optional<T>> {
    static std::string allowed() { return Codec<T>::allowed(); }
    static std::vector<boost::json::value> values() { return Codec<T>::values(); }
    static boost::json::value to_json(const std::optional<T>& value) {
        return value ? Codec<T>::to_json(*value) : boost::json::value();
    }
    static std::optional<T> from_json(const boost::json::value& value, std::string_view key) {
        if (value.is_null()) return std::nullopt;
        return Codec<T>::from_json(value, key);
    }
};

// Which formats a key takes. Some keys allow fewer, depending on others: validate() and check() know.
inline bool fits_operand(const FormatInfo& f) { return f.is_operand(); }
inline bool fits_result(const FormatInfo& f) { return f.is_result(); }
inline bool fits_sum(const FormatInfo& f) { return f.is_result() && !f.is_integer(); }
inline bool fits_conversion(const FormatInfo& f) { return f.is_signed && !f.is_integer(); }
inline bool fits_scale(const FormatInfo& f) { return !f.is_operand(); }

/// The names of the formats that fit, as "x, y or z".
[[nodiscard]] inline std::string formats_that(bool (*fits)(const FormatInfo&)) {
    std::vector<std::string_view> names;
    for (const FormatInfo& f : kFormats) {
        if (fits(f)) names.push_back(f.name());
    }
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
        out.append(i == 0 ? "" : i + 1 == names.size() ? " or " : ", ").append(names[i]);
    return out;
}

/// A format, or an optional one. An unknown name is refused with the list of those that `allowed` names.
template <class T>
T format_from_json(const boost::json::value& value, std::string_view key, const std::string& allowed) {
    const bool unset = value.is_null() && !std::is_same_v<T, Format>;
    const bool known =
        value.is_string() && enum_from_name<Format>(std::string_view(value.get_string())).has_value();
    if (!unset && !known) refuse_value(key, value, allowed);
    return Codec<T>::from_json(value, key);
}

}  // namespace karat
