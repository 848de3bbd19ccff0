// SPDX-License-Identifier: Apache-2.0
//
// Maximum of N unsigned numbers, any N >= 1: a balanced tree of comparators. Nodes are numbered as in a heap:
// node j has the children 2j and 2j+1, the leaves are nodes N .. 2N-1, and the root is node 1. The depth is
// ceil(log2 N).
module karat_max_tree #(
    parameter int unsigned N = 2,
    parameter int unsigned W = 8
) (
    input  logic [N*W-1:0] x_i,
    output logic [W-1:0]   max_o
);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  for (genvar j = 2 * N - 1; j >= 1; j--) begin : g_node
    logic [W-1:0] value;
    if (j >= N) begin : g_leaf
      assign value = x_i[(j-N)*W+:W];
    end else begin : g_compare
      assign value = (g_node[2*j].value > g_node[2*j+1].value) ? g_node[2*j].value
                                                               : g_node[2*j+1].value;
    end
  end

  assign max_o = g_node[1].value;
endmodule
