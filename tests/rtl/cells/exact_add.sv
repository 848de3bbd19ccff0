// SPDX-License-Identifier: Apache-2.0
// Reference for karat_exact_add: the exact sum in one wide integer, rounded down to the window's last place,
// with a sticky bit below it for the lost bits. Only exponents large enough to normalise the number are
// compared. The widths are small because the run time of cec grows with them.
module cell_pair #(
    parameter int unsigned XW = 3, parameter int unsigned YW = 4, parameter int unsigned EW = 4,
    parameter int unsigned FRAC = 2,
    parameter int unsigned W = 5,  // width of the window, used by the reference only
    parameter bit REFERENCE = 0
) (
    input logic x_sign_i, y_sign_i, input logic [EW-1:0] x_exp_i, y_exp_i,
    input logic [XW-1:0] x_sig_i, input logic [YW-1:0] y_sig_i,
    output logic [EW-1:0] exp_o, output logic [W+2:0] sum_o
);
  localparam int unsigned XL = $clog2(XW) + 1;
  localparam int unsigned YL = $clog2(YW) + 1;
  logic [EW-1:0] x_exp, y_exp;
  assign x_exp = (x_exp_i < XL) ? XL : x_exp_i;
  assign y_exp = (y_exp_i < YL) ? YL : y_exp_i;

  if (REFERENCE) begin : g_ref
    localparam int unsigned V = W + (1 << EW);         // |x| and |y| are in units of 2**-W
    integer i;
    logic [V-1:0] x, y;
    logic [V+2:0] sum, rest;                           // two's complement
    logic [W+2:0] last;
    always_comb begin
      x = x_sig_i << (x_exp + W + 1 - XW);
      y = y_sig_i << (y_exp + W + 1 - YW);
      exp_o = 0;
      for (i = 0; i < (1 << EW); i = i + 1) if (x[W+i] | y[W+i]) exp_o = i;
      sum = (x_sign_i ? 0 - x : x) + (y_sign_i ? 0 - y : y);
      rest = 0;
      for (i = 0; i < (1 << EW); i = i + 1)
        if (i <= exp_o) begin                          // halve and round down, exp_o + 1 times
          rest = rest | sum[0];
          sum = {sum[V+2], sum[V+2:1]};
        end
      last = sum;
      sum_o = last + last + (rest != 0);
    end
  end else begin : g_cell
    karat_exact_add #(.XW(XW), .YW(YW), .EW(EW), .FRACTION(FRAC)) i_cell (
        .x_sign_i, .x_exp_i(x_exp), .x_sig_i, .y_sign_i, .y_exp_i(y_exp), .y_sig_i, .exp_o, .sum_o
    );
  end
endmodule
