// SPDX-License-Identifier: Apache-2.0
// The reset of a unit, for a reset agent that drives it.
interface karat_reset_if (
    input logic clk_i
);
  logic rst_no;  // low: reset
endinterface
