// SPDX-License-Identifier: Apache-2.0
// Loads an operand that the unit keeps. load_o is 1 while the operand of the tile offered differs from the
// one loaded last, until the unit takes it. loaded_o is 1 if the unit holds the operand of the tile. One load
// in four comes after another one of the inverted operand, with no tile between them, unless ONCE is set.
// idle_i: no tile is in the unit; with DRAIN loads wait for that. A failed check tries both with +karat_once
// and +karat_drain.
module karat_stationary #(
    parameter int unsigned W = 32,
    parameter bit ONCE = 1'b0,
    parameter bit DRAIN = 1'b0
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         valid_i,  // there is a tile
    input  logic [W-1:0] operand_i,
    input  logic         idle_i,
    output logic         load_o,
    output logic         shown_o,  // the operand is at the port; otherwise it is inverted there
    input  logic         ready_i,  // the unit takes a load
    output logic         loaded_o,
    output logic         again_o   // the unit takes a load, and no tile came after the load before
);
  logic [W-1:0] held;
  logic any;
  logic inverted, again;  // the next load is of the inverted operand; it was
  logic [15:0] random;    // a shift register of maximal length: x^16 + x^14 + x^13 + x^11 + 1
  bit once, drain;

  initial once = ONCE || $test$plusargs("karat_once") != 0;
  initial drain = DRAIN || $test$plusargs("karat_drain") != 0;
  assign loaded_o = any && held == operand_i;
  assign load_o = valid_i && !loaded_o && (idle_i || !drain);
  assign shown_o = load_o && !inverted;
  assign again_o = load_o && ready_i && again;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      any <= 1'b0;
      inverted <= 1'b0;
      again <= 1'b0;
      random <= 16'hace1;
    end else begin
      random <= {random[14:0], random[15] ^ random[13] ^ random[12] ^ random[10]};
      if (load_o && ready_i) begin
        any <= 1'b1;
        inverted <= !inverted && !once && random[1:0] == '0;
        again <= inverted;
      end
    end
    if (load_o && ready_i) held <= inverted ? ~operand_i : operand_i;
  end
endmodule
