// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/operand_bits.hpp"

#include <algorithm>

#include "karat/arithmetic/round.hpp"

namespace karat::tb {

std::uint64_t compose(const FormatInfo& f, bool negative, int exponent, std::uint64_t fraction) {
    const int clamped = std::clamp(exponent, f.min_exponent() - 1, f.max_exponent());
    std::uint64_t code =
        (static_cast<std::uint64_t>(clamped + f.bias) << f.fraction_bits) | (fraction & f.fraction_mask());
    // a signed integer of this exponent would always be an end of the range
    if (f.is_integer() && f.is_signed && (fraction & f.fraction_mask()) != 0) code &= f.fraction_mask();
    return f.encoding(negative, std::min(code, f.max_finite_code()));
}

std::uint64_t any_special(const FormatInfo& f, Random& random, std::uint64_t& walk) {
    const OutputRule rule = OutputRule::ieee(f.id, Rounding::RNE);
    const bool want_infinity = random.below(3) != 0;
    if (want_infinity && f.has_infinity()) return encode_infinity(rule, random.coin());
    if (f.has_nan() && f.specials == Specials::ieee &&
        !random.one_in(4)) {  // a payload of any single bit makes a NaN
        const std::uint64_t payload =
            random.one_in(3) ? 1 + random.below(f.fraction_mask())
                             : std::uint64_t{1} << (walk++ % static_cast<std::uint64_t>(f.fraction_bits));
        return ((random.coin() ? f.sign_bit() : 0) | f.infinity_code() | payload) << f.ignored_low_bits;
    }
    if (f.has_nan()) {
        const std::uint64_t nan = encode_nan(f.id, NanEncoding::riscv);
        return f.specials == Specials::fn && f.is_signed && random.coin() ? f.negated(nan) : nan;
    }
    return compose(f, random.coin(), f.max_exponent(), random.bits());
}

}  // namespace karat::tb
