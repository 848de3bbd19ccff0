// SPDX-License-Identifier: Apache-2.0
#include "karat_systemc/instruction_module.hpp"

#include "karat/instruction/registry.hpp"

namespace karat::systemc {

InstructionModule::InstructionModule(const sc_core::sc_module_name& name, const Instruction& instruction,
                                     int batch, const sc_core::sc_time& latency)
    : TileModule(name, instruction.spec,
                 {.m = instruction.shape.m,
                  .n = instruction.shape.n,
                  .batch = batch,
                  .blocks = instruction.shape.blocks},
                 latency) {}

InstructionModule::InstructionModule(const sc_core::sc_module_name& name, std::string_view arch,
                                     std::string_view instruction, int batch, const sc_core::sc_time& latency)
    : InstructionModule(name, find_instruction(arch, instruction), batch, latency) {}

}  // namespace karat::systemc
