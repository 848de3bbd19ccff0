// SPDX-License-Identifier: Apache-2.0
// E4M3 and E5M2 to FP16 by table: E5M2 is the top byte of an FP16; the seven subnormals of E4M3 are written out.
module cell_dut #(parameter int unsigned FROM = 3) (input logic [7:0] x_i, output logic [15:0] y_o);
  logic [15:0] y;
  karat_convert #(.FROM(FROM), .TO(karat_rtl_pkg::FP16)) i_cell (.x_i, .y_o(y));
  assign y_o = ((y[14:10] == 5'h1f) & (y[9:0] != 0)) ? 16'h7e00 : y;  // any NaN
endmodule

module cell_ref #(parameter int unsigned FROM = 3) (input logic [7:0] x_i, output logic [15:0] y_o);
  logic [14:0] tiny;
  always_comb
    case (x_i[2:0])
      0: tiny = 15'h0000;
      1: tiny = 15'h1800;
      2: tiny = 15'h1c00;
      3: tiny = 15'h1e00;
      4: tiny = 15'h2000;
      5: tiny = 15'h2100;
      6: tiny = 15'h2200;
      default: tiny = 15'h2300;
    endcase
  always_comb
    if (FROM == 3)
      y_o = (x_i[6:0] == 7'h7f) ? 16'h7e00 : (x_i[6:3] == 0) ? {x_i[7], tiny} : {x_i[7], {1'b0, x_i[6:3]} + 5'd8, x_i[2:0], 7'd0};
    else
      y_o = ((x_i[6:2] == 5'h1f) & (x_i[1:0] != 0)) ? 16'h7e00 : {x_i, 8'd0};
endmodule
