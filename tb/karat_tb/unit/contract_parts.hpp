// SPDX-License-Identifier: Apache-2.0
// The parts of reading a contract, one file each.
#pragma once
#include "karat_tb/unit/contract.hpp"
#include "karat_tb/unit/members.hpp"

namespace karat::tb {

/// contract_ports.cpp: clock, reset, operands, result, mode, ties.
void read_ports(Members& file, Contract& contract);
/// contract_protocol.cpp: handshakes, beats, stationary operand, tags, result clock, depth.
void read_protocol(Members& file, Contract& contract);
/// contract_check.cpp: what must hold between the keys. Throws SpecError.
void check_contract(const Contract& contract);

}  // namespace karat::tb
