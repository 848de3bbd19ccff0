// SPDX-License-Identifier: Apache-2.0
// A user's unit that stops. With +stop_ready_after=N it accepts only N requests. With +stop_answers_after=N
// it outputs N results and swallows all later requests. It computes with the model (Hopper HMMA.16816.F32
// with k = KARAT_K, any k) and takes one cycle.
`include "karat_top_shape.svh"

module karat_top (
    input  logic                                             clk_i,
    input  logic                                             rst_ni,
    input  logic                                             valid_i,
    output logic                                             ready_o,
    input  logic [`KARAT_M-1:0][`KARAT_K-1:0][`KARAT_AW-1:0] a_i,
    input  logic [`KARAT_N-1:0][`KARAT_K-1:0][`KARAT_BW-1:0] b_i,
    input  logic [`KARAT_M-1:0][`KARAT_N-1:0][`KARAT_CW-1:0] c_i,
    output logic                                             valid_o,
    input  logic                                             ready_i,
    output logic [`KARAT_M-1:0][`KARAT_N-1:0][`KARAT_DW-1:0] d_o
);
  int unsigned most_requests, most_answers;
  int unsigned requests = 0;
  int unsigned answers = 0;
  logic is_mute, is_full;
  bit [`KARAT_M-1:0][`KARAT_N-1:0][`KARAT_DW-1:0] result;
  karat_pkg::karat_tile_model #(.M(`KARAT_M), .N(`KARAT_N), .K(`KARAT_K), .AW(`KARAT_AW), .BW(`KARAT_BW),
                                .CW(`KARAT_CW),
                                .DW(`KARAT_DW)) model;

  initial begin
    karat_pkg::karat_status_e status;
    if (!$value$plusargs("stop_ready_after=%d", most_requests)) most_requests = 32'hffff_ffff;
    if (!$value$plusargs("stop_answers_after=%d", most_answers)) most_answers = 32'hffff_ffff;
    model = new();
    model.open_instruction("Hopper", "HMMA.16816.F32", status);
    if (status == karat_pkg::KARAT_OK) model.set_knob("k", $sformatf("%0d", `KARAT_K), status);
    if (status != karat_pkg::KARAT_OK) $fatal(1, "%s", model.last_error());
  end

  assign is_mute = answers >= most_answers;
  assign ready_o = requests < most_requests && (!is_full || ready_i || is_mute);
  assign valid_o = is_full && !is_mute;
  assign d_o = result;

  always @(posedge clk_i) begin
    if (!rst_ni) is_full <= 1'b0;
    else begin
      if (valid_o && ready_i) answers <= answers + 1;
      if (valid_i && ready_o) begin
        bit [`KARAT_M-1:0][`KARAT_N-1:0][`KARAT_DW-1:0] d;
        if (model.tile(a_i, b_i, c_i, '0, '0, d) != karat_pkg::KARAT_OK) $fatal(1, "%s", model.last_error());
        result <= d;
        requests <= requests + 1;
        is_full <= 1'b1;
      end else if (ready_i || is_mute) is_full <= 1'b0;
    end
  end
endmodule
