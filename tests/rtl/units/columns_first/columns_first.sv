// SPDX-License-Identifier: Apache-2.0
// The result comes column by column, with the tag of its tile, on a port for each row; the operands come as
// a vector by columns of A, a port for each element of B, and an array by columns of C. Fault 1: the columns
// come in the wrong order. Fault 2: the tag of the second column is that of the next tile.
module columns_first (
    input  logic clk,
    input  logic rst_n,
    input  logic in_valid,
    output logic in_ready,
    input  logic [2:0] tag_in,
    input  logic [127:0] a,
    input  logic [15:0] b_k0_n0, b_k1_n0, b_k2_n0, b_k3_n0, b_k0_n1, b_k1_n1, b_k2_n1, b_k3_n1,
    input  logic [31:0] c[1:0][1:0],
    output logic out_valid,
    input  logic out_ready,
    output logic [2:0] tag_out,
    output logic [31:0] d_0_0,
    output logic [31:0] d_1_0
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][3:0][15:0] rows, columns;
  logic [1:0][1:0][31:0] addends, sums, result;
  logic [2:0] tag;
  logic second;
  always_comb begin
    for (int m = 0; m < 2; m++) for (int k = 0; k < 4; k++) rows[m][k] = a[(2 * k + m) * 16 +: 16];
    columns = {b_k3_n1, b_k2_n1, b_k1_n1, b_k0_n1, b_k3_n0, b_k2_n0, b_k1_n0, b_k0_n0};
    for (int m = 0; m < 2; m++) for (int n = 0; n < 2; n++) addends[m][n] = c[n][m];
  end
  tile unit (.a(rows), .b(columns), .c(addends), .d(sums));
  assign in_ready = !out_valid || (out_ready && second);
  assign d_0_0 = result[0][second != (fault == 1)];
  assign d_1_0 = result[1][second != (fault == 1)];
  assign tag_out = fault == 2 && second ? tag + 3'd1 : tag;
  always_ff @(posedge clk) begin
    if (!rst_n) begin
      out_valid <= 1'b0;
      second <= 1'b0;
    end else begin
      if (out_valid && out_ready) second <= !second;
      if (in_ready) out_valid <= in_valid;
    end
    if (in_valid && in_ready) begin
      result <= sums;
      tag <= tag_in;
    end
  end
endmodule
