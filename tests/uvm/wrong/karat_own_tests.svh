// SPDX-License-Identifier: Apache-2.0
// Tests outside the library, as a user writes them. simulate_units.sh and accellera.sh compile them after the
// library's.

`define KARAT_HOLDS(CONDITION) begin if (!(CONDITION)) `uvm_error("OWN", `"CONDITION`") end

`include "karat_own_items.svh"
`include "karat_own_unknown.svh"
`include "karat_own_answers.svh"
`include "karat_own_agents.svh"
