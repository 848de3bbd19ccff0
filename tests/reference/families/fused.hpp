// SPDX-License-Identifier: Apache-2.0
//
// The fused algorithms of docs/reference/knobs.md for one operation, without the final rounding.
// Precondition: special_result() has no value, so that every addend is zero or finite.
#pragma once

#include "reference/operation.hpp"

namespace reference {

Unrounded fda(const Operation& operation);
Unrounded sda(const Operation& operation);
Unrounded gfda(const Operation& operation);
Unrounded fdrda(const Operation& operation);
Unrounded gfdrda(const Operation& operation);
Unrounded exact(const Operation& operation);

}  // namespace reference
