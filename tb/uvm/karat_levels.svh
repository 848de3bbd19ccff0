// SPDX-License-Identifier: Apache-2.0
// Level values: edge exponents times significand patterns, both signs, and the special values (tb/karat_tb/levels.hpp, level 1).
class karat_levels;

  // Patterns of a significand: zeros, ones, and per bit: it alone, all but it, the run below it, the run from it on.
  local static function bit [31:0] pattern(int fmt, int which);
    bit [31:0] all = karat_float::mask(frac_bits(fmt));
    bit [31:0] one = 32'd1 << ((which - 2) / 4);
    if (which == 0) return 32'd0;
    if (which == 1) return all;
    case ((which - 2) % 4)
      0: return one;
      1: return all ^ one;
      2: return one - 32'd1;
      default: return all ^ (one - 32'd1);
    endcase
  endfunction

  local static function int edge_exponent(int fmt, int which);
    case (which)
      0: return min_exponent(fmt) - 1;
      1: return min_exponent(fmt);
      2: return min_exponent(fmt) + 1;
      3: return -1;
      4: return 0;
      5: return 1;
      6: return max_exponent(fmt) - 1;
      default: return max_exponent(fmt);
    endcase
  endfunction

  static function int count(int fmt);
    return 16 * (2 + 4 * frac_bits(fmt)) + 4;
  endfunction

  static function bit [31:0] value(int fmt, longint unsigned index);
    int patterns = 2 + 4 * frac_bits(fmt);
    int i = int'(index % 64'(count(fmt)));
    bit negative = 1'(i % 2);
    if (i >= 16 * patterns) begin
      if (i >= 16 * patterns + 2 || !has_infinity(fmt)) return karat_float::nan(fmt, negative, 32'd0);
      return karat_float::infinity(fmt, negative);
    end
    return karat_float::compose(fmt, negative, edge_exponent(fmt, (i / 2) % 8), pattern(fmt, i / 16));
  endfunction

  // One product walks all pairs of level values (its k moves on with each tile) while c walks its own; the others hold zeros, powers of two or
  // level values.
  static function void fill(karat_tile_item t);
    longint unsigned na = 64'(count(A_FMT));
    longint unsigned nb = 64'(count(B_FMT));
    longint unsigned pair = (t.index % (na * nb)) * 64'd1000003 % (na * nb);  // a prime visits every pair, and neighbours differ
    int place = int'(t.index % 64'(K));
    bit [31:0] fill_a = $urandom_range(1) == 0 ? karat_float::zero(A_FMT, 1'($urandom_range(1))) : value(A_FMT, 64'($urandom()));
    bit [31:0] fill_b = $urandom_range(1) == 0 ? karat_float::compose(B_FMT, 1'($urandom_range(1)), 0, 32'd0) : value(B_FMT, 64'($urandom()));
    for (int m = 0; m < M; m++)
      for (int k = 0; k < K; k++) t.a[m][k] = AW'(k == place ? value(A_FMT, pair + 64'(m)) : fill_a);
    for (int n = 0; n < N; n++)
      for (int k = 0; k < K; k++) t.b[n][k] = BW'(k == place ? value(B_FMT, pair / na + 64'(n)) : fill_b);
    for (int m = 0; m < M; m++)
      for (int n = 0; n < N; n++) t.c[m][n] = CW'(value(C_FMT, t.index * 64'd7 + 64'(m * N + n)));
  endfunction
endclass
