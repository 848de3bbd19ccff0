// SPDX-License-Identifier: Apache-2.0
// For a watch: flushed_o is 1 for half a cycle after each clock edge at which flush_i was 1, and so clears a
// scoreboard between two edges. What flush_i does between the edges, while logic settles, has no effect.
module karat_flushed (
    input  logic clk_i,
    input  logic flush_i,
    output logic flushed_o
);
  logic seen = 1'b0;  // changes with each flush
  logic told = 1'b0;  // follows at the falling edge
  assign flushed_o = seen != told;
  always_ff @(posedge clk_i) if (flush_i) seen <= !seen;
  always_ff @(negedge clk_i) told <= seen;
endmodule
