// SPDX-License-Identifier: Apache-2.0
//
// Properties of a tile's handshakes, for simulation only: a stalled result does not change, there is no
// result without a request, and at most DEPTH tiles are in flight.
module karat_port_check #(
    parameter int unsigned W = 32,       // bits of the results
    parameter int unsigned DEPTH = 4096  // far more tiles than any pipeline holds
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic         valid_i,
    input logic         ready_o,
    input logic         valid_o,
    input logic         ready_i,
    input logic [W-1:0] d_i
);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  if (DEPTH < 1) $error("DEPTH = %0d: must be at least 1", DEPTH);
  int unsigned requests_q, answers_q;
  logic accepted, answered;
  logic running_q, stalled_q;  // out of reset; a result was stalled in the last cycle
  logic [W-1:0] held_q;
  logic changed;

  assign accepted = valid_i & ready_o;
  assign answered = valid_o & ready_i;
  assign changed = d_i != held_q;
  always_ff @(posedge clk_i) held_q <= d_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      stalled_q <= 1'b0;
      requests_q <= 0;
      answers_q <= 0;
    end else begin
      running_q <= 1'b1;
      stalled_q <= valid_o & ~ready_i;
      requests_q <= requests_q + 32'(accepted);
      answers_q <= answers_q + 32'(answered);
    end
  end

  // A result stays valid and unchanged until it is taken. The properties sample single bits only, because for
  // a very wide sampled signal Verilator 5.006 generates C++ that does not compile.
  a_valid_holds : assert property (@(posedge clk_i) disable iff (!running_q)
      stalled_q |-> valid_o)
  else $error("valid_o fell while the receiver stalled");
  a_result_holds : assert property (@(posedge clk_i) disable iff (!running_q)
      stalled_q |-> !changed)
  else $error("d_o changed while the receiver stalled");
  // No result without a request. The result may come in the cycle in which the request is offered.
  a_requested : assert property (@(posedge clk_i) disable iff (!running_q)
      valid_o |-> requests_q + 32'(valid_i) != answers_q)
  else $error("a result without a request");
  a_bounded : assert property (@(posedge clk_i) disable iff (!running_q)
      requests_q - answers_q <= DEPTH)
  else $error("more than %0d tiles in flight", DEPTH);
endmodule
