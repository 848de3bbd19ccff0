// SPDX-License-Identifier: Apache-2.0
// NaNs and infinities, value by value. inf_sign_o means something only where there are infinities, and
// neither means anything beside a NaN.
module cell_dut #(parameter int unsigned N = 3) (
    input logic [N-1:0] nan_i, inf_i, sign_i, output logic nan_o, inf_o, inf_sign_o
);
  logic inf, inf_sign;
  karat_specials #(.N(N)) i_cell (.nan_i, .inf_i, .sign_i, .nan_o, .inf_o(inf), .inf_sign_o(inf_sign));
  assign inf_o = inf & ~nan_o;
  assign inf_sign_o = inf_sign & inf_o;
endmodule

module cell_ref #(parameter int unsigned N = 3) (
    input logic [N-1:0] nan_i, inf_i, sign_i, output logic nan_o, inf_o, inf_sign_o
);
  integer k;
  always_comb begin
    nan_o = 1'b0;
    inf_o = 1'b0;
    inf_sign_o = 1'b0;
    for (k = 0; k < N; k = k + 1) begin
      if (inf_i[k]) begin
        if (inf_o & (inf_sign_o != sign_i[k])) nan_o = 1'b1;  // two of different signs
        inf_o = 1'b1;
        inf_sign_o = sign_i[k];
      end
      if (nan_i[k]) nan_o = 1'b1;
    end
    if (nan_o) inf_o = 1'b0;
    if (nan_o) inf_sign_o = 1'b0;
  end
endmodule
