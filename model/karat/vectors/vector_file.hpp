// SPDX-License-Identifier: Apache-2.0
// Vector files (`.vec`), in which karat records, replays, exports mismatches and captures outputs of
// hardware.
//
//   # karat-vectors 1
//   # arch: Hopper
//   # instruction: HMMA.16816.F32        (or  # spec: {json})
//   # k: 16   # a: fp16  ...             (one key per line; optional: scale, metadata, source)
//   K of a, K of b, (scales of a, scales of b,) c, d     hexadecimal encodings, one dot-add per line;
//                                                        d may be `nan`
// A `#` line without a key is a comment and may stand anywhere. One that stands directly before a row is the
// note of that row.
// With metadata (`# metadata: 2:4`, or `1:2`) a line has 2K of b, and then the metadata, one digit for each
// group, before c.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "karat/evaluate/products.hpp"
#include "karat/instruction/instruction.hpp"

namespace karat {

struct VectorRow {
    std::vector<std::uint64_t> a, b, scale_a, scale_b;
    std::uint64_t c = 0;
    std::optional<std::uint64_t> d;  ///< empty: any NaN
    std::size_t line = 0;            ///< 1-based line of the file it was read from
    std::vector<std::uint64_t> metadata = {};
    std::string note = {};  ///< the comment before the row, without `#`; one line; no colon after a word

    [[nodiscard]] Operands operands() const { return {a, b, scale_a, scale_b, c, metadata}; }
};

struct VectorFile {
    std::string arch;  ///< empty if `spec:` was given
    std::string instruction;
    std::string source;
    std::vector<std::string> comments;  ///< of the header, without `#`; as a note, each is one line
    Spec spec;
    std::vector<VectorRow> rows;
};

/// Reads a file. Throws VectorError `file:line: sentence` for an unreadable or empty file, a repeated key,
/// formats or k that contradict the instruction, a wrong number of columns, invalid hexadecimal, or a value
/// that is too wide, and `file: sentence` for a header line that is missing.
[[nodiscard]] VectorFile read_vector_file(const std::string& path);
/// The same from a stream. Errors use `name` as the file name.
[[nodiscard]] VectorFile read_vectors(std::istream& in, const std::string& name);

/// Writes the header with its comments, and the rows with their notes. `read_vectors` reads back the same
/// contents.
void write_vectors(std::ostream& out, const VectorFile& file);

}  // namespace karat
