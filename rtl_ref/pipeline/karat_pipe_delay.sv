// SPDX-License-Identifier: Apache-2.0
//
// Delays a word through the pipeline registers that exist at N possible places, in step with the datapath.
module karat_pipe_delay #(
    parameter int unsigned W = 1,
    parameter int unsigned N = 1,
    parameter logic [N-1:0] CUTS = '0  // the places that have a register
) (
    input  logic           clk_i,
    input  logic [3*N-1:0] move_i,
    input  logic [W-1:0]   data_i,
    output logic [W-1:0]   data_o
);
  for (genvar i = 0; i < N; i++) begin : g_place
    logic [W-1:0] entering, leaving;
    if (i == 0) begin : g_first
      assign entering = data_i;
    end else begin : g_next
      assign entering = g_place[i-1].leaving;
    end
    karat_pipe_reg #(.W(W), .ENABLE(CUTS[i])) i_reg (
        .clk_i, .move_i(move_i[3*i+:3]), .data_i(entering), .data_o(leaving)
    );
  end
  assign data_o = g_place[N-1].leaving;
endmodule
