// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy files (format versions 1 to 3), as far as matrices of numbers go.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat/error.hpp"
#include "karat/evaluate/tile.hpp"

namespace karat {

/// A file cannot be read as a matrix. `what()` begins with its name.
class NpyError : public Error {
   public:
    using Error::Error;
};

/// Element types: `<f2`, `<f4`, `<f8` are numbers; `|u1`, `<u2` and `<u4` hold encodings of formats that
/// NumPy lacks, one an element.
enum class NpyType : std::uint8_t { f2, f4, f8, u1, u2, u4 };

/// A matrix as stored: rows x columns elements of `type`, packed, little-endian.
struct NpyMatrix {
    std::size_t rows = 0, columns = 0;
    NpyType type = NpyType::f4;
    bool column_major = false;
    std::vector<std::byte> data;
};

/// Reads a two-dimensional array (a one-dimensional one is a row). Throws NpyError, naming the file.
[[nodiscard]] NpyMatrix read_npy(const std::string& path);
/// What a file of the matrix holds, byte by byte.
[[nodiscard]] std::string npy_text(const NpyMatrix& matrix);
/// Throws NpyError if the file cannot be written.
void write_npy(const std::string& path, const NpyMatrix& matrix);

/// A matrix of encodings of one format, ready for Gemm (sub-byte formats packed).
struct Encoded {
    Format format = Format::fp32;
    std::size_t rows = 0, columns = 0;
    std::vector<std::byte> data;
    [[nodiscard]] ConstMatrix view() const { return {data, columns, false}; }
    [[nodiscard]] Matrix mutable_view() { return {data, columns, false}; }
};

/// The file's elements in `format`. Numbers (f2, f4, f8) and encodings of another format (`stored`, for
/// unsigned elements; by default the same format) are rounded to nearest even. Throws NpyError, beginning
/// with `name`, if an encoding is wider than its format.
[[nodiscard]] Encoded encode(const NpyMatrix& matrix, Format format, const std::string& name,
                             std::optional<Format> stored = std::nullopt);
/// As numbers where NumPy has the format (or tf32: f4), else as the encodings in u1 or u2.
[[nodiscard]] NpyMatrix decode(const Encoded& matrix);

}  // namespace karat
