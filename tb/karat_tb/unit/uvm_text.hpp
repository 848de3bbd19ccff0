// SPDX-License-Identifier: Apache-2.0
// What tb/uvm is told about a unit, as text in the syntax of its plusargs.
#pragma once
#include <string>

#include "karat_tb/unit/contract.hpp"

namespace karat::tb {

/// A text in quotes, as SystemVerilog has it.
[[nodiscard]] std::string sv_literal(const std::string& text);

/// As +karat_modes=: "0:output_rounding=RNE;8:a=e5m2,b=e5m2"; "" without modes. A mode with a specification
/// of its own has it as JSON text. Throws as mode_specs().
[[nodiscard]] std::string uvm_modes(const Contract& contract);

/// As +karat_flags=: "bits=invalid+overflow,per=tile,sticky=true,inexact=sums,tiny=before"; "" without flags.
[[nodiscard]] std::string uvm_flags(const Contract& contract);

}  // namespace karat::tb
