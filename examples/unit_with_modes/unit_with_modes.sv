// SPDX-License-Identifier: Apache-2.0
// One lane whose formats and rounding come with every tile, in two stages: the operands, and the result.
module unit_with_modes #(
    // Faults, to see that the check finds them. 1: RUP rounds negative sums down. 2: the unit takes the mode
    // that is at the port, which is that of a later tile. 3: it takes the mode of the tile before, if that is
    // still in the unit.
    parameter int FAULT = 0
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic                valid_i,
    output logic                ready_o,
    // Bits 2 to 0, the rounding: 0 RNE, 1 RTZ, 2 RDN, 3 RUP, 4 RMM. Bit 3: a and b are E5M2 instead of E4M3.
    input  logic [3:0]          mode_i,
    input  logic [0:0][3:0][7:0] a_i,
    input  logic [0:0][3:0][7:0] b_i,
    input  logic [0:0][0:0][15:0] c_i,
    output logic                valid_o,
    input  logic                ready_i,
    output logic [0:0][0:0][15:0] d_o
);
  logic valid_q, valid_result_q;
  logic [3:0] mode_q, last_mode_q, mode;
  logic [3:0][7:0] a_q, b_q;
  logic [15:0] c_q;
  logic move;  // from the first stage to the second
  assign move    = !valid_result_q || ready_i;
  assign ready_o = !valid_q || move;
  assign valid_o = valid_result_q;
  assign mode    = FAULT == 2 ? mode_i : FAULT == 3 ? last_mode_q : mode_q;

  logic negative, nan, infinity;
  logic [66:0] sum;
  fp8_dot4 dot (
      .e5m2_i(mode[3]),
      .a_i(a_q),
      .b_i(b_q),
      .c_i(c_q),
      .negative_o(negative),
      .magnitude_o(sum),
      .nan_o(nan),
      .infinity_o(infinity)
  );
  logic [15:0] rounded, result, result_q;
  round_fp16 #(
      .RUP_FORGETS_SIGN(FAULT == 1)
  ) rounding (
      .negative_i(negative),
      .magnitude_i(sum),
      .mode_i(mode[2:0]),
      .code_o(rounded)
  );
  always_comb begin
    result = sum == 0 ? 16'h0000 : rounded;
    if (infinity) result = {negative, 15'h7c00};
    if (nan) result = 16'h7fff;
  end
  assign d_o = result_q;

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
      last_mode_q <= valid_q || valid_result_q ? mode_q : mode_i;
      a_q         <= a_i[0];
      b_q         <= b_i[0];
      c_q         <= c_i[0][0];
    end
    if (move) result_q <= result;
  end
endmodule
