// SPDX-License-Identifier: Apache-2.0
// Dot-adds as a person would write them: 1 beside a small power of two, and 1 - 1 with one left over.
#pragma once
#include <functional>
#include <vector>

#include "karat_probe/diff/simplicity.hpp"

namespace karat::probe {

/// Dot-adds with two or three addends, of which the others are +-1 or +-1.5 and one, with at most one
/// fraction bit, lies up to 60 bits below them. Scale factors are 1. None for integers, nor with metadata.
class PlainRows {
   public:
    explicit PlainRows(const OperandRules& formats);

    /// The simplest first.
    [[nodiscard]] const std::vector<VectorRow>& all() const { return rows_; }
    [[nodiscard]] const OperandRules& formats() const { return formats_; }
    /// The row, or the first plain one that is simpler and for which `holds` is true.
    [[nodiscard]] VectorRow plainest(VectorRow row, const std::function<bool(const VectorRow&)>& holds) const;

   private:
    OperandRules formats_;
    std::vector<VectorRow> rows_;
    std::vector<Simplicity> how_simple_;  ///< of each row
};

/// Those of these formats. They are kept until the next call in this thread with others: a matrix compares
/// many pairs of the same formats.
[[nodiscard]] const PlainRows& plain_rows_of(const OperandRules& formats);

}  // namespace karat::probe
