// SPDX-License-Identifier: Apache-2.0
// Reference for karat_products: products by repeated addition, or with XOR whether the bits differ. As wide
// integers, in units of the last place at exponent 0, they are compared with two powers of two: a product at
// or above the first is infinite, and one below the second is zero. The inputs are restricted to what
// karat_factor outputs: a zero is not infinite and its significand is 0, and exponents stay in range. For a
// NaN the other outputs are masked, for an infinity all but its sign.
module cell_pair #(
    parameter int unsigned N = 2, parameter int unsigned AE = 3, parameter int unsigned AS = 3,
    parameter int unsigned BE = 3, parameter int unsigned BS = 4, parameter int unsigned EW = 5,
    // given as differences, because chparam of Yosys 0.23 accepts no negative numbers
    parameter int unsigned UP = 0, parameter int unsigned DOWN = 0,  // the offset is UP - DOWN
    parameter bit XOR = 0, parameter bit COUNTS = 0, parameter bit POSITIVE = 0,
    parameter bit OVERFLOW = 0, parameter int unsigned INFINITE = 0, parameter int unsigned TOP = AS + BS,
    parameter bit FLUSH = 0, parameter int unsigned LEAST = 0,
    parameter int unsigned BELOW = 0,                                // subtracted from LEAST
    parameter bit NORMAL = 0,                                        // the significands are normalised
    parameter bit REFERENCE = 0
) (
    input logic [N-1:0] a_nan_i, a_inf_i, a_zero_i, a_sign_i, input logic [N*AE-1:0] a_exp_i,
    input logic [N*AS-1:0] a_sig_i,
    input logic [N-1:0] b_nan_i, b_inf_i, b_zero_i, b_sign_i, input logic [N*BE-1:0] b_exp_i,
    input logic [N*BS-1:0] b_sig_i,
    output logic [N-1:0] sign_o, zero_o, inf_o, nan_o, overflow_o,
    output logic [N*EW-1:0] exp_o, output logic [N*(AS+BS)-1:0] sig_o
);
  logic [N-1:0] a_zero, b_zero, sign, zero, inf, overflow;
  logic [N*AE-1:0] a_exp;
  logic [N*AS-1:0] a_sig;
  logic [N*BS-1:0] b_sig;
  logic [N*EW-1:0] exponent;
  logic [N*(AS+BS)-1:0] sig;
  assign a_zero = a_zero_i & ~a_inf_i;
  assign b_zero = b_zero_i & ~b_inf_i;
  assign inf_o = inf & ~nan_o;
  assign sign_o = sign & ~nan_o;
  assign zero_o = zero & ~nan_o & ~inf;
  assign overflow_o = overflow & ~nan_o & ~inf;
  for (genvar k = 0; k < N; k = k + 1) begin : g_product
    assign a_exp[k*AE+:AE] = (a_exp_i[k*AE+:AE] < DOWN) ? DOWN : a_exp_i[k*AE+:AE];
    assign a_sig[k*AS+:AS] = a_zero[k] ? '0 : a_sig_i[k*AS+:AS] | (NORMAL << (AS - 1));
    assign b_sig[k*BS+:BS] = b_zero[k] ? '0 : b_sig_i[k*BS+:BS] | (NORMAL << (BS - 1));
    assign exp_o[k*EW+:EW] = (nan_o[k] | inf[k]) ? '0 : exponent[k*EW+:EW];
    assign sig_o[k*(AS+BS)+:AS+BS] = (nan_o[k] | inf[k]) ? '0 : sig[k*(AS+BS)+:AS+BS];
  end

  if (REFERENCE) begin : g_ref
    localparam int unsigned V = BELOW + AS + BS + (1 << EW);
    integer i, k;
    logic [BS-1:0] b;
    logic [EW-1:0] power;
    logic [AS+BS-1:0] product;
    logic [V-1:0] value;  // in units of 2**-BELOW
    logic tiny;
    always_comb begin
      for (k = 0; k < N; k = k + 1) begin
        b = b_sig[k*BS+:BS];
        product = 0;
        for (i = 0; i < BS; i = i + 1) if (b[i]) product = product + (a_sig[k*AS+:AS] << i);
        if (XOR == 1) product = a_sig[k*AS+:AS] != b;
        power = a_exp[k*AE+:AE] + b_exp_i[k*BE+:BE] + UP - DOWN;
        value = product << (power + BELOW);

        nan_o[k] = a_nan_i[k] | b_nan_i[k] | (a_inf_i[k] & b_zero[k]) | (b_inf_i[k] & a_zero[k]);
        inf[k] = a_inf_i[k] | b_inf_i[k];
        tiny = (FLUSH == 1) & ((value >> (LEAST + AS + BS - 1)) == 0);
        zero[k] = a_zero[k] | b_zero[k] | tiny;
        if (XOR == 1) zero[k] = product == 0;
        overflow[k] = (OVERFLOW == 1) & ((value >> (BELOW + INFINITE + AS + BS - 1)) != 0);
        sign[k] = a_sign_i[k] != b_sign_i[k];
        if ((POSITIVE == 1) & zero[k] & ~inf[k]) sign[k] = 1'b0;
        exponent[k*EW+:EW] = (zero[k] & (COUNTS == 0)) ? 0 : power;
        sig[k*(AS+BS)+:AS+BS] = tiny ? 0 : product;
      end
    end
  end else begin : g_cell
    localparam int OFFSET = UP - DOWN;
    localparam int LEAST_EXP = LEAST - BELOW;
    logic [N*(4+AE+AS)-1:0] a;
    logic [N*(4+BE+BS)-1:0] b;
    for (genvar k = 0; k < N; k = k + 1) begin : g_operands
      assign a[k*(4+AE+AS)+:4+AE+AS] =
          {a_nan_i[k], a_inf_i[k], a_zero[k], a_sign_i[k], a_exp[k*AE+:AE], a_sig[k*AS+:AS]};
      assign b[k*(4+BE+BS)+:4+BE+BS] =
          {b_nan_i[k], b_inf_i[k], b_zero[k], b_sign_i[k], b_exp_i[k*BE+:BE], b_sig[k*BS+:BS]};
    end
    karat_products #(
        .N(N), .AE(AE), .AS(AS), .BE(BE), .BS(BS), .EW(EW), .OFFSET(OFFSET), .EXCLUSIVE_OR(XOR),
        .ZERO_COUNTS(COUNTS), .OVERFLOW(OVERFLOW), .FLUSH(FLUSH), .INFINITE_EXP(INFINITE),
        .LEAST_EXP(LEAST_EXP), .TOP_BITS(TOP), .POSITIVE_ZERO(POSITIVE)
    ) i_cell (
        .a_i(a), .b_i(b), .sign_o(sign), .exp_o(exponent), .sig_o(sig), .zero_o(zero), .inf_o(inf), .nan_o,
        .overflow_o(overflow)
    );
  end
endmodule
