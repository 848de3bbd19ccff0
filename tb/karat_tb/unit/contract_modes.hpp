// SPDX-License-Identifier: Apache-2.0
// What a unit computes under each value of its mode input.
#pragma once
#include <cstdint>
#include <vector>

#include "karat_tb/unit/contract.hpp"

namespace karat::tb {

struct ModeSpec {
    std::uint32_t value = 0;
    Spec spec;
};

/// The specifications of the contract's modes; none without `mode`. Throws karat::Error, which names the
/// contract and the value, for settings that are not allowed and values that do not fit.
[[nodiscard]] std::vector<ModeSpec> mode_specs(const Contract& contract);

}  // namespace karat::tb
