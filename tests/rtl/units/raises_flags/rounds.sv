// SPDX-License-Identifier: Apache-2.0
// The tile of fp16 products with one set of flags: invalid, overflow, underflow, inexact, the last one at
// the top. Only the rounding to fp32 raises inexact. Fault 1: the alignment does too. Fault 2: the flags are
// those of the first lane.
module rounds (
    input  logic clk,
    input  logic rst_n,
    input  logic valid,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][1:0][31:0] d,
    output logic [3:0] flags
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][1:0][31:0] sums;
  logic [3:0][3:0] raised;  // of each lane
  tile unit (.a, .b, .c, .d(sums));
  for (genvar m = 0; m < 2; m++) begin : gen_row
    for (genvar n = 0; n < 2; n++) begin : gen_column
      logic [4:0] nan, infinite, sign, is_nan, signalling, cut;
      assign nan = unit.gen_row[m].gen_column[n].dot.nan;
      assign infinite = unit.gen_row[m].gen_column[n].dot.inf;
      assign sign = unit.gen_row[m].gen_column[n].dot.sign;
      for (genvar k = 0; k < 4; k++) begin : gen_product
        logic a_nan, b_nan;
        assign a_nan = a[m][k][14:0] > 15'h7c00;
        assign b_nan = b[n][k][14:0] > 15'h7c00;
        assign is_nan[k] = a_nan || b_nan;
        assign signalling[k] = (a_nan && !a[m][k][9]) || (b_nan && !b[n][k][9]);
      end
      assign is_nan[4] = nan[4];
      assign signalling[4] = nan[4] && !c[m][n][22];

      // what the alignment cuts off each addend, and the rounding off the magnitude of their sum
      for (genvar i = 0; i < 5; i++) begin : gen_addend
        logic [9:0] places;
        assign places = unit.gen_row[m].gen_column[n].dot.top - unit.gen_row[m].gen_column[n].dot.exponent[i];
        assign cut[i] = (unit.gen_row[m].gen_column[n].dot.fixed[i] & ~({25{1'b1}} << places)) != 0;
      end
      logic [27:0] magnitude;
      logic signed [9:0] below;  // bits below the last one of the result
      logic finite, normal, overflow, lost, invalid;
      assign magnitude = unit.gen_row[m].gen_column[n].dot.magnitude;
      assign below = unit.gen_row[m].gen_column[n].dot.last - unit.gen_row[m].gen_column[n].dot.top + 10'sd23;
      assign finite = nan == 0 && infinite == 0;
      assign normal = unit.gen_row[m].gen_column[n].dot.significand[23];
      assign overflow = finite && unit.gen_row[m].gen_column[n].dot.biased >= 255;
      assign lost = finite && below > 0 && (magnitude & ~({28{1'b1}} << below)) != 0;
      // signalling NaNs, infinity times zero, infinities of both signs without a NaN
      assign invalid = signalling != 0 || (nan & ~is_nan) != 0 ||
                       ((infinite & sign) != 0 && (infinite & ~sign) != 0 && nan == 0);
      assign raised[2*m+n] = {lost || overflow || (fault == 1 && finite && cut != 0), lost && !normal,
                              overflow, invalid};
    end
  end
  always_ff @(posedge clk) begin
    done <= rst_n && valid;
    d <= sums;
    flags <= fault == 2 ? raised[0] : raised[0] | raised[1] | raised[2] | raised[3];
  end
endmodule
