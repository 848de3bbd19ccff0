// SPDX-License-Identifier: Apache-2.0
// A part of a chip with a mac that gets a request in every cycle but each fourth, for ever.
module core #(parameter bit WRONG = 1'b0) (
    input  logic clk,
    input  logic rst_n,
    output logic done,
    output logic [31:0] d
);
  logic go;
  logic [1:0] cycle;
  logic [1:0][7:0] a, b;
  logic [31:0] c;
  always_ff @(posedge clk) begin
    cycle <= rst_n ? cycle + 2'd1 : '0;
    go <= rst_n && cycle != '0;
    a <= 16'($urandom);
    b <= 16'($urandom);
    c <= $urandom;
  end
  mac #(.WRONG(WRONG)) unit (.*);
endmodule
