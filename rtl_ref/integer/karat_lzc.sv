// SPDX-License-Identifier: Apache-2.0
//
// Leading-zero count by binary search: each step tests the upper half of the remaining window. If that half
// is all zeros, the step adds its width to the count and continues with the lower half. The normaliser
// ignores the count of an all-zero input: its result is 0 for any shift.
module karat_lzc #(
    parameter int unsigned W = 8,
    localparam int unsigned STEPS = $clog2(W),
    localparam int unsigned COUNT_W = (STEPS > 0) ? STEPS : 1
) (
    input  logic [W-1:0]       x_i,
    output logic [COUNT_W-1:0] count_o
);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  if (STEPS == 0) begin : g_single
    logic unused_x;
    assign unused_x = x_i[0];
    assign count_o = 1'b0;
  end else begin : g_search
    localparam int unsigned PADDED_W = 2 ** STEPS;
    for (genvar s = 0; s < STEPS; s++) begin : g_step
      localparam int unsigned HALF = PADDED_W >> (s + 1);
      logic [2*HALF-1:0] window;
      logic [HALF-1:0] rest;
      logic upper_is_zero;
      if (s == 0) begin : g_first
        // Padding of ones below the input: it is never counted and bounds the search.
        if (PADDED_W > W) begin : g_pad
          assign window = {x_i, {(PADDED_W - W) {1'b1}}};
        end else begin : g_whole
          assign window = x_i;
        end
      end else begin : g_next
        assign window = g_step[s-1].rest;
      end
      assign upper_is_zero = ~(|window[2*HALF-1-:HALF]);
      assign rest = upper_is_zero ? window[HALF-1:0] : window[2*HALF-1-:HALF];
      assign count_o[STEPS-1-s] = upper_is_zero;
    end
    logic unused_rest;
    assign unused_rest = g_step[STEPS-1].rest[0];
  end
endmodule
