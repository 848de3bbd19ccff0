// SPDX-License-Identifier: Apache-2.0
// Reference for karat_align: alignment as a division by a power of two with remainder. The magnitude is
// rounded down and then corrected according to the rounding mode.
module cell_pair #(
    parameter int unsigned IB = 2, parameter int unsigned FB = 3, parameter int unsigned F = 4,
    parameter int unsigned EW = 4, parameter int unsigned MODE = 0, parameter bit STICKY = 1,
    parameter bit REFERENCE = 0
) (
    input logic sign_i, input logic [EW-1:0] exp_i, input logic [IB+FB-1:0] sig_i,
    input logic [EW-1:0] above_i,
    output logic [IB+F+1:0] addend_o, output logic lost_o
);
  if (REFERENCE) begin : g_ref
    localparam int unsigned TOP = (1 << EW) - 1;
    localparam int unsigned W = IB + FB + F + TOP + 2;
    logic [EW-1:0] distance;
    logic [W-1:0] value, floor, rest, half;  // in units of 2**-(FB + TOP) of the sum's last place
    logic up, tie;
    assign distance = (above_i > exp_i) ? above_i - exp_i : 0;
    assign value = (sig_i << (F + TOP)) >> distance;
    assign floor = value >> (FB + TOP);
    assign rest = value - (floor << (FB + TOP));
    assign half = 1 << (FB + TOP - 1);
    assign tie = (MODE == 4) ? floor[0] : (MODE == 5) ? ~sign_i : (MODE == 6) ? sign_i :
                 (MODE == 7) ? 1'b0 : (MODE == 8) ? 1'b1 : ~floor[0];
    assign up = (MODE == 0) ? 1'b0 : (MODE == 1) ? (rest != 0) & sign_i :
                (MODE == 2) ? (rest != 0) & ~sign_i : (MODE == 3) ? rest != 0 :
                (MODE == 10) ? (rest != 0) & ~floor[0] : (rest > half) | ((rest == half) & tie);
    assign addend_o = sign_i ? 0 - (floor + up) : floor + up;
    assign lost_o = (STICKY == 1) & (rest != 0);
  end else begin : g_cell
    logic [EW-1:0] exp_max;
    assign exp_max = (exp_i > above_i) ? exp_i : above_i;
    karat_align #(.IB(IB), .FB(FB), .F(F), .EW(EW), .ROUNDING(MODE), .STICKY(STICKY)) i_cell (
        .sign_i, .exp_i, .sig_i, .exp_max_i(exp_max), .addend_o, .lost_o
    );
  end
endmodule
