// SPDX-License-Identifier: Apache-2.0
//
// The tile with flat ports, written by karat: handshake, factors made once for a row or
// a column, a lane for each row and column.
module karat_ampere_hmma_1688_f32_tf32_flat (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic valid_i,
    output logic ready_o,
    input  logic [511:0] a_i,
    input  logic [511:0] b_i,
    input  logic [127:0] c_i,
    output logic valid_o,
    input  logic ready_i,
    output logic [127:0] d_o
);
  // ---- Control: 2 elastic registers for the whole tile ----
  logic [2:0] valid, ready;
  logic [5:0] move;
  assign valid[0] = valid_i;
  assign ready_o = ready[0];
  assign valid_o = valid[2];
  assign ready[2] = ready_i;
  for (genvar s = 0; s < 2; s++) begin : g_control
    karat_pipe_ctrl i_control (
        .clk_i, .rst_ni, .valid_i(valid[s]), .ready_o(ready[s]),
        .valid_o(valid[s+1]), .ready_i(ready[s+1]), .move_o(move[3*s+:3])
    );
  end

  // ---- Factors a: element k of a row at (row * K + k) ----
  // The stage that multiplies them.
  localparam logic [63:0] A_STAGE = {
      8'd1, 8'd1, 8'd1, 8'd1, 8'd0, 8'd0, 8'd0, 8'd0};
  logic [367:0] a;
  for (genvar i = 0; i < 16; i++) begin : g_a
    localparam logic [0:0] PASSED = 1'(~({2{1'b1}} << A_STAGE[(i%8)*8+:8]));
    logic [31:0] x;
    karat_pipe_delay #(.W(32), .N(1), .CUTS(PASSED)) i_wait (
        .clk_i, .move_i(move[2:0]), .data_i(a_i[i*32+:32]), .data_o(x)
    );
    karat_factor #(
        .W(32), .EXPONENT_BITS(8), .FRACTION_BITS(10), .SPECIALS(karat_rtl_pkg::SPECIALS_IEEE),
        .LOW_BITS(13), .EW(8)
    ) i_factor (
        .x_i(x),
        .scale_i(1'b0),
        .word_o(a[i*23+:23])
    );
  end

  // ---- Factors b: element k of a column at (column * K + k) ----
  // The stage that multiplies them.
  localparam logic [63:0] B_STAGE = {
      8'd1, 8'd1, 8'd1, 8'd1, 8'd0, 8'd0, 8'd0, 8'd0};
  logic [367:0] b;
  for (genvar i = 0; i < 16; i++) begin : g_b
    localparam logic [0:0] PASSED = 1'(~({2{1'b1}} << B_STAGE[(i%8)*8+:8]));
    logic [31:0] x;
    karat_pipe_delay #(.W(32), .N(1), .CUTS(PASSED)) i_wait (
        .clk_i, .move_i(move[2:0]), .data_i(b_i[i*32+:32]), .data_o(x)
    );
    karat_factor #(
        .W(32), .EXPONENT_BITS(8), .FRACTION_BITS(10), .SPECIALS(karat_rtl_pkg::SPECIALS_IEEE),
        .LOW_BITS(13), .EW(8)
    ) i_factor (
        .x_i(x),
        .scale_i(1'b0),
        .word_o(b[i*23+:23])
    );
  end

  // ---- Lanes ----
  for (genvar m = 0; m < 2; m++) begin : g_row
    for (genvar n = 0; n < 2; n++) begin : g_lane
      karat_ampere_hmma_1688_f32_tf32_lane i_lane (
          .clk_i, .move_i(move), .a_i(a[m*184+:184]), .b_i(b[n*184+:184]),
          .c_i(c_i[(m*2+n)*32+:32]), .d_o(d_o[(m*2+n)*32+:32])
      );
    end
  end
endmodule
