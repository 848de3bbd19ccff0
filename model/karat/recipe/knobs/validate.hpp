// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat/recipe/spec.hpp"

namespace karat {

/// Throws SpecError if no hardware could be meant: the sentence names the knob, its value and what is
/// allowed.
void validate(const Spec& spec);

}  // namespace karat
