// SPDX-License-Identifier: Apache-2.0
// What happened inside one dot-add, as the bins of the model's coverage tell it (docs/coverage.md), computed again in SystemVerilog for
// fda with a grid of at most 50 bits, alignment toward zero and an ordinary output. `names` collects the bins hit, k left out.
class karat_lane_facts;
  // Of the specification.
  int f = 25;
  int floor = -133;
  int output_fraction = 23;
  bit has_grid = 1'b1;  // false: only operands, products, specials and results are looked at

  // Of the dot-add.
  karat_value_class_e class_a[K];
  karat_value_class_e class_b[K];
  karat_value_class_e class_c;
  karat_value_class_e class_d;
  bit [1:0] product[K];        // significand: 0 below 1, 1 in [1, 2), 2 in [2, 4); 3: not finite, or zero
  bit [5:0] special;           // nan_operand, zero_times_infinity, infinity_times_finite, opposite products, product against c, overflow
  bit is_special;              // the result is decided by special values: nothing is aligned
  bit [3:0] shift[K+1];        // 0, 1..F-2, F-1, F, F+1, F+2, far; 15: no nonzero addend. K: c
  bit holds_max[K+1];
  bit [2:0] dropped[K+1];      // none, below_half, half, above_half
  bit all_ones[K+1];
  bit negative[K+1];
  bit tie, at_floor;
  bit [2:0] cancelled;         // 0 none, 1..3 two, 4..6 many: some, more, all; 7: fewer than two addends
  bit [3:0] carry;             // 15: no sum, or below e_max
  bit [2:0] residue;           // exact, below_half, half, above_half; 7: no sum

  local longint unsigned sig[K+1];
  local int exponent[K+1];
  local int fraction[K+1];

  function void look(bit [K-1:0][AW-1:0] a, bit [K-1:0][BW-1:0] b, bit [CW-1:0] c, bit [DW-1:0] d);
    operands(a, b, c);
    class_d = karat_float::class_of(32'(d), D_FMT);
    for (int j = 0; j <= K; j++) begin
      shift[j] = 4'd15;
      holds_max[j] = 1'b0;
    end
    tie = 1'b0;
    at_floor = 1'b0;
    cancelled = 3'd7;
    carry = 4'd15;
    residue = 3'd7;
    if (!is_special && has_grid) align();
    special[5] = !is_special && !karat_float::is_finite(class_d);
  endfunction

  local function void operands(bit [K-1:0][AW-1:0] a, bit [K-1:0][BW-1:0] b, bit [CW-1:0] c);
    bit plus_infinity = 1'b0;
    bit minus_infinity = 1'b0;
    special = '0;
    for (int k = 0; k < K; k++) begin
      bit [31:0] x = 32'(a[k]);
      bit [31:0] y = 32'(b[k]);
      bit x_zero, y_zero;
      class_a[k] = karat_float::class_of(x, A_FMT);
      class_b[k] = karat_float::class_of(y, B_FMT);
      x_zero = class_a[k] == KARAT_ZERO || class_a[k] == KARAT_MINUS_ZERO;
      y_zero = class_b[k] == KARAT_ZERO || class_b[k] == KARAT_MINUS_ZERO;
      negative[k] = karat_float::is_negative(x, A_FMT) ^ karat_float::is_negative(y, B_FMT);
      product[k] = 2'd3;
      sig[k] = 0;
      if (class_a[k] == KARAT_NAN || class_b[k] == KARAT_NAN) special[0] = 1'b1;
      else if (class_a[k] == KARAT_INFINITY || class_b[k] == KARAT_INFINITY) begin
        if (x_zero || y_zero) special[1] = 1'b1;
        else begin
          if (class_a[k] != class_b[k]) special[2] = 1'b1;
          if (negative[k]) minus_infinity = 1'b1;
          else plus_infinity = 1'b1;
        end
      end else begin
        sig[k] = 64'(karat_float::significand(x, A_FMT)) * 64'(karat_float::significand(y, B_FMT));
        exponent[k] = karat_float::exponent(x, A_FMT) + karat_float::exponent(y, B_FMT);
        fraction[k] = frac_bits(A_FMT) + frac_bits(B_FMT);
        if (sig[k] != 0) product[k] = sig[k] >> (fraction[k] + 1) != 0 ? 2'd2 : sig[k] >> fraction[k] != 0 ? 2'd1 : 2'd0;
      end
    end
    class_c = karat_float::class_of(32'(c), C_FMT);
    negative[K] = karat_float::is_negative(32'(c), C_FMT);
    sig[K] = 0;
    if (karat_float::is_finite(class_c)) begin
      sig[K] = 64'(karat_float::significand(32'(c), C_FMT));
      exponent[K] = karat_float::exponent(32'(c), C_FMT);
      fraction[K] = frac_bits(C_FMT);
    end
    if (class_c == KARAT_NAN) special[0] = 1'b1;
    is_special = special[0] || special[1] || plus_infinity || minus_infinity || class_c == KARAT_INFINITY;
    if (special[0]) special[1] = 1'b0;
    if (!special[0] && !special[1]) begin
      special[3] = plus_infinity && minus_infinity;
      special[4] = class_c == KARAT_INFINITY && (negative[K] ? plus_infinity : minus_infinity);
    end
  endfunction

  // none 0, below_half 1, half 2, above_half 3 of the `count` low bits of x.
  local function bit [2:0] low_bits(longint unsigned x, int count, output bit ones);
    longint unsigned rest;
    ones = 1'b0;
    if (count <= 0 || x == 0) return 3'd0;
    if (count > 63) return 3'd1;
    rest = x & ((64'd1 << count) - 64'd1);
    if (rest == 0) return 3'd0;
    ones = count >= 2 && rest == (64'd1 << count) - 64'd1;
    if (rest[count-1] == 1'b0) return 3'd1;
    return rest == 64'd1 << (count - 1) ? 3'd2 : 3'd3;
  endfunction

  local function int length(longint unsigned x);
    int n = 0;
    longint unsigned rest = x;
    while (rest != 0) begin
      n++;
      rest >>= 1;
    end
    return n;
  endfunction

  // Of the sum so far.
  local int e_max;
  local int holders;
  local int nonzero;
  local int largest;           // length of the largest aligned addend
  local longint sum;           // in units of 2^(e_max - f)

  local function void align();
    e_max = floor;
    holders = 0;
    nonzero = 0;
    largest = 0;
    sum = 0;
    for (int j = 0; j <= K; j++) if (sig[j] != 0 && exponent[j] > e_max) e_max = exponent[j];
    for (int j = 0; j <= K; j++) if (sig[j] != 0) add(j);
    look_at_sum();
  endfunction

  local function void add(int j);
    int lost = (e_max - f) - (exponent[j] - fraction[j]);
    int d = e_max - exponent[j];
    longint unsigned aligned = lost > 63 ? 64'd0 : lost > 0 ? sig[j] >> lost : sig[j] << -lost;
    if (aligned != 0) nonzero++;
    if (length(aligned) > largest) largest = length(aligned);
    if (negative[j]) sum -= longint'(aligned);
    else sum += longint'(aligned);
    holds_max[j] = d == 0;
    if (d == 0) holders++;
    shift[j] = d == 0 ? 4'd0 : d < f - 1 ? 4'd1 : d > f + 2 ? 4'd6 : 4'(d - f + 3);
    dropped[j] = low_bits(sig[j], lost, all_ones[j]);
  endfunction

  // A function of its own, and not the end of align(): Verilator 5.049 takes what align() sets to 0 for 0 even after add() has changed it.
  local function void look_at_sum();
    longint unsigned magnitude = sum < 0 ? unsigned'(-sum) : unsigned'(sum);
    int top = length(magnitude);
    int gone = largest - top;
    int lead = e_max - f + top - 1;  // exponent of the sum
    int drop = (lead > min_exponent(D_FMT) ? lead : min_exponent(D_FMT)) - output_fraction - (e_max - f);
    bit unused;
    tie = holders >= 2;
    at_floor = holders == 0;
    if (nonzero >= 2) begin
      if (gone <= 0) cancelled = 3'd0;
      else cancelled = 3'((nonzero > 2 ? 4 : 1) + (top == 0 ? 2 : gone > f / 2 ? 1 : 0));
    end
    if (top > 0 && top - 1 - f >= 0 && top - 1 - f < 15) carry = 4'(top - 1 - f);
    if (top > 0) residue = low_bits(magnitude, drop, unused);
  endfunction
endclass
