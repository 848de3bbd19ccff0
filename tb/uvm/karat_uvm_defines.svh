// SPDX-License-Identifier: Apache-2.0
// Shape of the ports of the tile under test, fixed at compile time. With +define+KARAT_RTL_SHAPE it is that
// of the RTL that `karat rtl` wrote, whose folder is in the include path; without, each may be given as
// +define+NAME=value, a plain decimal number (docs/uvm.md has the table).
`ifndef KARAT_UVM_DEFINES_SVH
`define KARAT_UVM_DEFINES_SVH

`ifdef KARAT_RTL_SHAPE
  `include "karat_top_shape.svh"
`endif

`ifndef KARAT_M
  `define KARAT_M 2
`endif
`ifndef KARAT_N
  `define KARAT_N 2
`endif
`ifndef KARAT_K
  `define KARAT_K 16
`endif
`ifndef KARAT_AW
  `define KARAT_AW 16
`endif
`ifndef KARAT_BW
  `define KARAT_BW 16
`endif
`ifndef KARAT_CW
  `define KARAT_CW 32
`endif
`ifndef KARAT_DW
  `define KARAT_DW 32
`endif
`ifndef KARAT_S
  `define KARAT_S 0
`endif
`ifndef KARAT_SW
  `define KARAT_SW 8
`endif

`endif
