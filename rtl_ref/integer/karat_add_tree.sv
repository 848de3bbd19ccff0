// SPDX-License-Identifier: Apache-2.0
//
// Exact sum of N two's complement numbers, any N >= 1: a tree of carry-save adders (3:2 compressors), then
// one carry-propagate adder. Every row is as wide as the sum. Carries out of the top bit are multiples of
// 2^SUM_W. They are dropped: the sum of N sign-extended numbers fits in SUM_W bits.
//
// Each level compresses three rows into two, a sum row and a carry row, and passes on the one or two rows
// left over: N rows become N - floor(N/3). After LEVELS levels two rows remain.
module karat_add_tree #(
    parameter int unsigned N = 2,
    parameter int unsigned W = 8,
    localparam int unsigned SUM_W = W + $clog2(N)
) (
    input  logic [N*W-1:0]   x_i,
    output logic [SUM_W-1:0] sum_o
);
  if (N < 1) $error("N = %0d: must be at least 1", N);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  // Number of rows after `level` levels.
  function automatic integer rows_after(input integer level);
    integer i;
    rows_after = N;
    for (i = 0; i < level; i = i + 1) rows_after = rows_after - rows_after / 3;
  endfunction

  function automatic integer levels(input integer rows);
    integer left;
    levels = 0;
    for (left = rows; left > 2; left = left - left / 3) levels = levels + 1;
  endfunction

  localparam int unsigned LEVELS = levels(N);

  if (N == 1) begin : g_one
    assign sum_o = x_i;
  end else begin : g_tree
    for (genvar l = 0; l <= LEVELS; l++) begin : g_level
      localparam int unsigned ROWS = rows_after(l);
      logic [ROWS*SUM_W-1:0] rows;
      if (l == 0) begin : g_extend
        for (genvar i = 0; i < N; i++) begin : g_row
          if (SUM_W > W) begin : g_wider
            assign rows[i*SUM_W+:SUM_W] = {{SUM_W - W{x_i[i*W+W-1]}}, x_i[i*W+:W]};
          end else begin : g_same
            assign rows[i*SUM_W+:SUM_W] = x_i[i*W+:W];
          end
        end
      end else begin : g_compress
        localparam int unsigned ABOVE = rows_after(l - 1);  // rows of the previous level
        localparam int unsigned TRIPLES = ABOVE / 3;
        for (genvar t = 0; t < TRIPLES; t++) begin : g_triple
          logic [SUM_W-1:0] x, y, z, carry;
          assign x = g_level[l-1].rows[(3*t+0)*SUM_W+:SUM_W];
          assign y = g_level[l-1].rows[(3*t+1)*SUM_W+:SUM_W];
          assign z = g_level[l-1].rows[(3*t+2)*SUM_W+:SUM_W];
          assign carry = (x & y) | (z & (x | y));
          assign rows[(2*t+0)*SUM_W+:SUM_W] = x ^ y ^ z;
          assign rows[(2*t+1)*SUM_W+:SUM_W] = carry << 1;
        end
        if (ABOVE % 3 != 0) begin : g_left_over
          assign rows[2*TRIPLES*SUM_W+:(ABOVE%3)*SUM_W] = g_level[l-1].rows[3*TRIPLES*SUM_W+:(ABOVE%3)*SUM_W];
        end
      end
    end

    assign sum_o = g_level[LEVELS].rows[0+:SUM_W] + g_level[LEVELS].rows[SUM_W+:SUM_W];
  end
endmodule
