// SPDX-License-Identifier: Apache-2.0
// Two exact dot-adds of FP8 numbers, E5M2 if the input says so, rounded to fp16 as rm says. Fault 1: rm is
// that of a later tile. Fault 2: the format is.
module two_mode_ports (
    input  logic clk,
    input  logic rst_n,
    input  logic [2:0] rm,
    input  logic e5m2,
    input  logic valid,
    input  logic [3:0][7:0] a,
    input  logic [1:0][3:0][7:0] b,
    input  logic [1:0][15:0] c,
    output logic done,
    output logic [1:0][15:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [2:0] kept_rm;
  logic kept_e5m2, kept_valid;
  logic [3:0][7:0] kept_a;
  logic [1:0][3:0][7:0] kept_b;
  logic [1:0][15:0] kept_c;
  always_ff @(posedge clk) begin
    kept_valid <= rst_n && valid;
    done <= rst_n && kept_valid;
    {kept_rm, kept_e5m2, kept_a, kept_b, kept_c} <= {rm, e5m2, a, b, c};
  end
  for (genvar n = 0; n < 2; n++) begin : gen_lane
    logic negative, nan, infinity;
    logic [66:0] magnitude;
    logic [15:0] code;
    fp8_dot4 dot (
        .e5m2_i(fault == 2 ? e5m2 : kept_e5m2), .a_i(kept_a), .b_i(kept_b[n]), .c_i(kept_c[n]),
        .negative_o(negative), .magnitude_o(magnitude), .nan_o(nan), .infinity_o(infinity));
    round_fp16 rounding (.negative_i(negative), .magnitude_i(magnitude),
        .mode_i(fault == 1 ? rm : kept_rm), .code_o(code));
    always_ff @(posedge clk)
      d[n] <= nan ? 16'h7fff : infinity ? {negative, 15'h7c00} : magnitude == 0 ? '0 : code;
  end
endmodule
