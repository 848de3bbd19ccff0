// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "karat/evaluate/dot_add.hpp"
#include "karat_dpi/model.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::dpi {

/// The object of a stimulus handle: tiles of m x n lanes for the specification that the model had when the
/// stimulus was opened. The lock of the handle guards all members.
struct Stimulus {
    OperandRules rules;
    std::size_t scales = 0;  ///< scale factors of a row or column
    std::size_t m = 0, n = 0;
    std::shared_ptr<Collected> aim;  ///< steered stimulus: the coverage whose holes it targets
    std::unique_ptr<tb::TileSource> source;
};

}  // namespace karat::dpi
