// SPDX-License-Identifier: Apache-2.0
// Operands of a sweep from files, such as real activations and weights.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace karat::sweep {

/// A matrix whose rows run along k: activations as they are, weights as `torch.nn.Linear` stores them (B
/// transposed).
struct Tensor {
    std::string name;  ///< file name without its folder
    std::size_t rows = 0, columns = 0;
    std::vector<double> values;  ///< finite, in row-major order

    [[nodiscard]] std::span<const double> row(std::size_t i) const {
        return std::span(values).subspan(i * columns, columns);
    }
};

/// Reads a file of `<f2`, `<f4` or `<f8`. Throws NpyError naming the file if it cannot be read, holds
/// encodings, is empty, or has an element that is not finite.
[[nodiscard]] Tensor read_tensor(const std::string& path);

/// The operands of distribution `npy`: A, B or both from files. An operand without a file is N(0,1).
struct Tensors {
    std::optional<Tensor> a, b;

    /// "npy(a.npy,normal)"
    [[nodiscard]] std::string name() const;
    /// A 64-bit hash of the elements, to distinguish files with the same name.
    [[nodiscard]] std::uint64_t fingerprint() const;
    /// Elements of a row, the largest possible length of a dot product.
    [[nodiscard]] std::size_t columns() const;
};

/// Throws NpyError if both are given and their rows differ in length, because element i of both belongs to
/// the same k.
[[nodiscard]] Tensors make_tensors(std::optional<Tensor> a, std::optional<Tensor> b);

}  // namespace karat::sweep
