// SPDX-License-Identifier: Apache-2.0
// One lane with a rounding mode that comes with every tile, in two stages: the exact sum, and its rounding.
module unit_with_modes #(
    // Faults, to see that the check finds them. 1: RUP rounds negative sums down. 2: the rounding takes the
    // mode that is at the port, which is that of a later tile. 3: it takes the mode of the tile before.
    parameter int FAULT = 0
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic                valid_i,
    output logic                ready_o,
    input  logic [2:0]          mode_i,   // 0 RNE, 1 RTZ, 2 RDN, 3 RUP, 4 RMM
    input  logic [0:0][3:0][7:0] a_i,
    input  logic [0:0][3:0][7:0] b_i,
    input  logic [0:0][0:0][15:0] c_i,
    output logic                valid_o,
    input  logic                ready_i,
    output logic [0:0][0:0][15:0] d_o
);
  logic sum_negative, sum_nan, sum_infinity;
  logic [46:0] sum;
  fp8_dot4 dot (
      .a_i(a_i[0]),
      .b_i(b_i[0]),
      .c_i(c_i[0][0]),
      .negative_o(sum_negative),
      .magnitude_o(sum),
      .nan_o(sum_nan),
      .infinity_o(sum_infinity)
  );

  logic valid_q, negative_q, nan_q, infinity_q;
  logic [46:0] sum_q;
  logic [2:0] mode_q, last_mode_q, mode;
  logic valid_result_q;
  logic [15:0] rounded, result, result_q;
  logic move;  // from the first stage to the second
  assign move    = !valid_result_q || ready_i;
  assign ready_o = !valid_q || move;
  assign valid_o = valid_result_q;
  assign d_o     = result_q;

  assign mode = FAULT == 2 ? mode_i : FAULT == 3 ? last_mode_q : mode_q;
  round_fp16 #(
      .RUP_FORGETS_SIGN(FAULT == 1)
  ) rounding (
      .negative_i(negative_q),
      .magnitude_i(sum_q),
      .mode_i(mode),
      .code_o(rounded)
  );
  always_comb begin
    result = sum_q == 0 ? 16'h0000 : rounded;
    if (infinity_q) result = {negative_q, 15'h7c00};
    if (nan_q) result = 16'h7fff;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q        <= 1'b0;
      valid_result_q <= 1'b0;
    end else begin
      if (ready_o) valid_q <= valid_i;
      if (move) valid_result_q <= valid_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && ready_o) begin
      mode_q      <= mode_i;
      last_mode_q <= mode_q;
      sum_q      <= sum;
      negative_q <= sum_negative;
      nan_q      <= sum_nan;
      infinity_q <= sum_infinity;
    end
    if (move) result_q <= result;
  end
endmodule
