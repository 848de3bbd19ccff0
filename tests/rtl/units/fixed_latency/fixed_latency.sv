// SPDX-License-Identifier: Apache-2.0
// A pipeline of three stages that always runs: no valid, no reset, the falling edge is active. B comes by
// rows in one vector, the first element at the top. Fault 1: two lanes of d are swapped. Fault 2: the answer
// comes a cycle early; 3: a cycle late. Fault 4: the rising edge is active. Fault 5: scan_en is active low.
module fixed_latency (
    input  logic ck,
    input  logic [15:0] a[2][4],
    input  logic [127:0] b_flat,
    input  logic [31:0] c_0_0,
    input  logic [31:0] c_0_1,
    input  logic [31:0] c_1_0,
    input  logic [31:0] c_1_1,
    input  logic scan_en,
    output logic [31:0] d[1:0][1:0],
    output logic [2:0] status
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][3:0][15:0] rows, columns;
  logic [1:0][1:0][31:0] addends, sums, first, second, third, shown;
  logic clock;
  assign clock = fault == 4 ? !ck : ck;
  assign shown = fault == 2 ? first : fault == 3 ? third : second;
  tile unit (.a(rows), .b(columns), .c(addends), .d(sums));
  assign status = sums[0][0][2:0];
  always_ff @(negedge clock) begin
    for (int i = 0; i < 2; i++) for (int k = 0; k < 4; k++) begin
      rows[i][k] <= a[i][k];
      columns[i][k] <= b_flat[(7 - (2 * k + i)) * 16 +: 16];
    end
    addends <= {c_1_1, c_1_0, c_0_1, c_0_0};
    if (!scan_en ^ fault == 5) first <= sums;
    second <= first;
    third <= second;
    for (int m = 0; m < 2; m++) for (int n = 0; n < 2; n++)
      d[m][n] <= shown[fault == 1 ? n : m][fault == 1 ? m : n];
  end
endmodule
