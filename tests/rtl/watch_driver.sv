// SPDX-License-Identifier: Apache-2.0
// Drives COUNT random tiles into karat's ports, with pauses on both sides, and takes the answers. After a
// reset it drives COUNT tiles again; answered counts those before it too.
module watch_driver #(
    parameter int unsigned SEED = 1,
    parameter int unsigned COUNT = 400
) (
    input  logic clk_i,
    input  logic rst_ni,
    output logic valid_i,
    input  logic ready_o,
    output logic [1:0][3:0][15:0] a_i,
    output logic [1:0][3:0][15:0] b_i,
    output logic [1:0][1:0][31:0] c_i,
    input  logic valid_o,
    output logic ready_i,
    output int unsigned answered = 0
);
  int unsigned sent;
  bit [31:0] state = SEED * 32'd2654435769;

  // xorshift32; the highest bits of it, which are the most random
  function automatic bit [31:0] draw(int unsigned bits);
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state >> (32 - bits);
  endfunction
  function automatic bit pause();
    return draw(2) == 0;
  endfunction
  // near 1, so that sums cancel and round
  function automatic bit [15:0] operand();
    automatic bit [31:0] r = draw(13);
    return {r[0], 5'd13 + 5'(r[2:1]), r[12:3]};
  endfunction

  always @(posedge clk_i) begin  // not always_ff: draw() writes state
    if (!rst_ni) begin
      valid_i <= 1'b0;
      ready_i <= 1'b0;
      sent <= 0;
    end else begin
      ready_i <= !pause();
      if (valid_o && ready_i) answered <= answered + 1;
      if (valid_i && ready_o) valid_i <= 1'b0;
      if ((!valid_i || ready_o) && sent != COUNT && !pause()) begin
        valid_i <= 1'b1;
        sent <= sent + 1;
        for (int i = 0; i < 2; i++)
          for (int k = 0; k < 4; k++) begin
            a_i[i][k] <= operand();
            // B changes in every eighth tile only: some units keep it
            if (sent[2:0] == 3'd0) b_i[i][k] <= operand();
          end
        for (int i = 0; i < 4; i++) c_i[i/2][i%2] <= {1'(draw(1)), 8'd120 + 8'(draw(3)), 23'(draw(23))};
      end
    end
  end
endmodule
