// SPDX-License-Identifier: Apache-2.0
// Rows sorted into charts and their lines.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat_sweep/differences.hpp"

namespace karat::sweep {

/// Rows of one specification but for F.
struct Line {
    std::string name;  ///< "fda K=16", and each knob that sets it apart: "fda K=16 d=fp16"
    std::string file;  ///< the same for a file's name: "fda_16_d_fp16"
    std::string algorithm;
    int k = 0;
    std::vector<const Row*> rows;  ///< by F upwards
};

/// What one chart shows: rows with the same operands, samples, rounding of the alignment and order.
struct Group {
    std::string name;
    std::vector<Line> lines;  ///< by algorithm and K upwards
};

/// Every row that has an F is in one line. Groups come in the order of their first rows. `rows` must outlive the groups.
[[nodiscard]] std::vector<Group> groups_of(const std::vector<Row>& rows, const Differences& differences);

/// Index of the first row from which on the MSE stays within 1 % of its value at the largest F.
[[nodiscard]] std::size_t threshold_of(const Line& line);

}  // namespace karat::sweep
