// SPDX-License-Identifier: Apache-2.0
// Puts the answers of a unit that answers out of order back into the order of the tiles. Each tile gets a
// tag; the answer that returns the tag belongs to it. A tile may be issued only while room_o is 1. The low
// bits of a tag are a place in the store. The others are 0 for sixteen rounds, so that tags are used again at
// once, and then change every sixteen rounds, so that a unit that loses one is found. A failed check tries
// fewer tiles in flight with +karat_depth=N.
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
  logic [TAG-1:0] tag_of[DEPTH];      // of the tiles in the unit
  logic [PW-1:0] place;               // of the answer
  logic known, take;

  function automatic logic [PW-1:0] after(input logic [PW-1:0] one);
    return one == PW'(DEPTH - 1) ? '0 : one + 1'b1;
  endfunction

  int unsigned most;
  initial if (!$value$plusargs("karat_depth=%d", most)) most = DEPTH;
  assign room_o = 32'(used) < most;
  assign place = PW'(tag_i);
  assign known = 32'(place) < DEPTH && asked[place] && tag_of[place] == tag_i;
  assign valid_o = answered[head];
  assign data_o = store[head];
  assign take = valid_o && ready_i;

  if (TAG > PW) begin : gen_high
    logic [TAG-PW-1:0] high;
    logic [31:0] random;  // a shift register of maximal length: x^32 + x^22 + x^2 + x + 1
    logic [3:0] rounds;
    logic round;

    assign round = issue_i && tail == PW'(DEPTH - 1);
    assign tag_o = {high, tail};
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        high <= '0;
        random <= 32'h2545f491;
        rounds <= '0;
      end else begin
        random <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
        if (round) rounds <= rounds + 1'b1;
        if (round && rounds == '1) high <= random[TAG-PW-1:0];
      end
    end
  end else begin : gen_no_high
    assign tag_o = TAG'(tail);
  end

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
        asked[place] <= 1'b0;
        answered[place] <= 1'b1;
      end
      if (push_i && !known) $error("the unit answered tag %0d, which is not in flight", tag_i);
    end
    if (push_i && known) store[place] <= data_i;
    if (issue_i) tag_of[tail] <= tag_o;
  end
endmodule
