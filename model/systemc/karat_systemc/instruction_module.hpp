// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "karat/instruction/instruction.hpp"
#include "karat_systemc/tile_module.hpp"

namespace karat::systemc {

/// Any instruction of the registry, with its own tile shape, or any specification if constructed like a
/// TileModule.
class InstructionModule : public TileModule {
   public:
    using TileModule::TileModule;

    /// `arch` may be empty, as in find_instruction. The windows hold `batch` instructions, each of `blocks`
    /// tiles. Throws NameError, which lists the nearest names.
    InstructionModule(const sc_core::sc_module_name& name, std::string_view arch,
                      std::string_view instruction, int batch = 1,
                      const sc_core::sc_time& latency = sc_core::SC_ZERO_TIME);
    InstructionModule(const sc_core::sc_module_name& name, const Instruction& instruction, int batch = 1,
                      const sc_core::sc_time& latency = sc_core::SC_ZERO_TIME);

    [[nodiscard]] const char* kind() const override { return "karat_instruction"; }
};

}  // namespace karat::systemc
