// SPDX-License-Identifier: Apache-2.0
// The parts of reading a contract, one file each.
#pragma once
#include "karat_tb/unit/contract.hpp"
#include "karat_tb/unit/members.hpp"

namespace karat::tb {

/// contract_ports.cpp: clock, reset, operands, result, mode, ties.
void read_ports(Members& file, Contract& contract);
/// contract_flags.cpp: status flags.
void read_flags(Members& file, Contract& contract);
/// The port of an operand; `indices`: the names of its indices, slowest first.
[[nodiscard]] OperandPort read_operand(const boost::json::value& value, const std::string& key,
                                       const std::string& indices);
/// The same from an object that has other keys too.
[[nodiscard]] OperandPort read_operand(Members& object, const std::string& indices);
/// contract_protocol.cpp: handshakes, beats, stationary operand, tags, further clocks, depth.
void read_protocol(Members& file, Contract& contract);
/// contract_check.cpp: what must hold between the keys. Throws SpecError.
void check_contract(const Contract& contract);

}  // namespace karat::tb
