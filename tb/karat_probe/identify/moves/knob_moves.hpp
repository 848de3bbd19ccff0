// SPDX-License-Identifier: Apache-2.0
// The steps of a search among specifications by knobs: every useful value of every knob.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/spec.hpp"

namespace karat::probe {

struct KnobMove {
    std::string name;  ///< "F=25"
    Spec spec;         ///< not validated
};

/// Sets a knob. Whether the knob takes the value; the specification as a whole may still be invalid.
[[nodiscard]] bool set_knob(Spec& spec, const Knob& knob, const boost::json::value& value);

/// Every specification one knob away that keeps algorithm, formats, k and scale factors. A knob that others
/// follow moves with them and without them. A width also moves by up to 2 together with its rounding, because
/// the wrong rounding at the right width can be worse than a neighbouring width.
[[nodiscard]] std::vector<KnobMove> knob_moves(const Spec& spec);

}  // namespace karat::probe
