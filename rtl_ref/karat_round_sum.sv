// SPDX-License-Identifier: Apache-2.0
//
// Normalise, round and encode a fixed-point sum: the last step of every fused lane.
module karat_round_sum #(
    parameter int unsigned SUM_W = 34,   // two's complement
    parameter int unsigned GRID_F = 25,  // its unit is 2**(e_max - GRID_F)
    parameter int unsigned EW = 9,       // e_max comes as e_max - E_LOW
    parameter int E_LOW = -126,
    parameter int E_LEAST = -126,        // bounds of e_max
    parameter int E_MOST = 127,
    parameter int unsigned D_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned ROUNDING = karat_rtl_pkg::RZ,
    parameter int unsigned FRACTION = 23,
    parameter int unsigned OVERFLOW = karat_spec_pkg::OVERFLOW_INF,
    parameter bit RISCV_NAN = 1'b0,
    parameter bit FLUSH = 1'b0,
    parameter bit POSITIVE_UNDERFLOW = 1'b0,
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(D_FMT)
) (
    input  logic [SUM_W-1:0] sum_i,
    input  logic [EW-1:0]    exp_max_i,
    input  logic             sticky_i,   // something of no sign below the sum's last bit
    input  logic [3:0]       special_i,  // of karat_front
    output logic [DW-1:0]    d_o
);
  localparam int unsigned MAG_W = SUM_W - 1;  // |sum|
  // The rounder needs the leading bit, FRACTION bits, guard and one more.
  localparam int unsigned NORM_W = karat_rtl_pkg::larger(MAG_W, FRACTION + 3);
  // |sum|'s top bit weighs 2**(e_max - GRID_F + MAG_W - 1): its distance from D's least
  // normal exponent is how far the normaliser may shift left.
  localparam int ROOM_ZERO = MAG_W - 1 - GRID_F - karat_rtl_pkg::emin(D_FMT);
  localparam int ROOM_MAX = karat_rtl_pkg::larger(E_MOST + ROOM_ZERO, 0);
  // Biased exponents up to ROOM_MAX + 1, one more for a rounding carry; and above D's.
  localparam int unsigned EXP_W = karat_rtl_pkg::larger(
      $clog2(ROOM_MAX + 3), karat_rtl_pkg::exp_bits(D_FMT) + 1);

  logic zero, sign, sticky;
  logic [NORM_W-1:0] norm;
  logic [EXP_W-1:0] norm_exp;

  karat_norm #(
      .SUM_W(SUM_W), .NORM_W(NORM_W), .EW(EW), .EXP_W(EXP_W),
      .ROOM_ADJUST(E_LOW + ROOM_ZERO), .ROOM_MIN(E_LEAST + ROOM_ZERO)
  ) i_norm (
      .sum_i, .exp_max_i,
      .zero_o(zero), .sign_o(sign), .sig_o(norm), .exp_o(norm_exp), .sticky_o(sticky)
  );
  karat_pack #(
      .D_FMT(D_FMT), .OUT_FRAC(FRACTION), .ROUNDING(ROUNDING), .NORM_W(NORM_W), .EXP_W(EXP_W),
      .OVERFLOW(OVERFLOW), .RISCV_NAN(RISCV_NAN), .FLUSH(FLUSH),
      .POSITIVE_UNDERFLOW(POSITIVE_UNDERFLOW)
  ) i_pack (
      .sign_i(sign), .sig_i(norm), .exp_i(norm_exp), .sticky_i(sticky | sticky_i),
      .zero_i(zero), .zero_sign_i(special_i[0]),
      .nan_i(special_i[3]), .inf_i(special_i[2]), .inf_sign_i(special_i[1]), .d_o
  );
endmodule
