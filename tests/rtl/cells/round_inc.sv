// SPDX-License-Identifier: Apache-2.0
// Reference for karat_round_inc: the rounding modes by definition. {guard, sticky} is 0 if the value is
// exact, 1 below half, 2 at half and 3 above half.
module cell_pair #(parameter int unsigned MODE = 4, parameter bit REFERENCE = 0) (
    input logic sign_i, input logic lsb_i, input logic guard_i, input logic sticky_i, output logic inc_o
);
  if (REFERENCE) begin : g_ref
    logic [1:0] rest;
    logic tie;
    assign rest = {guard_i, sticky_i};
    // RZ RD RU RA RNE RNU RND RNZ RNA RNO RO
    assign tie = (MODE == 4) ? lsb_i : (MODE == 5) ? ~sign_i : (MODE == 6) ? sign_i :
                 (MODE == 7) ? 1'b0 : (MODE == 8) ? 1'b1 : ~lsb_i;
    assign inc_o = (MODE == 0) ? 1'b0 : (MODE == 1) ? (rest != 0) & sign_i :
                   (MODE == 2) ? (rest != 0) & ~sign_i : (MODE == 3) ? rest != 0 :
                   (MODE == 10) ? (rest != 0) & ~lsb_i : (rest == 3) | ((rest == 2) & tie);
  end else begin : g_cell
    karat_round_inc #(.MODE(MODE)) i_cell (.sign_i, .lsb_i, .guard_i, .sticky_i, .inc_o);
  end
endmodule
