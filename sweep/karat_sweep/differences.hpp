// SPDX-License-Identifier: Apache-2.0
// What sets the rows of a database apart beyond the fields of Row.
#pragma once
#include <string>
#include <vector>

#include "karat_sweep/database/database.hpp"

namespace karat::sweep {

/// The knobs that have more than one value in the rows, so that rows of different specifications can be told
/// apart. Algorithm, k, F, the formats of A and B, scale factors and the rounding of the alignment are no
/// part of it: every row is named by them anyway.
class Differences {
   public:
    /// `rows` must outlive it.
    explicit Differences(const std::vector<Row>& rows);

    /// In the order of docs/knobs.md; then "version" and "contents" (of files of one name), where those
    /// differ.
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    /// Side by side with names(). "default" where a knob follows another one; empty where the row's algorithm
    /// has no such knob.
    [[nodiscard]] std::vector<std::string> values(const Row& row) const;

   private:
    std::vector<std::string> names_;
};

/// Whether F is a knob of the row's algorithm.
[[nodiscard]] bool takes_fraction(const Row& row);
/// Whether that is a number, not "exact".
[[nodiscard]] bool has_fraction(const Row& row);

}  // namespace karat::sweep
