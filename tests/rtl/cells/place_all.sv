// SPDX-License-Identifier: Apache-2.0
// Reference for karat_place_all: doubles each addend SHIFT + exponent times, then negates it if sign_i is 1.
module cell_pair #(
    parameter int unsigned N = 2, parameter int unsigned S = 3, parameter int unsigned EW = 3,
    parameter int unsigned SHIFT = 0, parameter int unsigned OUT_W = 12, parameter bit REFERENCE = 0
) (
    input logic [N-1:0] sign_i, input logic [N*EW-1:0] exp_i, input logic [N*S-1:0] sig_i,
    output logic [N*OUT_W-1:0] addend_o
);
  if (REFERENCE) begin : g_ref
    integer i, k;
    logic [OUT_W-1:0] value;
    always_comb begin
      for (k = 0; k < N; k = k + 1) begin
        value = sig_i[k*S+:S];
        for (i = 0; i < SHIFT + (1 << EW); i = i + 1)
          if (i < SHIFT + exp_i[k*EW+:EW]) value = value + value;
        addend_o[k*OUT_W+:OUT_W] = sign_i[k] ? 0 - value : value;
      end
    end
  end else begin : g_cell
    karat_place_all #(.N(N), .S(S), .EW(EW), .SHIFT(SHIFT), .OUT_W(OUT_W)) i_cell (
        .sign_i, .exp_i, .sig_i, .addend_o
    );
  end
endmodule
