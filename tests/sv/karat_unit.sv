// SPDX-License-Identifier: Apache-2.0
// The reference RTL as the unit of the testbench, with optional faults: +fault=flip|flips|drop|twice|mute at
// result +fault_tile=N, counted from 0. flips and mute apply to this result and all later ones.
module karat_unit #(
    parameter int unsigned M = 2,
    parameter int unsigned N = 2,
    parameter int unsigned K = 16
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic valid_i,
    output logic ready_o,
    input  logic [M-1:0][K-1:0][15:0] a_i,
    input  logic [N-1:0][K-1:0][15:0] b_i,
    input  logic [M-1:0][N-1:0][31:0] c_i,
    output logic valid_o,
    input  logic ready_i,
    output logic [M-1:0][N-1:0][31:0] d_o
);
  string fault = "";
  longint unsigned fault_tile = 10;
  longint unsigned answers;
  logic valid, ready, again, here;
  logic [M-1:0][N-1:0][31:0] d;

  initial begin
    void'($value$plusargs("fault=%s", fault));
    void'($value$plusargs("fault_tile=%d", fault_tile));
  end

  /*verilator tracing_off*/  // waves of the ports suffice; tracing the tile adds a minute of compile time
  karat_hopper_hmma_16816_f32 tile_i (
      .clk_i, .rst_ni, .valid_i, .ready_o, .a_i, .b_i, .c_i, .valid_o(valid), .ready_i(ready), .d_o(d)
  );
  /*verilator tracing_on*/

  always_comb begin
    here = answers == fault_tile;
    valid_o = valid && !(fault == "mute" && answers >= fault_tile);
    ready = ready_i;
    d_o = d;
    if (here && fault == "flip") d_o[M-1][0][0] = !d[M-1][0][0];
    if (answers >= fault_tile && fault == "flips") d_o[M-1][0][0] = !d[M-1][0][0];
    if (here && fault == "drop") valid_o = 1'b0;               // taken from the unit but never output
    if (here && fault == "twice" && !again) ready = 1'b0;      // output twice
    if (fault == "mute" && answers >= fault_tile) ready = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answers <= 0;
      again <= 1'b0;
    end else begin
      if (valid && ready) answers <= answers + 1;
      again <= here && fault == "twice" && valid && ready_i;
    end
  end
endmodule
