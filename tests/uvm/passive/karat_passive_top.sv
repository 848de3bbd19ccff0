// SPDX-License-Identifier: Apache-2.0
// A chip that drives the unit karat_top itself, and whose signals are connected to a passive agent by
// continuous assignments.
//   +tiles=N         requests of the chip (20)
//   +hold=N          the chip takes no answer in the first N cycles (0)
//   +reset_at=TIME   a reset of 2 ns from this time in ns, between two edges of the clock
//   +stop_at=TIME    the clock stops at this time in ns
`include "uvm_macros.svh"

module karat_passive_top;
  timeunit 1ns; timeprecision 1ps;
  import uvm_pkg::*;
  import karat_pkg::*;
  import karat_stimulus_pkg::*;
  import karat_uvm_shape_pkg::*;
  import karat_chip_pkg::*;

  logic clk_i = 1'b0;
  logic rst_ni = 1'b0;
  logic valid_i, ready_o, valid_o, ready_i;
  logic [M-1:0][K-1:0][AW-1:0] a_i;
  logic [N-1:0][KB-1:0][BW-1:0] b_i;
  logic [M-1:0][N-1:0][CW-1:0] c_i;
  logic [M-1:0][N-1:0][DW-1:0] d_o;
  int unsigned tiles = 20;
  int unsigned hold = 0;
  int unsigned reset_at = 0;
  int unsigned stop_at = 0;
  int unsigned cycle = 0;
  int unsigned sent = 0;

  initial begin
    void'($value$plusargs("tiles=%d", tiles));
    void'($value$plusargs("hold=%d", hold));
    void'($value$plusargs("reset_at=%d", reset_at));
    void'($value$plusargs("stop_at=%d", stop_at));
    #23 rst_ni = 1'b1;
    if (reset_at > 23) begin
      #(reset_at - 23) rst_ni = 1'b0;
      #2 rst_ni = 1'b1;
    end
  end
  always #5 if (stop_at == 0 || $time < 64'(stop_at)) clk_i = ~clk_i;

  karat_top dut (.*);

  karat_tile_if vif (.clk_i, .rst_ni);
  assign vif.valid_i = valid_i;
  assign vif.ready_o = ready_o;
  assign vif.a_i = a_i;
  assign vif.b_i = b_i;
  assign vif.c_i = c_i;
  assign vif.scale_a_i = '0;
  assign vif.scale_b_i = '0;
  assign vif.metadata_i = '0;
  assign vif.valid_o = valid_o;
  assign vif.ready_i = ready_i;
  assign vif.d_o = d_o;

  karat_model model = new;
  karat_stimulus #(.M(M), .N(N), .K(K), .AW(AW), .BW(BW), .CW(CW)) stimulus = new;
  karat_status_e status;
  a_t a;
  b_t b;
  c_t c;
  scale_a_t scale_a;  // unused
  scale_b_t scale_b;

  initial begin
    karat_status_e opened;
    model.open_instruction("Hopper", "HMMA.16816.F32", opened);
    stimulus.open(model.handle, "directed", 1, opened);
    if (opened != KARAT_OK) $fatal(1, "%s", stimulus.last_error());
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_i <= 1'b0;
      ready_i <= 1'b0;
    end else begin
      cycle <= cycle + 1;
      ready_i <= cycle >= hold && cycle % 3 != 0;
      if (!valid_i || ready_o) begin
        valid_i <= sent < tiles;
        if (sent < tiles) begin
          stimulus.next(a, b, c, scale_a, scale_b, status);
          a_i <= a;
          b_i <= b;
          c_i <= c;
          sent <= sent + 1;
        end
      end
    end
  end

  initial begin
    uvm_config_db#(virtual karat_tile_if)::set(null, "uvm_test_top*", "vif", vif);
    run_test("karat_chip_test");
  end
endmodule
