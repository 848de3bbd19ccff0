// SPDX-License-Identifier: Apache-2.0
//
// Converts the sign and magnitude of an exact sum to a two's complement integer. What lies beyond its range
// wraps modulo 2**OUT_W or saturates.
module karat_to_integer #(
    parameter int unsigned W = 35,      // bits of the magnitude
    parameter int unsigned OUT_W = 32,
    parameter bit SATURATE = 1'b0
) (
    input  logic             sign_i,
    input  logic [W-1:0]     magnitude_i,
    output logic [OUT_W-1:0] d_o
);
  if (W < 1) $error("W = %0d: must be at least 1", W);
  if (OUT_W < 2) $error("OUT_W = %0d: must be at least 2", OUT_W);
  logic [OUT_W-1:0] low, wrapped;
  assign low = OUT_W'(magnitude_i);
  assign wrapped = sign_i ? -low : low;

  if (W < OUT_W) begin : g_in_range
    assign d_o = wrapped;
  end else if (!SATURATE) begin : g_wrap
    if (W > OUT_W) begin : g_unused
      logic unused_top;
      assign unused_top = ^magnitude_i[W-1:OUT_W];
    end
    assign d_o = wrapped;
  end else begin : g_saturate
    // -2**(OUT_W-1) is in range, 2**(OUT_W-1) is not.
    localparam logic [W-1:0] LIMIT = W'(1) << (OUT_W - 1);
    logic beyond;
    assign beyond = sign_i ? magnitude_i > LIMIT : magnitude_i >= LIMIT;
    assign d_o = beyond ? {sign_i, {(OUT_W - 1) {~sign_i}}} : wrapped;
  end
endmodule
