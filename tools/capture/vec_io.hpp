// SPDX-License-Identifier: Apache-2.0
// Reads dot-adds from `.vec` text and writes their results. Used by the capture programs; needs C++17 and
// nothing else. The format is described in docs/reference/files.md:
//
//   # karat-vectors 1
//   # key: value                                   arch, instruction, k, a, b, c, d, scale, metadata, source
//   K of a, K of b, (scales of a, scales of b,) (metadata,) c (, d)        hexadecimal encodings
//
// With metadata there are 2K of b, and a digit for each group: K / 2 for 2:4, K for 1:2.
#pragma once
#include <cstdint>
#include <istream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace capture {

/// Bad input or bad usage. `what()` is one sentence.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Formats and sizes of a dot-add. Names are those of `karat show`.
struct Formats {
    std::string a, b, c, d;
    std::size_t k = 0;
    std::string scale = {};       ///< format of the scale factors; empty: none
    std::size_t scale_block = 0;  ///< products that share a scale factor
    std::string metadata = {};    ///< "2:4", "1:2" or empty

    [[nodiscard]] std::size_t k_of_b() const { return metadata.empty() ? k : 2 * k; }
    [[nodiscard]] std::size_t scales() const { return scale.empty() ? 0 : k / scale_block; }
    [[nodiscard]] std::size_t groups() const {
        return metadata.empty() ? 0 : (metadata == "1:2" ? k : k / 2);
    }
    /// Columns of a row without d.
    [[nodiscard]] std::size_t columns() const { return k + k_of_b() + 2 * scales() + groups() + 1; }
};

struct Row {
    std::vector<std::uint64_t> a, b, scale_a, scale_b, metadata;
    std::uint64_t c = 0;
    std::string expected = {};  ///< d of the request as text, lower case; empty: none
};

/// Bits of an encoding. Throws Error for an unknown name.
inline unsigned width_of(const std::string& format) {
    static const std::map<std::string, unsigned> widths{
        {"fp64", 64}, {"fp32", 32}, {"tf32", 32}, {"fp16", 16},    {"bf16", 16},    {"e5m2", 8},
        {"e4m3", 8},  {"e3m2", 6},  {"e2m3", 6},  {"e5m2fnuz", 8}, {"e4m3fnuz", 8}, {"e4m3ieee", 8},
        {"e2m1", 4},  {"ue8m0", 8}, {"ue4m3", 8}, {"int32", 32},   {"int16", 16},   {"int8", 8},
        {"uint8", 8}, {"int4", 4},  {"uint4", 4}, {"b1", 1},       {"e3m4", 8}};
    const auto found = widths.find(format);
    if (found == widths.end()) throw Error("format \"" + format + "\" is unknown to the capture programs");
    return found->second;
}

inline std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

inline std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

/// Whether `asked` is the name `known`, in any case. M and N in the shape of a known name stand for numbers:
/// QGMMA.64xNx32 is also QGMMA.64x8x32. What is left out of the tile does not change a dot-add.
inline bool is_name(const std::string& known, const std::string& asked) {
    const auto digit = [&](std::size_t i) { return i < asked.size() && asked[i] >= '0' && asked[i] <= '9'; };
    std::size_t at = 0;
    for (std::size_t i = 0; i < known.size(); ++i) {
        const bool size = (known[i] == 'M' || known[i] == 'N') && known.compare(i + 1, 1, "x") == 0 &&
                          i > 0 && (known[i - 1] == '.' || known[i - 1] == 'x');
        if (size && digit(at))
            while (digit(at)) ++at;
        else if (at >= asked.size() || lower(asked.substr(at++, 1)) != lower(known.substr(i, 1)))
            return false;
    }
    return at == asked.size();
}

/// Lower-case hexadecimal with all digits of the format, as karat writes it.
inline std::string hex_of(std::uint64_t value, const std::string& format) {
    const unsigned digits = (width_of(format) + 3) / 4;
    std::string text(digits, '0');
    for (unsigned i = 0; i < digits; ++i) text[digits - 1 - i] = "0123456789abcdef"[value >> 4 * i & 15];
    return text;
}

/// Reads an encoding. Throws Error for other characters and for a value wider than `bits`.
inline std::uint64_t value_of_hex(const std::string& text, unsigned bits) {
    const bool prefixed = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    std::uint64_t value = 0;
    if (text.empty()) throw Error("a value is missing");
    for (std::size_t i = prefixed ? 2 : 0; i < text.size(); ++i) {
        const std::size_t digit = std::string("0123456789abcdef").find(lower(text.substr(i, 1)));
        if (digit == std::string::npos) throw Error("\"" + text + "\" is not a hexadecimal encoding");
        if (value >> 60 != 0) throw Error("\"" + text + "\" is wider than " + std::to_string(bits) + " bits");
        value = value << 4 | digit;
    }
    if (bits < 64 && value >> bits != 0)
        throw Error("\"" + text + "\" is wider than " + std::to_string(bits) + " bits");
    return value;
}

/// Reads a row. Throws Error if the columns or a value do not fit.
inline Row parse_row(const std::string& line, const Formats& formats) {
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string::npos;) {
        const std::size_t end = line.find_first_of(" \t\r", at);
        words.push_back(line.substr(at, end == std::string::npos ? end : end - at));
        at = end == std::string::npos ? line.size() : end;
    }
    const std::size_t wanted = formats.columns();
    if (words.size() != wanted && words.size() != wanted + 1)
        throw Error(std::to_string(words.size()) + " columns; a row has " + std::to_string(wanted) +
                    ", or one more with d");
    std::size_t at = 0;
    const auto take = [&](std::size_t count, unsigned bits) {
        std::vector<std::uint64_t> out;
        for (std::size_t i = 0; i < count; ++i, ++at) {
            try {
                out.push_back(value_of_hex(words[at], bits));
            } catch (const Error& error) {
                throw Error("column " + std::to_string(at + 1) + ": " + error.what());
            }
        }
        return out;
    };
    Row row;
    row.a = take(formats.k, width_of(formats.a));
    row.b = take(formats.k_of_b(), width_of(formats.b));
    if (formats.scales() != 0) {
        row.scale_a = take(formats.scales(), width_of(formats.scale));
        row.scale_b = take(formats.scales(), width_of(formats.scale));
    }
    row.metadata = take(formats.groups(), 4);
    row.c = take(1, width_of(formats.c))[0];
    if (at == words.size()) return row;
    row.expected = lower(words[at]);
    if (row.expected != "nan") row.expected = hex_of(take(1, width_of(formats.d))[0], formats.d);
    return row;
}

/// The header of a file or of a conversation: keys and values in their order.
class Header {
   public:
    /// Takes a line that begins with `#`. A line without a key is a comment. Throws Error for a repeated key.
    void line(const std::string& text) {
        const std::size_t colon = text.find(':');
        const std::string key = colon == std::string::npos ? "" : trimmed(text.substr(1, colon - 1));
        if (key.empty() || key.find(' ') != std::string::npos) return;
        if (!(*this)[key].empty()) throw Error("key \"" + key + "\" appears twice");
        entries_.emplace_back(key, trimmed(text.substr(colon + 1)));
    }
    /// The value of a key; empty if there is none.
    [[nodiscard]] std::string operator[](const std::string& key) const {
        for (const auto& entry : entries_)
            if (entry.first == key) return entry.second;
        return {};
    }
    /// Throws Error if a key that is present says something else than `formats`.
    void check(const Formats& formats, const std::string& instruction) const {
        std::map<std::string, std::string> wanted{{"k", std::to_string(formats.k)},
                                                  {"a", formats.a},
                                                  {"b", formats.b},
                                                  {"c", formats.c},
                                                  {"d", formats.d},
                                                  {"metadata", formats.metadata}};
        if (!formats.scale.empty())
            wanted["scale"] = formats.scale + " block " + std::to_string(formats.scale_block);
        else
            wanted["scale"] = "";
        for (const auto& [key, value] : wanted) {
            const std::string found = lower((*this)[key]);
            if (!found.empty() && found != value)
                throw Error(key + ": " + found + " contradicts " + instruction + ", which has " +
                            (value.empty() ? "none" : value));
        }
    }
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& entries() const { return entries_; }

   private:
    std::vector<std::pair<std::string, std::string>> entries_;
};

/// Reads one line of at most 2^20 characters. False at the end of the input. Throws Error for a longer one
/// and for a NUL byte.
inline bool read_line(std::istream& in, std::string& line) {
    line.clear();
    auto& buffer = *in.rdbuf();
    auto next = buffer.sbumpc();
    if (next == std::istream::traits_type::eof()) return false;
    for (; next != std::istream::traits_type::eof() && next != '\n'; next = buffer.sbumpc()) {
        if (next == 0) throw Error("the line contains a NUL byte");
        if (line.size() >= std::size_t{1} << 20) throw Error("the line is longer than 1048576 characters");
        line += static_cast<char>(next);
    }
    return true;
}

}  // namespace capture
