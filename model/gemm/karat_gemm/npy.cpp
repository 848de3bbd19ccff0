// SPDX-License-Identifier: Apache-2.0
#include "karat_gemm/npy.hpp"

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "karat/arithmetic/integers.hpp"
#include "karat/text/text.hpp"
#include "karat_gemm/adder.hpp"

namespace karat {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
struct TypeName {
    std::string_view name;
    NpyType type;
    int bits;
};
constexpr std::array<TypeName, 9> kTypes{{{"<f2", NpyType::f2, 16},
                                          {"<f4", NpyType::f4, 32},
                                          {"<f8", NpyType::f8, 64},
                                          {"|u1", NpyType::u1, 8},
                                          {"<u2", NpyType::u2, 16},
                                          {"<u4", NpyType::u4, 32},
                                          {"|i1", NpyType::i1, 8},
                                          {"<i2", NpyType::i2, 16},
                                          {"<i4", NpyType::i4, 32}}};
const TypeName& of(NpyType type) { return kTypes[static_cast<std::size_t>(type)]; }

/// The text after `'key':` in the header's dictionary.
std::string_view value_of_key(std::string_view header, std::string_view key, const std::string& path) {
    const std::size_t at = header.find("'" + std::string(key) + "'");
    const std::size_t colon = at == std::string_view::npos ? at : header.find(':', at);
    if (colon == std::string_view::npos)
        throw NpyError(path + ": the header has no '" + std::string(key) + "'");
    const std::size_t start = header.find_first_not_of(' ', colon + 1);
    if (start == std::string_view::npos)
        throw NpyError(path + ": the header ends after '" + std::string(key) + "'");
    return header.substr(start);
}

NpyType read_type(std::string_view text, const std::string& path) {
    const std::size_t end = text.size() > 1 ? text.find(text[0], 1) : std::string_view::npos;
    const std::string_view name = end == std::string_view::npos ? text.substr(0, 8) : text.substr(1, end - 1);
    for (const TypeName& known : kTypes) {
        if (name == known.name) return known.type;
    }
    throw NpyError(path + ": element type " + std::string(name) +
                   " is not supported; use <f2, <f4, <f8, |u1, <u2, <u4, |i1, <i2 or <i4");
}

/// "(3, 4)" or "(3,)": one or two lengths.
std::vector<std::size_t> read_shape(std::string_view text, const std::string& path) {
    std::vector<std::size_t> out;
    const std::size_t end = std::min(text.find(')'), text.size());
    bool in_number = false;
    bool good = end != text.size() && text[0] == '(';
    for (std::size_t i = 1; i < end; ++i) {
        const char c = text[i];
        good =
            good && std::string_view("0123456789, L").find(c) != std::string_view::npos;  // Python 2 wrote 3L
        if (c < '0' || c > '9') {
            in_number = false;
            continue;
        }
        if (!in_number) out.push_back(0);
        in_number = true;
        out.back() = out.back() * 10 + static_cast<std::size_t>(c - '0');
        if (out.back() > (std::size_t{1} << 32U)) throw NpyError(path + ": the shape is too large");
    }
    if (!good || out.empty() || out.size() > 2) {
        throw NpyError(path + ": a matrix must have one or two dimensions; this file has the shape " +
                       std::string(text.substr(0, std::min(end, std::size_t{40}) + 1)));
    }
    return out;
}

/// The contents of a file. Folders are rejected first, because they can be opened but not read.
std::string read_bytes(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw NpyError(path + ": is a folder, not a file");
    std::ifstream file(path, std::ios::binary);
    if (!file) throw NpyError(path + ": cannot be opened");
    try {
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    } catch (const std::ios_base::failure&) {
        throw NpyError(path + ": cannot be read");
    }
}

}  // namespace

NpyMatrix read_npy(const std::string& path) {
    const std::string all = read_bytes(path);
    if (all.size() < 12 || !all.starts_with(kMagic)) throw NpyError(path + ": is not an .npy file");
    const auto byte = [&](std::size_t i) {
        return static_cast<std::size_t>(static_cast<unsigned char>(all[i]));
    };
    const bool long_header = byte(6) >= 2;
    const std::size_t start = long_header ? 12 : 10;
    const std::size_t length =
        long_header ? byte(8) | byte(9) << 8U | byte(10) << 16U | byte(11) << 24U : byte(8) | byte(9) << 8U;
    if (byte(6) < 1 || byte(6) > 3 || length > all.size() - start)
        throw NpyError(path + ": the header is invalid");
    const std::string_view header(all.data() + start, length);
    NpyMatrix out;
    out.type = read_type(value_of_key(header, "descr", path), path);
    out.column_major = value_of_key(header, "fortran_order", path).starts_with("True");
    const auto shape = read_shape(value_of_key(header, "shape", path), path);
    out.rows = shape.size() == 2 ? shape[0] : 1;
    out.columns = shape.back();
    const std::size_t bytes = all.size() - start - length;
    if (uint128{out.rows} * out.columns * static_cast<unsigned>(of(out.type).bits) / 8 != bytes) {
        throw NpyError(path + ": " + std::to_string(bytes) + " bytes of elements do not match a shape of " +
                       std::to_string(out.rows) + " x " + std::to_string(out.columns) + " of " +
                       std::string(of(out.type).name));
    }
    out.data.resize(bytes);
    if (bytes != 0) std::memcpy(out.data.data(), all.data() + start + length, bytes);
    return out;
}

std::string npy_text(const NpyMatrix& matrix) {
    std::string header = "{'descr': '" + std::string(of(matrix.type).name) +
                         "', 'fortran_order': " + (matrix.column_major ? "True" : "False") + ", 'shape': (" +
                         std::to_string(matrix.rows) + ", " + std::to_string(matrix.columns) + "), }";
    header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 11,
                  ' ');  // the elements start at a multiple of 64 bytes
    header += '\n';
    std::string out(kMagic);
    out.append(
           {'\x01', '\0', static_cast<char>(header.size() & 0xffU), static_cast<char>(header.size() >> 8U)})
        .append(header);
    return out.append(reinterpret_cast<const char*>(matrix.data.data()), matrix.data.size());
}

void write_npy(const std::string& path, const NpyMatrix& matrix) {
    std::ofstream file(path, std::ios::binary);
    file << npy_text(matrix);
    file.flush();
    if (!file) throw NpyError(path + ": cannot be written");
}

namespace {

/// The format of a type that holds numbers.
Format number_format(NpyType type) {
    switch (type) {
        case NpyType::f2:
            return Format::fp16;
        case NpyType::f4:
            return Format::fp32;
        case NpyType::i1:
            return Format::int8;
        case NpyType::i2:
            return Format::int16;
        case NpyType::i4:
            return Format::int32;
        default:
            return Format::fp64;
    }
}

/// Throws NpyError if elements of this type cannot hold encodings of the format.
void require_room(NpyType type, const FormatInfo& from, const std::string& name) {
    if (of(type).bits >= from.bits) return;
    throw NpyError(name + ": elements of " + std::to_string(of(type).bits) +
                   " bits cannot hold encodings of " + std::string(from.name()) +
                   ", whose width in bits is " + std::to_string(from.bits));
}

/// "element (0, 3)", for a position counted row by row.
std::string element_text(std::size_t at, std::size_t columns) {
    return "element (" + std::to_string(at / columns) + ", " + std::to_string(at % columns) + ')';
}

}  // namespace

std::string misfits_of(const ConversionCounts& counts, const NpyMatrix& matrix, const std::string& name) {
    return name + ": " + element_text(counts.first->at, matrix.columns) + ": " + counts.misfits();
}

Encoded encode(const NpyMatrix& matrix, Converter& converter, const std::string& name,
               std::optional<Format> stored) {
    const Format format = converter.format();
    const FormatInfo& from =
        info(holds_numbers(matrix.type) ? number_format(matrix.type) : stored.value_or(format));
    require_room(matrix.type, from, name);
    const FormatInfo& f = info(format);
    Encoded out{format, matrix.rows, matrix.columns, {}};
    out.data.resize((matrix.rows * matrix.columns * static_cast<std::size_t>(f.bits) + 7) / 8);
    for (std::size_t place = 0; place < matrix.rows * matrix.columns; ++place) {
        const std::size_t i = place / matrix.columns;
        const std::size_t j = place % matrix.columns;
        const std::size_t at = matrix.column_major ? j * matrix.rows + i : place;
        std::uint64_t code = load_packed(matrix.data, at, of(matrix.type).bits);
        if (code > from.encoding_mask()) {
            throw NpyError(name + ": " + element_text(place, matrix.columns) + " is wider than the " +
                           std::to_string(from.bits) + " bits of " + std::string(from.name()));
        }
        if (from.id != format) code = converter(value_of(code, from), place);
        store_packed(out.data, place, f.bits, code);
    }
    if (converter.counts().refused > 0) throw NpyError(misfits_of(converter.counts(), matrix, name));
    return out;
}

Encoded encode(const NpyMatrix& matrix, Format format, const std::string& name,
               std::optional<Format> stored) {
    Converter converter(format, Conversion::refuse);
    return encode(matrix, converter, name, stored);
}

NpyMatrix decode(const Encoded& matrix) {
    NpyMatrix out;
    out.rows = matrix.rows;
    out.columns = matrix.columns;
    switch (matrix.format) {
        case Format::fp16:
            out.type = NpyType::f2;
            break;
        case Format::fp32:
        case Format::tf32:
            out.type = NpyType::f4;
            break;
        case Format::fp64:
            out.type = NpyType::f8;
            break;
        case Format::int4:
        case Format::int8:
            out.type = NpyType::i1;
            break;
        case Format::int16:
            out.type = NpyType::i2;
            break;
        case Format::int32:
            out.type = NpyType::i4;
            break;
        default:
            out.type = info(matrix.format).bits > 8 ? NpyType::u2 : NpyType::u1;
    }
    const int bits = of(out.type).bits;
    out.data.resize(matrix.rows * matrix.columns * static_cast<std::size_t>(bits) / 8);
    for (std::size_t i = 0; i < matrix.rows * matrix.columns; ++i) {
        std::uint64_t code = load_packed(matrix.data, i, info(matrix.format).bits);
        if (matrix.format == Format::int4)
            code = encoding_of(value_of(code, info(Format::int4)), info(Format::int8));
        store_packed(out.data, i, bits, code);
    }
    return out;
}

}  // namespace karat
