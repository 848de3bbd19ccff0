// SPDX-License-Identifier: Apache-2.0
//
// One operation of a chain for a whole tile: d[m][n] = c[m][n] + sum over the
// operation's products, M x N lanes, STAGES elastic pipeline registers. Flat ports:
// element i of a port is bits [(i+1)*W-1 : i*W]; a is row by row (i = m*T + k),
// b column by column (i = n*T + k), c and d lane by lane (i = m*N + n). pass_i goes
// past beside the tile it belongs to: what later operations need.
module karat_array #(
    parameter karat_spec_pkg::spec_t SPEC = karat_spec_pkg::DEFAULT,
    parameter int unsigned M = 2,
    parameter int unsigned N = 2,
    parameter int unsigned STAGES = 1,
    parameter int unsigned PASS_W = 1,
    parameter bit FIRST = 1'b1,  // of the chain
    parameter int unsigned C_FMT = SPEC.c_fmt,
    parameter int unsigned D_FMT = SPEC.d_fmt,
    parameter int unsigned OUTPUT_ROUNDING = SPEC.output_rounding,
    parameter int unsigned OUTPUT_FRACTION = SPEC.output_fraction,
    localparam int unsigned T = SPEC.terms,
    localparam int unsigned AW = karat_rtl_pkg::fmt_width(SPEC.a_fmt),
    localparam int unsigned BW = karat_rtl_pkg::fmt_width(SPEC.b_fmt),
    localparam int unsigned CW = karat_rtl_pkg::fmt_width(C_FMT),
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(D_FMT),
    localparam int unsigned SW = karat_rtl_pkg::fmt_width(SPEC.scale_fmt)
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              valid_i,
    output logic              ready_o,
    input  logic [M*T*AW-1:0] a_i,
    input  logic [N*T*BW-1:0] b_i,
    input  logic [M*N*CW-1:0] c_i,
    input  logic [M*T*SW-1:0] scale_a_i,  // one for each element; not looked at without scales
    input  logic [N*T*SW-1:0] scale_b_i,
    input  logic [PASS_W-1:0] pass_i,
    output logic              valid_o,
    input  logic              ready_i,
    output logic [M*N*DW-1:0] d_o,
    output logic [PASS_W-1:0] pass_o
);
  localparam logic [3:0] CUTS = karat_rtl_pkg::cut_mask(STAGES);

  // ---- Control: one chain of elastic registers for the whole tile ----
  logic [4:0] valid, ready;
  logic [11:0] move;

  assign valid[0] = valid_i;
  assign ready_o = ready[0];
  assign valid_o = valid[4];
  assign ready[4] = ready_i;
  for (genvar s = 0; s < 4; s++) begin : g_ctrl
    karat_pipe_ctrl #(.ENABLE(CUTS[s])) i_ctrl (
        .clk_i, .rst_ni, .valid_i(valid[s]), .ready_o(ready[s]),
        .valid_o(valid[s+1]), .ready_i(ready[s+1]), .move_o(move[3*s+:3])
    );
  end

  karat_pipe_delay #(.W(PASS_W), .N(4), .CUTS(CUTS)) i_pass (
      .clk_i, .move_i(move), .data_i(pass_i), .data_o(pass_o)
  );

  // ---- Unpack every operand once: a row serves N lanes, a column M ----
  localparam int unsigned SCALE = karat_spec_pkg::operand_scale(SPEC.algorithm, SPEC.scale_fmt);
  localparam int unsigned OSW = karat_rtl_pkg::fmt_width(SCALE);
  localparam int unsigned AO = karat_spec_pkg::operand_bits(SPEC.a_fmt, SPEC.convert_fmt, SCALE);
  localparam int unsigned BO = karat_spec_pkg::operand_bits(SPEC.b_fmt, SPEC.convert_fmt, SCALE);
  logic [M*T*AO-1:0] a;
  logic [N*T*BO-1:0] b;

  for (genvar i = 0; i < M * T; i++) begin : g_a
    karat_operand #(
        .FMT(SPEC.a_fmt), .CONVERT_FMT(SPEC.convert_fmt), .SCALE_FMT(SCALE),
        .FLUSH(SPEC.flush_a == 1)
    ) i_operand (
        .x_i(a_i[i*AW+:AW]), .scale_i(OSW'(scale_a_i[i*SW+:SW])), .operand_o(a[i*AO+:AO])
    );
  end
  for (genvar i = 0; i < N * T; i++) begin : g_b
    karat_operand #(
        .FMT(SPEC.b_fmt), .CONVERT_FMT(SPEC.convert_fmt), .SCALE_FMT(SCALE),
        .FLUSH(SPEC.flush_b == 1)
    ) i_operand (
        .x_i(b_i[i*BW+:BW]), .scale_i(OSW'(scale_b_i[i*SW+:SW])), .operand_o(b[i*BO+:BO])
    );
  end

  // ---- Lanes ----
  for (genvar m = 0; m < M; m++) begin : g_row
    for (genvar n = 0; n < N; n++) begin : g_lane
      karat_lane #(
          .SPEC(SPEC), .FIRST(FIRST), .C_FMT(C_FMT), .D_FMT(D_FMT),
          .OUTPUT_ROUNDING(OUTPUT_ROUNDING), .OUTPUT_FRACTION(OUTPUT_FRACTION), .CUTS(CUTS)
      ) i_lane (
          .clk_i, .move_i(move), .a_i(a[m*T*AO+:T*AO]), .b_i(b[n*T*BO+:T*BO]),
          .c_i(c_i[(m*N+n)*CW+:CW]), .scale_a_i(scale_a_i[m*T*SW+:T*SW]),
          .scale_b_i(scale_b_i[n*T*SW+:T*SW]), .d_o(d_o[(m*N+n)*DW+:DW])
      );
    end
  end
endmodule
