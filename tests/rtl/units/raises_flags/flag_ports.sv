// SPDX-License-Identifier: Apache-2.0
// raises_flags with a port for each flag, and one that keeps the flags of each lane since the reset. Faults 1
// to 7 are those of raises_flags. 8: each lane keeps the flags of both. 9: the overflow port has the
// underflow of its lane.
module flag_ports (
    input  logic clk,
    input  logic rst_n,
    input  logic valid,
    input  logic [3:0][7:0] a,
    input  logic [1:0][3:0][7:0] b,
    input  logic [1:0][15:0] c,
    output logic done,
    output logic [1:0][15:0] d,
    output logic [1:0] nv,
    output logic of_0_0,
    output logic of_0_1,
    output logic uf[2][1],
    output logic [0:0][1:0] nx,
    output logic [1:0][4:0] kept
);
  int fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  logic [1:0][4:0] raised, earlier;
  logic [4:0] unused_accrued;
  raises_flags #(.UNBOUNDED(1'b1)) unit (
      .clk, .rst_n, .valid, .rm(3'd0), .a, .b, .c, .done, .d, .flags(raised), .accrued(unused_accrued));
  for (genvar n = 0; n < 2; n++) begin : gen_lane
    assign nv[n] = raised[n][4];
    assign uf[n][0] = raised[n][1];
    assign nx[0][n] = raised[n][0];
    assign kept[n] = earlier[n] | (done ? raised[n] | (fault == 8 ? raised[1-n] : '0) : '0);
  end
  assign of_0_0 = raised[0][fault == 9 ? 1 : 2];
  assign of_0_1 = raised[1][fault == 9 ? 1 : 2];
  always_ff @(posedge clk) earlier <= rst_n ? kept : '0;
endmodule
