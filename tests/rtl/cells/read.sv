// SPDX-License-Identifier: Apache-2.0
// karat_read against number.sv: every kind of format, with flushing, conversion and another exponent scale.
// For a NaN or an infinity the unspecified outputs are masked.
module cell_pair #(
    parameter int unsigned W = 16, parameter int unsigned E = 5, parameter int unsigned F = 10,
    parameter int unsigned LOW = 0, parameter int unsigned KIND = 0, parameter bit UNSIGNED = 0,
    parameter bit POWER = 0, parameter int unsigned FLUSH = 0, parameter bit KEEP = 0,
    parameter bit CONVERT = 0,
    parameter int unsigned LEAST = 0, parameter int unsigned SB = F + 1, parameter int unsigned EW = E,
    // the offset is UP - DOWN: chparam of Yosys 0.23 accepts no negative numbers
    parameter int unsigned UP = 0, parameter int unsigned DOWN = 0,
    parameter bit HELD = 1, parameter int unsigned ZERO = 0, parameter bit REFERENCE = 0
) (
    input logic [W-1:0] x_i, output logic sign_o, output logic [EW-1:0] exp_o, output logic [SB-1:0] sig_o,
    output logic zero_o, inf_o, nan_o
);
  if (REFERENCE) begin : g_ref
    number #(
        .W(W), .E(E), .F(F), .LOW(LOW), .KIND(KIND), .UNSIGNED(UNSIGNED), .POWER(POWER), .FLUSH(FLUSH),
        .KEEP(KEEP), .CONVERT(CONVERT), .LEAST(LEAST), .SB(SB), .EW(EW), .UP(UP), .DOWN(DOWN),
        .HELD(HELD), .ZERO(ZERO)
    ) i_number (.x_i, .sign_o, .exp_o, .sig_o, .zero_o, .inf_o, .nan_o);
  end else begin : g_cell
    localparam int OFFSET = UP - DOWN;
    logic sign, zero;
    logic [EW-1:0] exponent;
    logic [SB-1:0] sig;
    karat_read #(
        .W(W), .LOW_BITS(LOW), .EXPONENT_BITS(E), .FRACTION_BITS(F), .SPECIALS(KIND), .SIGNED(UNSIGNED == 0),
        .SUBNORMALS(POWER == 0), .FLUSH_BELOW(FLUSH), .FLUSH_KEEPS_SIGN(KEEP), .CONVERT(CONVERT),
        .LEAST(LEAST), .SB(SB), .EW(EW), .OFFSET(OFFSET), .ZERO_HELD(HELD), .ZERO_EXP(ZERO)
    ) i_cell (.x_i, .sign_o(sign), .exp_o(exponent), .sig_o(sig), .zero_o(zero), .inf_o, .nan_o);
    assign sign_o = sign & ~nan_o;
    assign zero_o = zero & ~nan_o;
    assign exp_o = (inf_o | nan_o) ? '0 : exponent;
    assign sig_o = (inf_o | nan_o) ? '0 : sig;
  end
endmodule
