// SPDX-License-Identifier: Apache-2.0
// Counts the latency of a unit that has no output valid: done_o is 1 CYCLES enabled cycles after start_i. A
// failed check tries neighbouring latencies with +karat_cycles=N, up to MORE more than CYCLES.
module karat_latency #(
    parameter int unsigned CYCLES = 4  // 1 or more
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic enable_i,
    input  logic start_i,
    output logic done_o
);
  localparam int unsigned MORE = 16;
  localparam int unsigned MOST = CYCLES + MORE;
  logic [MOST-1:0] stage;
  int unsigned cycles;
  initial if (!$value$plusargs("karat_cycles=%d", cycles)) cycles = CYCLES;
  assign done_o = 1'(stage >> (cycles - 1));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) stage <= '0;
    else if (enable_i) stage <= MOST'({stage, start_i});
  end
endmodule
