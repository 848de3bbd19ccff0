// SPDX-License-Identifier: Apache-2.0
// The part of the chip that sends tiles to the matrix core and takes the results: a simulation model with
// tiles of karat's stimulus.
//   +tiles=N         requests (20)
//   +hold=N          no result is taken in the first N cycles (0)
module chip_tiles (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    output logic                   valid_o,
    input  logic                   ready_i,
    output logic [1:0][15:0][15:0] a_o,
    output logic [1:0][15:0][15:0] b_o,
    output logic [1:0][1:0][31:0]  c_o,
    input  logic                   result_valid_i,
    output logic                   result_ready_o,
    input  logic [1:0][1:0][31:0]  result_i
);
  import karat_pkg::*;
  import karat_stimulus_pkg::*;

  int unsigned count = 20;
  int unsigned hold = 0;
  int unsigned cycle = 0;
  int unsigned sent = 0;
  logic [31:0] checksum = '0;  // of the results, as a processor would read it

  karat_model model = new;
  karat_stimulus #(.M(2), .N(2), .K(16), .AW(16), .BW(16), .CW(32)) stimulus = new;
  karat_status_e status;
  bit [1:0][15:0][15:0] a;
  bit [1:0][15:0][15:0] b;
  bit [1:0][1:0][31:0] c;
  bit [1:0][0:0][7:0] scale_a;  // unused
  bit [1:0][0:0][7:0] scale_b;

  initial begin
    karat_status_e opened;
    void'($value$plusargs("tiles=%d", count));
    void'($value$plusargs("hold=%d", hold));
    model.open_instruction("Hopper", "HMMA.16816.F32", opened);
    if (opened == KARAT_OK) stimulus.open(model.handle, "directed", 1, opened);
    if (opened != KARAT_OK) $fatal(1, "%s", stimulus.last_error());
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o        <= 1'b0;
      result_ready_o <= 1'b0;
    end else begin
      cycle          <= cycle + 1;
      result_ready_o <= cycle >= hold && cycle % 3 != 0;
      if (result_valid_i && result_ready_o) checksum <= checksum ^ result_i[0][0];
      if (!valid_o || ready_i) begin
        valid_o <= sent < count;
        if (sent < count) begin
          stimulus.next(a, b, c, scale_a, scale_b, status);
          a_o  <= a;
          b_o  <= b;
          c_o  <= c;
          sent <= sent + 1;
        end
      end
    end
  end
endmodule
