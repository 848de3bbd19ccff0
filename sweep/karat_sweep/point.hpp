// SPDX-License-Identifier: Apache-2.0
// One point of a sweep, and the grid it comes from.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "karat/recipe/spec.hpp"
#include "karat_gemm/gemm.hpp"
#include "karat_sweep/tensors.hpp"

namespace karat::sweep {

/// Operands: normal N(0,1); uniform on [-1, 1); log_normal: exp(N(0,1)) with a random sign; outliers: normal,
/// one element in 64 times 256; relu: normal, negative elements of A are +0; npy: rows of files, and where
/// they are longer than the dot product a piece of each, the same in both.
enum class Distribution : std::uint8_t { normal, uniform, log_normal, outliers, relu, npy };

}  // namespace karat::sweep

namespace karat {
template <>
struct EnumNames<sweep::Distribution> {
    static constexpr std::array<std::string_view, 6> names{"normal",   "uniform", "log_normal",
                                                           "outliers", "relu",    "npy"};
};
}  // namespace karat

namespace karat::sweep {

/// What one row of the database is the result of.
struct Point {
    Spec spec;
    Order order = Order::natural;
    Distribution distribution = Distribution::normal;
    std::size_t length =
        16;  ///< products of a dot product: the specification's k, or the longer k of a chain
    std::size_t samples = 10000;
    std::uint64_t seed = 1;
    std::shared_ptr<const Tensors> tensors;  ///< of distribution npy

    /// The distribution's name, or that of the files.
    [[nodiscard]] std::string distribution_name() const;
    /// All of it as one line of JSON, with the program's version: equal for equal points only.
    [[nodiscard]] std::string key() const;
};

/// One axis: a knob (or "order", "distribution", "length") and its values as text.
struct Axis {
    std::string key;
    std::vector<std::string> values;
};

/// "8:12" and "8:40:4" are ranges, "a,b,c" a list, and a list may hold ranges. Throws SpecError for a range
/// that is none or longer than 100000.
[[nodiscard]] Axis parse_axis(const std::string& key, const std::string& text);

/// A point that cannot be, and why.
struct Refused {
    std::string settings;
    std::string reason;
};

struct Grid {
    std::vector<Point> points;
    std::vector<Refused> refused;
};

/// Every combination of the axes' values set on `base`; the last axis varies fastest. Combinations that no
/// specification allows are listed apart. Throws SpecError for a name or value that no combination could
/// allow.
[[nodiscard]] Grid make_grid(const Point& base, const std::vector<Axis>& axes);

}  // namespace karat::sweep
