// SPDX-License-Identifier: Apache-2.0
// Shape and formats of the tile under test, fixed at compile time: each may be given as +define+NAME=value (docs/uvm.md has the table),
// a plain decimal number.
// Formats: FP16 0, BF16 1, TF32 2, E4M3 3, E5M2 4 for a and b; FP16 0, FP32 5 for c and d. Roundings: karat_pkg::karat_rounding_e.
`ifndef KARAT_UVM_DEFINES_SVH
`define KARAT_UVM_DEFINES_SVH

`ifndef KARAT_M
  `define KARAT_M 2
`endif
`ifndef KARAT_N
  `define KARAT_N 2
`endif
`ifndef KARAT_K
  `define KARAT_K 16
`endif
`ifndef KARAT_A_FMT
  `define KARAT_A_FMT 0
`endif
`ifndef KARAT_B_FMT
  `define KARAT_B_FMT 0
`endif
`ifndef KARAT_C_FMT
  `define KARAT_C_FMT 5
`endif
`ifndef KARAT_D_FMT
  `define KARAT_D_FMT 5
`endif

// Of the reference RTL alone: karat_uvm_top hands them to karat_fda_tile.
`ifndef KARAT_RTL_F
  `define KARAT_RTL_F 25
`endif
`ifndef KARAT_RTL_FLOOR
  `define KARAT_RTL_FLOOR (-133)
`endif
`ifndef KARAT_RTL_ALIGN_ROUNDING
  `define KARAT_RTL_ALIGN_ROUNDING 0
`endif
`ifndef KARAT_RTL_OUTPUT_ROUNDING
  `define KARAT_RTL_OUTPUT_ROUNDING 0
`endif
`ifndef KARAT_RTL_STAGES
  `define KARAT_RTL_STAGES 1
`endif

`endif
