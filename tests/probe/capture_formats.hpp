// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "../../tools/capture/vec_io.hpp"
#include "karat/evaluate/dot_add.hpp"

namespace karat::test {

/// The formats of a dot-add in the words of the capture programs.
inline capture::Formats capture_formats(const DotAdd& dot) {
    const OperandRules& rules = dot.operands();
    capture::Formats f;
    f.a = name_of(rules.a);
    f.b = name_of(rules.b);
    f.c = name_of(rules.c);
    f.d = name_of(rules.d);
    f.k = static_cast<std::size_t>(rules.k);
    if (rules.scale) {
        f.scale = name_of(*rules.scale);
        f.scale_block = static_cast<std::size_t>(rules.scale_block);
    }
    if (rules.metadata != Metadata::none) f.metadata = rules.metadata == Metadata::one_of_two ? "1:2" : "2:4";
    return f;
}

}  // namespace karat::test
