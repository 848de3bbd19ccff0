// SPDX-License-Identifier: Apache-2.0
// Puts the answers of a unit that answers out of order back into the order of the tiles. Each tile gets a
// tag; the answer that returns the tag belongs to it. A tile may be issued only while room_o is 1.
module karat_reorder #(
    parameter int unsigned W = 32,
    parameter int unsigned TAG = 4,   // bits of a tag
    parameter int unsigned DEPTH = 4  // tiles in flight, 1..2**TAG
) (
    input  logic           clk_i,
    input  logic           rst_ni,
    input  logic           issue_i,  // a tile goes to the unit, with tag_o
    output logic           room_o,
    output logic [TAG-1:0] tag_o,
    input  logic           push_i,   // the unit answers the tile of tag_i
    input  logic [TAG-1:0] tag_i,
    input  logic [W-1:0]   data_i,
    output logic           valid_o,
    input  logic           ready_i,
    output logic [W-1:0]   data_o
);
  localparam int unsigned CW = $clog2(DEPTH + 1);
  localparam int unsigned PW = DEPTH > 1 ? $clog2(DEPTH) : 1;

  logic [W-1:0] store[DEPTH];
  logic [DEPTH-1:0] asked, answered;  // tiles in the unit; results in the store
  logic [PW-1:0] head, tail;          // the oldest tile; the place of the next one
  logic [CW-1:0] used;
  logic known, take;

  function automatic logic [PW-1:0] after(input logic [PW-1:0] place);
    return place == PW'(DEPTH - 1) ? '0 : place + 1'b1;
  endfunction

  assign room_o = used != CW'(DEPTH);
  assign tag_o = TAG'(tail);
  assign known = 32'(tag_i) < DEPTH && asked[PW'(tag_i)];
  assign valid_o = answered[head];
  assign data_o = store[head];
  assign take = valid_o && ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      asked <= '0;
      answered <= '0;
      head <= '0;
      tail <= '0;
      used <= '0;
    end else begin
      used <= used + CW'(issue_i) - CW'(take);
      if (take) begin
        answered[head] <= 1'b0;
        head <= after(head);
      end
      if (issue_i) begin
        asked[tail] <= 1'b1;
        tail <= after(tail);
      end
      if (push_i && known) begin
        asked[PW'(tag_i)] <= 1'b0;
        answered[PW'(tag_i)] <= 1'b1;
      end
      if (push_i && !known) $error("the unit answered tag %0d, which is not in flight", tag_i);
    end
    if (push_i && known) store[PW'(tag_i)] <= data_i;
  end
endmodule
