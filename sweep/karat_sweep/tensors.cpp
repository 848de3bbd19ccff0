// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/tensors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <functional>

#include "karat/evaluate/packed.hpp"
#include "karat_gemm/npy.hpp"

namespace karat::sweep {

Tensor read_tensor(const std::string& path) {
    const NpyMatrix matrix = read_npy(path);
    if (matrix.type >= NpyType::u1)
        throw NpyError(path +
                       ": holds encodings; a sweep needs numbers, <f2, <f4 or <f8, to round to the formats");
    if (matrix.rows == 0 || matrix.columns == 0) throw NpyError(path + ": has no elements");
    const Encoded wide = encode(matrix, Format::fp64, path);
    Tensor out{std::filesystem::path(path).filename().string(), matrix.rows, matrix.columns, {}};
    out.values.resize(matrix.rows * matrix.columns);
    const auto is_infinite = [](double x) { return !std::isfinite(x); };
    for (std::size_t i = 0; i < out.values.size(); ++i)
        out.values[i] = std::bit_cast<double>(load_packed(wide.data, i, 64));
    const auto first = std::ranges::find_if(out.values, is_infinite);
    if (first == out.values.end()) return out;
    const auto at = static_cast<std::size_t>(first - out.values.begin());
    const auto count = static_cast<std::size_t>(std::ranges::count_if(out.values, is_infinite));
    throw NpyError(path + ": element (" + std::to_string(at / matrix.columns) + ", " +
                   std::to_string(at % matrix.columns) + ") is not finite; " + std::to_string(count) +
                   " of " + std::to_string(out.values.size()) + " values " + (count == 1 ? "is" : "are") +
                   " not, and a sweep measures errors of finite results");
}

Tensors make_tensors(std::optional<Tensor> a, std::optional<Tensor> b) {
    if (a && b && a->columns != b->columns)
        throw NpyError(b->name + ": has rows of " + std::to_string(b->columns) + " elements, but those of " +
                       a->name + " have " + std::to_string(a->columns) + "; the rows of both run along k");
    return {std::move(a), std::move(b)};
}

std::string Tensors::name() const {
    return "npy(" + (a ? a->name : "normal") + ',' + (b ? b->name : "normal") + ')';
}

std::uint64_t Tensors::fingerprint() const {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto add = [&](std::uint64_t word) {
        hash = (hash ^ word) * 0x100000001b3ULL, hash ^= hash >> 29U;
    };
    for (const std::optional<Tensor>& tensor : {std::cref(a), std::cref(b)}) {
        add(tensor ? tensor->columns : 0);
        if (!tensor) continue;
        for (const double x : tensor->values) add(std::bit_cast<std::uint64_t>(x));
    }
    return hash;
}

std::size_t Tensors::columns() const { return a ? a->columns : b->columns; }

}  // namespace karat::sweep
