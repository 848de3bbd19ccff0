// SPDX-License-Identifier: Apache-2.0
// Rows sorted into charts and their lines.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat_sweep/differences.hpp"
#include "karat_sweep/report/chart.hpp"

namespace karat::sweep {

/// Rows of one specification but for F, or the one row of a specification without F (or with an exact one).
struct Line {
    std::string name;  ///< "fda K=16", and each knob that sets it apart: "fda K=16 d=fp16"
    std::string file;  ///< the same for a file's name: "fda_16_d_fp16"
    std::string algorithm;
    int k = 0;
    bool across = false;  ///< the row has no F: it holds for every one
    Style style{};  ///< colour by algorithm, pattern by the rest of the name, as far as there are enough
    std::vector<const Row*> rows;  ///< by F upwards
};

/// What one chart shows: rows with the same operands, samples, rounding of the alignment and order.
struct Group {
    std::string name;
    std::vector<Line> lines;  ///< by algorithm and K upwards, last those without F
};

/// Every row is in one line. Groups come in the order of their first rows. `rows` must outlive the groups.
[[nodiscard]] std::vector<Group> groups_of(const std::vector<Row>& rows, const Differences& differences);

/// The first row from which on the MSE stays within 1 % of its value at the largest F, and the row of that F.
/// Rows whose MSE is not known take no part.
struct Stable {
    const Row* first;
    const Row* last;
};
/// Nothing for a line without F, or without any MSE.
[[nodiscard]] std::optional<Stable> stable_part(const Line& line);

}  // namespace karat::sweep
