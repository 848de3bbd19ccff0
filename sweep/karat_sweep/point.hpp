// SPDX-License-Identifier: Apache-2.0
// One point of a sweep, and the grid it comes from.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "karat/recipe/spec.hpp"
#include "karat/text/convert.hpp"
#include "karat_gemm/gemm.hpp"
#include "karat_sweep/tensors.hpp"

namespace karat::sweep {

/// Distributions of the operands. normal: N(0,1); uniform: on [-1, 1); log_normal: exp(N(0,1)) with a random
/// sign; outliers: normal, one element in 64 multiplied by 256; relu: normal, with negative elements of A set
/// to +0; npy: random rows of files. Of rows longer than the dot product, a random section is used, the same
/// in both files. positive: |N(0,1)|; sparse: normal, with three elements of A in four set to +0;
/// activations: A is log_normal with one element in 64 multiplied by 64, B is normal.
enum class Distribution : std::uint8_t {
    normal,
    uniform,
    log_normal,
    outliers,
    relu,
    npy,
    positive,
    sparse,
    activations
};

}  // namespace karat::sweep

namespace karat {
template <>
struct EnumNames<sweep::Distribution> {
    static constexpr std::array<std::string_view, 9> names{
        "normal", "uniform", "log_normal", "outliers", "relu", "npy", "positive", "sparse", "activations"};
};
}  // namespace karat

namespace karat::sweep {

/// How c of the first dot-add is drawn. Without a distribution it is +0.
struct DrawnC {
    std::optional<Distribution> distribution;  ///< as for A; not npy
    double factor = 1;                         ///< multiplies the drawn value

    /// "zero", "normal", "normal*32"
    [[nodiscard]] std::string name() const;
    friend bool operator==(const DrawnC&, const DrawnC&) = default;
};
/// Reads such a name. Throws SpecError.
[[nodiscard]] DrawnC parse_c(const std::string& text);

/// An instruction that a point comes from, before knobs were changed.
struct Named {
    std::string name;  ///< "Hopper/HMMA.16816.F32"
    Spec spec;
};

/// The settings behind one row of the database.
struct Point {
    Spec spec;
    Order order = Order::natural;
    Distribution distribution = Distribution::normal;
    std::size_t length = 16;  ///< products per dot product: the specification's k, or more for a chain
    std::size_t samples = 10000;
    std::uint64_t seed = 1;
    std::shared_ptr<const Tensors> tensors;  ///< for distribution npy
    /// For operands that the formats cannot hold. It chooses the scale factors too: under `refuse` the least
    /// ones that leave no element out of range, otherwise those of a quantiser that saturates.
    Conversion conversion = Conversion::refuse;
    DrawnC c = {};
    std::shared_ptr<const Named> named = nullptr;  ///< null: a specification without a name

    /// The instruction with every knob but F that was changed: "Hopper/HMMA.16816.F32 sticky=ored". Empty
    /// without a name.
    [[nodiscard]] std::string instruction_name() const;

    /// The name of the distribution; for npy, of the files.
    [[nodiscard]] std::string distribution_name() const;
    /// All settings and the program's version as one line of JSON. Equal only for equal points.
    [[nodiscard]] std::string key() const;
};

/// One axis: a knob (or "format", "scale", "order", "distribution", "c_distribution", "length") and its
/// values as text.
struct Axis {
    std::string key;
    std::vector<std::string> values;
};

/// Parses the values of an axis: "8:12" and "8:40:4" are ranges, "a,b,c" is a list, and a list may contain
/// ranges. Throws SpecError for an invalid range or one of more than 100001 values.
[[nodiscard]] Axis parse_axis(const std::string& key, const std::string& text);

/// An invalid point, and the reason.
struct Refused {
    std::string settings;
    std::string reason;
};

struct Grid {
    std::vector<Point> points;
    std::vector<Refused> refused;
};

/// Every combination of the axes' values set on `base`; the last axis varies fastest. Invalid
/// combinations go to `refused`. Throws SpecError for a name or value that is invalid in any combination.
[[nodiscard]] Grid make_grid(const Point& base, const std::vector<Axis>& axes);

}  // namespace karat::sweep
