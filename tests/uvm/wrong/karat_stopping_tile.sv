// SPDX-License-Identifier: Apache-2.0
// A unit that stops: +stop_ready_after=N, it accepts N requests and no more; +stop_answers_after=N, it answers N times and swallows all later
// requests. Its arithmetic is the model's (one cycle, Hopper HMMA.16816.F32 with k = K), for any K; parameters as karat_fda_tile has them.
module karat_stopping_tile #(
    parameter int unsigned M = 2,
    parameter int unsigned N = 2,
    parameter int unsigned K = 16,
    parameter int unsigned F = 25,
    parameter int unsigned A_FMT = 0,
    parameter int unsigned B_FMT = 0,
    parameter int unsigned C_FMT = 5,
    parameter int unsigned D_FMT = 5,
    parameter int unsigned ALIGN_ROUNDING = 0,
    parameter int unsigned OUTPUT_ROUNDING = 0,
    parameter int FLOOR = -133,
    parameter int unsigned STAGES = 1,
    localparam int unsigned AW = karat_uvm_shape_pkg::width(A_FMT),
    localparam int unsigned BW = karat_uvm_shape_pkg::width(B_FMT),
    localparam int unsigned CW = karat_uvm_shape_pkg::width(C_FMT),
    localparam int unsigned DW = karat_uvm_shape_pkg::width(D_FMT)
) (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    input  logic                         valid_i,
    output logic                         ready_o,
    input  logic [M-1:0][K-1:0][AW-1:0]  a_i,
    input  logic [N-1:0][K-1:0][BW-1:0]  b_i,
    input  logic [M-1:0][N-1:0][CW-1:0]  c_i,
    output logic                         valid_o,
    input  logic                         ready_i,
    output logic [M-1:0][N-1:0][DW-1:0]  d_o
);
  int unsigned most_requests, most_answers;
  int unsigned requests = 0;
  int unsigned answers = 0;
  logic is_mute, is_full;
  bit [M-1:0][N-1:0][DW-1:0] result;
  karat_pkg::karat_tile_model #(.M(M), .N(N), .K(K), .AW(AW), .BW(BW), .CW(CW), .DW(DW)) model;

  initial begin
    karat_pkg::karat_status_e status;
    if (!$value$plusargs("stop_ready_after=%d", most_requests)) most_requests = 32'hffff_ffff;
    if (!$value$plusargs("stop_answers_after=%d", most_answers)) most_answers = 32'hffff_ffff;
    model = new();
    model.open_instruction("Hopper", "HMMA.16816.F32", status);
    if (status == karat_pkg::KARAT_OK) model.set_knob("k", $sformatf("%0d", K), status);
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
        bit [M-1:0][N-1:0][DW-1:0] d;
        if (model.tile(a_i, b_i, c_i, '0, '0, d) != karat_pkg::KARAT_OK) $fatal(1, "%s", model.last_error());
        result <= d;
        requests <= requests + 1;
        is_full <= 1'b1;
      end else if (ready_i || is_mute) is_full <= 1'b0;
    end
  end
endmodule
