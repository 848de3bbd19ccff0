// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/line_protocol.hpp"

#include <sstream>

#include "karat/arithmetic/round.hpp"
#include "karat/error.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat/text/text.hpp"

namespace karat::probe {
namespace {

std::string scale_text(const OperandRules& formats) {
    return std::string(name_of(*formats.scale)) + " block " + std::to_string(formats.scale_block);
}

/// The word for a kind of metadata in vector files: whether indices must ascend is not part of it.
std::string metadata_text(Metadata kind) { return kind == Metadata::one_of_two ? "1:2" : "2:4"; }

/// The header lines that follow from the formats alone.
std::vector<HeaderLine> format_lines(const OperandRules& formats) {
    std::vector<HeaderLine> out{{"k", std::to_string(formats.k)},
                                {"a", std::string(name_of(formats.a))},
                                {"b", std::string(name_of(formats.b))},
                                {"c", std::string(name_of(formats.c))},
                                {"d", std::string(name_of(formats.d))}};
    if (formats.scale) out.push_back({"scale", scale_text(formats)});
    if (formats.metadata != Metadata::none) out.push_back({"metadata", metadata_text(formats.metadata)});
    if (formats.multiplier != Multiplier::product)
        out.push_back({"multiplier", std::string(name_of(formats.multiplier))});
    return out;
}

}  // namespace

std::string header_text(const OperandRules& formats, const Likeness& like) {
    std::string out = "# karat-vectors 1\n";
    const auto add = [&](const std::string& key, const std::string& value) {
        if (!value.empty()) out += "# " + key + ": " + value + '\n';
    };
    add("arch", like.arch);
    add("instruction", like.instruction);
    add("spec", like.spec);
    for (const HeaderLine& line : format_lines(formats)) add(line.key, line.value);
    return out;
}

HeaderLine read_header_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (!line.starts_with('#') || colon == std::string_view::npos) return {};
    const std::string_view key = trimmed(line.substr(1, colon - 1));
    if (key.find(' ') != std::string_view::npos) return {};  // prose with a colon in it
    return {std::string(key), std::string(trimmed(line.substr(colon + 1)))};
}

void check_header_line(const HeaderLine& line, const OperandRules& formats) {
    const auto refuse = [&](const std::string& own) {
        throw OperandError(line.key + ": the questions have " + line.value + ", this target has " + own);
    };
    for (const HeaderLine& own : format_lines(formats)) {
        if (own.key == line.key && to_lower(line.value) != own.value) refuse(own.value);
    }
    if (line.key == "scale" && !formats.scale) refuse("no scale factors");
    if (line.key == "metadata" && formats.metadata == Metadata::none) refuse("no metadata");
    if (line.key == "multiplier" && to_lower(line.value) != name_of(formats.multiplier))
        refuse(std::string(name_of(formats.multiplier)));
}

std::string question_text(const VectorRow& question, const OperandRules& formats) {
    std::string out;
    const auto put = [&](const std::vector<std::uint64_t>& values, Format format) {
        for (const std::uint64_t x : values) out += to_hex(x, format) + ' ';
    };
    put(question.a, formats.a);
    put(question.b, formats.b);
    if (formats.scale) {
        put(question.scale_a, *formats.scale);
        put(question.scale_b, *formats.scale);
    }
    put(question.metadata, kMetadataFormat);
    return out + to_hex(question.c, formats.c) + '\n';
}

VectorRow read_question(std::string_view line, const OperandRules& formats) {
    std::istringstream words{std::string(line)};
    std::size_t column = 0;
    std::string word;
    const auto next = [&](Format format) {
        ++column;
        if (!(words >> word)) throw OperandError("column " + std::to_string(column) + " is missing");
        try {
            return encoding_from_hex(word, format);
        } catch (const OperandError& error) {
            throw OperandError("column " + std::to_string(column) + ": " + error.what());
        }
    };
    const auto take = [&](std::vector<std::uint64_t>& into, std::size_t count, Format format) {
        into.reserve(count);
        for (std::size_t i = 0; i < count; ++i) into.push_back(next(format));
    };
    VectorRow out;
    take(out.a, static_cast<std::size_t>(formats.k), formats.a);
    take(out.b, static_cast<std::size_t>(formats.k_of_b()), formats.b);
    if (formats.scale) {
        const auto scales = static_cast<std::size_t>(formats.scale_count());
        take(out.scale_a, scales, *formats.scale);
        take(out.scale_b, scales, *formats.scale);
    }
    take(out.metadata, static_cast<std::size_t>(formats.metadata_count()), kMetadataFormat);
    for (const std::uint64_t element : out.metadata) {
        const std::string error = metadata_error(formats.metadata, element);
        if (!error.empty()) throw OperandError("metadata " + error);
    }
    out.c = next(formats.c);
    if (words >> word) throw OperandError("there are more than " + std::to_string(column) + " columns");
    return out;
}

std::uint64_t read_answer(std::string_view line, Format d) {
    const std::string_view word = trimmed(line);
    if (to_lower(word.substr(0, 4)) == "nan" && info(d).has_nan()) return encode_nan(d, NanEncoding::any);
    constexpr std::size_t longest = 64;  // of what encoding_from_hex repeats in its message
    if (word.size() <= longest) {
        try {
            return encoding_from_hex(word, d);
        } catch (const OperandError&) {
            // the sentence below says more
        }
    }
    const bool hexadecimal = word.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
    const auto digits = std::to_string((info(d).bits + 3) / 4);
    throw OperandError(in_quotes(word) + (hexadecimal ? " is wider than " : " is not an encoding of ") +
                       std::string(name_of(d)) + ": write up to " + digits + " hexadecimal digits" +
                       (info(d).has_nan() ? ", or nan" : ""));
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string in_quotes(std::string_view text, std::size_t most) {
    std::string out = "\"";
    for (const char ch : text.substr(0, most)) out += ch >= ' ' && ch <= '~' ? ch : '?';
    return out + (text.size() > most ? "...\"" : "\"");
}

}  // namespace karat::probe
