// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/json/attributes.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "karat/recipe/json/codec.hpp"

namespace karat {

namespace json = boost::json;

namespace {

// ---- values that only recipes have ----

constexpr std::string_view kPositions = "a list of positions such as [0, 2, \"4..7\"]";

bool is_position(int at) { return at >= 0 && at < kMaxTerms; }

/// Ascending runs of three or more are written as "first..last".
json::value positions_to_json(const std::vector<int>& list) {
    if (list.empty()) return {};
    json::array out;
    for (std::size_t i = 0; i < list.size();) {
        std::size_t end = i + 1;
        while (end < list.size() && list[end] == list[end - 1] + 1) ++end;
        if (end - i >= 3) {
            out.emplace_back(std::to_string(list[i]) + ".." + std::to_string(list[end - 1]));
            i = end;
        } else {
            out.emplace_back(list[i++]);
        }
    }
    return out;
}

/// The ends of "first..last"; nullopt if the text has another form.
std::optional<std::pair<int, int>> read_run(std::string_view text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) return std::nullopt;
    const auto number = [](std::string_view digits, int& out) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
        return error == std::errc() && end == digits.data() + digits.size() && is_position(out);
    };
    int first = 0;
    int last = 0;
    if (!number(text.substr(0, dots), first) || !number(text.substr(dots + 2), last) || first > last)
        return std::nullopt;
    return std::pair(first, last);
}

std::vector<int> positions_from_json(const json::value& value, std::string_view path) {
    if (!value.is_array() || value.get_array().empty()) refuse_value(path, value, std::string(kPositions));
    std::vector<int> out;
    for (const json::value& item : value.get_array()) {
        if (item.is_string()) {
            const auto run = read_run(std::string_view(item.get_string()));
            if (!run) refuse_value(path, item, std::string(kPositions));
            for (int at = run->first; at <= run->second; ++at) out.push_back(at);
        } else {
            const int at = item.is_int64()
                               ? static_cast<int>(std::clamp<std::int64_t>(item.get_int64(), -1, kMaxTerms))
                               : -1;
            if (!is_position(at)) refuse_value(path, item, "positions 0.." + std::to_string(kMaxTerms - 1));
            out.push_back(at);
        }
        if (out.size() > static_cast<std::size_t>(kMaxTerms)) {
            refuse_value(path, item, "at most " + std::to_string(kMaxTerms) + " positions");
        }
    }
    return out;
}

std::string text_from_json(const json::value& value, std::string_view path) {
    constexpr std::size_t kLongest = 80;
    if (!value.is_string() || value.get_string().size() > kLongest) {
        refuse_value(path, value, "a string of up to " + std::to_string(kLongest) + " characters");
    }
    const std::string_view text(value.get_string());
    if (std::any_of(text.begin(), text.end(), [](char ch) { return static_cast<unsigned char>(ch) < ' '; })) {
        refuse_value(path, value, "a string without control characters");
    }
    return std::string(text);
}

// ---- the tables ----

template <class Node, auto Member>
constexpr Attribute<Node> attribute(std::string_view key, bool always = false) {
    using T = std::remove_cvref_t<decltype(std::declval<Node>().*Member)>;
    return {key, [](const Node& node) { return Codec<T>::to_json(node.*Member); },
            [](Node& node, const json::value& value, std::string_view path) {
                node.*Member = Codec<T>::from_json(value, path);
            },
            always};
}

/// A format, or an optional one, for which `Fits`.
template <class Node, auto Member, bool (*Fits)(const FormatInfo&)>
constexpr Attribute<Node> format_attribute(std::string_view key, bool always = false) {
    Attribute<Node> out = attribute<Node, Member>(key, always);
    out.set = [](Node& node, const json::value& value, std::string_view path) {
        using T = std::remove_cvref_t<decltype(node.*Member)>;
        node.*Member = format_from_json<T>(value, path, formats_that(Fits));
    };
    return out;
}

using O = OperandRules;
constexpr std::array kOperands{
    format_attribute<O, &O::a, fits_operand>("a", true),
    format_attribute<O, &O::b, fits_operand>("b", true),
    format_attribute<O, &O::c, fits_operand>("c", true),
    format_attribute<O, &O::d, fits_result>("d", true),
    attribute<O, &O::k>("k", true),
    format_attribute<O, &O::convert, fits_conversion>("convert"),
    format_attribute<O, &O::convert_c, fits_conversion>("convert_c"),
    format_attribute<O, &O::scale, fits_scale>("scale"),
    attribute<O, &O::scale_block>("scale_block"),
    attribute<O, &O::flush_a>("flush_a"),
    attribute<O, &O::flush_b>("flush_b"),
    attribute<O, &O::flush_c>("flush_c"),
    attribute<O, &O::flush_below>("flush_below"),
    attribute<O, &O::flush_sign>("flush_sign"),
    attribute<O, &O::metadata>("metadata"),
    attribute<O, &O::multiplier>("multiplier"),
    attribute<O, &O::product_overflow>("product_overflow"),
    attribute<O, &O::flush_products>("flush_products"),
    attribute<O, &O::zero_product_sign>("zero_product_sign"),
};

using R = OutputRule;
constexpr std::array kRound{
    format_attribute<R, &R::format, fits_result>("format", true),
    attribute<R, &R::rounding>("rounding"),
    attribute<R, &R::fraction>("fraction"),
    attribute<R, &R::overflow>("overflow"),
    attribute<R, &R::nan>("nan"),
    attribute<R, &R::underflow_sign>("underflow_sign"),
    attribute<R, &R::flush>("flush"),
    attribute<R, &R::flush_when>("flush_when"),
    attribute<R, &R::flush_sign>("flush_sign"),
};

constexpr std::array kSum{
    Attribute<Sum>{"name", [](const Sum& sum) { return json::value(sum.label.text); },
                   [](Sum& sum, const json::value& value, std::string_view path) {
                       sum.label.text = text_from_json(value, path);
                   }},
    attribute<Sum, &Sum::grid>("grid"),
    attribute<Sum, &Sum::floor>("floor"),
    attribute<Sum, &Sum::sticky>("sticky"),
    attribute<Sum, &Sum::frame>("frame"),
    attribute<Sum, &Sum::zero_sum>("zero_sum"),
    attribute<Sum, &Sum::specials>("specials"),
};

constexpr std::array kTerm{
    attribute<Term, &Term::scaled>("scaled"),
    attribute<Term, &Term::flush>("flush"),
    attribute<Term, &Term::F>("F"),
    attribute<Term, &Term::rounding>("rounding"),
    attribute<Term, &Term::cutoff>("cutoff"),
    attribute<Term, &Term::compared_by>("compared_by"),
    attribute<Term, &Term::least_exponent>("least_exponent"),
    attribute<Term, &Term::zero>("zero"),
    attribute<Term, &Term::drop_tiny_negative>("drop_tiny_negative"),
};

json::value part_to_json(const Select& select) {
    return select.index == Select::kEach ? json::value() : json::value(select.index);
}
void part_from_json(Select& select, const json::value& value, std::string_view path) {
    const auto part = Codec<std::optional<int>>::from_json(value, path);
    if (part && *part < 0) refuse_value(path, value, "0 or more, or leave it out to take every part");
    select.index = part.value_or(Select::kEach);
}

constexpr std::array kSelect{
    Attribute<Select>{"k", [](const Select& select) { return positions_to_json(select.list); },
                      [](Select& select, const json::value& value, std::string_view path) {
                          select.list = positions_from_json(value, path);
                      }},
    attribute<Select, &Select::parts>("parts"),
    attribute<Select, &Select::pattern>("pattern"),
    Attribute<Select>{"part", part_to_json, part_from_json},
};

constexpr std::array kChain{
    Attribute<Chain>{"k", [](const Chain& chain) { return positions_to_json(chain.slices.list); },
                     [](Chain& chain, const json::value& value, std::string_view path) {
                         chain.slices.list = positions_from_json(value, path);
                     }},
    Attribute<Chain>{"slices", [](const Chain& chain) { return json::value(chain.slices.parts); },
                     [](Chain& chain, const json::value& value, std::string_view path) {
                         chain.slices.parts = Codec<int>::from_json(value, path);
                     }},
    Attribute<Chain>{"pattern",
                     [](const Chain& chain) { return Codec<Pattern>::to_json(chain.slices.pattern); },
                     [](Chain& chain, const json::value& value, std::string_view path) {
                         chain.slices.pattern = Codec<Pattern>::from_json(value, path);
                     }},
};

}  // namespace

template <>
std::span<const Attribute<OperandRules>> attributes() {
    return kOperands;
}
template <>
std::span<const Attribute<OutputRule>> attributes() {
    return kRound;
}
template <>
std::span<const Attribute<Sum>> attributes() {
    return kSum;
}
template <>
std::span<const Attribute<Term>> attributes() {
    return kTerm;
}
template <>
std::span<const Attribute<Select>> attributes() {
    return kSelect;
}
template <>
std::span<const Attribute<Chain>> attributes() {
    return kChain;
}

}  // namespace karat
