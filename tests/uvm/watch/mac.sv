// SPDX-License-Identifier: Apache-2.0
// A dot-add of two int8 products and an int32, three cycles long. With WRONG it adds 1 too much. It has no
// answers from +mute_at=TIME ns on.
module mac #(parameter bit WRONG = 1'b0) (
    input  logic clk,
    input  logic rst_n,
    input  logic go,
    input  logic [1:0][7:0] a,
    input  logic [1:0][7:0] b,
    input  logic [31:0] c,
    output logic done,
    output logic [31:0] d
);
  int unsigned mute_at;
  initial if (!$value$plusargs("mute_at=%d", mute_at)) mute_at = 32'hffff_ffff;

  logic [1:0] valid;
  logic [1:0][31:0] sums;
  always_ff @(posedge clk) begin
    valid <= {valid[0] && rst_n, go && rst_n};
    sums[0] <= 32'(signed'(a[0]) * signed'(b[0])) + 32'(signed'(a[1]) * signed'(b[1])) + c + 32'(WRONG);
    sums[1] <= sums[0];
    done <= valid[1] && rst_n && $time < 64'(mute_at);
    d <= sums[1];
  end
endmodule
