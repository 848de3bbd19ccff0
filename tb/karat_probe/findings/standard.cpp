// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/standard.hpp"

#include <memory>

#include "karat_probe/findings/answers.hpp"
#include "karat_probe/findings/row_shape.hpp"

namespace karat::probe {

Standard results_by(const Recipe& recipe) {
    const auto agrees = std::make_shared<const Agreement>(recipe);
    const Format d = recipe.operands.d;
    return {{[agrees](const Operands& in) { return agrees->evaluator()(in); },
             [agrees](std::uint64_t expected, std::uint64_t got) { return agrees->agrees(expected, got); }},
            [d](std::uint64_t expected, std::uint64_t got) { return difference_of(expected, got, d); },
            [d](std::uint64_t expected, std::uint64_t got) { return difference_family(expected, got, d); }};
}

Standard flags_by(const DotAdd& dot, const FlagPort& port) {
    return {{[&dot, port](const Operands& in) {
                 Flags flags;
                 (void)dot.flagged(in, port.rule, flags);
                 return std::uint64_t{flags.bits() & port.compared};
             },
             [](std::uint64_t expected, std::uint64_t got) { return expected == got; }},
            flag_difference,
            flag_difference};
}

std::string flag_difference(std::uint64_t expected, std::uint64_t got) {
    if (expected == got) return "flags of earlier tiles are lost";  // sticky ones, without a cause of its own
    const auto list = [](std::uint64_t bits, const char* what) {
        return bits == 0 ? std::string() : flag_names(static_cast<std::uint32_t>(bits)) + what;
    };
    const std::string missing = list(expected & ~got, " not raised");
    const std::string extra = list(got & ~expected, " raised without cause");
    return missing + (missing.empty() || extra.empty() ? "" : ", ") + extra;
}

}  // namespace karat::probe
