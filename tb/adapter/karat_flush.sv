// SPDX-License-Identifier: Apache-2.0
// Every second reset reaches the unit as a flush: one cycle of flush_o instead of its reset. The unit must
// have dropped its tiles then, like the adapter, which is reset.
module karat_flush (
    input  logic clk_i,
    input  logic rst_ni,
    output logic flush_o,
    output logic unit_rst_no,
    input  logic answer_i  // the unit answers
);
  logic ran = 1'b0;   // rst_ni, a cycle ago
  logic flushes = 1'b0;  // this or the next reset is a flush
  logic flushed;
  assign flush_o = !rst_ni && ran && flushes;
  assign unit_rst_no = rst_ni || flushes;
  assign flushed = !rst_ni && !ran && flushes;
  always_ff @(posedge clk_i) begin
    ran <= rst_ni;
    if (rst_ni && !ran) flushes <= !flushes;
    if (flushed && answer_i) $error("the unit answers after a flush, which should have dropped its tiles");
  end
endmodule
