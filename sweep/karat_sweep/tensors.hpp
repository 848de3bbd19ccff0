// SPDX-License-Identifier: Apache-2.0
// Operands of a sweep from files: real activations and weights.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace karat::sweep {

/// A matrix whose rows run along k: activations as they are, weights as `torch.nn.Linear` keeps them (the
/// transpose of B).
struct Tensor {
    std::string name;  ///< the file's, without its folder
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;  ///< finite, row by row

    [[nodiscard]] std::span<const double> row(std::size_t i) const {
        return std::span(values).subspan(i * columns, columns);
    }
};

/// Reads `<f2`, `<f4` or `<f8`. Throws NpyError, naming the file: it cannot be read, holds encodings, is
/// empty, or has an element that is not finite.
[[nodiscard]] Tensor read_tensor(const std::string& path);

/// The operands of distribution `npy`: A, B or both from a file; the other is N(0,1).
struct Tensors {
    std::optional<Tensor> a, b;

    /// "npy(a.npy,normal)"
    [[nodiscard]] std::string name() const;
    /// Equal for equal elements only (as far as 64 bits can tell): files of one name may differ.
    [[nodiscard]] std::uint64_t fingerprint() const;
    /// The largest length that both can serve.
    [[nodiscard]] std::size_t columns() const;
};

/// Throws NpyError if both are given and their rows differ in length: element i of both belongs to the same
/// k.
[[nodiscard]] Tensors make_tensors(std::optional<Tensor> a, std::optional<Tensor> b);

}  // namespace karat::sweep
