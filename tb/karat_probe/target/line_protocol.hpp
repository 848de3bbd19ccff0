// SPDX-License-Identifier: Apache-2.0
// The text that karat and a program exchange; docs/reference/targets.md is the contract. A question is a row
// of a vector file without d, an answer is d.
#pragma once
#include <string>
#include <string_view>

#include "karat/vectors/vector_file.hpp"

namespace karat::probe {

/// A key of the header and its value.
struct HeaderLine {
    std::string key, value;
};

/// The instruction or specification that the questions are meant for. All may be empty.
struct Likeness {
    std::string arch, instruction;
    std::string spec;  ///< as JSON text; empty for an instruction
};

/// The header: one line for each key, each ends with a newline.
[[nodiscard]] std::string header_text(const OperandRules& formats, const Likeness& like);
/// "# key: value" taken apart; an empty key for any other comment.
[[nodiscard]] HeaderLine read_header_line(std::string_view line);
/// Throws OperandError if the line contradicts `formats`. Keys that say nothing about formats are ignored.
void check_header_line(const HeaderLine& line, const OperandRules& formats);

/// One question, ending with a newline.
[[nodiscard]] std::string question_text(const VectorRow& question, const OperandRules& formats);
/// Reads it back. Throws OperandError for a wrong number of columns, invalid hexadecimal, a value that is too
/// wide, or metadata that is not allowed.
[[nodiscard]] VectorRow read_question(std::string_view line, const OperandRules& formats);
/// The encoding of d in an answer: hexadecimal, or `nan`, which becomes the quiet NaN of the format without
/// payload. Throws OperandError, whose sentence begins with the line, shortened.
[[nodiscard]] std::uint64_t read_answer(std::string_view line, Format d);

/// The answer that has unknown (X or Z) bits.
inline constexpr std::string_view kUnknownAnswer = "x";

/// `text` without blanks, tabs and carriage returns at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// `text` in quotation marks, with at most `most` characters; what is not printable ASCII becomes `?`.
[[nodiscard]] std::string in_quotes(std::string_view text, std::size_t most = 60);

}  // namespace karat::probe
