// SPDX-License-Identifier: Apache-2.0
//
// Fused dot-add tile to be set by hand: d[m][n] = c[m][n] + sum over k of
// a[m][k] * b[n][k], with the ports of a karat RTL candidate. Results leave in order,
// STAGES cycles after their operands where the receiver does not stall. The hardware
// is karat_tile, which has every other knob too; `karat rtl` writes a top for those.
module karat_fda_tile #(
    parameter int unsigned M = 2,   // rows of the tile
    parameter int unsigned N = 2,   // columns of the tile
    parameter int unsigned K = 16,  // products of a dot-add
    parameter int unsigned F = 25,  // fraction bits kept when addends are aligned
    // Format and rounding codes are those of karat_rtl_pkg.
    parameter int unsigned A_FMT = karat_rtl_pkg::FP16,
    parameter int unsigned B_FMT = karat_rtl_pkg::FP16,
    parameter int unsigned C_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned D_FMT = karat_rtl_pkg::FP32,
    parameter int unsigned ALIGN_ROUNDING = karat_rtl_pkg::RZ,   // of every aligned addend
    parameter int unsigned OUTPUT_ROUNDING = karat_rtl_pkg::RZ,  // of the result
    // Fraction bits of the result; the others of D_FMT are 0.
    parameter int unsigned OUTPUT_FRACTION = karat_rtl_pkg::frac_bits(D_FMT),
    parameter int FLOOR = -133,         // least exponent to which addends are aligned
    parameter int unsigned STAGES = 1,  // pipeline depth, 0..4
    localparam int unsigned AW = karat_rtl_pkg::fmt_width(karat_rtl_pkg::operand_format(A_FMT)),
    localparam int unsigned BW = karat_rtl_pkg::fmt_width(karat_rtl_pkg::operand_format(B_FMT)),
    localparam int unsigned CW = karat_rtl_pkg::fmt_width(karat_rtl_pkg::result_format(C_FMT)),
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(karat_rtl_pkg::result_format(D_FMT))
) (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    input  logic                         valid_i,
    output logic                         ready_o,
    input  logic [M-1:0][K-1:0][AW-1:0]  a_i,
    input  logic [N-1:0][K-1:0][BW-1:0]  b_i,
    input  logic [M-1:0][N-1:0][CW-1:0]  c_i,
    output logic                         valid_o,
    input  logic                         ready_i,
    output logic [M-1:0][N-1:0][DW-1:0]  d_o
);
  function automatic karat_spec_pkg::spec_t knobs();
    knobs = karat_spec_pkg::DEFAULT;
    knobs.k = K;
    knobs.terms = K;
    knobs.a_fmt = A_FMT;
    knobs.b_fmt = B_FMT;
    knobs.c_fmt = C_FMT;
    knobs.d_fmt = D_FMT;
    knobs.link_fmt = D_FMT;
    knobs.link_fraction = OUTPUT_FRACTION;
    knobs.link_rounding = OUTPUT_ROUNDING;
    knobs.f = F;
    knobs.align_rounding = ALIGN_ROUNDING;
    knobs.f_c = F;
    knobs.c_rounding = ALIGN_ROUNDING;
    knobs.floor = FLOOR;
    knobs.group = K;
    knobs.scale_block = K;
    knobs.output_rounding = OUTPUT_ROUNDING;
    knobs.output_fraction = OUTPUT_FRACTION;
  endfunction

  karat_tile #(
      .SPEC(knobs()), .M(M), .N(N), .STAGES(STAGES)
  ) i_tile (
      .clk_i, .rst_ni, .valid_i, .ready_o, .a_i, .b_i, .c_i, .scale_a_i('0), .scale_b_i('0),
      .valid_o, .ready_i, .d_o
  );
endmodule
