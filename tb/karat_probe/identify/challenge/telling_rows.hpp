// SPDX-License-Identifier: Apache-2.0
// Dot-adds on which some attribute of a guess shows.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "karat_probe/identify/challenge/challenge.hpp"
#include "karat_probe/separate/row_source.hpp"
#include "karat_probe/separate/unmask.hpp"

namespace karat::probe {

/// Rows on which a guess differs from one of its neighbours, whether or not something has excluded that one:
/// two attributes may be wrong where neither is wrong alone. Now and then a row on which none was found.
class TellingRows {
   public:
    /// Keeps references. Of the neighbours, mostly those whose index is `wanted`. Precondition: the operands
    /// are not integers.
    TellingRows(
        const Evaluator& guess, const std::vector<Neighbour>& neighbours, std::uint64_t seed,
        std::function<bool(std::size_t)> wanted = [](std::size_t) { return true; });
    [[nodiscard]] VectorRow next();

   private:
    void choose_neighbour();

    const Evaluator& guess_;
    const std::vector<Neighbour>& neighbours_;
    tb::Random random_;
    std::function<bool(std::size_t)> wanted_;
    std::unique_ptr<RowSource> rows_;
    std::unique_ptr<Unmasking> unmasking_;
    int left_ = 0;
};

}  // namespace karat::probe
