// SPDX-License-Identifier: Apache-2.0
#include "karat/evaluate/products.hpp"

#include "karat/arithmetic/round.hpp"

namespace karat {

Unpacked converted(const Unpacked& x, const FormatInfo& from, const FormatInfo& to) {
    const OutputRule rule = OutputRule::ieee(to.id, Rounding::RZ);
    switch (x.number_class) {
        case NumberClass::nan:
            return unpack(encode_nan(to.id, NanEncoding::riscv), to);
        case NumberClass::infinity:
            return unpack(encode_infinity(rule, x.negative), to);
        default:
            return unpack(round_to(rule, x.negative, x.significand, x.exponent - from.fraction_bits), to);
    }
}

Unpacked ProductMaker::narrowed(Unpacked x, const FormatInfo& stored, const FormatInfo& multiplied) {
    x.significand >>= multiplied.fraction_bits - fraction_in(stored, multiplied);
    return x;
}

ProductMaker::ProductMaker(const Program& program)
    : rules_(program.operands()),
      a_(info(rules_.a)),
      b_(info(rules_.b)),
      c_(info(rules_.c)),
      mul_a_(info(rules_.convert.value_or(rules_.a))),
      mul_b_(info(rules_.convert.value_or(rules_.b))),
      mul_c_(info(rules_.convert_c.value_or(rules_.c))),
      scale_(info(rules_.scale.value_or(Format::ue8m0))),
      zero_rule_(program.zero_product()),
      fraction_a_(fraction_in(a_, mul_a_)),
      fraction_b_(fraction_in(b_, mul_b_)),
      scales_(program.scales_products()),
      plain_(rules_.multiplier == Multiplier::product && !rules_.convert && !rules_.flush_a &&
             !rules_.flush_b && !rules_.flush_products && !scales_ &&
             rules_.product_overflow == ProductOverflow::none &&
             rules_.zero_product_sign == ProductZeroSign::signed_) {}

Unpacked ProductMaker::load(std::uint64_t encoding, const FormatInfo& stored, const FormatInfo& multiplied,
                            bool flush) const {
    Unpacked x = unpack(encoding, stored);
    if (flush) x = flushed(x, stored, rules_.flush_below, rules_.flush_sign);
    return stored.id == multiplied.id ? x : narrowed(converted(x, stored, multiplied), stored, multiplied);
}

}  // namespace karat
