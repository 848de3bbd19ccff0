// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

#include "karat_tb/unit/contract.hpp"

namespace karat::tb {

/// Builds the unit with its adapter into a candidate. Returns the path of the shared object, which the cache
/// of build_candidate() (rtl_build.hpp) keeps until a file that Verilator read changes. `overrides`: values
/// for parameters of the unit. `announce` is called before a build. Throws karat::Error with the first
/// sentence of Verilator if the unit does not build, or if its ports do not fit the contract.
[[nodiscard]] std::string build_unit(const Contract& contract, const Names& overrides, bool waves,
                                     const std::function<void(const std::string&)>& announce);

}  // namespace karat::tb
