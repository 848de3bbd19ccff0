// SPDX-License-Identifier: Apache-2.0
// Four units, each in its adapter with random tiles, whose watches have to know more than a valid: one with
// a flush, a stationary operand and no c; one with a clock enable; one with scale factors; one with metadata.
// The flush of the first one comes with tiles in flight: it is the adapter's second reset.
module watch_units (
    input logic clk,
    input logic rst_n
);
  // A driver (two rows, two columns, four products of fp16, c of fp32) and the signals of an adapter.
  `define DRIVEN(NAME, START, RESET) \
    logic NAME``_valid_i, NAME``_ready_o, NAME``_valid_o, NAME``_ready_i; \
    logic [1:0][3:0][15:0] NAME``_a, NAME``_b; \
    logic [1:0][1:0][31:0] NAME``_c; \
    watch_driver #(.SEED(START)) NAME``_driver ( \
        .clk_i(clk), .rst_ni(RESET), .valid_i(NAME``_valid_i), .ready_o(NAME``_ready_o), .a_i(NAME``_a), \
        .b_i(NAME``_b), .c_i(NAME``_c), .valid_o(NAME``_valid_o), .ready_i(NAME``_ready_i), .answered());
  // The adapter. A, B, C: the operands. MORE: further connections.
  `define ADAPTED(NAME, RESET, A, B, C, MORE) \
    karat_``NAME NAME ( \
        .clk_i(clk), .rst_ni(RESET), .valid_i(NAME``_valid_i), .ready_o(NAME``_ready_o), .a_i(A), .b_i(B), \
        .c_i(C), .valid_o(NAME``_valid_o), .ready_i(NAME``_ready_i), .d_o() MORE);

  logic flush_n = 1'b1;
  initial begin
    #430;
    do @(posedge clk); while (!rows_stay.unit.valid);
    flush_n <= 1'b0;  // the tile is in the unit
    #40 flush_n = 1'b1;
  end
  `DRIVEN(rows_stay, 19, rst_n && flush_n)
  `ADAPTED(rows_stay, rst_n && flush_n, rows_stay_a, rows_stay_b, rows_stay_c, )

  `DRIVEN(valid_and_enable, 18, rst_n)
  `ADAPTED(valid_and_enable, rst_n, valid_and_enable_a, valid_and_enable_b, valid_and_enable_c, )

  // FP8 numbers are the low bytes of fp16 numbers, scale factors are near 1.
  `define BYTES(X, I) {X[I][3][7:0], X[I][2][7:0], X[I][1][7:0], X[I][0][7:0]}
  `define SCALES(X) {5'd15, X[1][1][2:0], 5'd15, X[1][0][2:0], 5'd15, X[0][1][2:0], 5'd15, X[0][0][2:0]}
  `define SCALES_OF_TILE , .scale_a_i(`SCALES(scaled_a)), .scale_b_i(`SCALES(scaled_b))
  `DRIVEN(scaled, 20, rst_n)
  `ADAPTED(scaled, rst_n, ({`BYTES(scaled_a, 1), `BYTES(scaled_a, 0)}),
           ({`BYTES(scaled_b, 1), `BYTES(scaled_b, 0)}), scaled_c, `SCALES_OF_TILE)

  // Metadata select elements 0 and 1, 1 and 2, 1 and 3, or 2 and 3 of four.
  function automatic logic [3:0] metadata(input logic [1:0] from);
    return from == 0 ? 4'h4 : from == 1 ? 4'h9 : from == 2 ? 4'hd : 4'he;
  endfunction
  `define METADATA_OF_A , .metadata_i({metadata(sparse_a[0][1][1:0]), metadata(sparse_a[0][0][1:0])})
  `DRIVEN(sparse, 21, rst_n)
  `ADAPTED(sparse, rst_n, sparse_a[0], ({sparse_a[1], sparse_b[1], sparse_b}), sparse_c[0], `METADATA_OF_A)
endmodule
