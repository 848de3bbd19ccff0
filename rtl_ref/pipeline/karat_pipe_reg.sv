// SPDX-License-Identifier: Apache-2.0
//
// Data half of an elastic pipeline register (karat_pipe_ctrl), or a wire if ENABLE is 0. The data is not
// reset: the control half holds the valid bits.
module karat_pipe_reg #(
    parameter int unsigned W = 1,
    parameter bit ENABLE = 1'b1
) (
    input  logic         clk_i,
    input  logic [2:0]   move_i,
    input  logic [W-1:0] data_i,
    output logic [W-1:0] data_o
);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  if (ENABLE) begin : g_reg
    logic [W-1:0] data_q, spare_q;
    always_ff @(posedge clk_i) begin
      if (move_i[0]) data_q <= data_i;
      else if (move_i[2]) data_q <= spare_q;
      if (move_i[1]) spare_q <= data_i;
    end
    assign data_o = data_q;
  end else begin : g_wire
    logic unused_control;
    assign unused_control = ^{clk_i, move_i};
    assign data_o = data_i;
  end
endmodule
