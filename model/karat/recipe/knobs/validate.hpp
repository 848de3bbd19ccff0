// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat/recipe/spec.hpp"

namespace karat {

/// Throws SpecError if the specification is invalid. The message names the knob, its value and the allowed
/// values.
void validate(const Spec& spec);

}  // namespace karat
