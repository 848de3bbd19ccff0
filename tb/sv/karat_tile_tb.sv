// SPDX-License-Identifier: Apache-2.0
// A complete testbench without UVM. It drives reproducible operands and back-pressure into a unit with
// karat's ports, binds karat_checker to the unit, and ends the simulation.
//
//   +seed=N    seed of the operands and of the back-pressure (1)
//   +count=N   tiles (1000)
//   +waves=F   writes waves to the file F
//
// The unit is the module karat_unit. Give your own unit that name, or put its name in the two places below.
// Each tile has operands of one class: random encodings, nearly equal exponents, single nonzero products,
// products that cancel, specials.
module karat_tile_tb #(
    parameter int unsigned M = 2,
    parameter int unsigned N = 2,
    parameter int unsigned K = 16
);
  localparam int unsigned W = 16;   // fp16: 1 sign, 5 exponent, 10 fraction bits
  localparam int unsigned DW = 32;  // fp32
  localparam longint unsigned PATIENCE = 1000;  // most cycles without an answer

  int unsigned seed = 1;
  longint unsigned count = 1000;
  string waves;

  logic clk_i = 1'b0;
  logic rst_ni = 1'b0;
  logic valid_i, ready_o, valid_o, ready_i;
  logic [M-1:0][K-1:0][W-1:0] a_i;
  logic [N-1:0][K-1:0][W-1:0] b_i;
  logic [M-1:0][N-1:0][DW-1:0] c_i;
  /* verilator lint_off UNUSEDSIGNAL */  // only the checker, inside the unit, reads it
  logic [M-1:0][N-1:0][DW-1:0] d_o;
  /* verilator lint_on UNUSEDSIGNAL */

  karat_unit #(.M(M), .N(N), .K(K)) unit_i (.*);

  bind karat_unit karat_checker #(
      .M(M), .N(N), .K(K), .ARCH("Hopper"), .INSTRUCTION("HMMA.16816.F32"),
      .COVERAGE("karat_tile_tb.coverage.json")
  ) checker_i (.scale_a_i('0), .scale_b_i('0), .metadata_i('0), .mode_i('0), .flags_o('0), .*);

  initial begin
    void'($value$plusargs("seed=%d", seed));
    void'($value$plusargs("count=%d", count));
    if ($value$plusargs("waves=%s", waves)) begin
      $dumpfile(waves);
      $dumpvars(0, karat_tile_tb);
    end
  end

  initial forever #5 clk_i = ~clk_i;

  // ---- operands ------------------------------------------------------------------------------------------

  // xorshift32, which gives the same sequence in every simulator.
  typedef bit [31:0] random_t;
  function automatic random_t next(random_t state);
    random_t x = state == 0 ? 32'h9e3779b9 : state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
  endfunction

  typedef enum bit [2:0] {UNIFORM, NEAR, SINGLE, CANCEL, SPECIAL} operand_class_e;

  // An element of the given class; `index` is its k.
  /* verilator lint_off UNUSEDSIGNAL */  // some classes do not use all bits of r
  function automatic bit [W-1:0] element(operand_class_e which, random_t r, int unsigned index);
    case (which)
      NEAR: return {r[0], 5'd13 + {3'b0, r[2:1]}, r[12:3]};
      SINGLE: return index == {28'b0, r[31:28]} ? {r[0], r[5:1], r[15:6]} : {r[0], 15'b0};
      SPECIAL:
      case (r[18:16])
        3'd0: return {r[0], 5'h1f, 10'b0};             // infinity
        3'd1: return {r[0], 5'h1f, 10'b1 | r[15:6]};   // NaN
        3'd2: return {r[0], 15'b0};                    // zero
        3'd3: return {r[0], 5'b0, r[15:6]};            // subnormal
        default: return {r[0], r[5:1], r[15:6]};
      endcase
      default: return r[W-1:0];
    endcase
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */

  random_t state, backpressure;
  longint unsigned sent, cycle, waiting;

  // All inputs are driven in one sequential process, so that there are no races in any simulator.
  always_ff @(posedge clk_i) begin : drive
    automatic random_t r = cycle == 0 ? next(seed * 32'd2654435761) : state;
    automatic operand_class_e which;
    cycle <= cycle + 1;
    rst_ni <= cycle > 3;
    backpressure <= next(backpressure ^ seed);
    ready_i <= backpressure[1:0] != 2'b00;
    if (cycle < 6) begin  // in reset, and two cycles after it
      valid_i <= 1'b0;
    end else if (!valid_i || ready_o) begin
      r = next(r);
      valid_i <= sent < count && r[20:19] != 2'b00;
      if (sent < count && r[20:19] != 2'b00) sent <= sent + 1;
      r = next(r);
      which = operand_class_e'(r % 5);
      for (int unsigned i = 0; i < M; i++)
        for (int unsigned k = 0; k < K; k++) begin
          r = next(r);
          a_i[i][k] <= which == CANCEL ? element(NEAR, r | 32'(k[0]), k) : element(which, r, k);
        end
      for (int unsigned j = 0; j < N; j++)
        for (int unsigned k = 0; k < K; k++) begin
          r = next(r);
          // CANCEL makes a negative for odd k, so that the products with equal b cancel in pairs
          b_i[j][k] <= which == CANCEL ? {6'b001111, 10'(j)} : element(which, r, k);
        end
      for (int unsigned i = 0; i < M; i++)
        for (int unsigned j = 0; j < N; j++) begin
          r = next(r);
          c_i[i][j] <= which == UNIFORM ? r : {r[31], 8'd119 + {4'b0, r[30:27]}, r[22:0]};
        end
    end
    state <= r;
  end

  // ---- end of the simulation -----------------------------------------------------------------------------

  // Not always_ff, because report_end() writes variables that the checker also writes.
  always @(posedge clk_i) begin : finish
    waiting <= valid_o && ready_i ? 0 : waiting + 1;
    // wait for 20 more cycles, in which no further result may arrive
    if (unit_i.checker_i.tiles >= count ? waiting > 20 : waiting > PATIENCE) begin
      unit_i.checker_i.report_end();
      if (unit_i.checker_i.tiles < count) begin
        $fatal(1, "karat: no answer for %0d cycles; %0d of %0d tiles were answered", PATIENCE,
               unit_i.checker_i.tiles, count);
      end else if (unit_i.checker_i.mismatches != 0 || unit_i.checker_i.unexpected != 0) begin
        $fatal(1, "karat: FAIL, seed %0d", seed);
      end else begin
        $display("karat: PASS, seed %0d", seed);
        $finish;
      end
    end
  end

endmodule
