// SPDX-License-Identifier: Apache-2.0
//
// One lane of AMD CDNA3's dot-add (FDRDA; with more than one group GFDRDA): products
// are aligned within their group and added, the group sums are aligned and added, and
// only then c meets the sum of products, each with its own width and rounding.
module karat_fdrda_lane #(
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
  // ---- The common exponent scale ----
  localparam int P_EMIN = karat_spec_pkg::product_emin(
      SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE, SPEC.zero_product);
  localparam int P_EMAX =
      karat_spec_pkg::product_emax(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE);
  localparam int E_LOW = karat_rtl_pkg::smaller(
      P_EMIN, karat_spec_pkg::contribution_emin(C_FMT, karat_rtl_pkg::NO_FMT, SPEC.zero_c));
  localparam int FLOOR = karat_rtl_pkg::larger(SPEC.floor, E_LOW);  // of the last alignment only
  localparam int E_HIGH = karat_rtl_pkg::larger(
      FLOOR, karat_rtl_pkg::larger(P_EMAX, karat_rtl_pkg::emax(C_FMT)));
  localparam int unsigned EW = $clog2(E_HIGH - E_LOW + 1);

  // ---- Widths: of a product, a group sum, the sum of products, and that sum with c ----
  localparam int unsigned G = SPEC.group;
  localparam int unsigned GROUPS = karat_rtl_pkg::larger(T / G, 1);  // karat_spec_check refuses 0
  localparam int unsigned P_IB = karat_spec_pkg::product_int_bits(SCALE);
  localparam int unsigned P_FB =
      karat_spec_pkg::product_frac_bits(SPEC.a_fmt, SPEC.b_fmt, SPEC.convert_fmt, SCALE);
  localparam int unsigned PS = P_IB + P_FB;
  localparam int unsigned CS = karat_rtl_pkg::frac_bits(C_FMT) + 1;
  localparam int unsigned GROUP_IB = P_IB + 1 + $clog2(G);
  localparam int unsigned GROUP_S = GROUP_IB + SPEC.f;
  localparam int unsigned DOT_IB = (GROUPS == 1) ? GROUP_IB : GROUP_IB + 1 + $clog2(GROUPS);
  localparam int unsigned DOT_FB = (GROUPS == 1) ? SPEC.f : SPEC.f_group;
  localparam int unsigned DOT_S = DOT_IB + DOT_FB;
  localparam int unsigned GRID_F = karat_rtl_pkg::larger(SPEC.f_sum, SPEC.f_c);
  localparam int unsigned SUM_W = 1 + (DOT_IB + 1) + GRID_F + 1;

  // ---- 1. and 3. exceptions; 2. exact products ----
  logic [T-1:0] sign;
  logic [T*EW-1:0] exponent;
  logic [T*PS-1:0] sig;
  logic c_sign, c_sign_1;
  logic [EW-1:0] c_exp, c_exp_1;
  logic [CS-1:0] c_sig, c_sig_1;
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
  karat_pipe_reg #(.W(1 + EW + CS), .ENABLE(CUTS[1])) i_c_1 (
      .clk_i, .move_i(move_i[5:3]), .data_i({c_sign, c_exp, c_sig}),
      .data_o({c_sign_1, c_exp_1, c_sig_1})
  );

  // ---- 4. align the products of a group to its largest exponent; 5. add them ----
  logic [GROUPS-1:0] group_sign, group_sign_1;
  logic [GROUPS*EW-1:0] group_exp, group_exp_1;
  logic [GROUPS*GROUP_S-1:0] group_sig, group_sig_1;

  for (genvar g = 0; g < GROUPS; g++) begin : g_group
    logic [G-1:0] member_sign;
    logic [G*EW-1:0] member_exp;
    logic [G*PS-1:0] member_sig;
    logic [GROUP_S:0] sum;
    logic unused_lost;
    for (genvar j = 0; j < G; j++) begin : g_member
      localparam int unsigned K =
          karat_spec_pkg::pattern_index(SPEC.group_pattern, g, j, GROUPS, G);
      assign member_sign[j] = sign[K];
      assign member_exp[j*EW+:EW] = exponent[K*EW+:EW];
      assign member_sig[j*PS+:PS] = sig[K*PS+:PS];
    end
    karat_fused_sum #(
        .N(G), .IB(P_IB), .FB(P_FB), .F(SPEC.f), .ROUNDING(SPEC.align_rounding), .HAS_C(1'b0),
        .EW(EW)
    ) i_sum (
        .clk_i, .move_i(6'b0), .sign_i(member_sign), .exp_i(member_exp), .sig_i(member_sig),
        .c_sign_i(1'b0), .c_exp_i('0), .c_sig_i('0),
        .exp_max_o(group_exp[g*EW+:EW]), .sum_o(sum), .lost_o(unused_lost)
    );
    karat_sign_magnitude #(.W(GROUP_S + 1)) i_magnitude (
        .x_i(sum), .sign_o(group_sign[g]), .magnitude_o(group_sig[g*GROUP_S+:GROUP_S])
    );
  end
  karat_pipe_reg #(.W(GROUPS * (1 + EW + GROUP_S)), .ENABLE(CUTS[1])) i_group_1 (
      .clk_i, .move_i(move_i[5:3]), .data_i({group_sign, group_exp, group_sig}),
      .data_o({group_sign_1, group_exp_1, group_sig_1})
  );

  // ---- GFDRDA 6. align the group sums to the largest of their exponents; 7. add them ----
  logic dot_sign;
  logic [EW-1:0] dot_exp;
  logic [DOT_S-1:0] dot_sig;

  if (GROUPS == 1) begin : g_one_group
    assign dot_sign = group_sign_1[0];
    assign dot_exp = group_exp_1;
    assign dot_sig = group_sig_1;
  end else begin : g_groups
    logic [DOT_S:0] sum;
    logic unused_lost;
    karat_fused_sum #(
        .N(GROUPS), .IB(GROUP_IB), .FB(SPEC.f), .F(SPEC.f_group), .ROUNDING(SPEC.group_rounding),
        .HAS_C(1'b0), .EW(EW)
    ) i_sum (
        .clk_i, .move_i(6'b0), .sign_i(group_sign_1), .exp_i(group_exp_1), .sig_i(group_sig_1),
        .c_sign_i(1'b0), .c_exp_i('0), .c_sig_i('0),
        .exp_max_o(dot_exp), .sum_o(sum), .lost_o(unused_lost)
    );
    karat_sign_magnitude #(.W(DOT_S + 1)) i_magnitude (
        .x_i(sum), .sign_o(dot_sign), .magnitude_o(dot_sig)
    );
  end

  // ---- FDRDA 6. the sum of products meets c; 7. exact sum ----
  logic [EW-1:0] exp_max;
  logic [SUM_W-1:0] sum;
  logic unused_lost;

  karat_fused_sum #(
      .N(1), .IB(DOT_IB), .FB(DOT_FB), .F(SPEC.f_sum), .ROUNDING(SPEC.sum_rounding), .HAS_C(1'b1),
      .C_FB(CS - 1), .F_C(SPEC.f_c), .C_ROUNDING(SPEC.c_rounding), .C_CUTOFF(SPEC.c_cutoff),
      .EW(EW), .FLOOR(FLOOR - E_LOW), .CUTS({CUTS[2], 1'b0})
  ) i_meet_c (
      .clk_i, .move_i({move_i[8:6], 3'b000}), .sign_i(dot_sign), .exp_i(dot_exp), .sig_i(dot_sig),
      .c_sign_i(c_sign_1), .c_exp_i(c_exp_1), .c_sig_i(c_sig_1),
      .exp_max_o(exp_max), .sum_o(sum), .lost_o(unused_lost)
  );

  // ---- 8. normalise and round ----
  logic [DW-1:0] d;

  karat_round_sum #(
      .SUM_W(SUM_W), .GRID_F(GRID_F), .EW(EW), .E_LOW(E_LOW), .E_LEAST(FLOOR), .E_MOST(E_HIGH),
      .D_FMT(D_FMT), .ROUNDING(OUTPUT_ROUNDING), .FRACTION(OUTPUT_FRACTION),
      .OVERFLOW(SPEC.overflow), .RISCV_NAN(SPEC.riscv_nan == 1), .FLUSH(SPEC.flush_output == 1),
      .POSITIVE_UNDERFLOW(SPEC.positive_underflow == 1)
  ) i_round (
      .sum_i(sum), .exp_max_i(exp_max), .sticky_i(1'b0), .special_i(special_2), .d_o(d)
  );
  karat_pipe_reg #(.W(DW), .ENABLE(CUTS[3])) i_d (
      .clk_i, .move_i(move_i[11:9]), .data_i(d), .data_o(d_o)
  );
endmodule
