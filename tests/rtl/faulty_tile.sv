// SPDX-License-Identifier: Apache-2.0
// One lane that outputs +0 for every tile, one cycle later. From tile 10 on it has one fault.
module faulty_tile #(
    // 1 never answers, 2 never ready, 3 answers twice, 4 $finish twice, 5 $stop, 6 $fatal, 7 combinational
    // loop
    parameter int FAULT = 0,
    parameter int K = 4
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic                    valid_i,
    output logic                    ready_o,
    input  logic [0:0][K-1:0][15:0] a_i,
    input  logic [0:0][K-1:0][15:0] b_i,
    input  logic [0:0][0:0][31:0]   c_i,
    output logic                    valid_o,
    input  logic                    ready_i,
    output logic [0:0][0:0][31:0]   d_o
);
  int unsigned accepted_q;
  logic valid_q;
  logic extra_q;
  logic bad;
  assign bad     = accepted_q >= 10;
  assign ready_o = (!valid_q || ready_i) && !(FAULT == 2 && bad) && !extra_q;
  assign valid_o = (valid_q && !(FAULT == 1 && bad)) || extra_q;
  assign d_o     = '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      accepted_q <= 0;
      valid_q    <= 1'b0;
      extra_q    <= 1'b0;
    end else begin
      extra_q <= FAULT == 3 && valid_o && ready_i && !extra_q && accepted_q == 300;
      if (valid_i && ready_o) begin
        accepted_q <= accepted_q + 1;
        valid_q    <= 1'b1;
      end else if (valid_o && ready_i) begin
        valid_q <= 1'b0;
      end
      if (FAULT == 4 && bad) $finish;
      if (FAULT == 4 && bad) $finish;
      if (FAULT == 5 && bad) $stop;
      if (FAULT == 6 && bad) $fatal(1, "on purpose");
    end
  end

  if (FAULT == 7) begin : gen_loop
    /* verilator lint_off UNOPTFLAT */
    logic loop;
    /* verilator lint_on UNOPTFLAT */
    assign loop = bad && !loop;
    always_ff @(posedge clk_i) if (loop) $display("loop");
  end

  logic unused;
  assign unused = ^{a_i, b_i, c_i};
endmodule
