// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace reference {

// What operands a dot-add takes. The members are knobs of docs/knobs.md, by name.
struct OperandFormats {
    std::string a = "fp16";
    std::string b = "fp16";
    std::string c = "fp32";
    std::string d = "fp32";
    int k = 4;
    std::string scale = "none";  // none, ue8m0, ue4m3
    int scale_block = 4;         // filled by the caller where there are scales
};

}  // namespace reference
