// SPDX-License-Identifier: Apache-2.0
// A design with parameters: the first M rows and K products of the reference RTL of Volta HMMA.884.F32.F32.
// Zero products do not take part in e_max, so the unused products of a dot-add may be zeros.
module karat_narrow_tile #(
    parameter int unsigned M = 2,
    parameter int unsigned K = 4
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic valid_i,
    output logic ready_o,
    input  logic [M-1:0][K-1:0][15:0] a_i,
    input  logic [1:0][K-1:0][15:0] b_i,
    input  logic [M-1:0][1:0][31:0] c_i,
    output logic valid_o,
    input  logic ready_i,
    output logic [M-1:0][1:0][31:0] d_o
);
  logic [1:0][3:0][15:0] a, b;
  logic [1:0][1:0][31:0] c, d;

  always_comb begin
    a = '0;
    b = '0;
    for (int unsigned m = 0; m < M; m++) a[1'(m)][K-1:0] = a_i[m];
    for (int unsigned n = 0; n < 2; n++) b[1'(n)][K-1:0] = b_i[1'(n)];
    c = 128'(c_i);
    d_o = d[M-1:0];
  end
  karat_volta_hmma_884_f32_f32 i_tile (
      .clk_i, .rst_ni, .valid_i, .ready_o, .a_i(a), .b_i(b), .c_i(c), .valid_o, .ready_i, .d_o(d)
  );
  if (M < 2) begin : g_unused
    logic unused_rows;
    assign unused_rows = ^d[1:M];
  end
endmodule
