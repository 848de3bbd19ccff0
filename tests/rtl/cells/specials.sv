// SPDX-License-Identifier: Apache-2.0
// Reference for karat_specials: NaNs and infinities, one value at a time. inf_sign_o is masked if there is no
// infinity; inf_o and inf_sign_o are masked for a NaN.
module cell_pair #(parameter int unsigned N = 3, parameter bit REFERENCE = 0) (
    input logic [N-1:0] nan_i, inf_i, sign_i, output logic nan_o, inf_o, inf_sign_o
);
  logic inf, inf_sign;
  assign inf_o = inf & ~nan_o;
  assign inf_sign_o = inf_sign & inf_o;

  if (REFERENCE) begin : g_ref
    integer k;
    always_comb begin
      nan_o = 1'b0;
      inf = 1'b0;
      inf_sign = 1'b0;
      for (k = 0; k < N; k = k + 1) begin
        if (inf_i[k]) begin
          if (inf & (inf_sign != sign_i[k])) nan_o = 1'b1;  // infinities of both signs
          inf = 1'b1;
          inf_sign = sign_i[k];
        end
        if (nan_i[k]) nan_o = 1'b1;
      end
    end
  end else begin : g_cell
    karat_specials #(.N(N)) i_cell (.nan_i, .inf_i, .sign_i, .nan_o, .inf_o(inf), .inf_sign_o(inf_sign));
  end
endmodule
