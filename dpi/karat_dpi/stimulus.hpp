// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "karat/evaluate/dot_add.hpp"
#include "karat_dpi/model.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::dpi {

/// What a handle of a stimulus stands for: tiles of m x n lanes for the specification that the model had when
/// it was opened. Its handle's lock guards everything.
struct Stimulus {
    OperandRules rules;
    std::size_t scales = 0;  ///< of a row or column
    std::size_t m = 0, n = 0;
    std::shared_ptr<Collected> aim;  ///< of a steered one: the coverage whose holes it aims at
    std::unique_ptr<tb::TileSource> source;
};

}  // namespace karat::dpi
