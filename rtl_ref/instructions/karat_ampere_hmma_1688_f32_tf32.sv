// SPDX-License-Identifier: Apache-2.0
//
// The tile with the ports of a karat RTL candidate, written by karat.
module karat_ampere_hmma_1688_f32_tf32 (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic valid_i,
    output logic ready_o,
    input  logic [1:0][7:0][31:0] a_i,
    input  logic [1:0][7:0][31:0] b_i,
    input  logic [1:0][1:0][31:0] c_i,
    output logic valid_o,
    input  logic ready_i,
    output logic [1:0][1:0][31:0] d_o
);
  karat_ampere_hmma_1688_f32_tf32_flat i_flat (
      .clk_i, .rst_ni, .valid_i, .ready_o, .a_i, .b_i, .c_i, .valid_o, .ready_i, .d_o
  );
`ifndef SYNTHESIS
  karat_port_check #(.W($bits(d_o))) i_port_check (
      .clk_i, .rst_ni, .valid_i, .ready_o, .valid_o, .ready_i, .d_i(d_o)
  );
`endif
endmodule
