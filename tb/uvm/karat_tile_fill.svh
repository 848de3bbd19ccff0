// SPDX-License-Identifier: Apache-2.0
// The operands of a tile from its plan: exponents, then significands and signs. Every class is built as the C++ stimulus builds it
// (tb/karat_tb/stimulus.cpp); the random numbers are the simulator's, so the tiles themselves differ.
class karat_tile_fill;
  // Exponents of the products' operands and of c; which are zeros or special values.
  local static int ea[K];
  local static int eb[K];
  local static int ec;
  local static bit a_zero[K];
  local static bit b_zero[K];
  local static bit c_zero;
  local static bit a_special[K];
  local static bit b_special[K];
  local static bit c_special;

  static function void fill(karat_tile_item t);
    case (t.kind)
      KARAT_UNIFORM_BITS: uniform(t);
      KARAT_LEVELS: karat_levels::fill(t);
      KARAT_TENSOR_NORMAL, KARAT_TENSOR_HEAVY_TAILED, KARAT_TENSOR_RELU: karat_tensors::fill(t);
      default: begin
        clear();
        plan_exponents(t);
        plan_specials(t);
        compose(t);
        if (t.kind == KARAT_CANCEL_PAIR) cancel(t, K > 1 ? 1 : 0);
        if (t.kind == KARAT_CANCEL_MANY) cancel(t, K / 2);
        if (t.kind == KARAT_CHAIN_BOUNDARY && t.index % 3 == 0) cancel(t, K / 4);
      end
    endcase
  endfunction

  // --- random numbers -------------------------------------------------------------------------------------------------------------------

  static function int between(int low, int high);
    return high <= low ? low : low + int'($urandom_range(unsigned'(high - low)));
  endfunction
  static function bit one_in(int unsigned n);
    return $urandom_range(n - 1) == 0;
  endfunction
  static function int smaller(int x, int y);
    return x < y ? x : y;
  endfunction
  static function int larger(int x, int y);
    return x > y ? x : y;
  endfunction

  // --- the plan -------------------------------------------------------------------------------------------------------------------------

  local static function void clear();
    for (int k = 0; k < K; k++) begin
      a_zero[k] = 1'b0;
      b_zero[k] = 1'b0;
      a_special[k] = 1'b0;
      b_special[k] = 1'b0;
    end
    c_zero = 1'b0;
    c_special = 1'b0;
  endfunction

  // A product's exponent into those of its operands.
  local static function void split(int k, int p);
    int low = larger(min_exponent(A_FMT), p - max_exponent(B_FMT));
    int high = smaller(max_exponent(A_FMT), p - min_exponent(B_FMT));
    if (low <= high) ea[k] = between(low, high);
    else ea[k] = p < 0 ? min_exponent(A_FMT) : max_exponent(A_FMT);
    eb[k] = p - ea[k];
  endfunction

  local static function void plan_exponents(karat_tile_item t);
    int place = int'(t.place);
    int reach;
    case (t.kind)
      KARAT_NEAR_ONE: begin
        for (int k = 0; k < K; k++) split(k, between(-3, 3));
        ec = between(-4, 4);
      end
      KARAT_MAX_POSITION: begin
        place = int'(t.index % 64'(K + 1));  // every addend has its turn
        for (int k = 0; k < K; k++) split(k, k == place ? t.top : t.top - t.gap + between(-2, 2));
        ec = place == K ? t.top + between(-1, 1) : t.top - t.gap + between(-2, 2);
      end
      KARAT_SHIFT_AROUND_F, KARAT_DROPPED_BITS: begin
        for (int k = 0; k < K; k++) split(k, k == place ? t.top : t.top - t.f + between(-2, 2) + (one_in(3) ? t.f / 2 : 0));
        ec = place == K ? t.top : t.top - t.gap + (one_in(3) ? t.f / 2 : 0);
      end
      KARAT_UNNORMALISED, KARAT_CARRY_GROWTH: begin
        for (int k = 0; k < K; k++) split(k, t.top - (one_in(3) ? between(0, 2) : 0));
        ec = t.top + between(-2, 2);
      end
      KARAT_OVERFLOW: begin
        reach = smaller(HIGH_P, max_exponent(D_FMT) + 1);
        for (int k = 0; k < K; k++) split(k, reach - between(0, 5));
        ec = smaller(max_exponent(C_FMT), max_exponent(D_FMT)) - between(0, 2);
      end
      KARAT_SUBNORMAL_INPUTS: begin
        for (int k = 0; k < K; k++) begin
          ea[k] = one_in(3) ? between(-4, 4) : min_exponent(A_FMT) - 1;
          eb[k] = one_in(3) ? min_exponent(B_FMT) - 1 : between(min_exponent(B_FMT), max_exponent(B_FMT));
        end
        ec = one_in(2) ? min_exponent(C_FMT) - 1 : min_exponent(A_FMT) + between(-8, 8);
      end
      KARAT_UNDERFLOW: begin
        reach = larger(LOW_P, min_exponent(D_FMT) - frac_bits(D_FMT) - 3);
        for (int k = 0; k < K; k++) split(k, reach + between(0, 8));
        ec = min_exponent(C_FMT) - between(0, 1);
        c_zero = one_in(2);
      end
      KARAT_CHAIN_BOUNDARY: plan_chain(t);
      default: begin  // over the whole range
        for (int k = 0; k < K; k++) split(k, between(LOW_P, HIGH_P));
        ec = between(larger(min_exponent(C_FMT), LOW_P), smaller(max_exponent(C_FMT), HIGH_P));
      end
    endcase
  endfunction

  // The first half of the products cancels (cancel() sees to it), overflows or is tiny; the others lie about F bits around it.
  local static function void plan_chain(karat_tile_item t);
    int mode = int'(t.index % 64'd3);
    int p = between(larger(LOW_P, -30), smaller(HIGH_P, 30));
    int after;
    if (mode == 1) p = smaller(HIGH_P, max_exponent(D_FMT));
    if (mode == 2) p = larger(LOW_P, min_exponent(D_FMT) - between(0, frac_bits(D_FMT)));
    after = mode == 0 ? p - t.gap : p + t.gap - 2;
    for (int k = 0; k < K; k++) split(k, smaller(HIGH_P, larger(LOW_P, k < K / 2 ? p : after + between(-1, 1))));
    ec = mode == 0 ? after : mode == 1 ? max_exponent(C_FMT) : min_exponent(C_FMT) - 1;
  endfunction

  local static function void plan_specials(karat_tile_item t);
    int specials = t.kind == KARAT_ONE_SPECIAL ? 1 : t.kind == KARAT_SPECIAL_PAIR ? 2 : 0;
    if (t.kind == KARAT_ZEROS) begin
      bit all = one_in(4);  // no product but zeros, and c perhaps a subnormal that is all there is
      for (int k = 0; k < K; k++) begin
        a_zero[k] = all || one_in(2);
        b_zero[k] = one_in(3);
      end
      c_zero = one_in(2);
      if (all && one_in(2)) ec = min_exponent(C_FMT) - 1;
    end
    for (int i = 0; i < specials; i++) begin
      int place = between(0, 2 * K);
      int k = place % K;
      if (place == 2 * K) c_special = 1'b1;
      else if (place < K) begin
        a_special[k] = 1'b1;
        if (one_in(3)) b_zero[k] = 1'b1;  // 0 * inf
      end else begin
        b_special[k] = 1'b1;
        if (one_in(3)) a_zero[k] = 1'b1;
      end
    end
  endfunction

  // --- the operands ---------------------------------------------------------------------------------------------------------------------

  local static function bit [31:0] fraction(karat_kind_e kind, int fmt);
    bit [31:0] all = karat_float::mask(frac_bits(fmt));
    case (kind)
      KARAT_CARRY_GROWTH: return all;
      KARAT_UNNORMALISED: return one_in(2) ? all : all - $urandom_range(all >> 2);
      KARAT_DROPPED_BITS:
        case ($urandom_range(3))
          0: return all;
          1: return 32'd0;
          2: return 32'd1;
          default: return 32'd1 << between(0, frac_bits(fmt) - 1);
        endcase
      default: return one_in(4) ? (one_in(2) ? all : 32'd0) : $urandom() & all;
    endcase
  endfunction

  local static function bit [31:0] element(karat_tile_item t, int fmt, int exponent, bit is_zero, bit is_special, bit fixed_sign);
    bit negative = t.one_sign ? fixed_sign : one_in(2);
    if (is_special) return karat_float::any_special(fmt);
    if (is_zero) return karat_float::zero(fmt, negative);
    return karat_float::compose(fmt, negative, exponent, fraction(t.kind, fmt));
  endfunction

  local static function void compose(karat_tile_item t);
    for (int m = 0; m < M; m++)
      for (int k = 0; k < K; k++) t.a[m][k] = AW'(element(t, A_FMT, ea[k], a_zero[k], a_special[k], t.a_negative));
    for (int n = 0; n < N; n++)
      for (int k = 0; k < K; k++) t.b[n][k] = BW'(element(t, B_FMT, eb[k], b_zero[k], b_special[k], t.b_negative));
    for (int m = 0; m < M; m++)
      for (int n = 0; n < N; n++) t.c[m][n] = CW'(element(t, C_FMT, ec, c_zero, c_special, t.c_negative));
  endfunction

  // Pairs of products with equal a and opposite b. With all pairs, c may be all that is left, or nothing.
  local static function void cancel(karat_tile_item t, int pairs);
    int shift = t.kind == KARAT_CHAIN_BOUNDARY ? 0 : between(0, K - 1);
    for (int p = 0; p < pairs; p++) begin
      int x = (2 * p + shift) % K;
      int y = (2 * p + 1 + shift) % K;
      for (int m = 0; m < M; m++) t.a[m][y] = t.a[m][x];
      for (int n = 0; n < N; n++) begin
        t.b[n][y] = t.b[n][x] ^ BW'(karat_float::sign_bit(B_FMT));
        if (t.kind != KARAT_CHAIN_BOUNDARY && n == 0 && one_in(3)) t.b[n][y] ^= BW'(1) << ignored_bits(B_FMT);  // misses by one unit
      end
    end
    if (t.kind == KARAT_CANCEL_MANY && one_in(2)) begin
      for (int m = 0; m < M; m++)
        for (int n = 0; n < N; n++) if (one_in(2)) t.c[m][n] = CW'(karat_float::zero(C_FMT, one_in(2)));
    end
  endfunction

  local static function void uniform(karat_tile_item t);
    for (int m = 0; m < M; m++)
      for (int k = 0; k < K; k++) t.a[m][k] = AW'($urandom());
    for (int n = 0; n < N; n++)
      for (int k = 0; k < K; k++) t.b[n][k] = BW'($urandom());
    for (int m = 0; m < M; m++)
      for (int n = 0; n < N; n++) t.c[m][n] = CW'($urandom());
  endfunction
endclass
