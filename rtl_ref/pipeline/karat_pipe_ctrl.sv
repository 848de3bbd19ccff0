// SPDX-License-Identifier: Apache-2.0
//
// Control half of an elastic pipeline register with a skid buffer: one entry drives the output, the spare
// entry holds a word that arrives while the output is stalled. ready_o is therefore a register output (no
// path from ready_i), and throughput is one word a cycle. The data halves (karat_pipe_reg) are controlled by
// move_o. If ENABLE is 0, the handshake is passed through.
module karat_pipe_ctrl #(
    parameter bit ENABLE = 1'b1
) (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       valid_i,
    output logic       ready_o,
    output logic       valid_o,
    input  logic       ready_i,
    output logic [2:0] move_o   // {output from spare, spare from input, output from input}
);
  if (ENABLE) begin : g_reg
    logic valid_q, spare_q;  // spare_q implies valid_q
    logic push, pop;

    assign ready_o = ~spare_q;
    assign valid_o = valid_q;
    assign push = valid_i & ready_o;
    assign pop = valid_o & ready_i;
    assign move_o = {pop & spare_q, push & valid_q & ~pop, push & (~valid_q | pop)};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
        spare_q <= 1'b0;
      end else begin
        valid_q <= push | spare_q | (valid_q & ~pop);
        spare_q <= (spare_q & ~pop) | move_o[1];
      end
    end
  end else begin : g_wire
    logic unused_clock;
    assign unused_clock = clk_i ^ rst_ni;
    assign ready_o = ready_i;
    assign valid_o = valid_i;
    assign move_o = 3'b000;
  end
endmodule
