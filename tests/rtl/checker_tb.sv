// SPDX-License-Identifier: Apache-2.0
// The unit raises_flags inside two adapters, made from its two contracts: with modes and the flags of each
// lane, and with sticky flags of the tile. karat_checker is bound to both, and a watch made from the first
// contract to the unit itself. The tiles are those of the library
// (directed), with a mode at random, and there are resets in flight. +other_mode=1: sometimes a mode that no
// specification names.
module checker_tb;
  import karat_pkg::*;
  import karat_stimulus_pkg::*;
  localparam int unsigned COUNT = 2000;
  localparam string SPEC = {"{\"karat_spec\": 1, \"algorithm\": \"exact\", \"a\": \"e5m2\", ",
                            "\"b\": \"e5m2\", \"c\": \"fp16\", \"d\": \"fp16\", \"k\": 4, ",
                            "\"overflow\": \"ieee\"}"};

  logic clk_i = 1'b0, rst_ni = 1'b0;
  logic valid_i = 1'b0, ready_i = 1'b0;
  logic [2:0] mode_i = '0;
  logic [0:0][3:0][7:0] a_i;
  logic [1:0][3:0][7:0] b_i;
  logic [0:0][1:0][15:0] c_i;
  logic [1:0] ready, valid;
  logic [1:0][0:0][1:0][15:0] d;
  logic [0:0][1:0][3:0] flags_of_lanes;
  logic [0:0][0:0][3:0] flags_of_tile;

  // both take a tile in the same cycle
  karat_raises flags (
      .clk_i, .rst_ni, .valid_i(valid_i && ready[1]), .ready_o(ready[0]), .a_i, .b_i, .c_i, .mode_i,
      .valid_o(valid[0]), .ready_i, .flags_o(flags_of_lanes), .d_o(d[0]));
  karat_accrues sticky (
      .clk_i, .rst_ni, .valid_i(valid_i && ready[0]), .ready_o(ready[1]), .a_i, .b_i, .c_i,
      .valid_o(valid[1]), .ready_i, .flags_o(flags_of_tile), .d_o(d[1]));

  karat_model model = new;
  karat_stimulus #(.M(1), .N(2), .K(4), .AW(8), .BW(8), .CW(16)) stimulus = new;
  karat_status_e status;
  bit [0:0][3:0][7:0] a;
  bit [1:0][3:0][7:0] b;
  bit [0:0][1:0][15:0] c;
  bit [0:0][0:0][7:0] scale_a;  // unused
  bit [1:0][0:0][7:0] scale_b;
  bit other_mode = 1'b0;

  initial begin
    void'($value$plusargs("other_mode=%d", other_mode));
    model.open_spec(SPEC, status);
    stimulus.open(model.handle, "directed", 1, status);
    if (status != KARAT_OK) $fatal(1, "%s", stimulus.last_error());
  end

  initial forever #5 clk_i = ~clk_i;

  int unsigned cycle = 0, sent = 0;
  always @(posedge clk_i) begin
    cycle <= cycle + 1;
    rst_ni <= cycle > 3 && (cycle < 100 || cycle % 50 > 2);
    ready_i <= $urandom_range(3) != 0;
    if (cycle > 6 && (!valid_i || &ready)) begin
      valid_i <= sent < COUNT && $urandom_range(7) != 0;
      if (sent < COUNT) begin
        stimulus.next(a, b, c, scale_a, scale_b, status);
        a_i <= a;
        b_i <= b;
        c_i <= c;
        mode_i <= other_mode && sent % 100 == 50 ? 3'd7 : 3'($urandom_range(4));
        sent <= sent + 1;
      end
    end
    if (cycle == 2 * COUNT) begin
      flags.checker_i.report_end();
      sticky.checker_i.report_end();
      $display("flags: %0d tiles, %0d wrong lanes, %0d wrong flags (%s)", flags.checker_i.tiles,
               flags.checker_i.mismatches, flags.checker_i.flag_mismatches,
               karat_flag_names(flags.checker_i.wrong_flags));
      $display("sticky: %0d tiles, %0d wrong lanes, %0d wrong flags (%s)", sticky.checker_i.tiles,
               sticky.checker_i.mismatches, sticky.checker_i.flag_mismatches,
               karat_flag_names(sticky.checker_i.wrong_flags));
      $display("watch: %0d tiles, %0d wrong lanes, %0d wrong flags (%s)",
               flags.unit.karat_watch_i.body.checker_i.tiles,
               flags.unit.karat_watch_i.body.checker_i.mismatches,
               flags.unit.karat_watch_i.body.checker_i.flag_mismatches,
               karat_flag_names(flags.unit.karat_watch_i.body.checker_i.wrong_flags));
      $finish;
    end
  end
endmodule
