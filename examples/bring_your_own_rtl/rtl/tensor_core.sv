// SPDX-License-Identifier: Apache-2.0
// d = a * b + c for a 2 x 4 matrix a and a 4 x 2 matrix b. `start` samples the operands. `done` is high
// LATENCY cycles later, when d is valid. d is held until the next operation overwrites it.
module tensor_core #(
    parameter int F = 23,
    parameter int LATENCY = 3
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        start,
    input  logic [15:0] a[2][4],
    input  logic [15:0] b[4][2],
    input  logic [31:0] c[2][2],
    output logic        done,
    output logic [31:0] d[2][2]
);
  logic [LATENCY-1:0] stage;
  logic [15:0] rows[2][4];
  logic [15:0] columns[2][4];
  logic [31:0] addends[2][2];
  logic [31:0] sums[2][2];

  for (genvar i = 0; i < 2; i++) begin : gen_row
    for (genvar j = 0; j < 2; j++) begin : gen_column
      dot4 #(.F(F)) dot (.a(rows[i]), .b(columns[j]), .c(addends[i][j]), .d(sums[i][j]));
    end
  end

  assign done = stage[LATENCY-1];
  always_ff @(posedge clk) begin
    stage <= rst ? '0 : LATENCY'({stage, start});
    if (start) begin
      rows <= a;
      addends <= c;
      for (int j = 0; j < 2; j++) for (int k = 0; k < 4; k++) columns[j][k] <= b[k][j];
    end
    if (stage[LATENCY-2]) d <= sums;
  end
endmodule
