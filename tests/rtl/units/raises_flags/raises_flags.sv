// SPDX-License-Identifier: Apache-2.0
// Two exact dot-adds of E5M2, rounded to fp16 as rm says, with the status flags of each lane (flags) and of
// all lanes since the reset (accrued), in the order of RISC-V's fflags: invalid, 0, overflow, underflow,
// inexact. Underflow is judged before the rounding. Faults: 1: inexact is stuck at 1. 2: overflow is missing.
// 3: a quiet NaN raises invalid. 4: underflow is judged on the result. 5: accrued forgets the tiles before.
// 6: rm is that of the tile before. 10: a change of rm raises inexact. With UNBOUNDED, underflow is judged
// after rounding to nearest with an unbounded exponent; with fault 7, it is still judged before the rounding.
module raises_flags #(
    parameter bit UNBOUNDED = 1'b0
) (
    input  logic clk,
    input  logic rst_n,
    input  logic valid,
    input  logic [2:0] rm,
    input  logic [3:0][7:0] a,
    input  logic [1:0][3:0][7:0] b,
    input  logic [1:0][15:0] c,
    output logic done,
    output logic [1:0][15:0] d,
    output logic [1:0][4:0] flags,
    output logic [4:0] accrued
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [2:0] rm_before, rounding_mode;
  assign rounding_mode = fault == 6 ? rm_before : rm;
  logic is_later, changed;  // is_later: a tile came before
  assign changed = fault == 10 && is_later && rm != rm_before;
  logic [66:0] tiny_below;  // 2^-14, or what rounds to it
  assign tiny_below = UNBOUNDED && fault != 7 ? 67'h3ffc0 : 67'h40000;
  logic [1:0][15:0] sums;
  logic [1:0][4:0] raised;
  for (genvar n = 0; n < 2; n++) begin : gen_lane
    logic negative, nan, infinity, invalid, overflow, underflow, inexact;
    logic [66:0] magnitude;
    logic [15:0] code;
    fp8_dot4 dot (
        .e5m2_i(1'b1), .a_i(a), .b_i(b[n]), .c_i(c[n]), .negative_o(negative), .magnitude_o(magnitude),
        .nan_o(nan), .infinity_o(infinity));
    round_fp16 rounding (.negative_i(negative), .magnitude_i(magnitude), .mode_i(rounding_mode),
        .code_o(code));

    // infinity times zero, infinities of both signs without a NaN, signalling NaNs
    logic [4:0] is_nan, signalling, plus, minus;
    logic [3:0] zero_times_infinity;
    for (genvar k = 0; k < 4; k++) begin : gen_product
      logic a_nan, b_nan, a_infinity, b_infinity, infinite;
      assign a_nan = a[k][6:0] > 7'h7c;
      assign b_nan = b[n][k][6:0] > 7'h7c;
      assign a_infinity = a[k][6:0] == 7'h7c;
      assign b_infinity = b[n][k][6:0] == 7'h7c;
      assign zero_times_infinity[k] =
          (a_infinity && b[n][k][6:0] == 0) || (b_infinity && a[k][6:0] == 0);
      assign is_nan[k] = a_nan || b_nan || zero_times_infinity[k];
      assign signalling[k] = (a_nan && !a[k][1]) || (b_nan && !b[n][k][1]);
      assign infinite = (a_infinity || b_infinity) && !is_nan[k];
      assign plus[k] = infinite && a[k][7] == b[n][k][7];
      assign minus[k] = infinite && a[k][7] != b[n][k][7];
    end
    assign is_nan[4] = c[n][14:0] > 15'h7c00;
    assign signalling[4] = is_nan[4] && !c[n][9];
    assign plus[4] = c[n] == 16'h7c00;
    assign minus[4] = c[n] == 16'hfc00;

    // what the rounding drops: below 2^(i-42) of a magnitude in units of 2^-32 with the leading bit i
    logic [66:0] dropped;
    logic lost;
    always_comb begin
      dropped = 67'hff;
      for (int i = 19; i < 67; i++) if (magnitude[i]) dropped = (67'd1 << (i - 10)) - 67'd1;
    end
    assign lost = (magnitude & dropped) != 0;
    assign invalid = (fault == 3 ? is_nan != 0 : signalling != 0) || zero_times_infinity != 0 ||
                     (plus != 0 && minus != 0 && is_nan == 0);
    // 65520 and more round to 2^16 or more if the mode rounds them up, 2^16 and more in every mode
    assign overflow = fault != 2 && !nan && !infinity &&
                      (magnitude[66:48] != 0 || (lost && code[14:0] == 15'h7c00));
    assign inexact = fault == 1 || (!nan && !infinity && (lost || magnitude[66:48] != 0));
    assign underflow = !nan && !infinity && lost && magnitude != 0 &&
                       (fault == 4 ? code[14:10] == 0 : magnitude < tiny_below);
    assign raised[n] = {invalid, 1'b0, overflow, underflow, inexact};
    assign sums[n] = nan ? 16'h7fff : infinity ? {negative, 15'h7c00} : magnitude == 0 ? '0 : code;
  end

  always_ff @(posedge clk) begin
    done <= rst_n && valid;
    is_later <= rst_n && (is_later || valid);
    if (valid) begin
      rm_before <= rm;
      d <= sums;
      flags <= raised | {2{4'd0, changed}};
    end
    if (!rst_n) accrued <= '0;
    else if (valid) accrued <= (fault == 5 ? '0 : accrued) | raised[0] | raised[1];
  end
endmodule
