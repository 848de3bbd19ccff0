// SPDX-License-Identifier: Apache-2.0
//
// Align and add: N terms of one shape, and c if there is one, are shifted to the
// largest of their exponents (or to the floor), cut to F (c: F_C) fraction bits and
// added exactly. Two places for pipeline registers: after alignment, after the sum.
module karat_fused_sum #(
    parameter int unsigned N = 16,    // terms
    parameter int unsigned IB = 2,    // integer bits of a term's significand
    parameter int unsigned FB = 20,   // and fraction bits
    parameter int unsigned F = 25,    // fraction bits kept
    parameter int unsigned ROUNDING = karat_rtl_pkg::RZ,
    parameter bit HAS_C = 1'b1,
    parameter int unsigned C_FB = 23,  // c has one integer bit
    parameter int unsigned F_C = 25,
    parameter int unsigned C_ROUNDING = karat_rtl_pkg::RZ,
    parameter int unsigned C_CUTOFF = 0,  // 0: none; else c is 0 if C_CUTOFF or more below
    parameter int unsigned EW = 9,
    parameter int unsigned FLOOR = 0,     // least exponent aligned to, on the common scale
    parameter bit STICKY = 1'b0,          // lost_o is wanted
    parameter logic [1:0] CUTS = 2'b00,
    // The sum's unit is 2**(exp_max - GRID_F).
    localparam int unsigned GRID_F = HAS_C ? karat_rtl_pkg::larger(F, F_C) : F,
    localparam int unsigned ADDEND_IB = IB + 1,  // |addend| <= 2**IB after rounding up
    localparam int unsigned SUM_W = 1 + ADDEND_IB + GRID_F + $clog2(HAS_C ? N + 1 : N)
) (
    input  logic                   clk_i,
    input  logic [5:0]             move_i,
    input  logic [N-1:0]           sign_i,
    input  logic [N*EW-1:0]        exp_i,
    input  logic [N*(IB+FB)-1:0]   sig_i,
    input  logic                   c_sign_i,
    input  logic [EW-1:0]          c_exp_i,
    input  logic [C_FB:0]          c_sig_i,
    output logic [EW-1:0]          exp_max_o,
    output logic [SUM_W-1:0]       sum_o,     // two's complement
    output logic                   lost_o     // some addend lost bits; 0 where STICKY is 0
);
  localparam int unsigned TERMS = HAS_C ? N + 1 : N;
  localparam int unsigned ADDEND_W = 1 + ADDEND_IB + GRID_F;
  localparam int unsigned S = IB + FB;

  // ---- Maximum exponent ----
  logic [(TERMS+1)*EW-1:0] exponents;
  logic [EW-1:0] exp_max;

  karat_max_tree #(.N(TERMS + 1), .W(EW)) i_max (.x_i(exponents), .max_o(exp_max));
  assign exponents[N*EW-1:0] = exp_i;
  assign exponents[TERMS*EW+:EW] = EW'(FLOOR);

  // ---- Alignment ----
  logic [TERMS*ADDEND_W-1:0] addends, addends_1;
  logic [TERMS-1:0] lost;
  logic [EW-1:0] exp_max_1;
  logic lost_1;

  for (genvar k = 0; k < N; k++) begin : g_term
    logic [ADDEND_IB+F:0] addend;
    karat_align #(
        .IB(IB), .FB(FB), .F(F), .EW(EW), .ROUNDING(ROUNDING), .STICKY(STICKY)
    ) i_align (
        .sign_i(sign_i[k]), .exp_i(exp_i[k*EW+:EW]), .sig_i(sig_i[k*S+:S]), .exp_max_i(exp_max),
        .addend_o(addend), .lost_o(lost[k])
    );
    if (F == GRID_F) begin : g_on_grid
      assign addends[k*ADDEND_W+:ADDEND_W] = addend;
    end else begin : g_coarser
      assign addends[k*ADDEND_W+:ADDEND_W] = {addend, {(GRID_F - F) {1'b0}}};
    end
  end

  if (HAS_C) begin : g_c
    localparam int unsigned C_W = 1 + 2 + F_C;  // one integer bit, and one for rounding up
    logic [C_W-1:0] addend;
    logic [C_FB:0] sig;
    if (C_CUTOFF == 0 || C_CUTOFF >= 2 ** EW) begin : g_any
      assign sig = c_sig_i;
    end else begin : g_near
      logic [EW-1:0] distance;
      assign distance = exp_max - c_exp_i;
      assign sig = (distance >= EW'(C_CUTOFF)) ? '0 : c_sig_i;
    end
    assign exponents[N*EW+:EW] = c_exp_i;
    karat_align #(
        .IB(1), .FB(C_FB), .F(F_C), .EW(EW), .ROUNDING(C_ROUNDING), .STICKY(STICKY)
    ) i_align (
        .sign_i(c_sign_i), .exp_i(c_exp_i), .sig_i(sig), .exp_max_i(exp_max),
        .addend_o(addend), .lost_o(lost[N])
    );
    // Sign extension in front, zeros behind.
    assign addends[N*ADDEND_W+:ADDEND_W] =
        ADDEND_W'({{IB{addend[C_W-1]}}, addend[C_W-2:0]}) << (GRID_F - F_C);
  end else begin : g_no_c
    logic unused_c;
    assign unused_c = ^{c_sign_i, c_exp_i, c_sig_i};
  end

  karat_pipe_reg #(.W(TERMS * ADDEND_W + EW + 1), .ENABLE(CUTS[0])) i_aligned (
      .clk_i, .move_i(move_i[2:0]), .data_i({addends, exp_max, |lost}),
      .data_o({addends_1, exp_max_1, lost_1})
  );

  // ---- Sum ----
  logic [SUM_W-1:0] sum;

  karat_add_tree #(.N(TERMS), .W(ADDEND_W)) i_add (.x_i(addends_1), .sum_o(sum));
  karat_pipe_reg #(.W(SUM_W + EW + 1), .ENABLE(CUTS[1])) i_sum (
      .clk_i, .move_i(move_i[5:3]), .data_i({sum, exp_max_1, lost_1}),
      .data_o({sum_o, exp_max_o, lost_o})
  );
endmodule
