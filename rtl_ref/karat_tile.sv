// SPDX-License-Identifier: Apache-2.0
//
// A tile of M x N lanes, each d = c + sum over k of a_k * b_k as SPEC says, with flat
// ports in the subset of SystemVerilog that yosys 0.23 reads. The k products are
// shared out over a chain of operations (karat_array), the result of one the c of the
// next; operands of later operations travel beside it. Latency: STAGES for each
// operation, and 1 for a late addition of c (0 if STAGES is 0). One tile a cycle.
module karat_tile #(
    parameter karat_spec_pkg::spec_t SPEC = karat_spec_pkg::DEFAULT,
    parameter int unsigned M = 2,
    parameter int unsigned N = 2,
    parameter int unsigned STAGES = 1,  // 0..4, of each operation
    // What is elaborated: where a parameter is refused, the nearest that can be, so that
    // elaboration comes to the refusal. BUILT is SPEC with its sizes and formats so.
    localparam int unsigned ROWS = karat_rtl_pkg::clamp(M, 1, karat_spec_pkg::MAX_MN),
    localparam int unsigned COLUMNS = karat_rtl_pkg::clamp(N, 1, karat_spec_pkg::MAX_MN),
    localparam int unsigned K = karat_rtl_pkg::clamp(SPEC.k, 1, karat_spec_pkg::MAX_K),
    localparam int unsigned T = karat_rtl_pkg::clamp(SPEC.terms, 1, K),
    localparam int unsigned BLOCK = karat_rtl_pkg::clamp(SPEC.scale_block, 1, K),
    localparam int unsigned TILE_A_FMT = karat_rtl_pkg::operand_format(SPEC.a_fmt),
    localparam int unsigned TILE_B_FMT = karat_rtl_pkg::operand_format(SPEC.b_fmt),
    localparam int unsigned TILE_C_FMT = karat_rtl_pkg::result_format(SPEC.c_fmt),
    localparam int unsigned TILE_D_FMT = karat_rtl_pkg::result_format(SPEC.d_fmt),
    localparam int unsigned LINK_FMT = karat_rtl_pkg::result_format(SPEC.link_fmt),
    localparam karat_spec_pkg::spec_t BUILT = {
        SPEC.algorithm, K, T, SPEC.chain_pattern, TILE_A_FMT, TILE_B_FMT, TILE_C_FMT, TILE_D_FMT,
        SPEC.convert_fmt, SPEC.scale_fmt, BLOCK, SPEC.flush_a, SPEC.flush_b, SPEC.flush_c,
        LINK_FMT,
        karat_rtl_pkg::clamp(SPEC.link_fraction, 1, karat_rtl_pkg::frac_bits(LINK_FMT)),
        SPEC.link_rounding, SPEC.late_c, karat_rtl_pkg::clamp(SPEC.f, 1, karat_rtl_pkg::MAX_F),
        SPEC.align_rounding, karat_rtl_pkg::clamp(SPEC.f_c, 1, karat_rtl_pkg::MAX_F),
        SPEC.c_rounding, karat_rtl_pkg::clamp(SPEC.f_sum, 1, karat_rtl_pkg::MAX_F),
        SPEC.sum_rounding, karat_rtl_pkg::clamp(SPEC.f_group, 1, karat_rtl_pkg::MAX_F),
        SPEC.group_rounding, karat_rtl_pkg::clamp(SPEC.f_inner, 1, karat_rtl_pkg::MAX_F),
        SPEC.inner_rounding, SPEC.c_cutoff, SPEC.sticky, SPEC.floor, SPEC.zero_product, SPEC.zero_c,
        karat_rtl_pkg::clamp(SPEC.group, 1, T), SPEC.group_pattern, SPEC.group_exponent,
        SPEC.zero_group, SPEC.product_overflow, SPEC.flush_products, SPEC.product_fmt,
        SPEC.product_rounding, SPEC.positive_zero_product, SPEC.pairing, SPEC.c_place, SPEC.dot_fmt,
        SPEC.dot_rounding, SPEC.output_rounding,
        karat_rtl_pkg::clamp(SPEC.output_fraction, 1, karat_rtl_pkg::frac_bits(TILE_D_FMT)),
        SPEC.overflow, SPEC.riscv_nan, SPEC.flush_output, SPEC.ieee_zero_sum,
        SPEC.positive_underflow
    },
    localparam int unsigned BLOCKS = K / BLOCK,
    localparam int unsigned AW = karat_rtl_pkg::fmt_width(TILE_A_FMT),
    localparam int unsigned BW = karat_rtl_pkg::fmt_width(TILE_B_FMT),
    localparam int unsigned CW = karat_rtl_pkg::fmt_width(TILE_C_FMT),
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(TILE_D_FMT),
    localparam int unsigned SW = karat_rtl_pkg::fmt_width(SPEC.scale_fmt)
) (
    input  logic                               clk_i,
    input  logic                               rst_ni,
    input  logic                               valid_i,
    output logic                               ready_o,
    input  logic [ROWS*K*AW-1:0]               a_i,
    input  logic [COLUMNS*K*BW-1:0]            b_i,
    input  logic [ROWS*COLUMNS*CW-1:0]         c_i,
    input  logic [ROWS*BLOCKS*SW-1:0]          scale_a_i,  // tie to 0 without scales
    input  logic [COLUMNS*BLOCKS*SW-1:0]       scale_b_i,
    output logic                               valid_o,
    input  logic                               ready_i,
    output logic [ROWS*COLUMNS*DW-1:0]         d_o
);
  karat_spec_check #(.SPEC(SPEC), .M(M), .N(N), .STAGES(STAGES)) i_check ();

  localparam int unsigned OPS = K / T;
  localparam bit LATE = SPEC.late_c == 1;
  localparam int unsigned LW = karat_rtl_pkg::fmt_width(LINK_FMT);
  // Operands of one operation, of the whole tile; and what accompanies a tile to its end:
  // scales, and a c that is added late.
  localparam int unsigned A_W = ROWS * T * AW;
  localparam int unsigned B_W = COLUMNS * T * BW;
  localparam int unsigned S_W = (ROWS + COLUMNS) * BLOCKS * SW;
  localparam int unsigned C_W = ROWS * COLUMNS * CW;
  localparam int unsigned X_W = LATE ? S_W + C_W : S_W;

  // ---- Operands in the order of the operations that take them ----
  logic [OPS*A_W-1:0] a_ordered;
  logic [OPS*B_W-1:0] b_ordered;
  for (genvar i = 0; i < OPS; i++) begin : g_order
    for (genvar j = 0; j < T; j++) begin : g_k
      localparam int unsigned KJ =
          karat_spec_pkg::pattern_index(SPEC.chain_pattern, i, j, OPS, T);
      for (genvar m = 0; m < ROWS; m++) begin : g_row
        assign a_ordered[i*A_W+(m*T+j)*AW+:AW] = a_i[(m*K+KJ)*AW+:AW];
      end
      for (genvar n = 0; n < COLUMNS; n++) begin : g_column
        assign b_ordered[i*B_W+(n*T+j)*BW+:BW] = b_i[(n*K+KJ)*BW+:BW];
      end
    end
  end

  logic [OPS:0] valid, ready;
  assign valid[0] = valid_i;
  assign ready_o = ready[0];

  for (genvar i = 0; i < OPS; i++) begin : g_op
    localparam bit LAST = i == OPS - 1;
    localparam bit RESULT = LAST && !LATE;  // its result is the tile's
    localparam int unsigned C_FMT = (i == 0 && !LATE) ? TILE_C_FMT : LINK_FMT;
    localparam int unsigned D_FMT = RESULT ? TILE_D_FMT : LINK_FMT;
    localparam int unsigned OCW = karat_rtl_pkg::fmt_width(C_FMT);
    localparam int unsigned ODW = karat_rtl_pkg::fmt_width(D_FMT);
    localparam int unsigned LATER = OPS - 1 - i;  // operations after this one
    localparam int unsigned PASS_W = LATER * (A_W + B_W) + X_W;

    // ---- This operation's operands, and those that only pass ----
    logic [(LATER+1)*(A_W+B_W)+X_W-1:0] here;
    logic [PASS_W-1:0] pass, passed;
    logic [A_W-1:0] a;
    logic [B_W-1:0] b;
    logic [X_W-1:0] extra;
    logic [ROWS*COLUMNS*OCW-1:0] c;
    logic [ROWS*COLUMNS*ODW-1:0] d;
    if (i == 0) begin : g_first
      if (LATE) begin : g_from_zero
        assign here = {a_ordered, b_ordered, scale_a_i, scale_b_i, c_i};
        assign c = '0;
      end else begin : g_from_c
        assign here = {a_ordered, b_ordered, scale_a_i, scale_b_i};
        assign c = c_i;
      end
    end else begin : g_next
      assign here = g_op[i-1].passed;
      assign c = g_op[i-1].d;
    end
    assign extra = here[X_W-1:0];
    assign b = here[X_W+:B_W];
    assign a = here[X_W+(LATER+1)*B_W+:A_W];
    if (LAST) begin : g_pass_extra
      assign pass = extra;
    end else begin : g_pass_operands
      assign pass = {here[X_W+(LATER+1)*B_W+A_W+:LATER*A_W], here[X_W+B_W+:LATER*B_W], extra};
    end

    // ---- A scale for each operand ----
    logic [ROWS*T*SW-1:0] scale_a;
    logic [COLUMNS*T*SW-1:0] scale_b;
    for (genvar j = 0; j < T; j++) begin : g_scale
      localparam int unsigned FROM =
          karat_spec_pkg::pattern_index(SPEC.chain_pattern, i, j, OPS, T) / BLOCK;
      for (genvar m = 0; m < ROWS; m++) begin : g_row
        assign scale_a[(m*T+j)*SW+:SW] = extra[X_W-(ROWS*BLOCKS-m*BLOCKS-FROM)*SW+:SW];
      end
      for (genvar n = 0; n < COLUMNS; n++) begin : g_column
        assign scale_b[(n*T+j)*SW+:SW] = extra[X_W-S_W+(n*BLOCKS+FROM)*SW+:SW];
      end
    end

    karat_array #(
        .SPEC(BUILT), .M(ROWS), .N(COLUMNS), .STAGES(STAGES), .PASS_W(PASS_W), .FIRST(i == 0),
        .C_FMT(C_FMT), .D_FMT(D_FMT),
        .OUTPUT_ROUNDING(RESULT ? SPEC.output_rounding : SPEC.link_rounding),
        .OUTPUT_FRACTION(RESULT ? BUILT.output_fraction : BUILT.link_fraction)
    ) i_array (
        .clk_i, .rst_ni, .valid_i(valid[i]), .ready_o(ready[i]), .a_i(a), .b_i(b), .c_i(c),
        .scale_a_i(scale_a), .scale_b_i(scale_b), .pass_i(pass),
        .valid_o(valid[i+1]), .ready_i(ready[i+1]), .d_o(d), .pass_o(passed)
    );
  end

  // ---- The end: the last result, or c added to it ----
  logic unused_extra;
  assign unused_extra = ^g_op[OPS-1].passed;

  if (LATE) begin : g_late
    logic [ROWS*COLUMNS*DW-1:0] d;
    logic [2:0] move;
    for (genvar i = 0; i < ROWS * COLUMNS; i++) begin : g_lane
      karat_fp_add #(
          .X_FMT(LINK_FMT), .Y_FMT(TILE_C_FMT), .FLUSH_Y(SPEC.flush_c == 1),
          .D_FMT(TILE_D_FMT), .ROUNDING(SPEC.output_rounding), .FRACTION(BUILT.output_fraction),
          .OVERFLOW(SPEC.overflow), .RISCV_NAN(SPEC.riscv_nan == 1), .FLUSH(SPEC.flush_output == 1)
      ) i_add (
          .x_i(g_op[OPS-1].d[i*LW+:LW]), .y_i(g_op[OPS-1].passed[i*CW+:CW]), .special_i(3'b000), .d_o(d[i*DW+:DW])
      );
    end
    karat_pipe_ctrl #(.ENABLE(STAGES > 0)) i_ctrl (
        .clk_i, .rst_ni, .valid_i(valid[OPS]), .ready_o(ready[OPS]), .valid_o, .ready_i,
        .move_o(move)
    );
    karat_pipe_reg #(.W(ROWS * COLUMNS * DW), .ENABLE(STAGES > 0)) i_d (
        .clk_i, .move_i(move), .data_i(d), .data_o(d_o)
    );
  end else begin : g_fused
    assign valid_o = valid[OPS];
    assign ready[OPS] = ready_i;
    assign d_o = g_op[OPS-1].d;
  end
endmodule
