// SPDX-License-Identifier: Apache-2.0
// The module karat_adapter: karat's ports around a unit, generated from its contract.
#pragma once
#include <string>
#include <vector>

#include "karat_tb/unit/contract.hpp"

namespace karat::tb {

struct Adapter {
    std::string text;                  ///< the SystemVerilog of module karat_adapter
    std::vector<std::string> helpers;  ///< the modules of tb/adapter that it instantiates
};

/// `overrides`: values for parameters of the unit, which replace those of the contract.
[[nodiscard]] Adapter make_adapter(const Contract& contract, const Names& overrides = {});

/// Writes into `folder`, which is created if needed: karat_adapter.sv, the helper modules, the specification
/// (karat_adapter.json) and last karat_adapter.f, which lists all sources, the unit's included. Returns the
/// paths. Throws karat::Error, which names a file that cannot be written.
[[nodiscard]] std::vector<std::string> write_adapter(const Contract& contract, const Names& overrides,
                                                     const std::string& folder);

}  // namespace karat::tb
