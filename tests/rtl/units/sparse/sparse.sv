// SPDX-License-Identifier: Apache-2.0
// 2:4 sparsity with its metadata on ports of their own, around the reference RTL that the test generates
// (karat_top). Fault 1: the metadata of the second group are those of the first.
module sparse (
    input  logic clk,
    input  logic rst_n,
    input  logic in_valid,
    output logic in_ready,
    input  logic [0:0][3:0][15:0] a,
    input  logic [1:0][7:0][15:0] b,
    input  logic [3:0] md_g0_m0,
    input  logic [3:0] md_g1_m0,
    input  logic [0:0][1:0][31:0] c,
    output logic out_valid,
    input  logic out_ready,
    output logic [0:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  karat_top unit (
      .clk_i(clk), .rst_ni(rst_n), .valid_i(in_valid), .ready_o(in_ready), .a_i(a), .b_i(b), .c_i(c),
      .metadata_i({fault == 1 ? md_g0_m0 : md_g1_m0, md_g0_m0}), .valid_o(out_valid), .ready_i(out_ready),
      .d_o(d));
endmodule
