// SPDX-License-Identifier: Apache-2.0
// A unit with metadata: selects the elements of B by itself and computes with the dense model, in one cycle.
// +fault=swap: the two indices of a group (2:4), or the two elements of B (1:2), change places.
/* verilator lint_off UNDRIVEN */  // output arguments of methods
module karat_sparse_unit #(
    parameter int unsigned M = 2,
    parameter int unsigned N = 2,
    parameter int unsigned K = 16,
    parameter int unsigned G = 8,
    parameter string DENSE = "",  // the specification without metadata
    parameter string SPEC = ""    // the same with metadata, for the checker
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic valid_i,
    output logic ready_o,
    input  logic [M-1:0][K-1:0][15:0] a_i,
    input  logic [N-1:0][2*K-1:0][15:0] b_i,
    input  logic [M-1:0][N-1:0][31:0] c_i,
    input  logic [M-1:0][G-1:0][3:0] metadata_i,
    output logic valid_o,
    input  logic ready_i,
    output logic [M-1:0][N-1:0][31:0] d_o
);
  import karat_pkg::*;
  karat_tile_model #(.M(1), .N(1), .K(int'(K))) model;
  bit swap;

  initial begin
    automatic string fault = "";
    automatic karat_status_e status;
    void'($value$plusargs("fault=%s", fault));
    swap = fault == "swap";
    model = new;
    model.open_spec(DENSE, status);
    if (status != KARAT_OK) $fatal(1, "%s", model.last_error());
  end

  function automatic bit [15:0] chosen(int unsigned i, int unsigned j, int unsigned k);
    if (G == K) return b_i[j][2*k+32'((metadata_i[i][k] == 4'b1110) != swap)];
    else return b_i[j][4*(k/2)+32'(metadata_i[i][k/2][2*(k%2^32'(swap))+:2])];
  endfunction

  always_comb ready_o = !valid_o || ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_o <= 1'b0;
    else if (ready_o) valid_o <= valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (valid_i && ready_o)
      for (int unsigned i = 0; i < M; i++)
        for (int unsigned j = 0; j < N; j++) begin
          automatic bit [0:0][K-1:0][15:0] b;
          automatic bit [0:0][0:0][31:0] d;
          for (int unsigned k = 0; k < K; k++) b[0][k] = chosen(i, j, k);
          if (model.tile(a_i[i], b, c_i[i][j], '0, '0, d) != KARAT_OK)
            $fatal(1, "%s", model.last_error());
          d_o[i][j] <= d[0][0];
        end
  end
endmodule
