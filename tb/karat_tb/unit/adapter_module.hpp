// SPDX-License-Identifier: Apache-2.0
// A module made from a contract: the adapter or the watch.
#pragma once
#include <string>
#include <vector>

namespace karat::tb {

struct Adapter {
    std::string text;                  ///< SystemVerilog
    std::vector<std::string> helpers;  ///< the modules of tb/adapter that it instantiates
};

}  // namespace karat::tb
