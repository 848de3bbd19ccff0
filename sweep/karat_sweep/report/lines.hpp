// SPDX-License-Identifier: Apache-2.0
// Groups rows into charts and lines.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat_sweep/charts/chart.hpp"
#include "karat_sweep/differences.hpp"

namespace karat::sweep {

/// Rows that differ only in F, or the row of a specification without F or with F = exact.
struct Line {
    std::string name;  ///< "fda K=16", and each knob that distinguishes it: "fda K=16 d=fp16"
    std::string file;  ///< the same for file names: "fda_16_d_fp16"
    std::string algorithm;
    int k = 0;
    bool across = false;  ///< without F: drawn across the chart
    Style style{};        ///< colour by algorithm, pattern by the rest of the name, if there are enough
    std::vector<const Row*> rows;  ///< by ascending F
};

/// The rows of one chart: the same formats, length, samples and seed. Distributions, roundings and orders
/// are lines of one chart.
struct Group {
    std::string name;
    std::vector<Line> lines;  ///< by algorithm and ascending K; those without F come last
};

/// Sorts every row into one line. Groups are in the order of their first rows. `rows` must outlive them.
[[nodiscard]] std::vector<Group> groups_of(const std::vector<Row>& rows, const Differences& differences);

/// Names of a row: its design, with F, and the operands that it was measured with, as far as they vary.
struct DesignName {
    std::string design;    ///< "fda K=16 F=20"
    std::string operands;  ///< "outliers c zero"
};
[[nodiscard]] std::vector<DesignName> design_names(const std::vector<Row>& rows);

/// Values of F above the first stable one that must confirm it.
inline constexpr std::size_t kConfirmations = 3;

/// The first row from which the MSE stays within 1 % of its value at the largest F, and the row of the
/// largest F. `first` is null if fewer than kConfirmations larger F confirm it. Rows without an MSE are
/// ignored.
struct Stable {
    const Row* first;
    const Row* last;
    /// The row that a histogram shows.
    [[nodiscard]] const Row& shown() const { return first == nullptr ? *last : *first; }
};
/// An instruction with one F: its own. Nothing can be said of others.
[[nodiscard]] bool is_one_instruction(const Line& line);

/// Empty for a line without F or without any MSE.
[[nodiscard]] std::optional<Stable> stable_part(const Line& line);

}  // namespace karat::sweep
