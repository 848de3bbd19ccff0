// SPDX-License-Identifier: Apache-2.0
#include "karat/algorithm/terms.hpp"

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

}  // namespace karat
