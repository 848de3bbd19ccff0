// SPDX-License-Identifier: Apache-2.0
// Between the output valid of a unit and its results, which come in the same cycle: both are passed through.
// A failed check tries results that come N cycles after the valid, with +karat_results_late=N, or before it,
// with +karat_results_early=N; N is at most 16. enable_i: the cycles that count.
module karat_result_offset #(
    parameter int unsigned W = 32
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         enable_i,
    input  logic         valid_i,
    input  logic [W-1:0] data_i,
    output logic         valid_o,
    output logic [W-1:0] data_o
);
  localparam int unsigned MOST = 16;
  logic [MOST:1] valid_before;
  logic [MOST:1][W-1:0] data_before;
  int unsigned late, early;
  initial if (!$value$plusargs("karat_results_late=%d", late)) late = 0;
  initial if (!$value$plusargs("karat_results_early=%d", early)) early = 0;

  always_comb begin
    valid_o = valid_i;
    data_o = data_i;
    for (int unsigned i = 1; i <= MOST; i++) begin
      if (late == i) valid_o = valid_before[i];
      if (early == i) data_o = data_before[i];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_before <= '0;
    else if (enable_i) valid_before <= {valid_before[MOST-1:1], valid_i};
    if (enable_i && early != 0) data_before <= {data_before[MOST-1:1], data_i};
  end
endmodule
