// SPDX-License-Identifier: Apache-2.0
// Rows of operands, one dot-add at a time.
#pragma once
#include <memory>
#include <optional>
#include <string_view>

#include "karat/recipe/spec.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::probe {

/// A sequence of dot-adds. The arguments of the constructor determine the whole sequence.
class RowSource {
   public:
    virtual ~RowSource() = default;
    /// The next dot-add, or nothing at the end of the sequence.
    [[nodiscard]] virtual std::optional<VectorRow> next() = 0;

   protected:
    RowSource() = default;
    RowSource(const RowSource&) = default;
    RowSource& operator=(const RowSource&) = default;
};

/// Copies of the operands, without d.
[[nodiscard]] VectorRow row_of(const Operands& in);
/// The row of a tile of one lane.
[[nodiscard]] VectorRow row_of(tb::Tile tile);

/// The rows of a kind of stimulus (make_source in karat_tb/stimulus/sources.hpp).
[[nodiscard]] std::unique_ptr<RowSource> stimulus_rows(std::string_view kind, const Spec& spec,
                                                       std::uint64_t seed);

/// Rows aimed at the reachable bins of a recipe's coverage, which take turns in a shuffled order. Never ends.
[[nodiscard]] std::unique_ptr<RowSource> steered_rows(const Recipe& recipe, std::uint64_t seed);

}  // namespace karat::probe
