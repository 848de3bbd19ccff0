// SPDX-License-Identifier: Apache-2.0
// B is loaded and stays. Fault 1: B is read from its port with the tile, and not kept. Fault 2: a load is
// ignored every fourth time. Fault 3: of two loads without a tile between them the first one counts.
module weights_stay (
    input  logic clk,
    input  logic rst_n,
    input  logic load,
    input  logic valid,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    input  logic [1:0][1:0][31:0] c,
    output logic done,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][3:0][15:0] weights;
  logic [1:0][1:0][31:0] sums;
  logic [1:0] loads;
  logic fresh, ignored;  // no tile came since the last load; the load is lost
  assign ignored = fault == 2 ? loads == 3 : fault == 3 && fresh;
  tile unit (.a, .b(fault == 1 ? b : weights), .c, .d(sums));
  always_ff @(posedge clk) begin
    done <= rst_n && valid;
    d <= sums;
    loads <= rst_n ? loads + 2'(load) : '0;
    if (load && !ignored) weights <= b;
    fresh <= rst_n && (load || (fresh && !valid));
  end
endmodule
