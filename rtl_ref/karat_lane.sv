// SPDX-License-Identifier: Apache-2.0
//
// One lane of one operation: the unit that SPEC.algorithm asks for.
module karat_lane #(
    parameter karat_spec_pkg::spec_t SPEC = karat_spec_pkg::DEFAULT,
    parameter bit FIRST = 1'b1,  // operation of its chain
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
    input  logic [11:0]     move_i,     // of karat_pipe_ctrl, three bits for each of four cuts
    input  logic [T*AW-1:0] a_i,        // karat_operand's words
    input  logic [T*BW-1:0] b_i,
    input  logic [CW-1:0]   c_i,        // encoded
    input  logic [T*SW-1:0] scale_a_i,  // encoded; gfda's
    input  logic [T*SW-1:0] scale_b_i,
    output logic [DW-1:0]   d_o
);
  if (SPEC.algorithm == karat_spec_pkg::GFDA) begin : g_gfda
    karat_gfda_lane #(
        .SPEC(SPEC), .C_FMT(C_FMT), .D_FMT(D_FMT), .OUTPUT_ROUNDING(OUTPUT_ROUNDING),
        .OUTPUT_FRACTION(OUTPUT_FRACTION), .CUTS(CUTS)
    ) i_lane (.clk_i, .move_i, .a_i, .b_i, .c_i, .scale_a_i, .scale_b_i, .d_o);
  end else begin : g_scales_done
    logic unused_scales;
    assign unused_scales = ^{scale_a_i, scale_b_i};
  end

  if (SPEC.algorithm == karat_spec_pkg::FDA) begin : g_fda
    karat_fda_lane #(
        .SPEC(SPEC), .C_FMT(C_FMT), .D_FMT(D_FMT), .OUTPUT_ROUNDING(OUTPUT_ROUNDING),
        .OUTPUT_FRACTION(OUTPUT_FRACTION), .CUTS(CUTS)
    ) i_lane (.clk_i, .move_i, .a_i, .b_i, .c_i, .d_o);
  end else if (SPEC.algorithm == karat_spec_pkg::SDA) begin : g_sda
    karat_sda_lane #(
        .SPEC(SPEC), .C_FMT(C_FMT), .D_FMT(D_FMT), .OUTPUT_ROUNDING(OUTPUT_ROUNDING),
        .OUTPUT_FRACTION(OUTPUT_FRACTION), .CUTS(CUTS)
    ) i_lane (.clk_i, .move_i, .a_i, .b_i, .c_i, .d_o);
  end else if (SPEC.algorithm == karat_spec_pkg::FDRDA) begin : g_fdrda
    karat_fdrda_lane #(
        .SPEC(SPEC), .C_FMT(C_FMT), .D_FMT(D_FMT), .OUTPUT_ROUNDING(OUTPUT_ROUNDING),
        .OUTPUT_FRACTION(OUTPUT_FRACTION), .CUTS(CUTS)
    ) i_lane (.clk_i, .move_i, .a_i, .b_i, .c_i, .d_o);
  end else if (SPEC.algorithm == karat_spec_pkg::GPS) begin : g_gps
    karat_gps_lane #(
        .SPEC(SPEC), .FIRST(FIRST), .C_FMT(C_FMT), .D_FMT(D_FMT),
        .OUTPUT_ROUNDING(OUTPUT_ROUNDING), .OUTPUT_FRACTION(OUTPUT_FRACTION), .CUTS(CUTS)
    ) i_lane (.clk_i, .move_i, .a_i, .b_i, .c_i, .d_o);
  end else if (SPEC.algorithm == karat_spec_pkg::FMA) begin : g_fma
    karat_fma_lane #(
        .SPEC(SPEC), .C_FMT(C_FMT), .D_FMT(D_FMT), .OUTPUT_ROUNDING(OUTPUT_ROUNDING),
        .OUTPUT_FRACTION(OUTPUT_FRACTION), .CUTS(CUTS)
    ) i_lane (.clk_i, .move_i, .a_i, .b_i, .c_i, .d_o);
  end
endmodule
