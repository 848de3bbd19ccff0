// SPDX-License-Identifier: Apache-2.0
// Shape of the ports of the tile under test, fixed at compile time. With +define+KARAT_RTL_SHAPE it is the
// shape of the RTL written by `karat rtl`, whose folder must be in the include path. Otherwise each macro may
// be set with +define+NAME=value, a plain decimal number (see the table in
// docs/how-to/run-uvm.md).
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
`ifndef KARAT_G
  `define KARAT_G 0
`endif

`endif
