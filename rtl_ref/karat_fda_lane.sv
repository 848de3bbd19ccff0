// SPDX-License-Identifier: Apache-2.0
//
// One lane of the fused dot-add d = c + sum a_k * b_k (FDA): products and c are
// aligned to the largest exponent, added exactly and rounded once. `move_i` clocks
// the four possible pipeline registers, three bits each (karat_pipe_ctrl).
module karat_fda_lane #(
    parameter karat_spec_pkg::spec_t SPEC = karat_spec_pkg::DEFAULT,
    parameter int unsigned C_FMT = SPEC.c_fmt,
    parameter int unsigned D_FMT = SPEC.d_fmt,
    parameter int unsigned OUTPUT_ROUNDING = SPEC.output_rounding,
    parameter int unsigned OUTPUT_FRACTION = SPEC.output_fraction,
    parameter logic [3:0] CUTS = 4'b0000,
    localparam int unsigned T = SPEC.terms,
    localparam int unsigned SCALE = karat_spec_pkg::operand_scale(SPEC.algorithm, SPEC.scale_fmt),
    localparam int unsigned AW = karat_spec_pkg::operand_bits(SPEC.a_fmt, SPEC.convert_fmt, SCALE),
    localparam int unsigned BW = karat_spec_pkg::operand_bits(SPEC.b_fmt, SPEC.convert_fmt, SCALE),
    localparam int unsigned CW = karat_rtl_pkg::fmt_width(C_FMT),
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(D_FMT)
) (
    input  logic            clk_i,
    input  logic [11:0]     move_i,
    input  logic [T*AW-1:0] a_i,  // karat_operand's words
    input  logic [T*BW-1:0] b_i,
    input  logic [CW-1:0]   c_i,  // encoded
    output logic [DW-1:0]   d_o
);
  // ---- The common exponent scale: exponent e is carried as e - E_LOW, unsigned ----
  localparam int P_EMIN = karat_spec_pkg::product_emin(
      SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE, SPEC.zero_product);
  localparam int P_EMAX =
      karat_spec_pkg::product_emax(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE);
  localparam int E_LOW = karat_rtl_pkg::smaller(
      P_EMIN, karat_spec_pkg::contribution_emin(C_FMT, karat_rtl_pkg::NO_FMT, SPEC.zero_c));
  // A floor below every possible addend is the same as one at the lowest addend.
  localparam int FLOOR = karat_rtl_pkg::larger(SPEC.floor, E_LOW);
  localparam int E_HIGH = karat_rtl_pkg::larger(
      FLOOR, karat_rtl_pkg::larger(P_EMAX, karat_rtl_pkg::emax(C_FMT)));
  localparam int unsigned EW = $clog2(E_HIGH - E_LOW + 1);

  // ---- Widths ----
  localparam int unsigned P_IB = karat_spec_pkg::product_int_bits(SCALE);
  localparam int unsigned P_FB =
      karat_spec_pkg::product_frac_bits(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE);
  localparam int unsigned PS = P_IB + P_FB;
  localparam int unsigned CS = karat_rtl_pkg::frac_bits(C_FMT) + 1;
  localparam int unsigned GRID_F = karat_rtl_pkg::larger(SPEC.f, SPEC.f_c);
  localparam int unsigned SUM_W = 1 + (P_IB + 1) + GRID_F + $clog2(T + 1);  // T products and c

  // ---- 1. exceptions; 2. exact products ----
  logic [T-1:0] sign;
  logic [T*EW-1:0] exponent;
  logic [T*PS-1:0] sig;
  logic c_sign;
  logic [EW-1:0] c_exp;
  logic [CS-1:0] c_sig;
  logic [3:0] special, special_2;

  karat_front #(
      .SPEC(SPEC), .C_FMT(C_FMT), .OUTPUT_ROUNDING(OUTPUT_ROUNDING), .EW(EW), .E_LOW(E_LOW),
      .CUT(CUTS[0])
  ) i_front (
      .clk_i, .move_i(move_i[2:0]), .a_i, .b_i, .c_i, .invalid_i(1'b0),
      .sign_o(sign), .exp_o(exponent), .sig_o(sig),
      .c_sign_o(c_sign), .c_exp_o(c_exp), .c_sig_o(c_sig), .special_o(special)
  );
  karat_pipe_delay #(.W(4), .N(2), .CUTS(CUTS[2:1])) i_special (
      .clk_i, .move_i(move_i[8:3]), .data_i(special), .data_o(special_2)
  );

  // ---- 3. align; 4. exact sum ----
  logic [EW-1:0] exp_max;
  logic [SUM_W-1:0] sum;
  logic lost;

  karat_fused_sum #(
      .N(T), .IB(P_IB), .FB(P_FB), .F(SPEC.f), .ROUNDING(SPEC.align_rounding), .HAS_C(1'b1),
      .C_FB(CS - 1), .F_C(SPEC.f_c), .C_ROUNDING(SPEC.c_rounding), .EW(EW),
      .FLOOR(FLOOR - E_LOW), .STICKY(SPEC.sticky == 1), .CUTS(CUTS[2:1])
  ) i_sum (
      .clk_i, .move_i(move_i[8:3]), .sign_i(sign), .exp_i(exponent), .sig_i(sig),
      .c_sign_i(c_sign), .c_exp_i(c_exp), .c_sig_i(c_sig),
      .exp_max_o(exp_max), .sum_o(sum), .lost_o(lost)
  );

  // ---- 5. normalise and round ----
  logic [DW-1:0] d;

  karat_round_sum #(
      .SUM_W(SUM_W), .GRID_F(GRID_F), .EW(EW), .E_LOW(E_LOW), .E_LEAST(FLOOR), .E_MOST(E_HIGH),
      .D_FMT(D_FMT), .ROUNDING(OUTPUT_ROUNDING), .FRACTION(OUTPUT_FRACTION),
      .OVERFLOW(SPEC.overflow), .RISCV_NAN(SPEC.riscv_nan == 1), .FLUSH(SPEC.flush_output == 1),
      .POSITIVE_UNDERFLOW(SPEC.positive_underflow == 1)
  ) i_round (
      .sum_i(sum), .exp_max_i(exp_max), .sticky_i(lost), .special_i(special_2), .d_o(d)
  );
  karat_pipe_reg #(.W(DW), .ENABLE(CUTS[3])) i_d (
      .clk_i, .move_i(move_i[11:9]), .data_i(d), .data_o(d_o)
  );
endmodule
