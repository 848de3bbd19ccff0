// SPDX-License-Identifier: Apache-2.0
//
// One lane of the grouped fused dot-add (GFDA; GDFS of NVIDIA's FP4 units): the
// products of a group are added, the group's sum is multiplied by its scale factors,
// and group sums and c are aligned, added exactly and rounded once.
module karat_gfda_lane #(
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
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(D_FMT),
    localparam int unsigned SW = karat_rtl_pkg::fmt_width(SPEC.scale_fmt)
) (
    input  logic            clk_i,
    input  logic [11:0]     move_i,
    input  logic [T*AW-1:0] a_i,  // karat_operand's words
    input  logic [T*BW-1:0] b_i,
    input  logic [CW-1:0]   c_i,  // encoded
    input  logic [T*SW-1:0] scale_a_i,  // encoded, one for each product; those of a group are the same
    input  logic [T*SW-1:0] scale_b_i,
    output logic [DW-1:0]   d_o
);
  localparam bit SCALED = SPEC.scale_fmt != karat_rtl_pkg::NO_FMT;
  localparam bit BY_SCALE = SPEC.group_exponent == karat_spec_pkg::GROUP_SCALE;
  localparam int unsigned G = SPEC.group;
  localparam int unsigned GROUPS = karat_rtl_pkg::larger(T / G, 1);  // karat_spec_check refuses 0

  // ---- The common exponent scale. Its 0 is no product's exponent, so that a group of
  // nothing but zeros can be told.
  localparam int P_EMIN = karat_spec_pkg::product_emin(
      SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE, SPEC.zero_product);
  localparam int P_EMAX =
      karat_spec_pkg::product_emax(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE);
  // A zero scale counts as exponent -126.
  localparam int S_EMIN = !SCALED ? 0 : 2 * karat_rtl_pkg::smaller(karat_rtl_pkg::emin(SPEC.scale_fmt), -126);
  localparam int S_EMAX = !SCALED ? 0 : 2 * karat_rtl_pkg::emax(SPEC.scale_fmt);
  localparam int G_EMIN = S_EMIN + (BY_SCALE ? 0 : P_EMIN);
  localparam int G_EMAX = S_EMAX + (BY_SCALE ? 0 : P_EMAX);
  localparam int E_LOW = karat_rtl_pkg::smaller(
      karat_rtl_pkg::smaller(P_EMIN - 1, G_EMIN - 1),
      karat_spec_pkg::contribution_emin(C_FMT, karat_rtl_pkg::NO_FMT, SPEC.zero_c));
  localparam int FLOOR = karat_rtl_pkg::larger(SPEC.floor, E_LOW);
  localparam int E_HIGH = karat_rtl_pkg::larger(
      karat_rtl_pkg::larger(FLOOR, G_EMAX),
      karat_rtl_pkg::larger(P_EMAX, karat_rtl_pkg::emax(C_FMT)));
  localparam int unsigned EW = $clog2(E_HIGH - E_LOW + 1);

  // ---- Widths: of a product, a group's sum, and that sum scaled ----
  localparam int unsigned P_IB = karat_spec_pkg::product_int_bits(SCALE);
  localparam int unsigned P_FB =
      karat_spec_pkg::product_frac_bits(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE);
  localparam int unsigned PS = P_IB + P_FB;
  localparam int unsigned CS = karat_rtl_pkg::frac_bits(C_FMT) + 1;
  localparam int unsigned GROUP_S = P_IB + 1 + $clog2(G) + SPEC.f_inner;
  // A group whose exponent is its scales' alone is added on a fixed grid, that of the largest
  // exponent a product can have, and its binary point is put back to exponent 0.
  localparam int unsigned GROUP_FB = BY_SCALE ? SPEC.f_inner - P_EMAX : SPEC.f_inner;
  localparam int unsigned S_FB = SCALED ? karat_rtl_pkg::frac_bits(SPEC.scale_fmt) : 0;
  localparam int unsigned S_S = (S_FB == 0) ? 1 : 2 * (S_FB + 1);  // both significands multiplied
  localparam int unsigned TERM_S = GROUP_S + S_S;
  localparam int unsigned TERM_FB = GROUP_FB + 2 * S_FB;
  localparam int unsigned TERM_IB = TERM_S - TERM_FB;
  localparam int unsigned GRID_F = karat_rtl_pkg::larger(SPEC.f, SPEC.f_c);
  localparam int unsigned SUM_W = 1 + (TERM_IB + 1) + GRID_F + $clog2(GROUPS + 1);

  // ---- 1. exceptions; 2. exact products ----
  logic [T-1:0] sign;
  logic [T*EW-1:0] exponent;
  logic [T*PS-1:0] sig;
  logic c_sign, c_sign_1;
  logic [EW-1:0] c_exp, c_exp_1;
  logic [CS-1:0] c_sig, c_sig_1;
  logic [3:0] special, special_2;
  logic [GROUPS-1:0] invalid;

  karat_front #(
      .SPEC(SPEC), .C_FMT(C_FMT), .OUTPUT_ROUNDING(OUTPUT_ROUNDING), .EW(EW), .E_LOW(E_LOW),
      .CUT(CUTS[0])
  ) i_front (
      .clk_i, .move_i(move_i[2:0]), .a_i, .b_i, .c_i, .invalid_i(|invalid),
      .sign_o(sign), .exp_o(exponent), .sig_o(sig),
      .c_sign_o(c_sign), .c_exp_o(c_exp), .c_sig_o(c_sig), .special_o(special)
  );
  karat_pipe_delay #(.W(4), .N(2), .CUTS(CUTS[2:1])) i_special (
      .clk_i, .move_i(move_i[8:3]), .data_i(special), .data_o(special_2)
  );
  karat_pipe_reg #(.W(1 + EW + CS), .ENABLE(CUTS[1])) i_c_1 (
      .clk_i, .move_i(move_i[5:3]), .data_i({c_sign, c_exp, c_sig}),
      .data_o({c_sign_1, c_exp_1, c_sig_1})
  );

  // A group looks at the scale of its first product only.
  logic unused_scales;
  assign unused_scales = ^{scale_a_i, scale_b_i};

  // ---- 3. sums of the groups; 4. times their scales ----
  logic [GROUPS-1:0] term_sign, term_sign_1;
  logic [GROUPS*EW-1:0] term_exp, term_exp_1;
  logic [GROUPS*TERM_S-1:0] term_sig, term_sig_1;

  for (genvar g = 0; g < GROUPS; g++) begin : g_group
    logic [G-1:0] member_sign, member_inf;
    logic [G*EW-1:0] member_exp;
    logic [G*PS-1:0] member_sig;
    logic [GROUP_S:0] sum;
    logic [GROUP_S-1:0] magnitude;
    logic [EW-1:0] exp_max, scale_exp, scale_exp_0, base_exp;
    logic [S_S-1:0] scale_sig, scale_sig_0;
    logic scale_zero, scale_zero_0, scale_nan, counts, zero_counts, unused_lost;

    for (genvar j = 0; j < G; j++) begin : g_member
      localparam int unsigned K =
          karat_spec_pkg::pattern_index(SPEC.group_pattern, g, j, GROUPS, G);
      assign member_sign[j] = sign[K];
      assign member_exp[j*EW+:EW] = exponent[K*EW+:EW];
      assign member_sig[j*PS+:PS] = sig[K*PS+:PS];
      assign member_inf[j] = a_i[K*AW+AW-2] | b_i[K*BW+BW-2];
    end
    karat_scale_pair #(.FMT(SPEC.scale_fmt), .EW(EW)) i_scale (
        .a_i(scale_a_i[g*G*SW+:SW]), .b_i(scale_b_i[g*G*SW+:SW]),
        .exp_o(scale_exp), .sig_o(scale_sig), .zero_o(scale_zero), .nan_o(scale_nan)
    );
    assign invalid[g] = scale_nan | (scale_zero & (|member_inf));  // 0 * inf
    karat_pipe_reg #(.W(EW + S_S + 1), .ENABLE(CUTS[0])) i_scale_0 (
        .clk_i, .move_i(move_i[2:0]), .data_i({scale_exp, scale_sig, scale_zero}),
        .data_o({scale_exp_0, scale_sig_0, scale_zero_0})
    );

    karat_fused_sum #(
        .N(G), .IB(P_IB), .FB(P_FB), .F(SPEC.f_inner), .ROUNDING(SPEC.inner_rounding),
        .HAS_C(1'b0), .EW(EW), .FLOOR(BY_SCALE ? P_EMAX - E_LOW : 0)
    ) i_group_sum (
        .clk_i, .move_i(6'b0), .sign_i(member_sign), .exp_i(member_exp), .sig_i(member_sig),
        .c_sign_i(1'b0), .c_exp_i('0), .c_sig_i('0),
        .exp_max_o(exp_max), .sum_o(sum), .lost_o(unused_lost)
    );
    karat_sign_magnitude #(.W(GROUP_S + 1)) i_magnitude (
        .x_i(sum), .sign_o(term_sign[g]), .magnitude_o(magnitude)
    );

    // Whether a sum of 0 takes part in the maximum.
    if (SPEC.zero_group == karat_spec_pkg::TERMS) begin : g_zero_with_terms
      assign zero_counts = (|member_sig) & ~scale_zero_0;
    end else begin : g_zero_by_rule
      logic unused_scale_zero;
      assign unused_scale_zero = scale_zero_0;
      assign zero_counts = SPEC.zero_group == karat_spec_pkg::COUNTED;
    end

    assign term_sig[g*TERM_S+:TERM_S] = TERM_S'(magnitude) * TERM_S'(scale_sig_0);
    if (BY_SCALE) begin : g_by_scale
      logic unused_exp_max;
      assign unused_exp_max = ^exp_max;
      assign base_exp = EW'(-E_LOW);
      assign counts = zero_counts | (|term_sig[g*TERM_S+:TERM_S]);
    end else begin : g_by_max
      assign base_exp = exp_max;
      assign counts = (|exp_max) & (zero_counts | (|term_sig[g*TERM_S+:TERM_S]));
    end
    assign term_exp[g*EW+:EW] = counts ? base_exp + scale_exp_0 : '0;
  end
  karat_pipe_reg #(.W(GROUPS * (1 + EW + TERM_S)), .ENABLE(CUTS[1])) i_term_1 (
      .clk_i, .move_i(move_i[5:3]), .data_i({term_sign, term_exp, term_sig}),
      .data_o({term_sign_1, term_exp_1, term_sig_1})
  );

  // ---- 5. align group sums and c; 6. exact sum ----
  logic [EW-1:0] exp_max;
  logic [SUM_W-1:0] sum;
  logic lost;

  karat_fused_sum #(
      .N(GROUPS), .IB(TERM_IB), .FB(TERM_FB), .F(SPEC.f), .ROUNDING(SPEC.align_rounding),
      .HAS_C(1'b1), .C_FB(CS - 1), .F_C(SPEC.f_c), .C_ROUNDING(SPEC.c_rounding), .EW(EW),
      .FLOOR(FLOOR - E_LOW), .STICKY(SPEC.sticky == 1), .CUTS({CUTS[2], 1'b0})
  ) i_sum (
      .clk_i, .move_i({move_i[8:6], 3'b000}), .sign_i(term_sign_1), .exp_i(term_exp_1),
      .sig_i(term_sig_1), .c_sign_i(c_sign_1), .c_exp_i(c_exp_1), .c_sig_i(c_sig_1),
      .exp_max_o(exp_max), .sum_o(sum), .lost_o(lost)
  );

  // ---- 7. normalise and round ----
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
