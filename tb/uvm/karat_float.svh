// SPDX-License-Identifier: Apache-2.0
// Encodings put together and taken apart. Elements travel in 32 bits, whatever the format.

// Classes of an operand or a result, in the order of the model's coverage (model/karat/coverage).
typedef enum bit [2:0] {
  KARAT_ZERO, KARAT_MINUS_ZERO, KARAT_SUBNORMAL, KARAT_LEAST_NORMAL, KARAT_LARGEST, KARAT_NORMAL, KARAT_INFINITY, KARAT_NAN
} karat_value_class_e;

class karat_float;

  static function bit [31:0] mask(int bits);
    return (32'd1 << bits) - 32'd1;  // bits < 32
  endfunction

  // Largest finite magnitude, without the ignored bits.
  static function bit [31:0] max_code(int fmt);
    bit [31:0] all = mask(exp_bits(fmt) + frac_bits(fmt));
    if (fmt == E4M3) return all - 32'd1;
    return all - (32'd1 << frac_bits(fmt));
  endfunction

  static function bit [31:0] sign_bit(int fmt);
    return 32'd1 << (width(fmt) - 1);
  endfunction

  // (-1)^negative * 1.fraction * 2^power. min_exponent - 1 makes a subnormal; what is too large or small is clamped.
  static function bit [31:0] compose(int fmt, bit negative, int power, bit [31:0] fraction);
    int e = power;
    bit [31:0] code;
    if (e < min_exponent(fmt) - 1) e = min_exponent(fmt) - 1;
    if (e > max_exponent(fmt)) e = max_exponent(fmt);
    code = (unsigned'(e + bias(fmt)) << frac_bits(fmt)) | (fraction & mask(frac_bits(fmt)));
    if (code > max_code(fmt)) code = max_code(fmt);
    return (code << ignored_bits(fmt)) | (negative ? sign_bit(fmt) : 32'd0);
  endfunction

  static function bit [31:0] zero(int fmt, bit negative);
    return negative ? sign_bit(fmt) : 32'd0;
  endfunction

  static function bit [31:0] infinity(int fmt, bit negative);
    return (mask(exp_bits(fmt)) << (frac_bits(fmt) + ignored_bits(fmt))) | zero(fmt, negative);
  endfunction

  static function bit [31:0] nan(int fmt, bit negative, bit [31:0] payload);
    bit [31:0] fraction = payload & mask(frac_bits(fmt));
    if (fmt == E4M3 || fraction == 0) fraction = mask(frac_bits(fmt));
    return infinity(fmt, negative) | (fraction << ignored_bits(fmt));
  endfunction

  // NaN or infinity; e4m3, which has no infinity, gets a NaN or its largest value.
  static function bit [31:0] any_special(int fmt);
    bit negative = 1'($urandom_range(1));
    if ($urandom_range(2) == 0) return nan(fmt, negative, $urandom());
    if (has_infinity(fmt)) return infinity(fmt, negative);
    return $urandom_range(1) == 0 ? nan(fmt, negative, 32'd0) : compose(fmt, negative, max_exponent(fmt), $urandom());
  endfunction

  static function bit is_negative(bit [31:0] x, int fmt);
    return (x & sign_bit(fmt)) != 0;
  endfunction

  // Without sign and ignored bits.
  static function bit [31:0] magnitude(bit [31:0] x, int fmt);
    return (x >> ignored_bits(fmt)) & mask(exp_bits(fmt) + frac_bits(fmt));
  endfunction

  static function karat_value_class_e class_of(bit [31:0] x, int fmt);
    bit [31:0] code = magnitude(x, fmt);
    if (code == 0) return is_negative(x, fmt) ? KARAT_MINUS_ZERO : KARAT_ZERO;
    if (code > max_code(fmt)) return has_infinity(fmt) && (code & mask(frac_bits(fmt))) == 0 ? KARAT_INFINITY : KARAT_NAN;
    if (code == max_code(fmt)) return KARAT_LARGEST;
    if (code >> frac_bits(fmt) == 0) return KARAT_SUBNORMAL;
    return code == 32'd1 << frac_bits(fmt) ? KARAT_LEAST_NORMAL : KARAT_NORMAL;
  endfunction

  static function bit is_finite(karat_value_class_e which);
    return which != KARAT_INFINITY && which != KARAT_NAN;
  endfunction

  // value = significand * 2^(exponent - frac_bits); a subnormal has the least exponent. Finite values only.
  static function bit [31:0] significand(bit [31:0] x, int fmt);
    bit [31:0] code = magnitude(x, fmt);
    bit [31:0] fraction = code & mask(frac_bits(fmt));
    return code >> frac_bits(fmt) == 0 ? fraction : fraction | (32'd1 << frac_bits(fmt));
  endfunction

  static function int exponent(bit [31:0] x, int fmt);
    int field = int'(magnitude(x, fmt) >> frac_bits(fmt));
    return field == 0 ? min_exponent(fmt) : field - bias(fmt);
  endfunction

  // x to nearest even; what is too large becomes the largest finite value.
  static function bit [31:0] quantised(real x, int fmt);
    bit [63:0] bits = $realtobits(x);
    bit [63:0] whole = {12'd1, bits[51:0]};
    bit [63:0] kept;
    bit [63:0] rest;
    bit [31:0] code;
    int e = int'(bits[62:52]) - 1023;
    int drop = 52 - frac_bits(fmt);
    if (bits[62:52] == 0) return zero(fmt, bits[63]);
    if (e > max_exponent(fmt)) return compose(fmt, bits[63], max_exponent(fmt), 32'hffff_ffff);
    if (e < min_exponent(fmt)) drop += min_exponent(fmt) - e;
    if (drop > 54) return zero(fmt, bits[63]);
    kept = whole >> drop;
    rest = whole - (kept << drop);
    if (rest > (64'd1 << (drop - 1)) || (rest == (64'd1 << (drop - 1)) && kept[0])) kept += 64'd1;
    code = 32'(kept);  // of a subnormal; one that rounds up to the least normal has its encoding
    if (e >= min_exponent(fmt)) code += unsigned'(e + bias(fmt) - 1) << frac_bits(fmt);
    if (code > max_code(fmt)) code = max_code(fmt);
    return (code << ignored_bits(fmt)) | zero(fmt, bits[63]);
  endfunction
endclass
