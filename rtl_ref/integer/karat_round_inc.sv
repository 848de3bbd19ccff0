// SPDX-License-Identifier: Apache-2.0
//
// Rounding decision: inc_o is 1 if the truncated magnitude must be incremented. The directed modes and some
// tie rules depend on the sign.
module karat_round_inc #(
    parameter int unsigned MODE = karat_rtl_pkg::RNE
) (
    input  logic sign_i,
    input  logic lsb_i,     // last bit kept
    input  logic guard_i,   // first bit dropped: half a unit in the last place
    input  logic sticky_i,  // a 1 below the guard bit
    output logic inc_o
);
  if (MODE > karat_rtl_pkg::RO)
    $error("MODE = %0d: allowed are 0..10 (RZ RD RU RA RNE RNU RND RNZ RNA RNO RO)", MODE);
  if (MODE == karat_rtl_pkg::RO) begin : g_odd
    logic unused_sign;
    assign unused_sign = sign_i;
    assign inc_o = (guard_i | sticky_i) & ~lsb_i;
  end else if (karat_rtl_pkg::is_nearest(MODE)) begin : g_nearest
    logic tie_inc;  // increment in a tie
    always_comb begin
      case (MODE)
        karat_rtl_pkg::RNU: tie_inc = ~sign_i;
        karat_rtl_pkg::RND: tie_inc = sign_i;
        karat_rtl_pkg::RNZ: tie_inc = 1'b0;
        karat_rtl_pkg::RNA: tie_inc = 1'b1;
        karat_rtl_pkg::RNO: tie_inc = ~lsb_i;
        default:            tie_inc = lsb_i;
      endcase
    end
    assign inc_o = guard_i & (sticky_i | tie_inc);
  end else begin : g_directed
    logic direction;  // an inexact value of this sign moves away from zero
    always_comb begin
      case (MODE)
        karat_rtl_pkg::RD: direction = sign_i;
        karat_rtl_pkg::RU: direction = ~sign_i;
        karat_rtl_pkg::RA: direction = 1'b1;
        default:           direction = 1'b0;
      endcase
    end
    assign inc_o = (guard_i | sticky_i) & direction;

    // The directed modes do not depend on the last bit kept.
    logic unused_lsb;
    assign unused_lsb = lsb_i;
  end
endmodule
