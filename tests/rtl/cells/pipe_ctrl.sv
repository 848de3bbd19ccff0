// SPDX-License-Identifier: Apache-2.0
// Reference for PLACES elastic registers (karat_pipe_ctrl) and their data path (karat_pipe_delay, built of
// karat_pipe_reg): a chain of queues of two words, with a wire instead of a queue where the bit of CUTS is 0.
// Proved for every sequence of inputs, with resets at any time. Outputs before the first reset and data
// without valid are masked.
module cell_pair #(
    parameter int unsigned W = 2, parameter int unsigned PLACES = 1, parameter int unsigned CUTS = 1,
    parameter bit REFERENCE = 0
) (
    input logic clk_i, rst_ni, valid_i, ready_i, input logic [W-1:0] data_i,
    output logic ready_o, valid_o, output logic [W-1:0] data_o
);
  logic started_q;
  initial started_q = 1'b0;
  always_ff @(posedge clk_i) if (!rst_ni) started_q <= 1'b1;

  logic [PLACES:0] valid, ready;
  logic [W-1:0] data;
  assign valid[0] = valid_i;
  assign ready[PLACES] = ready_i;
  assign ready_o = started_q & ready[0];
  assign valid_o = started_q & valid[PLACES];
  assign data_o = valid_o ? data : '0;

  if (REFERENCE) begin : g_ref
    logic [(PLACES+1)*W-1:0] words;
    assign words[W-1:0] = data_i;
    assign data = words[PLACES*W+:W];
    for (genvar i = 0; i < PLACES; i = i + 1) begin : g_place
      if ((CUTS >> i) & 1) begin : g_queue
        queue_of_two #(.W(W)) i_queue (
            .clk_i, .rst_ni, .valid_i(valid[i]), .ready_o(ready[i]), .valid_o(valid[i+1]),
            .ready_i(ready[i+1]), .data_i(words[i*W+:W]), .data_o(words[(i+1)*W+:W])
        );
      end else begin : g_wire
        assign valid[i+1] = valid[i];
        assign ready[i] = ready[i+1];
        assign words[(i+1)*W+:W] = words[i*W+:W];
      end
    end
  end else begin : g_cell
    logic [3*PLACES-1:0] move;
    for (genvar i = 0; i < PLACES; i = i + 1) begin : g_place
      karat_pipe_ctrl #(.ENABLE((CUTS >> i) & 1)) i_cell (
          .clk_i, .rst_ni, .valid_i(valid[i]), .ready_o(ready[i]), .valid_o(valid[i+1]), .ready_i(ready[i+1]),
          .move_o(move[3*i+:3])
      );
    end
    karat_pipe_delay #(.W(W), .N(PLACES), .CUTS(CUTS)) i_delay (
        .clk_i, .move_i(move), .data_i, .data_o(data)
    );
  end
endmodule

// A queue of two words, the oldest in the low bits.
module queue_of_two #(parameter int unsigned W = 2) (
    input logic clk_i, rst_ni, valid_i, ready_i, input logic [W-1:0] data_i,
    output logic ready_o, valid_o, output logic [W-1:0] data_o
);
  logic [1:0] count_q, count;
  logic [2*W-1:0] words_q, words;
  // The reset is asynchronous: it empties the queue without a clock edge.
  assign ready_o = ~rst_ni | (count_q != 2);
  assign valid_o = rst_ni & (count_q != 0);
  assign data_o = words_q[W-1:0];
  always_comb begin
    count = count_q;
    words = words_q;
    if (valid_o & ready_i) begin
      words = words >> W;
      count = count - 1;
    end
    if (valid_i & ready_o) begin
      if (count == 0) words[W-1:0] = data_i;
      else words[2*W-1:W] = data_i;
      count = count + 1;
    end
  end
  always_ff @(posedge clk_i) begin
    count_q <= rst_ni ? count : 0;
    words_q <= words;
  end
endmodule
