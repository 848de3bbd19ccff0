// SPDX-License-Identifier: Apache-2.0
// Reference for karat_lead: the number as one wide integer. The position of its highest 1 gives the exponent,
// and a shift by that exponent gives the significand. Only leading bits with an exponent of at least 0 are
// compared; others do not occur.
module cell_pair #(
    parameter int unsigned W = 4, parameter int unsigned OUT_W = W, parameter int unsigned EW = 4,
    parameter int unsigned LEAST = 0, parameter bit REFERENCE = 0
) (
    input logic [EW-1:0] exp_i, input logic [W-1:0] sig_i,
    output logic [EW-1:0] exp_o, output logic [OUT_W-1:0] sig_o
);
  localparam int unsigned V = OUT_W + (1 << EW);
  logic [V-1:0] value;  // bit W - 1 has exponent 0
  logic [EW-1:0] exponent;
  logic [OUT_W-1:0] sig;
  logic there;
  assign value = sig_i << exp_i;
  assign there = (value >= (1 << (W - 1))) | (sig_i == 0);
  assign exp_o = there ? exponent : '0;
  assign sig_o = there ? sig : '0;

  if (REFERENCE) begin : g_ref
    integer i;
    always_comb begin
      exponent = LEAST;
      for (i = LEAST; i < (1 << EW); i = i + 1) if (value[W-1+i]) exponent = i;
      sig = (value << (OUT_W - W)) >> exponent;
    end
  end else begin : g_cell
    karat_lead #(.W(W), .OUT_W(OUT_W), .EW(EW), .LEAST(LEAST)) i_cell (
        .exp_i, .sig_i, .exp_o(exponent), .sig_o(sig)
    );
  end
endmodule
