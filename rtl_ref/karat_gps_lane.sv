// SPDX-License-Identifier: Apache-2.0
//
// One group of GPS: its products, each rounded, are added by a binary tree of rounded
// additions, and the result is added to c. With groups of one product it is a step of
// MULADD. A chain has one operation for each group.
module karat_gps_lane #(
    parameter karat_spec_pkg::spec_t SPEC = karat_spec_pkg::DEFAULT,
    parameter bit FIRST = 1'b1,  // operation of its chain: flush_c and c_place are about its c
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
  localparam int unsigned PW = karat_rtl_pkg::fmt_width(SPEC.product_fmt);
  localparam bit C_IS_LEAF = FIRST && SPEC.c_place != karat_spec_pkg::C_SEQUENCE;
  localparam bit C_LEADS = C_IS_LEAF && SPEC.c_place == karat_spec_pkg::C_LEAF_FIRST;
  localparam int unsigned LEAVES = C_IS_LEAF ? T + 1 : T;
  localparam int unsigned LEVELS = $clog2(LEAVES);

  // ---- c: a subnormal one may count as +0 ----
  logic [CW-1:0] c, c_0, c_2;
  if (FIRST && SPEC.flush_c == 1) begin : g_flush_c
    localparam int unsigned CE = karat_rtl_pkg::exp_bits(C_FMT);
    assign c = (~(|c_i[CW-2-:CE]) & (|c_i[CW-2-CE:0])) ? '0 : c_i;
  end else begin : g_keep_c
    assign c = c_i;
  end

  // ---- Products, rounded ----
  logic [T*PW-1:0] products, products_0;
  for (genvar k = 0; k < T; k++) begin : g_product
    karat_rounded_product #(.SPEC(SPEC)) i_product (
        .a_i(a_i[k*AW+:AW]), .b_i(b_i[k*BW+:BW]), .p_o(products[k*PW+:PW])
    );
  end
  karat_pipe_reg #(.W(T * PW + CW), .ENABLE(CUTS[0])) i_cut_0 (
      .clk_i, .move_i(move_i[2:0]), .data_i({products, c}), .data_o({products_0, c_0})
  );

  // ---- The tree: level 0 are the leaves; where more than one, all of one format ----
  for (genvar l = 0; l <= LEVELS; l++) begin : g_level
    localparam int unsigned COUNT = (LEAVES + (1 << l) - 1) >> l;
    logic [COUNT*PW-1:0] node;
    if (l == 0) begin : g_leaves
      if (!C_IS_LEAF) begin : g_products
        assign node = products_0;
      end else if (C_LEADS) begin : g_c_first
        assign node = {products_0, c_0};
      end else begin : g_c_last
        assign node = {c_0, products_0};
      end
    end else begin : g_sums
      localparam int unsigned BELOW = (LEAVES + (1 << (l - 1)) - 1) >> (l - 1);
      for (genvar i = 0; i < COUNT; i++) begin : g_node
        localparam int unsigned LEFT = (SPEC.pairing == karat_spec_pkg::ADJACENT) ? 2 * i : i;
        localparam int unsigned RIGHT =
            (SPEC.pairing == karat_spec_pkg::ADJACENT) ? 2 * i + 1 : i + COUNT;
        if (RIGHT < BELOW) begin : g_add
          karat_fp_add #(
              .X_FMT(SPEC.product_fmt), .Y_FMT(SPEC.product_fmt), .D_FMT(SPEC.product_fmt),
              .ROUNDING(OUTPUT_ROUNDING), .FRACTION(OUTPUT_FRACTION), .OVERFLOW(SPEC.overflow),
              .RISCV_NAN(SPEC.riscv_nan == 1), .FLUSH(SPEC.flush_output == 1),
              .POSITIVE_UNDERFLOW(SPEC.positive_underflow == 1)
          ) i_add (
              .x_i(g_level[l-1].node[LEFT*PW+:PW]), .y_i(g_level[l-1].node[RIGHT*PW+:PW]),
              .special_i(3'b000), .d_o(node[i*PW+:PW])
          );
        end else begin : g_unpaired
          assign node[i*PW+:PW] = g_level[l-1].node[LEFT*PW+:PW];
        end
      end
    end
  end

  // ---- The group's sum meets c ----
  logic [PW-1:0] sum_2;
  logic [DW-1:0] d;

  karat_pipe_delay #(.W(PW + CW), .N(2), .CUTS(CUTS[2:1])) i_cut_2 (
      .clk_i, .move_i(move_i[8:3]), .data_i({g_level[LEVELS].node, c_0}), .data_o({sum_2, c_2})
  );
  if (C_IS_LEAF) begin : g_c_in_tree
    logic unused_c;
    assign unused_c = ^c_2;
    assign d = sum_2;
  end else begin : g_add_c
    karat_fp_add #(
        .X_FMT(SPEC.product_fmt), .Y_FMT(C_FMT), .D_FMT(D_FMT), .ROUNDING(OUTPUT_ROUNDING),
        .FRACTION(OUTPUT_FRACTION), .OVERFLOW(SPEC.overflow), .RISCV_NAN(SPEC.riscv_nan == 1),
        .FLUSH(SPEC.flush_output == 1), .POSITIVE_UNDERFLOW(SPEC.positive_underflow == 1)
    ) i_add (
        .x_i(sum_2), .y_i(c_2), .special_i(3'b000), .d_o(d)
    );
  end
  karat_pipe_reg #(.W(DW), .ENABLE(CUTS[3])) i_d (
      .clk_i, .move_i(move_i[11:9]), .data_i(d), .data_o(d_o)
  );
endmodule
