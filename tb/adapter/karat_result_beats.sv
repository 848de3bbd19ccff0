// SPDX-License-Identifier: Apache-2.0
// Collects a result that the unit gives in BEATS transfers of W bits, the first one in data_o[0]. The last
// one is passed through.
module karat_result_beats #(
    parameter int unsigned W = 32,
    parameter int unsigned BEATS = 2  // 2 or more
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic                    valid_i,
    output logic                    ready_o,
    input  logic [W-1:0]            data_i,
    output logic                    valid_o,
    input  logic                    ready_i,
    output logic [BEATS-1:0][W-1:0] data_o
);
  localparam int unsigned BW = $clog2(BEATS);
  logic [BEATS-2:0][W-1:0] store;
  logic [BW-1:0] beat;
  logic last;

  assign last = beat == BW'(BEATS - 1);
  assign ready_o = !last || ready_i;
  assign valid_o = valid_i && last;
  assign data_o = {data_i, store};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) beat <= '0;
    else if (valid_i && ready_o) beat <= last ? '0 : beat + 1'b1;
    for (int unsigned i = 0; i < BEATS - 1; i++) if (valid_i && 32'(beat) == i) store[i] <= data_i;
  end
endmodule
