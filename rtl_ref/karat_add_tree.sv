// SPDX-License-Identifier: Apache-2.0
//
// Exact sum of N two's complement numbers by a balanced adder tree, any N >= 1.
// Nodes are numbered as in a heap (see karat_max_tree). Each level is one bit wider
// than the one below it, so no node can overflow and the order cannot matter.
module karat_add_tree #(
    parameter int unsigned N = 2,
    parameter int unsigned W = 8,
    localparam int unsigned DEPTH = $clog2(N),    // adder levels
    localparam int unsigned SUM_W = W + DEPTH
) (
    input  logic [N*W-1:0]   x_i,
    output logic [SUM_W-1:0] sum_o
);
  for (genvar j = 2 * N - 1; j >= 1; j--) begin : g_node
    // Node j is floor(log2 j) = clog2(j+1) - 1 levels below the root. Where N is no
    // power of two some leaves are one level up, and one bit wider than they need.
    localparam int unsigned NODE_W = SUM_W + 1 - $clog2(j + 1);
    logic [NODE_W-1:0] value;
    if (j >= N) begin : g_leaf
      if (NODE_W == W) begin : g_bottom
        assign value = x_i[(j-N)*W+:W];
      end else begin : g_raised
        assign value = {x_i[(j-N)*W+W-1], x_i[(j-N)*W+:W]};
      end
    end else begin : g_add
      logic [NODE_W-2:0] left, right;
      assign left = g_node[2*j].value;
      assign right = g_node[2*j+1].value;
      assign value = {left[NODE_W-2], left} + {right[NODE_W-2], right};
    end
  end

  assign sum_o = g_node[1].value;
endmodule
