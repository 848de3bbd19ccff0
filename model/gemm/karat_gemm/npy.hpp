// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy files (format versions 1 to 3) that hold matrices of numbers.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat/error.hpp"
#include "karat/evaluate/tile.hpp"
#include "karat/text/convert.hpp"

namespace karat {

/// A file cannot be read as a matrix, or cannot be written. `what()` starts with its name.
class NpyError : public Error {
   public:
    using Error::Error;
};

/// Element types: `<f2`, `<f4`, `<f8`, `|i1`, `<i2` and `<i4` are numbers; `|u1`, `<u2` and `<u4` hold
/// encodings of formats that NumPy lacks, one per element.
enum class NpyType : std::uint8_t { f2, f4, f8, u1, u2, u4, i1, i2, i4 };
[[nodiscard]] constexpr bool holds_numbers(NpyType type) { return type < NpyType::u1 || type > NpyType::u4; }

/// A matrix as stored: rows x columns elements of `type`, packed, little-endian.
struct NpyMatrix {
    std::size_t rows = 0, columns = 0;
    NpyType type = NpyType::f4;
    bool column_major = false;
    std::vector<std::byte> data;
};

/// Reads a two-dimensional array. A one-dimensional array becomes a row. Throws NpyError, naming the file.
[[nodiscard]] NpyMatrix read_npy(const std::string& path);
/// The bytes of an .npy file of the matrix.
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

/// Converts the file's elements to the converter's format. `stored` is the format of the encodings in
/// unsigned elements; by default it is that format. Elements in another format are decoded and converted;
/// those in the format itself are copied. Positions are counted row by row. Throws NpyError, starting with
/// `name`, if a value is refused, if an encoding is wider than its format, or if the elements are narrower
/// than it.
[[nodiscard]] Encoded encode(const NpyMatrix& matrix, Converter& converter, const std::string& name,
                             std::optional<Format> stored = std::nullopt);
/// The same with Conversion::refuse.
[[nodiscard]] Encoded encode(const NpyMatrix& matrix, Format format, const std::string& name,
                             std::optional<Format> stored = std::nullopt);
/// "a.npy: element (0, 3): 1e6 is beyond fp16's 65504; 2 of 16 values do not fit".
/// Precondition: there is a misfit.
[[nodiscard]] std::string misfits_of(const ConversionCounts& counts, const NpyMatrix& matrix,
                                     const std::string& name);
/// As numbers if NumPy has the format (tf32 as f4, int4 as i1), otherwise as encodings in u1 or u2.
[[nodiscard]] NpyMatrix decode(const Encoded& matrix);

}  // namespace karat
