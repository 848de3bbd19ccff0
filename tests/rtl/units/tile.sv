// SPDX-License-Identifier: Apache-2.0
// d = a * b + c of a 2 x 2 tile with K = 4, combinational: what every example unit computes. b[n][k] is
// column n of B. The product is that of examples/bring_your_own_rtl.
module tile #(
    parameter int F = 23
) (
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic [1:0][1:0][31:0] d
);
  for (genvar m = 0; m < 2; m++) begin : gen_row
    for (genvar n = 0; n < 2; n++) begin : gen_column
      logic [15:0] row[4], column[4];
      for (genvar k = 0; k < 4; k++) begin : gen_k
        assign row[k] = a[m][k];
        assign column[k] = b[n][k];
      end
      dot4 #(.F(F)) dot (.a(row), .b(column), .c(c[m][n]), .d(d[m][n]));
    end
  end
endmodule
