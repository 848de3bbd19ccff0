// SPDX-License-Identifier: Apache-2.0
#include "karat_dpi/matrices.hpp"

#include "karat_dpi/guard.hpp"

namespace karat::dpi {
namespace {

std::size_t size(int count) { return static_cast<std::size_t>(count); }

ConstMatrix matrix_of(const karat_matrix& from, std::size_t rows, std::size_t columns, const char* name) {
    if (from.data == nullptr && rows * columns != 0)
        throw Refusal(KARAT_BAD_ARGUMENT, std::string(name) + ".data is NULL");
    const std::size_t line = from.column_major != 0 ? rows : columns;
    const auto* bytes = static_cast<const std::byte*>(from.data);
    return {{bytes, from.data == nullptr ? 0 : from.bytes},
            from.leading == 0 ? line : from.leading,
            from.column_major != 0};
}

int lines(std::size_t asked, int own, const char* name) {
    const std::size_t count = asked == 0 ? size(own) : asked;
    if (count == 0 || count > KARAT_MAX_LINES) {
        throw Refusal(KARAT_BAD_ARGUMENT,
                      std::string(name) + " = " + std::to_string(count) + ": must be 1 to 65536");
    }
    return static_cast<int>(count);
}

}  // namespace

void require_metadata(const void* data, std::size_t elements) {
    if (data != nullptr || elements == 0) return;
    throw Refusal(KARAT_BAD_OPERAND, "metadata: missing; this model needs " + std::to_string(elements) +
                                         " elements for each row of A");
}

TileCall tile_call(const Model& model, const karat_tile_operands& in, std::size_t count) {
    if ((in.m == 0) != (in.n == 0)) throw Refusal(KARAT_BAD_ARGUMENT, "m and n: both must be 0, or neither");
    if (count == 0 || count > KARAT_MAX_TILES) {
        throw Refusal(KARAT_BAD_ARGUMENT,
                      "count = " + std::to_string(count) + ": must be 1 to 16777216 tiles");
    }
    TileCall call;
    call.shape = {lines(in.m, model.shape.m, "m"), lines(in.n, model.shape.n, "n"), model.dot().spec().k,
                  static_cast<int>(count)};
    const std::size_t m = size(call.shape.m);
    const std::size_t n = size(call.shape.n);
    const std::size_t k = size(call.shape.k);
    const std::size_t k_of_b = size(model.dot().operands().k_of_b());
    const std::size_t scales = model.dot().scale_count();
    const std::size_t groups = size(model.dot().operands().metadata_count());
    require_metadata(in.metadata.data, groups);
    call.in = {matrix_of(in.a, m, k, "a"),
               matrix_of(in.b, k_of_b, n, "b"),
               matrix_of(in.c, m, n, "c"),
               matrix_of(in.scale_a, m, scales, "scale_a"),
               matrix_of(in.scale_b, scales, n, "scale_b"),
               matrix_of(in.metadata, m, groups, "metadata")};
    return call;
}

ConstMatrix result_matrix(const TileCall& call, const karat_matrix& matrix, const char* name) {
    return matrix_of(matrix, size(call.shape.m), size(call.shape.n), name);
}

Matrix result_matrix(const TileCall& call, const karat_result& matrix, const char* name) {
    const ConstMatrix checked = result_matrix(
        call, karat_matrix{matrix.data, matrix.bytes, matrix.leading, matrix.column_major}, name);
    return {{static_cast<std::byte*>(matrix.data), matrix.bytes}, checked.leading, checked.column_major};
}

Matrix room(const karat_result& matrix, std::size_t rows, std::size_t columns, int bits, const char* name) {
    const ConstMatrix checked =
        matrix_of({matrix.data, matrix.bytes, matrix.leading, matrix.column_major}, rows, columns, name);
    check_matrix(name, checked, rows, columns, bits);
    return {
        {static_cast<std::byte*>(matrix.data), checked.data.size()}, checked.leading, checked.column_major};
}

Lanes kept_lanes(const Model& model, std::size_t m, std::size_t n, const char* what) {
    constexpr std::size_t kMost = 65536;
    if ((m == 0) != (n == 0)) throw Refusal(KARAT_BAD_ARGUMENT, "m and n: both must be 0, or neither");
    const Lanes out = m == 0 ? Lanes{size(model.shape.m), size(model.shape.n)} : Lanes{m, n};
    if (out.m == 0 || out.n == 0 || out.m > kMost || out.n > kMost / out.m) {
        throw Refusal(KARAT_BAD_ARGUMENT, std::string(what) + " of " + std::to_string(out.m) + " x " +
                                              std::to_string(out.n) + " lanes: must be 1 to 65536 lanes");
    }
    return out;
}

TileElements tile_elements(const Model& model, const TileCall& call) {
    return load_tile(model.dot(), size(call.shape.m), size(call.shape.n), call.in);
}

std::vector<std::uint64_t> result_elements(const Model& model, const TileCall& call,
                                           const ConstMatrix& matrix, const char* name) {
    return load_matrix(name, matrix, size(call.shape.m), size(call.shape.n), info(model.dot().spec().d).bits);
}

}  // namespace karat::dpi
