// SPDX-License-Identifier: Apache-2.0
// karat check --contract: a unit with its own ports, described by a contract.
#pragma once
#include <memory>
#include <optional>

#include "karat_cli/check/check_design.hpp"
#include "karat_tb/unit/contract.hpp"

namespace karat::cli {

/// Adds --contract and, if no design is linked into this program, --param.
void add_contract_options(po::options_description& options, const Design* linked);
/// The contract of --contract, if it was given. Throws UsageError if an option is given too that the contract
/// replaces, karat::Error for a bad contract.
[[nodiscard]] std::optional<tb::Contract> read_contract_option(const po::variables_map& values);
/// Throws UsageError if operands of another specification do not fit the ports of the contract's unit.
void require_same_ports(const Spec& given, const Spec& of_unit);
/// What the unit computes: the contract's specification, with --set applied.
[[nodiscard]] Subject read_subject(const po::variables_map& values, const tb::Contract& contract);
/// The options that the contract implies: --lanes, --mode, --keep, --no-c.
[[nodiscard]] po::variables_map with_contract(const po::variables_map& values, const tb::Contract& contract);
/// The unit with its adapter, built when it is first opened.
[[nodiscard]] std::unique_ptr<Design> open_contract(const tb::Contract& contract,
                                                    const po::variables_map& values);
/// The values of --param. Throws UsageError.
[[nodiscard]] tb::Names read_parameters(const po::variables_map& values);

}  // namespace karat::cli
