// SPDX-License-Identifier: Apache-2.0
// A part of a chip with a unit that has modes and status flags. It gets a request in every cycle but each
// fourth, for ever.
module status_core (
    input logic clk,
    input logic rst_n
);
  logic valid, done;
  logic [1:0] cycle;
  logic [2:0] rm;
  logic [3:0][7:0] a;
  logic [1:0][3:0][7:0] b;
  logic [1:0][15:0] c, d;
  logic [1:0][4:0] flags;
  always_ff @(posedge clk) begin
    cycle <= rst_n ? cycle + 2'd1 : '0;
    valid <= rst_n && cycle != '0;
    rm <= 3'($urandom_range(4));
    a <= $urandom;
    b <= {$urandom, $urandom};
    c <= $urandom;
  end
  raises_flags dot (.*, .accrued());
endmodule
