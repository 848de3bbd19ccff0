// SPDX-License-Identifier: Apache-2.0
// Passes on every BEATS-th answer, for a unit that answers each beat of a tile with the sum so far.
module karat_last_answer #(
    parameter int unsigned BEATS = 2  // 2 or more
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic valid_i,
    output logic ready_o,
    output logic valid_o,
    input  logic ready_i
);
  localparam int unsigned BW = $clog2(BEATS);
  logic [BW-1:0] beat;
  logic last;

  assign last = beat == BW'(BEATS - 1);
  assign ready_o = !last || ready_i;
  assign valid_o = valid_i && last;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) beat <= '0;
    else if (valid_i && ready_o) beat <= last ? '0 : beat + 1'b1;
  end
endmodule
