// SPDX-License-Identifier: Apache-2.0
// What a unit should answer.
#pragma once
#include <cstdint>
#include <functional>

#include "karat/evaluate/dot_add.hpp"

namespace karat::probe {

struct Golden {
    std::function<std::uint64_t(const Operands&)> expected;
    /// Whether `got` is right where `expected` is expected. The two may be different encodings of NaN.
    std::function<bool(std::uint64_t expected, std::uint64_t got)> agrees;
};

/// `dot` must outlive it.
[[nodiscard]] inline Golden golden_of(const DotAdd& dot) {
    return {[&dot](const Operands& in) { return dot(in); },
            [&dot](std::uint64_t expected, std::uint64_t got) { return dot.matches(expected, got); }};
}

}  // namespace karat::probe
