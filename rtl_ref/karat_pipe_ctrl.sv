// SPDX-License-Identifier: Apache-2.0
//
// Control half of an elastic pipeline register: the valid bit and the load signal of
// the data registers beside it. The register takes new data when it is empty or being
// emptied in the same cycle, so it holds full throughput with one data word. Where
// ENABLE is 0 the handshake is passed through.
module karat_pipe_ctrl #(
    parameter bit ENABLE = 1'b1
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic valid_i,
    output logic ready_o,
    output logic valid_o,
    input  logic ready_i,
    output logic load_o
);
  assign load_o = valid_i & ready_o;

  if (ENABLE) begin : g_reg
    logic valid_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_q <= 1'b0;
      else if (ready_o) valid_q <= valid_i;
    end
    assign ready_o = ~valid_q | ready_i;
    assign valid_o = valid_q;
  end else begin : g_wire
    logic unused_clock;
    assign unused_clock = clk_i ^ rst_ni;
    assign ready_o = ready_i;
    assign valid_o = valid_i;
  end
endmodule
