// SPDX-License-Identifier: Apache-2.0
// Numbers for the widths of a specification: hardware has no "exact", but a width that drops nothing.
#pragma once
#include "karat/recipe/spec.hpp"

namespace karat::tb {

/// Fraction bits of every alignment, as docs/knobs.md names them.
struct RtlWidths {
    int f, f_c, f_sum, f_group, f_inner;
};

[[nodiscard]] RtlWidths rtl_widths(const Spec& spec);

}  // namespace karat::tb
