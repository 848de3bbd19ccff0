// SPDX-License-Identifier: Apache-2.0
// The credits of a unit's input: one is spent for each transfer, and the unit returns it when it can take
// another. A transfer may be sent only while ready_o is 1. A failed check tries fewer credits with
// +karat_credits=N.
module karat_credits #(
    parameter int unsigned CREDITS = 4
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic spend_i,
    input  logic return_i,
    output logic ready_o
);
  localparam int unsigned CW = $clog2(CREDITS + 1);
  logic [CW-1:0] left;
  logic [CW-1:0] all;
  int unsigned credits;
  initial if (!$value$plusargs("karat_credits=%d", credits)) credits = CREDITS;
  assign all = CW'(credits);
  assign ready_o = left != 0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) left <= all;
    else begin
      left <= left - CW'(spend_i) + CW'(return_i);
      if (return_i && !spend_i && left == all)
        $error("the unit returned a credit, but none of its %0d is spent", all);
    end
  end
endmodule
