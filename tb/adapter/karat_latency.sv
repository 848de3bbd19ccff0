// SPDX-License-Identifier: Apache-2.0
// Counts the latency of a unit that has no output valid: done_o is 1 CYCLES enabled cycles after start_i.
module karat_latency #(
    parameter int unsigned CYCLES = 4  // 1 or more
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic enable_i,
    input  logic start_i,
    output logic done_o
);
  logic [CYCLES-1:0] stage;
  assign done_o = stage[CYCLES-1];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) stage <= '0;
    else if (enable_i) stage <= CYCLES'({stage, start_i});
  end
endmodule
