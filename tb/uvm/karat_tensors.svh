// SPDX-License-Identifier: Apache-2.0
// Values as tensors have them, quantised to the formats (tb/karat_tb/tensors.hpp).
class karat_tensors;

  // Sum of twelve uniform numbers: mean 0, standard deviation 1.
  local static function real normal();
    real sum = -6.0;
    for (int i = 0; i < 12; i++) sum += real'($urandom()) / 4294967296.0;
    return sum;
  endfunction

  local static function real value(karat_kind_e kind, bit is_activation);
    real x = normal();
    if (kind == KARAT_TENSOR_HEAVY_TAILED) return x / $sqrt((real'($urandom_range(32'hff_ffff)) + 1.0) / 16777216.0);
    if (kind == KARAT_TENSOR_RELU && is_activation && x < 0.0) return 0.0;
    return x;
  endfunction

  static function void fill(karat_tile_item t);
    for (int m = 0; m < M; m++)
      for (int k = 0; k < K; k++) t.a[m][k] = AW'(karat_float::quantised(value(t.kind, 1'b1), A_FMT));
    for (int n = 0; n < N; n++)
      for (int k = 0; k < K; k++) t.b[n][k] = BW'(karat_float::quantised(value(t.kind, 1'b0), B_FMT));
    for (int m = 0; m < M; m++)
      for (int n = 0; n < N; n++) t.c[m][n] = CW'(karat_float::quantised($sqrt(real'(K)) * value(t.kind, 1'b0), C_FMT));
  endfunction
endclass
