// SPDX-License-Identifier: Apache-2.0
//
// One lane of the fused dot-add d = c + sum a_k * b_k: multipliers, maximum exponent,
// alignment shifters, adder tree, normaliser, rounder. Operands a and b come unpacked
// (a row or a column is unpacked once for all its lanes), c comes encoded. `load_i`
// clocks the four possible pipeline registers; a bit whose CUTS bit is 0 is not used.
module karat_fda_lane #(
    parameter int unsigned K = 16,
    parameter int unsigned F = 25,
    parameter int unsigned A_FMT = karat_rtl_pkg::FP16,
    parameter int unsigned B_FMT = karat_rtl_pkg::FP16,
    parameter int unsigned C_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned D_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned ALIGN_ROUNDING = karat_rtl_pkg::RZ,
    parameter int unsigned OUTPUT_ROUNDING = karat_rtl_pkg::RZ,
    parameter int unsigned OUTPUT_FRACTION = karat_rtl_pkg::frac_bits(D_FMT),
    parameter int FLOOR = -133,
    parameter logic [3:0] CUTS = 4'b0000,
    localparam int unsigned AE = karat_rtl_pkg::exp_bits(A_FMT),       // biased exponent
    localparam int unsigned AS = karat_rtl_pkg::frac_bits(A_FMT) + 1,  // with leading bit
    localparam int unsigned BE = karat_rtl_pkg::exp_bits(B_FMT),
    localparam int unsigned BS = karat_rtl_pkg::frac_bits(B_FMT) + 1,
    localparam int unsigned CW = karat_rtl_pkg::fmt_width(C_FMT),
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(D_FMT)
) (
    input  logic            clk_i,
    input  logic [3:0]      load_i,
    input  logic [K-1:0]    a_sign_i,
    input  logic [K*AE-1:0] a_exp_i,
    input  logic [K*AS-1:0] a_sig_i,
    input  logic [K-1:0]    a_zero_i,
    input  logic [K-1:0]    a_inf_i,
    input  logic [K-1:0]    a_nan_i,
    input  logic [K-1:0]    b_sign_i,
    input  logic [K*BE-1:0] b_exp_i,
    input  logic [K*BS-1:0] b_sig_i,
    input  logic [K-1:0]    b_zero_i,
    input  logic [K-1:0]    b_inf_i,
    input  logic [K-1:0]    b_nan_i,
    input  logic [CW-1:0]   c_i,
    output logic [DW-1:0]   d_o
);
  karat_fda_check #(
      .K(K), .F(F), .A_FMT(A_FMT), .B_FMT(B_FMT), .C_FMT(C_FMT), .D_FMT(D_FMT),
      .ALIGN_ROUNDING(ALIGN_ROUNDING), .OUTPUT_ROUNDING(OUTPUT_ROUNDING),
      .OUTPUT_FRACTION(OUTPUT_FRACTION), .FLOOR(FLOOR)
  ) i_check ();

  // ---- The common exponent scale: exponent e is carried as e - E_LOW, unsigned ----
  localparam int PRODUCT_EMIN = karat_rtl_pkg::emin(A_FMT) + karat_rtl_pkg::emin(B_FMT);
  localparam int PRODUCT_EMAX = karat_rtl_pkg::emax(A_FMT) + karat_rtl_pkg::emax(B_FMT);
  localparam int E_LOW = karat_rtl_pkg::smaller(PRODUCT_EMIN, karat_rtl_pkg::emin(C_FMT));
  // A floor below every possible addend is the same as one at the lowest addend.
  localparam int FLOOR_USED = karat_rtl_pkg::larger(FLOOR, E_LOW);
  localparam int E_HIGH = karat_rtl_pkg::larger(
      FLOOR_USED, karat_rtl_pkg::larger(PRODUCT_EMAX, karat_rtl_pkg::emax(C_FMT)));
  localparam int unsigned EW = $clog2(E_HIGH - E_LOW + 1);
  // From biased exponents to the common scale.
  localparam int PRODUCT_ADJUST = -E_LOW - karat_rtl_pkg::bias(A_FMT) - karat_rtl_pkg::bias(B_FMT);
  localparam int C_ADJUST = -E_LOW - karat_rtl_pkg::bias(C_FMT);

  // ---- Widths of the datapath ----
  localparam int unsigned PS = AS + BS;                                // product, below 4
  localparam int unsigned CE = karat_rtl_pkg::exp_bits(C_FMT);
  localparam int unsigned CS = karat_rtl_pkg::frac_bits(C_FMT) + 1;
  localparam int unsigned ADDEND_W = 1 + 3 + F;  // sign; |addend| <= 4 after rounding up
  localparam int unsigned SUM_W = ADDEND_W + $clog2(K + 1);            // K products and c
  localparam int unsigned MAG_W = SUM_W - 1;                           // |sum|
  // The rounder needs the leading bit, OUTPUT_FRACTION bits, guard and one more.
  localparam int unsigned NORM_W = karat_rtl_pkg::larger(MAG_W, OUTPUT_FRACTION + 3);
  // |sum|'s top bit weighs 2**(e_max - F + MAG_W - 1): its distance from D's least
  // normal exponent is how far the normaliser may shift left.
  localparam int ROOM_ZERO = MAG_W - 1 - F - karat_rtl_pkg::emin(D_FMT);
  localparam int ROOM_MAX = E_HIGH + ROOM_ZERO;
  // Biased exponents up to ROOM_MAX + 1, one more for a rounding carry; and above D's.
  localparam int unsigned EXP_W = karat_rtl_pkg::larger(
      $clog2(ROOM_MAX + 3), karat_rtl_pkg::exp_bits(D_FMT) + 1);

  // ---- Operands in: c's unpacking and the exceptions ----
  logic c_sign, c_zero, c_inf, c_nan, nan, inf, inf_sign;
  logic [CE-1:0] c_exp;
  logic [CS-1:0] c_sig;
  logic [EW-1:0] c_exp_common;

  karat_fda_unpack #(.FMT(C_FMT)) i_unpack_c (
      .x_i(c_i), .sign_o(c_sign), .exp_o(c_exp), .sig_o(c_sig),
      .zero_o(c_zero), .inf_o(c_inf), .nan_o(c_nan)
  );
  // As for a product, a zero c is kept out of the maximum.
  assign c_exp_common = c_zero ? '0 : EW'(c_exp) + EW'(C_ADJUST);

  karat_fda_special #(.K(K)) i_special (
      .a_sign_i, .a_zero_i, .a_inf_i, .a_nan_i, .b_sign_i, .b_zero_i, .b_inf_i, .b_nan_i,
      .c_sign_i(c_sign), .c_inf_i(c_inf), .c_nan_i(c_nan),
      .nan_o(nan), .inf_o(inf), .inf_sign_o(inf_sign)
  );

  // The exceptions accompany the data: {nan, inf, inf_sign} after cuts 0, 1, 2.
  logic [2:0] special_0, special_1, special_2;
  karat_pipe_reg #(.W(3), .ENABLE(CUTS[0])) i_special_0 (
      .clk_i, .load_i(load_i[0]), .data_i({nan, inf, inf_sign}), .data_o(special_0)
  );
  karat_pipe_reg #(.W(3), .ENABLE(CUTS[1])) i_special_1 (
      .clk_i, .load_i(load_i[1]), .data_i(special_0), .data_o(special_1)
  );
  karat_pipe_reg #(.W(3), .ENABLE(CUTS[2])) i_special_2 (
      .clk_i, .load_i(load_i[2]), .data_i(special_1), .data_o(special_2)
  );

  // ---- Maximum exponent over products, c and the floor ----
  logic [(K+2)*EW-1:0] exponents;
  logic [EW-1:0] exp_max, exp_max_1, exp_max_2;

  karat_max_tree #(.N(K + 2), .W(EW)) i_max (.x_i(exponents), .max_o(exp_max));
  assign exponents[(K+1)*EW+:EW] = EW'(FLOOR_USED - E_LOW);

  // ---- Addends: multiply, align ----
  logic [(K+1)*ADDEND_W-1:0] addends;

  for (genvar k = 0; k < K; k++) begin : g_product
    logic sign, sign_0;
    logic [EW-1:0] exponent, exponent_0;
    logic [PS-1:0] sig, sig_0;
    logic [ADDEND_W-1:0] addend;

    karat_fda_mul #(
        .AE(AE), .AS(AS), .BE(BE), .BS(BS), .EW(EW), .EXP_ADJUST(PRODUCT_ADJUST)
    ) i_mul (
        .a_sign_i(a_sign_i[k]), .a_exp_i(a_exp_i[k*AE+:AE]),
        .a_sig_i(a_sig_i[k*AS+:AS]), .a_zero_i(a_zero_i[k]),
        .b_sign_i(b_sign_i[k]), .b_exp_i(b_exp_i[k*BE+:BE]),
        .b_sig_i(b_sig_i[k*BS+:BS]), .b_zero_i(b_zero_i[k]),
        .sign_o(sign), .exp_o(exponent), .sig_o(sig)
    );
    karat_pipe_reg #(.W(1 + EW + PS), .ENABLE(CUTS[0])) i_product_0 (
        .clk_i, .load_i(load_i[0]), .data_i({sign, exponent, sig}),
        .data_o({sign_0, exponent_0, sig_0})
    );
    assign exponents[k*EW+:EW] = exponent_0;
    karat_fda_align #(
        .IB(2), .FB(PS - 2), .F(F), .EW(EW), .ROUNDING(ALIGN_ROUNDING)
    ) i_align (
        .sign_i(sign_0), .exp_i(exponent_0), .sig_i(sig_0), .exp_max_i(exp_max),
        .addend_o(addend)
    );
    karat_pipe_reg #(.W(ADDEND_W), .ENABLE(CUTS[1])) i_addend_1 (
        .clk_i, .load_i(load_i[1]), .data_i(addend), .data_o(addends[k*ADDEND_W+:ADDEND_W])
    );
  end

  logic c_sign_0;
  logic [EW-1:0] c_exp_0;
  logic [CS-1:0] c_sig_0;
  logic [ADDEND_W-2:0] c_addend;  // one integer bit less than a product

  karat_pipe_reg #(.W(1 + EW + CS), .ENABLE(CUTS[0])) i_c_0 (
      .clk_i, .load_i(load_i[0]), .data_i({c_sign, c_exp_common, c_sig}),
      .data_o({c_sign_0, c_exp_0, c_sig_0})
  );
  assign exponents[K*EW+:EW] = c_exp_0;
  karat_fda_align #(
      .IB(1), .FB(CS - 1), .F(F), .EW(EW), .ROUNDING(ALIGN_ROUNDING)
  ) i_align_c (
      .sign_i(c_sign_0), .exp_i(c_exp_0), .sig_i(c_sig_0), .exp_max_i(exp_max),
      .addend_o(c_addend)
  );
  karat_pipe_reg #(.W(ADDEND_W), .ENABLE(CUTS[1])) i_c_1 (
      .clk_i, .load_i(load_i[1]), .data_i({c_addend[ADDEND_W-2], c_addend}),
      .data_o(addends[K*ADDEND_W+:ADDEND_W])
  );
  karat_pipe_reg #(.W(EW), .ENABLE(CUTS[1])) i_exp_max_1 (
      .clk_i, .load_i(load_i[1]), .data_i(exp_max), .data_o(exp_max_1)
  );

  // ---- Sum ----
  logic [SUM_W-1:0] sum, sum_2;

  karat_add_tree #(.N(K + 1), .W(ADDEND_W)) i_add (.x_i(addends), .sum_o(sum));
  karat_pipe_reg #(.W(SUM_W + EW), .ENABLE(CUTS[2])) i_sum_2 (
      .clk_i, .load_i(load_i[2]), .data_i({sum, exp_max_1}), .data_o({sum_2, exp_max_2})
  );

  // ---- Normalise, round, pack ----
  logic sign, sticky;
  logic [NORM_W-1:0] norm;
  logic [EXP_W-1:0] norm_exp;
  logic [DW-1:0] d;

  karat_fda_norm #(
      .SUM_W(SUM_W), .NORM_W(NORM_W), .EW(EW), .EXP_W(EXP_W),
      .ROOM_ADJUST(E_LOW + ROOM_ZERO), .ROOM_MIN(FLOOR_USED + ROOM_ZERO)
  ) i_norm (
      .sum_i(sum_2), .exp_max_i(exp_max_2),
      .sign_o(sign), .sig_o(norm), .exp_o(norm_exp), .sticky_o(sticky)
  );
  karat_fda_pack #(
      .D_FMT(D_FMT), .OUT_FRAC(OUTPUT_FRACTION), .ROUNDING(OUTPUT_ROUNDING),
      .NORM_W(NORM_W), .EXP_W(EXP_W)
  ) i_pack (
      .sign_i(sign), .sig_i(norm), .exp_i(norm_exp), .sticky_i(sticky),
      .nan_i(special_2[2]), .inf_i(special_2[1]), .inf_sign_i(special_2[0]), .d_o(d)
  );
  karat_pipe_reg #(.W(DW), .ENABLE(CUTS[3])) i_d (
      .clk_i, .load_i(load_i[3]), .data_i(d), .data_o(d_o)
  );
endmodule
