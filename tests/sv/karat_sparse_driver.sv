// SPDX-License-Identifier: Apache-2.0
// Drives a unit with metadata with COUNT tiles of the library's stimulus.
//
// A variable driven only by an output argument of a method counts as undriven for Verilator.
/* verilator lint_off UNDRIVEN */
module karat_sparse_driver #(
    parameter int unsigned G = 8,
    parameter string KIND = "2:4",
    parameter int unsigned COUNT = 500
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic bad_i,
    output logic done_o
);
  import karat_pkg::*;
  import karat_stimulus_pkg::*;
  localparam int unsigned M = 3;
  localparam int unsigned N = 2;
  localparam int unsigned K = 16;
  localparam string DENSE = "{\"karat_spec\": 1, \"algorithm\": \"fda\", \"k\": 16}";
  localparam string SPEC = {"{\"karat_spec\": 1, \"algorithm\": \"fda\", \"k\": 16, \"metadata\": \"", KIND,
                            "\"}"};

  logic valid_i, ready_o, valid_o, ready_i;
  logic [M-1:0][K-1:0][15:0] a_i;
  bit [M-1:0][K-1:0][15:0] a;
  logic [N-1:0][2*K-1:0][15:0] b_i;
  bit [N-1:0][2*K-1:0][15:0] b;
  logic [M-1:0][N-1:0][31:0] c_i;
  bit [M-1:0][N-1:0][31:0] c;
  logic [M-1:0][G-1:0][3:0] metadata_i;
  bit [M-1:0][G-1:0][3:0] metadata;
  bit [M-1:0][0:0][7:0] scale_a;  // unused
  bit [N-1:0][0:0][7:0] scale_b;
  /* verilator lint_off UNUSEDSIGNAL */  // only the checker, inside the unit, reads it
  logic [M-1:0][N-1:0][31:0] d_o;
  /* verilator lint_on UNUSEDSIGNAL */
  int unsigned sent = 0;
  int unsigned answered = 0;

  karat_sparse_unit #(.M(M), .N(N), .K(K), .G(G), .DENSE(DENSE), .SPEC(SPEC)) unit_i (.*);

  karat_tile_model #(.M(int'(M)), .N(int'(N)), .K(int'(K)), .G(int'(G))) model = new;
  karat_stimulus #(.M(int'(M)), .N(int'(N)), .K(int'(K)), .G(int'(G))) stimulus = new;
  karat_status_e status;

  initial begin
    model.open_spec(SPEC, status);
    stimulus.open(model.handle, "directed", 1, status);
    if (status != KARAT_OK) $fatal(1, "%s", stimulus.last_error());
  end

  always_comb done_o = answered == COUNT;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_i <= 1'b0;
      ready_i <= 1'b0;
    end else begin
      ready_i <= !ready_i || answered % 4 != 0;
      if (valid_o && ready_i) answered <= answered + 1;
      if (!valid_i || ready_o) draw();
    end
  end

  // The next tile, or none after the last one.
  task draw();
    valid_i <= sent < COUNT;
    if (sent < COUNT) begin
      stimulus.next_sparse(a, b, c, scale_a, scale_b, metadata, status);
      if (status != KARAT_OK) $fatal(1, "%s", stimulus.last_error());
      a_i <= a;
      b_i <= b;
      c_i <= c;
      metadata_i <= metadata;
      if (bad_i && sent >= 10) metadata_i[M-1][G-1] <= 4'h0;
      sent <= sent + 1;
    end
  endtask
endmodule
