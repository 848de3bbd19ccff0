// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "karat/evaluate/dot_add.hpp"
#include "karat/text/text.hpp"

namespace karat::test {

/// The result of a dot-add, and the implementation it comes from.
struct Given {
    const char* by;
    std::uint64_t d;
};

/// Formats the operands of a dot-add and two different results for a failure message.
[[nodiscard]] inline std::string describe(const OperandRules& rules, const Operands& x, Given expected,
                                          Given got) {
    std::string out;
    for (const std::uint64_t v : x.a) out += " " + to_hex(v, rules.a);
    out += " |";
    for (const std::uint64_t v : x.b) out += " " + to_hex(v, rules.b);
    for (const std::uint64_t v : x.scale_a) out += " sa " + to_hex(v, *rules.scale);
    for (const std::uint64_t v : x.scale_b) out += " sb " + to_hex(v, *rules.scale);
    return out + " | " + to_hex(x.c, rules.c) + "\n" + expected.by + " " + to_hex(expected.d, rules.d) +
           ", " + got.by + " " + to_hex(got.d, rules.d);
}

}  // namespace karat::test
