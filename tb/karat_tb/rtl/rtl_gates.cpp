// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl/rtl_gates.hpp"

#include <sstream>

namespace karat::tb {

std::string genlib() {
    std::ostringstream out;
    for (const Gate& gate : kGates) {
        out << "GATE " << gate.name << ' ' << gate.area << " y=" << gate.function << ';';
        const int delay = gate.name == "wire" ? 0 : 1;
        if (!gate.function.starts_with("CONST"))
            out << " PIN * UNKNOWN 1 999 " << delay << " 0 " << delay << " 0";
        out << '\n';
    }
    return out.str();
}

}  // namespace karat::tb
