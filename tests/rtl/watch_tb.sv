// SPDX-License-Identifier: Apache-2.0
// Units with ports of their own, each inside its adapter, and each with a watch bound to it. The watches'
// karat_checkers are the only scoreboards. A line for each unit: what its checker compared and found wrong.
module watch_tb;
  logic clk = 1'b0;
  logic rst_n = 1'b0;
  initial forever #5 clk = ~clk;

  // A driver and the signals of an adapter. NAME, START of the random numbers, the reset.
  `define DRIVEN(NAME, START, RESET) \
    logic NAME``_valid_i, NAME``_ready_o, NAME``_valid_o, NAME``_ready_i; \
    logic [1:0][3:0][15:0] NAME``_a, NAME``_b; \
    logic [1:0][1:0][31:0] NAME``_c; \
    int unsigned NAME``_answered; \
    watch_driver #(.SEED(START)) NAME``_driver ( \
        .clk_i(clk), .rst_ni(RESET), .valid_i(NAME``_valid_i), .ready_o(NAME``_ready_o), .a_i(NAME``_a), \
        .b_i(NAME``_b), .c_i(NAME``_c), .valid_o(NAME``_valid_o), .ready_i(NAME``_ready_i), \
        .answered(NAME``_answered));
  // An adapter, and what its watch has seen. ALWAYS: the unit computes in every cycle, so that more than the
  // tiles is compared. A, B, C: the operands. MORE: further connections.
  `define WATCHED_AS(NAME, RESET, ALWAYS, A, B, C, MORE) \
    karat_``NAME NAME ( \
        .clk_i(clk), .rst_ni(RESET), .valid_i(NAME``_valid_i), .ready_o(NAME``_ready_o), .a_i(A), .b_i(B), \
        .c_i(C), .valid_o(NAME``_valid_o), .ready_i(NAME``_ready_i), .d_o() MORE); \
    final begin \
      automatic longint unsigned compared = NAME.unit.karat_watch_``NAME``_i.body.checker_i.tiles; \
      automatic int unsigned wrong = NAME.unit.karat_watch_``NAME``_i.body.checker_i.wrong_tiles; \
      $display(`"NAME: %0d answers, %s, %s`", NAME``_answered, \
               compared == longint'(NAME``_answered) ? "as many watched" : \
                   ALWAYS && compared > 400 ? "every cycle watched" : $sformatf("%0d watched", compared), \
               wrong == 0 ? "none wrong" : "some wrong"); \
    end
  // Both for two rows, two columns, four products of fp16, and c of fp32.
  `define WATCHED(NAME, START, ALWAYS, MORE) \
    `DRIVEN(NAME, START, rst_n) \
    `WATCHED_AS(NAME, rst_n, ALWAYS, NAME``_a, NAME``_b, NAME``_c, MORE)

  `WATCHED(fixed_latency, 11, 1, )
  `WATCHED(ready_both_sides, 12, 0, )
  `WATCHED(stalled_by_enable, 13, 1, )
  `WATCHED(start_when_idle, 14, 0, )
  `WATCHED(gives_credits, 15, 0, )
  `WATCHED(weights_stay, 16, 0, )
  // a mode that is random and stays with its tile
  `define MODE_OF_A , .mode_i(two_widths_a[0][0][0])
  `WATCHED(two_widths, 17, 0, `MODE_OF_A)
  `WATCHED(valid_and_enable, 18, 0, )

  // Its second reset comes with tiles in flight, and is a flush for the unit, which has no c.
  logic rst_and_flush_n = 1'b0;
  `DRIVEN(rows_stay, 19, rst_and_flush_n)
  `WATCHED_AS(rows_stay, rst_and_flush_n, 0, rows_stay_a, rows_stay_b, rows_stay_c, )

  // The same unit without an adapter: A is another one in each cycle, also while the unit refuses the load.
  logic [9:0] bits = 10'd1;  // x^10 + x^7 + 1
  int unsigned loads_answered = 0;
  logic loads_done;
  rows_stay loads (
      .clk(clk), .rst_n(rst_n), .flush(1'b0), .load(1'b1), .load_ready(),
      .valid(bits[0] && loads_answered < 4000), .a({8{6'd15, bits}}), .b(rows_stay_b), .done(loads_done),
      .d());
  always_ff @(posedge clk) begin
    bits <= {bits[8:0], bits[9] ^ bits[6]};
    if (rst_n && loads_done) loads_answered <= loads_answered + 1;
  end
  final begin
    automatic longint unsigned compared = loads.karat_watch_rows_stay_i.body.checker_i.tiles;
    automatic int unsigned wrong = loads.karat_watch_rows_stay_i.body.checker_i.wrong_tiles;
    $display("loads: %s, %s", compared == longint'(loads_answered) ? "as many watched" : "others watched",
             wrong == 0 ? "none wrong" : "some wrong");
  end

  // Flushed at random clock edges, and at random between two edges, which a unit does not see. One watch
  // knows a flush that the adapter uses, the other one that it leaves alone.
  logic flush = 1'b0;
  int unsigned flushed_answered = 0, flushed_lost = 0;
  logic flushed_valid, flushed_done;
  assign flushed_valid = rst_n && bits[1] && flushed_answered < 2000;
  rows_stay flushed (
      .clk(clk), .rst_n(rst_n), .flush(flush), .load(1'b1), .load_ready(), .valid(flushed_valid),
      .a({8{6'd15, bits}}), .b(rows_stay_b), .done(flushed_done), .d());
  always @(posedge clk) begin
    if (rst_n && flushed_done && !flush) flushed_answered <= flushed_answered + 1;
    if (flush && flushed_valid) flushed_lost <= flushed_lost + 1;
    #1 flush = bits[3];
    #2 flush = bits[5];
    #4 flush = bits[9:7] == 3'd0;
  end
  final begin
    $display("flushed: %s", flushed_lost > 100 ? "dropped some" : "dropped none");
    seen_by("flushed", flushed_answered, flushed.karat_watch_rows_stay_i.body.checker_i.tiles,
            flushed.karat_watch_rows_stay_i.body.checker_i.wrong_tiles +
            flushed.karat_watch_rows_stay_i.body.checker_i.unexpected);
    seen_by("flushed, tied", flushed_answered, flushed.karat_watch_tied_i.body.checker_i.tiles,
            flushed.karat_watch_tied_i.body.checker_i.wrong_tiles +
            flushed.karat_watch_tied_i.body.checker_i.unexpected);
  end

  // Loaded in each cycle with another B, which a cycle without the clock enable does not take.
  int unsigned enabled_answered = 0;
  logic enabled_done, enable;
  assign enable = bits[4];
  weights_enabled enabled (
      .clk(clk), .rst_n(rst_n), .enable(enable), .load(1'b1), .valid(bits[0] && enabled_answered < 2000),
      .a(weights_stay_a), .b({8{6'd15, bits}}), .c(weights_stay_c), .done(enabled_done), .d());
  always_ff @(posedge clk)
    if (rst_n && enable && enabled_done) enabled_answered <= enabled_answered + 1;
  final seen_by("enabled", enabled_answered, enabled.karat_watch_weights_enabled_i.body.checker_i.tiles,
                enabled.karat_watch_weights_enabled_i.body.checker_i.wrong_tiles +
                enabled.karat_watch_weights_enabled_i.body.checker_i.unexpected);

  function automatic void seen_by(string name, int unsigned answered, longint unsigned compared,
                                  int unsigned wrong);
    $display("%s: %s, %s", name, answered > 1000 && compared == longint'(answered) ?
             "as many watched" : $sformatf("%0d of %0d watched", compared, answered),
             wrong == 0 ? "none wrong" : $sformatf("%0d wrong", wrong));
  endfunction

  // FP8 numbers are the low bytes of fp16 numbers, scale factors are near 1.
  `define BYTES(X, I) {X[I][3][7:0], X[I][2][7:0], X[I][1][7:0], X[I][0][7:0]}
  `define SCALES(X) {5'd15, X[1][1][2:0], 5'd15, X[1][0][2:0], 5'd15, X[0][1][2:0], 5'd15, X[0][0][2:0]}
  `define SCALES_OF_TILE , .scale_a_i(`SCALES(scaled_a)), .scale_b_i(`SCALES(scaled_b))
  `DRIVEN(scaled, 20, rst_n)
  `WATCHED_AS(scaled, rst_n, 0, ({`BYTES(scaled_a, 1), `BYTES(scaled_a, 0)}),
              ({`BYTES(scaled_b, 1), `BYTES(scaled_b, 0)}), scaled_c, `SCALES_OF_TILE)

  // Metadata select elements 0 and 1, 1 and 2, 1 and 3, or 2 and 3 of four.
  function automatic logic [3:0] metadata(input logic [1:0] from);
    return from == 0 ? 4'h4 : from == 1 ? 4'h9 : from == 2 ? 4'hd : 4'he;
  endfunction
  `define METADATA_OF_A , .metadata_i({metadata(sparse_a[0][1][1:0]), metadata(sparse_a[0][0][1:0])})
  `DRIVEN(sparse, 21, rst_n)
  `WATCHED_AS(sparse, rst_n, 0, sparse_a[0], ({sparse_a[1], sparse_b[1], sparse_b}), sparse_c[0],
              `METADATA_OF_A)

  // Two roundings of each of two formats: modes 0 and 1, 8 and 11.
  logic [1:0] mode_from;
  assign mode_from = two_mode_ports_a[1][0][1:0];
  `define MODE_ON_PORTS , .mode_i({mode_from[1], 1'b0, mode_from[1] && mode_from[0], mode_from[0]})
  `DRIVEN(two_mode_ports, 22, rst_n)
  `WATCHED_AS(two_mode_ports, rst_n, 0, (`BYTES(two_mode_ports_a, 0)),
              ({`BYTES(two_mode_ports_b, 1), `BYTES(two_mode_ports_b, 0)}),
              ({two_mode_ports_c[0][1][30:15], two_mode_ports_c[0][0][30:15]}), `MODE_ON_PORTS)

  initial begin
    #42 {rst_n, rst_and_flush_n} = '1;
    #4000 rst_and_flush_n = 1'b0;
    #40 rst_and_flush_n = 1'b1;
    #200000 $finish;
  end
endmodule
