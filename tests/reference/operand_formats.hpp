// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace reference {

// The operands of a dot-add. Each member is named after its knob in docs/reference/knobs.md.
struct OperandFormats {
    std::string a = "fp16";
    std::string b = "fp16";
    std::string c = "fp32";
    std::string d = "fp32";
    int k = 4;
    std::string scale = "none";  // none, ue8m0, ue4m3
    int scale_block = 4;         // set by the caller if there are scales
};

}  // namespace reference
