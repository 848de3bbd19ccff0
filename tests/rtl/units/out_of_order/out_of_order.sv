// SPDX-License-Identifier: Apache-2.0
// Answers pairs of tiles in the opposite order, with the tag of each. Faults: 1: the tags are mixed up. 2: a
// tag that is used again returns the first result that it had. 3: a tag that was in the unit when it was
// reset returns the result from before the reset. 4: a tag that is used again two cycles after its answer
// gives a wrong bit. 5: the highest bit of a tag is lost.
module out_of_order #(
    parameter int unsigned TAG = 4
) (
    input  logic clk,
    input  logic rst_n,
    input  logic valid,
    input  logic [TAG-1:0] tag_in,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [TAG-1:0] tag_out,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  // A tile with an even tag waits up to four cycles for the next one and lets it pass.
  logic [1:0][1:0][31:0] product, sums, waiting, late, result;
  logic [TAG-1:0] waiting_tag, late_tag;
  logic [2:0] patience;
  logic [1:0] state;  // 0: empty, 1: waits, 2: comes next
  tile unit (.a, .b, .c, .d(product));
  always_ff @(posedge clk) begin
    done <= 1'b0;
    if (!rst_n) state <= 0;
    else if (valid && !tag_in[0] && state != 1) begin
      state <= 1;
      patience <= 4;
      waiting <= sums;
      waiting_tag <= tag_in;
      if (state == 2) {done, result, tag_out} <= {1'b1, late, late_tag};
    end else if (valid && state == 1) begin
      {done, result, tag_out} <= {1'b1, sums, fault == 1 ? waiting_tag : tag_in};
      state <= 2;
      late <= waiting;
      late_tag <= fault == 1 ? tag_in : waiting_tag;
    end else if (state == 2) begin
      {done, result, tag_out} <= {1'b1, late, late_tag};
      state <= 0;
    end else if (valid) begin
      {done, result, tag_out} <= {1'b1, sums, tag_in};
    end else if (state == 1) begin
      patience <= patience - 1'b1;
      if (patience == 0) begin
        {done, result, tag_out} <= {1'b1, waiting, waiting_tag};
        state <= 0;
      end
    end
    if (fault == 5) tag_out[TAG-1] <= 1'b0;
  end

  // Fault 2: the first result of each tag. Fault 3: the tile that a reset met. Fault 4: the answers of the
  // last two cycles.
  logic [2**TAG-1:0] known = '0;
  logic [1:0][1:0][31:0] first[2**TAG], met;
  logic is_met = 1'b0;
  logic [TAG-1:0] met_tag, tag_1, tag_2;
  logic done_1, done_2, early;
  assign early = fault == 4 && done_2 && tag_2 == tag_in;
  assign sums = product ^ 128'(early);
  always_comb begin
    d = result;
    if (fault == 2 && known[tag_out]) d = first[tag_out];
    if (fault == 3 && is_met && met_tag == tag_out) d = met;
  end
  always_ff @(posedge clk) begin
    {done_1, tag_1, done_2, tag_2} <= {done, tag_out, done_1, tag_1};
    if (done && !known[tag_out]) begin
      known[tag_out] <= 1'b1;
      first[tag_out] <= result;
    end
    if (!rst_n && state == 1) {is_met, met, met_tag} <= {1'b1, waiting, waiting_tag};
    else if (done && met_tag == tag_out) is_met <= 1'b0;
  end
endmodule
