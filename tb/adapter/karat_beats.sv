// SPDX-License-Identifier: Apache-2.0
// Gives a tile to the unit in BEATS transfers. With CLEAR, a cycle in which clear_o is 1 comes before the
// first one; with READ, a cycle in which read_o is 1 comes after the last one. The tile is done when the last
// of these is over: done_o is then 1 for one cycle. The operands must stay until then. With GAPS, one
// transfer in four but the last is followed by cycles without one: 1 to 4, or, once in four, 1 to 16. A
// failed check tries it without gaps with +karat_gapless.
module karat_beats #(
    parameter int unsigned BEATS = 2,  // 2 or more
    parameter bit CLEAR = 1'b0,
    parameter bit READ = 1'b0,
    parameter bit GAPS = 1'b1,
    localparam int unsigned IW = $clog2(BEATS)
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    input  logic          valid_i,  // there is a tile
    input  logic          taken_i,  // the unit takes the transfer that is offered
    output logic          offer_o,
    output logic [IW-1:0] beat_o,
    output logic          first_o,
    output logic          last_o,
    output logic          clear_o,
    output logic          read_o,
    output logic          started_o,  // the unit has taken some of the transfers, but not all
    output logic          done_o
);
  localparam int unsigned BW = $clog2(BEATS + 1);
  logic cleared;        // the clear of this tile is over
  logic [BW-1:0] beat;  // BEATS: all are taken, the read-out follows
  logic all_taken;
  logic gap;            // no transfer in this cycle

  assign all_taken = beat == BW'(BEATS);
  assign clear_o = CLEAR && valid_i && !cleared;
  assign offer_o = valid_i && (cleared || !CLEAR) && !all_taken && !gap;
  assign read_o = READ && valid_i && all_taken;
  assign beat_o = all_taken ? '0 : IW'(beat);
  assign started_o = cleared || beat != '0;
  assign first_o = beat == '0;
  assign last_o = beat == BW'(BEATS - 1);
  assign done_o = READ ? read_o : taken_i && last_o;

  if (GAPS) begin : gen_gaps
    logic [15:0] random;  // a shift register of maximal length: x^16 + x^14 + x^13 + x^11 + 1
    logic [4:0] left, length;
    bit gapless;

    initial gapless = $test$plusargs("karat_gapless") != 0;
    assign length = random[5:4] == '0 ? 5'd1 + 5'(random[9:6]) : 5'd1 + 5'(random[3:2]);
    assign gap = left != '0 && !gapless;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        random <= 16'hace1;
        left <= '0;
      end else begin
        random <= {random[14:0], random[15] ^ random[13] ^ random[12] ^ random[10]};
        if (taken_i && !last_o && random[1:0] == '0) left <= length;
        else if (gap) left <= left - 1'b1;
      end
    end
  end else begin : gen_no_gaps
    assign gap = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || done_o) begin
      cleared <= 1'b0;
      beat <= '0;
    end else begin
      if (clear_o) cleared <= 1'b1;
      if (taken_i) beat <= beat + 1'b1;
    end
  end
endmodule
