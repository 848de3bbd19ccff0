// SPDX-License-Identifier: Apache-2.0
// Keeps the results of a unit that cannot be stalled. A tile may be issued only while room_o is 1: there are
// then fewer than DEPTH tiles in the unit and in here together, so no result is ever lost. A failed check
// tries fewer with +karat_depth=N.
//
// An answer without a tile is passed on like any other, so that the check sees one answer too many.
module karat_result_fifo #(
    parameter int unsigned W = 32,
    parameter int unsigned DEPTH = 4  // 1 or more
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         issue_i,  // a tile goes to the unit
    output logic         room_o,
    input  logic         push_i,   // the unit answers
    input  logic [W-1:0] data_i,
    output logic         valid_o,
    input  logic         ready_i,
    output logic [W-1:0] data_o
);
  localparam int unsigned CW = $clog2(DEPTH + 1);
  localparam int unsigned PW = DEPTH > 1 ? $clog2(DEPTH) : 1;

  logic [W-1:0] store[DEPTH];
  logic [PW-1:0] head, tail;    // the oldest result; the place of the next one
  logic [CW-1:0] used, stored;  // tiles issued and not yet answered by this module; results in the store
  logic excess;                 // an answer came while the store was full
  logic take;

  function automatic logic [PW-1:0] after(input logic [PW-1:0] place);
    return place == PW'(DEPTH - 1) ? '0 : place + 1'b1;
  endfunction

  int unsigned most;
  initial if (!$value$plusargs("karat_depth=%d", most)) most = DEPTH;
  assign room_o = 32'(used) < most;
  assign valid_o = stored != 0 || excess;
  assign data_o = store[head];
  assign take = valid_o && ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head <= '0;
      tail <= '0;
      used <= '0;
      stored <= '0;
      excess <= 1'b0;
    end else begin
      used <= used + CW'(issue_i) - CW'(take && used != 0);
      stored <= stored + CW'(push_i && stored != CW'(DEPTH)) - CW'(take && stored != 0);
      if (push_i && stored != CW'(DEPTH)) tail <= after(tail);
      if (take && stored != 0) head <= after(head);
      if (push_i && stored == CW'(DEPTH)) excess <= 1'b1;
    end
    if (push_i && stored != CW'(DEPTH)) store[tail] <= data_i;
  end
endmodule
