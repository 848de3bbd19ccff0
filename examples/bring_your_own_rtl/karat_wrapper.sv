// SPDX-License-Identifier: Apache-2.0
// Wraps tensor_core in karat's ports. It processes one tile at a time and converts packed arrays to unpacked
// ones.
module karat_wrapper #(
    parameter int F = 23
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  valid_i,
    output logic                  ready_o,
    input  logic [1:0][3:0][15:0] a_i,   // a_i[m][k]
    input  logic [1:0][3:0][15:0] b_i,   // b_i[n][k]
    input  logic [1:0][1:0][31:0] c_i,   // c_i[m][n]
    output logic                  valid_o,
    input  logic                  ready_i,
    output logic [1:0][1:0][31:0] d_o
);
  enum logic [1:0] {Idle, Busy, Full} state;
  logic start, done;
  logic [15:0] a[2][4], b[4][2];
  logic [31:0] c[2][2], d[2][2];

  for (genvar i = 0; i < 2; i++) begin : gen_map
    for (genvar k = 0; k < 4; k++) assign a[i][k] = a_i[i][k];
    for (genvar k = 0; k < 4; k++) assign b[k][i] = b_i[i][k];
    for (genvar j = 0; j < 2; j++) assign c[i][j] = c_i[i][j];
    for (genvar j = 0; j < 2; j++) assign d_o[i][j] = d[i][j];
  end
  tensor_core #(.F(F)) core (.clk(clk_i), .rst(!rst_ni), .start, .a, .b, .c, .done, .d);

  assign ready_o = state == Idle;
  assign valid_o = state == Full;
  assign start = valid_i && ready_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) state <= Idle;
    else if (start) state <= Busy;
    else if (done) state <= Full;
    else if (ready_i && valid_o) state <= Idle;
  end
endmodule
