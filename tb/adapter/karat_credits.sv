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
  logic [CW-1:0] spent;
  int unsigned most;
  initial if (!$value$plusargs("karat_credits=%d", most)) most = CREDITS;
  assign ready_o = 32'(spent) < most;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) spent <= '0;
    else begin
      spent <= spent + CW'(spend_i) - CW'(return_i);
      if (return_i && !spend_i && spent == '0)
        $error("the unit returned a credit, but none of its %0d is spent", most);
    end
  end
endmodule
