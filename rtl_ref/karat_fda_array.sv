// SPDX-License-Identifier: Apache-2.0
//
// The M x N tile with flat ports, in the subset of SystemVerilog that yosys 0.23
// reads. Element i of a flat port is bits [(i+1)*W-1 : i*W]; a is row by row
// (i = m*K + k), b column by column (i = n*K + k), c and d lane by lane (i = m*N + n).
module karat_fda_array #(
    parameter int unsigned M = 2,
    parameter int unsigned N = 2,
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
    parameter int unsigned STAGES = 1,
    localparam int unsigned AW = karat_rtl_pkg::fmt_width(A_FMT),
    localparam int unsigned BW = karat_rtl_pkg::fmt_width(B_FMT),
    localparam int unsigned CW = karat_rtl_pkg::fmt_width(C_FMT),
    localparam int unsigned DW = karat_rtl_pkg::fmt_width(D_FMT)
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              valid_i,
    output logic              ready_o,
    input  logic [M*K*AW-1:0] a_i,
    input  logic [N*K*BW-1:0] b_i,
    input  logic [M*N*CW-1:0] c_i,
    output logic              valid_o,
    input  logic              ready_i,
    output logic [M*N*DW-1:0] d_o
);
  if (M < 1 || M > karat_rtl_pkg::MAX_MN)
    $fatal(1, "M = %0d: allowed are 1..%0d", M, karat_rtl_pkg::MAX_MN);
  if (N < 1 || N > karat_rtl_pkg::MAX_MN)
    $fatal(1, "N = %0d: allowed are 1..%0d", N, karat_rtl_pkg::MAX_MN);
  if (STAGES > 4) $fatal(1, "STAGES = %0d: allowed are 0..4", STAGES);

  localparam logic [3:0] CUTS = karat_rtl_pkg::cut_mask(STAGES);
  localparam int unsigned AE = karat_rtl_pkg::exp_bits(A_FMT);       // biased exponent
  localparam int unsigned AS = karat_rtl_pkg::frac_bits(A_FMT) + 1;  // with leading bit
  localparam int unsigned BE = karat_rtl_pkg::exp_bits(B_FMT);
  localparam int unsigned BS = karat_rtl_pkg::frac_bits(B_FMT) + 1;

  // ---- Control: one chain of elastic registers for the whole tile ----
  logic valid_1, valid_2, valid_3, ready_1, ready_2, ready_3;
  logic [3:0] load;

  karat_pipe_ctrl #(.ENABLE(CUTS[0])) i_ctrl_0 (
      .clk_i, .rst_ni, .valid_i, .ready_o,
      .valid_o(valid_1), .ready_i(ready_1), .load_o(load[0])
  );
  karat_pipe_ctrl #(.ENABLE(CUTS[1])) i_ctrl_1 (
      .clk_i, .rst_ni, .valid_i(valid_1), .ready_o(ready_1),
      .valid_o(valid_2), .ready_i(ready_2), .load_o(load[1])
  );
  karat_pipe_ctrl #(.ENABLE(CUTS[2])) i_ctrl_2 (
      .clk_i, .rst_ni, .valid_i(valid_2), .ready_o(ready_2),
      .valid_o(valid_3), .ready_i(ready_3), .load_o(load[2])
  );
  karat_pipe_ctrl #(.ENABLE(CUTS[3])) i_ctrl_3 (
      .clk_i, .rst_ni, .valid_i(valid_3), .ready_o(ready_3),
      .valid_o, .ready_i, .load_o(load[3])
  );

  // ---- Unpack every operand once: a row serves N lanes, a column M ----
  logic [M*K-1:0] a_sign, a_zero, a_inf, a_nan;
  logic [M*K*AE-1:0] a_exp;
  logic [M*K*AS-1:0] a_sig;
  logic [N*K-1:0] b_sign, b_zero, b_inf, b_nan;
  logic [N*K*BE-1:0] b_exp;
  logic [N*K*BS-1:0] b_sig;

  for (genvar i = 0; i < M * K; i++) begin : g_unpack_a
    karat_fda_unpack #(.FMT(A_FMT)) i_unpack (
        .x_i(a_i[i*AW+:AW]), .sign_o(a_sign[i]), .exp_o(a_exp[i*AE+:AE]),
        .sig_o(a_sig[i*AS+:AS]), .zero_o(a_zero[i]), .inf_o(a_inf[i]), .nan_o(a_nan[i])
    );
  end
  for (genvar i = 0; i < N * K; i++) begin : g_unpack_b
    karat_fda_unpack #(.FMT(B_FMT)) i_unpack (
        .x_i(b_i[i*BW+:BW]), .sign_o(b_sign[i]), .exp_o(b_exp[i*BE+:BE]),
        .sig_o(b_sig[i*BS+:BS]), .zero_o(b_zero[i]), .inf_o(b_inf[i]), .nan_o(b_nan[i])
    );
  end

  // ---- Lanes ----
  for (genvar m = 0; m < M; m++) begin : g_row
    for (genvar n = 0; n < N; n++) begin : g_lane
      karat_fda_lane #(
          .K(K), .F(F), .A_FMT(A_FMT), .B_FMT(B_FMT), .C_FMT(C_FMT), .D_FMT(D_FMT),
          .ALIGN_ROUNDING(ALIGN_ROUNDING), .OUTPUT_ROUNDING(OUTPUT_ROUNDING),
          .OUTPUT_FRACTION(OUTPUT_FRACTION), .FLOOR(FLOOR), .CUTS(CUTS)
      ) i_lane (
          .clk_i, .load_i(load),
          .a_sign_i(a_sign[m*K+:K]), .a_exp_i(a_exp[m*K*AE+:K*AE]),
          .a_sig_i(a_sig[m*K*AS+:K*AS]), .a_zero_i(a_zero[m*K+:K]),
          .a_inf_i(a_inf[m*K+:K]), .a_nan_i(a_nan[m*K+:K]),
          .b_sign_i(b_sign[n*K+:K]), .b_exp_i(b_exp[n*K*BE+:K*BE]),
          .b_sig_i(b_sig[n*K*BS+:K*BS]), .b_zero_i(b_zero[n*K+:K]),
          .b_inf_i(b_inf[n*K+:K]), .b_nan_i(b_nan[n*K+:K]),
          .c_i(c_i[(m*N+n)*CW+:CW]), .d_o(d_o[(m*N+n)*DW+:DW])
      );
    end
  end
endmodule
