// SPDX-License-Identifier: Apache-2.0
#include "karat/instruction/names.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace karat {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string::npos) return parts;
        begin = end + 1;
    }
}

/// Words of a PTX name that do not distinguish instructions: layouts, scopes, and words that `kind::` already
/// implies.
bool is_filler(const std::string& word) {
    static constexpr std::array<std::string_view, 11> fillers{
        "sync",        "aligned",      "row",          "col",           "mma_async", "mma",
        "block_scale", "cta_group::1", "cta_group::2", "scale_vec::1x", "block32"};
    return std::find(fillers.begin(), fillers.end(), word) != fillers.end();
}

std::string ptx_key(const std::vector<std::string>& words) {
    std::string shape;
    std::string kind;
    std::string vec;
    std::string types;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (is_filler(word)) continue;
        if (word.starts_with("kind::")) {
            kind = "." + word;
        } else if (word.starts_with("scale_vec::") || word == "block16") {
            vec = word == "block16" ? ".scale_vec::4x" : "." + word;
        } else if (word.size() > 1 && word[0] == 'm' &&
                   (word[1] == '{' || (word[1] >= '0' && word[1] <= '9'))) {
            shape = "." + word;
        } else {
            types += "." + word;
        }
    }
    return words[0] + shape + kind + vec + types;
}

/// Reads a number, or the letter that stands for any number. Returns the number, `least` for the letter, or 0
/// if the text is neither.
int take_extent(std::string_view& text, char letter, int least) {
    if (!text.empty() && text[0] == letter) {
        text.remove_prefix(1);
        return least;
    }
    int value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + std::min<std::size_t>(text.size(), 4), value);
    if (error != std::errc()) return 0;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

}  // namespace

std::string name_key(std::string_view name) {
    std::string lower = to_lower(name);
    if (lower.starts_with("v_mfma")) {
        std::erase(lower, '_');
        return lower;
    }
    if (lower.starts_with("v_wmma") ||
        lower.starts_with("v_swmmac")) {  // the assembler's modifiers: " neg_lo:[1,0,0] clamp"
        std::string out;
        for (const char ch : lower) {
            if (ch == ' ' || ch == ':') out += '_';
            if (std::string_view(" :[],").find(ch) == std::string_view::npos) out += ch;
        }
        return out;
    }
    const std::vector<std::string> words = split(lower, '.');
    if (words[0] == "mma" || words[0] == "wgmma" || words[0] == "tcgen05") return ptx_key(words);
    return lower;
}

std::string shown(std::string name) {
    for (const char* letter : {"{M}", "{N}"}) {
        const std::size_t at = name.find(letter);
        if (at != std::string::npos) name.replace(at, 3, 1, letter[1]);
    }
    return name;
}

bool match_name(std::string_view pattern, std::string_view key, Shape& shape) {
    while (!pattern.empty()) {
        if (pattern.starts_with("{m}")) {
            shape.m = take_extent(key, 'm', 64);
            if (shape.m == 0) return false;
            pattern.remove_prefix(3);
        } else if (pattern.starts_with("{n}")) {
            shape.n = take_extent(key, 'n', 8);
            if (shape.n == 0) return false;
            pattern.remove_prefix(3);
        } else {
            if (key.empty() || key[0] != pattern[0]) return false;
            key.remove_prefix(1);
            pattern.remove_prefix(1);
        }
    }
    return key.empty();
}

}  // namespace karat
