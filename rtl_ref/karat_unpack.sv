// SPDX-License-Identifier: Apache-2.0
//
// Unpacks one encoded number. A subnormal gets the format's least normal exponent
// and a leading bit of 0; it is not normalised. The significand and exponent of an
// infinity or NaN are meaningless, and so is zero_o of a NaN: the exception flags
// override the result.
module karat_unpack #(
    parameter int unsigned FMT = karat_rtl_pkg::FP16,
    parameter bit FLUSH = 1'b0,  // subnormals count as +0
    localparam int unsigned W = karat_rtl_pkg::fmt_width(FMT),  // encoding, as on the port
    localparam int unsigned EB = karat_rtl_pkg::exp_bits(FMT),  // exponent field
    localparam int unsigned FB = karat_rtl_pkg::frac_bits(FMT)  // fraction field
) (
    input  logic [W-1:0]  x_i,
    output logic          sign_o,
    output logic [EB-1:0] exp_o,   // biased exponent; that of a subnormal is 1
    output logic [FB:0]   sig_o,   // one integer bit, FB fraction bits
    output logic          zero_o,
    output logic          inf_o,
    output logic          nan_o
);
  if (FMT == karat_rtl_pkg::UE8M0) begin : g_power
    // A power of two: no sign, no fraction, no zero.
    assign sign_o = 1'b0;
    assign exp_o = x_i;
    assign sig_o = 1'b1;
    assign zero_o = 1'b0;
    assign inf_o = 1'b0;
    assign nan_o = &x_i;
  end else begin : g_float
    logic [EB-1:0] exp_field;
    logic [FB-1:0] frac_field;
    logic sign, subnormal, exp_all_zeros, exp_all_ones, frac_is_zero;

    // Fields are counted from the top, so that what tf32 ignores is below them.
    assign exp_field = x_i[W-2-:EB];
    assign frac_field = x_i[W-2-EB-:FB];

    assign exp_all_zeros = ~(|exp_field);
    assign exp_all_ones = &exp_field;
    assign frac_is_zero = ~(|frac_field);
    assign subnormal = exp_all_zeros & ~frac_is_zero;

    if (FMT == karat_rtl_pkg::UE4M3) begin : g_unsigned
      logic unused_top;
      assign unused_top = x_i[W-1];
      assign sign = 1'b0;
    end else begin : g_signed
      assign sign = x_i[W-1];
    end

    assign exp_o = {exp_field[EB-1:1], exp_field[0] | exp_all_zeros};
    if (FLUSH) begin : g_flush
      assign sign_o = sign & ~subnormal;
      assign sig_o = {~exp_all_zeros, exp_all_zeros ? {FB{1'b0}} : frac_field};
      assign zero_o = exp_all_zeros;
    end else begin : g_keep
      logic unused_subnormal;
      assign unused_subnormal = subnormal;
      assign sign_o = sign;
      assign sig_o = {~exp_all_zeros, frac_field};
      assign zero_o = exp_all_zeros & frac_is_zero;
    end

    if (karat_rtl_pkg::is_ieee(FMT)) begin : g_ieee
      assign inf_o = exp_all_ones & frac_is_zero;
      assign nan_o = exp_all_ones & ~frac_is_zero;
    end else begin : g_no_infinity
      assign inf_o = 1'b0;
      if (karat_rtl_pkg::is_fn(FMT)) begin : g_fn
        assign nan_o = exp_all_ones & (&frac_field);
      end else begin : g_other
        logic unused_ones;
        assign unused_ones = exp_all_ones;
        assign nan_o = karat_rtl_pkg::is_fnuz(FMT) ? sign & exp_all_zeros & frac_is_zero : 1'b0;
      end
    end

    if (W > 1 + EB + FB) begin : g_ignored_bits
      logic unused_low_bits;
      assign unused_low_bits = ^x_i[W-2-EB-FB:0];
    end
  end
endmodule
