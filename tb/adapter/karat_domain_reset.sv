// SPDX-License-Identifier: Apache-2.0
// The reset of a part of the unit with a clock of its own: asserted with rst_ni, released at the first rising
// edge of clk_i after it, so that the part still sees its reset at that edge.
module karat_domain_reset (
    input  logic clk_i,   // of karat_divided_clock
    input  logic rst_ni,
    output logic rst_no
);
  logic released = 1'b0;
  assign rst_no = rst_ni && released;
  always_ff @(posedge clk_i) released <= rst_ni;
endmodule
