// SPDX-License-Identifier: Apache-2.0
// The knobs that distinguish the rows of a database, beyond the fields of Row.
#pragma once
#include <string>
#include <vector>

#include "karat_sweep/database/database.hpp"

namespace karat::sweep {

/// The knobs with more than one value in the rows without an instruction's name, which says it all; they
/// distinguish rows of different specifications. Algorithm, k, F, the formats of A and B, scale factors and
/// the rounding of the alignment are excluded, because they are in the name of every row.
class Differences {
   public:
    /// `rows` must outlive it.
    explicit Differences(const std::vector<Row>& rows);

    /// In the order of knobs(); then "version", and "contents" (of files with the same name), if those
    /// differ.
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    /// The row's values, in the order of names(). "default": the knob follows another knob. Empty: the row's
    /// algorithm does not have the knob.
    [[nodiscard]] std::vector<std::string> values(const Row& row) const;

   private:
    std::vector<std::string> names_;
};

/// Whether F is a knob of the row's algorithm.
[[nodiscard]] bool takes_fraction(const Row& row);
/// Whether the row's F is a number: F is a knob of its algorithm and not "exact".
[[nodiscard]] bool has_fraction(const Row& row);

}  // namespace karat::sweep
