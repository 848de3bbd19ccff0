// SPDX-License-Identifier: Apache-2.0
// A is loaded, in every other cycle only, and stays; there is no c. flush empties the unit. Fault 1: only
// one row of a load is taken. Fault 2: the sum starts at 2^-149. Fault 3: flush is ignored. Fault 4: A is
// read two cycles after the tile, so that a load disturbs the tiles in the unit.
module rows_stay (
    input  logic clk,
    input  logic rst_n,
    input  logic flush,
    input  logic load,
    output logic load_ready,
    input  logic valid,
    input  logic [1:0][3:0][15:0] a,
    input  logic [1:0][3:0][15:0] b,
    output logic done,
    output logic [1:0][1:0][31:0] d
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][3:0][15:0] rows;
  logic [1:0][3:0][15:0] b_before, b_long_before;
  logic [1:0][1:0][31:0] sums, kept, answer;
  logic waits;
  tile unit (.a(rows), .b(fault == 4 ? b_long_before : b), .c({4{fault == 2 ? 32'd1 : 32'd0}}), .d(sums));
  assign d = fault == 4 ? sums : answer;
  always_ff @(posedge clk) begin
    b_before <= b;
    b_long_before <= b_before;
    load_ready <= rst_n && !load_ready;
    waits <= rst_n && valid && !(flush && fault != 3);
    done <= rst_n && waits && !(flush && fault != 3);
    kept <= sums;
    answer <= kept;
    if (load && load_ready) rows <= fault == 1 ? {rows[0], a[0]} : a;
  end
endmodule
