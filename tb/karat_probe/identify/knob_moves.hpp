// SPDX-License-Identifier: Apache-2.0
// The steps of a search among specifications by knobs: every useful value of every knob.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/spec.hpp"

namespace karat::probe {

struct KnobMove {
    std::string name;  ///< "F=25"
    Spec spec;         ///< not validated
};

/// Every specification one knob away that keeps algorithm, formats, k and scale factors. A knob that others
/// follow moves with them and without them. A width also moves by up to 2 together with its rounding, because
/// the wrong rounding at the right width can be worse than a neighbouring width.
[[nodiscard]] std::vector<KnobMove> knob_moves(const Spec& spec);

}  // namespace karat::probe
