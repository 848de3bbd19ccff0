// SPDX-License-Identifier: Apache-2.0
// The opcode selects the recipe, the formats and the signedness: 0 fp8, 1 fp8 in two steps with e5m2 for a,
// 4 int8, 5 int8 with an unsigned a, 6 int8 that saturates. The first two are the reference RTL, which the
// test generates. Fault 1: a is always signed. Fault 2: opcode 1 is executed as 0. Fault 3: the opcode of a
// later tile selects the result. The plusarg faults has several: bit N, in binary, is fault N.
module opcode_table (
    input  logic clk,
    input  logic rst_n,
    input  logic [2:0] opcode,
    input  logic valid,
    input  logic [1:0][3:0][7:0] a,
    input  logic [1:0][3:0][7:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][1:0][31:0] d
);
  logic [1:0] fault;
  /* verilator lint_off UNUSEDSIGNAL */  // there is no fault 0
  logic [3:0] faults;
  /* verilator lint_on UNUSEDSIGNAL */
  initial begin
    if (!$value$plusargs("faults=%b", faults)) faults = '0;
    if ($value$plusargs("fault=%d", fault)) faults[fault] = 1'b1;
  end

  logic [1:0][1:0][31:0] e4m3, two_steps, wrapped, saturated;
  /* verilator lint_off PINCONNECTEMPTY */
  karat_e4m3 unit_0 (.clk_i(clk), .rst_ni(1'b1), .valid_i(valid), .ready_o(), .a_i(a), .b_i(b), .c_i(c),
                     .valid_o(), .ready_i(1'b1), .d_o(e4m3));
  karat_two_steps unit_1 (.clk_i(clk), .rst_ni(1'b1), .valid_i(valid), .ready_o(), .a_i(a), .b_i(b),
                          .c_i(c), .valid_o(), .ready_i(1'b1), .d_o(two_steps));
  /* verilator lint_on PINCONNECTEMPTY */

  logic is_unsigned;
  assign is_unsigned = opcode == 5 && !faults[1];
  for (genvar m = 0; m < 2; m++) begin : gen_row
    for (genvar n = 0; n < 2; n++) begin : gen_column
      logic signed [33:0] sum;
      always_comb begin
        sum = 34'(signed'(c[m][n]));
        for (int k = 0; k < 4; k++)
          sum += 34'(signed'({!is_unsigned & a[m][k][7], a[m][k]})) * 34'(signed'(b[n][k]));
      end
      assign wrapped[m][n] = sum[31:0];
      assign saturated[m][n] = sum[33:31] == '0 || sum[33:31] == '1 ? sum[31:0] : {sum[33], {31{!sum[33]}}};
    end
  end

  logic [2:0] kept;
  logic [1:0] stage;
  logic [3:0][1:0][1:0][31:0] results;
  assign done = stage[1];
  always_ff @(posedge clk) begin
    stage <= rst_n ? {stage[0], valid} : '0;
    kept <= opcode;
    results <= {saturated, wrapped, two_steps, e4m3};
    case (faults[3] ? opcode : kept)
      0: d <= results[0];
      1: d <= results[faults[2] ? 0 : 1];
      4, 5: d <= results[2];
      6: d <= results[3];
      default: d <= '0;
    endcase
  end
endmodule
