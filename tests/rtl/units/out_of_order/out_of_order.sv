// SPDX-License-Identifier: Apache-2.0
// Answers pairs of tiles in the opposite order, with the tag of each. Fault 1: the tags are mixed up.
module out_of_order (
    input  logic clk,
    input  logic rst_n,
    input  logic valid,
    input  logic [3:0] tag_in,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [3:0] tag_out,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  // A tile with an even tag waits up to four cycles for the next one and lets it pass.
  logic [1:0][1:0][31:0] sums, waiting, late;
  logic [3:0] waiting_tag, late_tag;
  logic [2:0] patience;
  logic [1:0] state;  // 0: empty, 1: waits, 2: comes next
  tile unit (.a, .b, .c, .d(sums));
  always_ff @(posedge clk) begin
    done <= 1'b0;
    if (!rst_n) state <= 0;
    else if (valid && !tag_in[0] && state != 1) begin
      state <= 1;
      patience <= 4;
      waiting <= sums;
      waiting_tag <= tag_in;
      if (state == 2) {done, d, tag_out} <= {1'b1, late, late_tag};
    end else if (valid && state == 1) begin
      {done, d, tag_out} <= {1'b1, sums, fault == 1 ? waiting_tag : tag_in};
      state <= 2;
      late <= waiting;
      late_tag <= fault == 1 ? tag_in : waiting_tag;
    end else if (state == 2) begin
      {done, d, tag_out} <= {1'b1, late, late_tag};
      state <= 0;
    end else if (valid) begin
      {done, d, tag_out} <= {1'b1, sums, tag_in};
    end else if (state == 1) begin
      patience <= patience - 1'b1;
      if (patience == 0) begin
        {done, d, tag_out} <= {1'b1, waiting, waiting_tag};
        state <= 0;
      end
    end
  end
endmodule
