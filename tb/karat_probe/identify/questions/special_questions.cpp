// SPDX-License-Identifier: Apache-2.0
// Questions about zeros, specials and integers.
#include <algorithm>

#include "karat/format/format.hpp"
#include "karat_probe/identify/questions/questions.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"

namespace karat::probe {

/// Nothing but zeros of one sign, or all but one of them: the sign of d shows the rules of zero products and
/// of sums that are zero.
void Questions::only_zeros(VectorRow& row) {
    const bool negative = !random_.one_in(4);
    const int odd = random_.coin() ? -1 : random_.between(0, formats_.k);
    for (int k = 0; k < formats_.k; ++k) {
        put_zero_product(row, k);
        std::uint64_t& a = row.a[static_cast<std::size_t>(k)];
        std::uint64_t& b = b_of(row, k);
        const auto minus = [](const FormatInfo& f, std::uint64_t x) {
            return (x & f.encoding(true, 0)) != 0;
        };
        const bool sign = minus(info(formats_.a), a) != minus(info(formats_.b), b);
        if (sign == (negative != (k == odd))) continue;
        const bool a_is_zero = (a & ~info(formats_.a).encoding(true, 0)) == 0;
        (a_is_zero ? b : a) = a_is_zero ? info(formats_.b).negated(b) : info(formats_.a).negated(a);
    }
    const FormatInfo& c = info(formats_.c);
    if (c.has_minus_zero()) row.c = c.encoding(negative != (odd == formats_.k), 0);
}

void Questions::zeros(VectorRow& row) {
    if (random_.one_in(8)) return only_zeros(row);
    if (!random_.one_in(4)) {
        const int count = random_.between(1, std::min(3, formats_.k));
        for (int n = 0; n < count; ++n) put_zero_product(row, random_.between(0, formats_.k - 1));
    }
    if (!random_.one_in(4)) {
        // the smallest addends lose the most bits beside a zero with a large exponent
        const int e = random_.coin()   ? leading_exponent()
                      : random_.coin() ? random_.between(-160, -90)
                                       : a_low_ + b_low_ + random_.between(0, 8);
        put(row, any_addend(), e, random_.coin(), any_bits());
        if (random_.coin()) put(row, any_addend(), e - distance(), random_.coin(), any_bits());
    }
    const FormatInfo& a = info(formats_.a);
    const FormatInfo& b = info(formats_.b);
    const FormatInfo& c = info(formats_.c);
    const std::uint64_t signs = random_.below(4);  // zeros of either sign
    if (a.has_minus_zero() && signs != 0) {
        for (std::uint64_t& x : row.a) {
            if (x == 0 && (signs == 3 || random_.coin())) x = a.encoding(true, 0);
        }
    }
    if (b.has_minus_zero() && signs == 2) {
        for (std::uint64_t& x : row.b) {
            if (x == 0 && random_.coin()) x = b.encoding(true, 0);
        }
    }
    if (c.has_minus_zero() && row.c == 0 && random_.coin()) row.c = c.encoding(true, 0);
}

void Questions::specials(VectorRow& row) {
    several(row, random_.between(0, 3), 1);
    std::uint64_t walk = random_.bits();
    const int count = random_.between(1, 2);
    for (int n = 0; n < count; ++n) {
        const int addend = random_.one_in(3) ? formats_.k : any_addend();
        if (addend == formats_.k) {
            row.c = tb::any_special(info(formats_.c), random_, walk);
            continue;
        }
        const bool in_a = random_.coin();
        const std::uint64_t x = tb::any_special(info(in_a ? formats_.a : formats_.b), random_, walk);
        if (random_.one_in(5))
            put_zero_product(row, addend);
        else
            put_product(row, addend, random_.between(-4, 4), random_.coin(), Bits::none);
        (in_a ? row.a[static_cast<std::size_t>(addend)] : b_of(row, addend)) = x;
    }
}

/// One scale factor is a NaN or, without NaNs, of the largest exponent.
void Questions::special_scale(VectorRow& row) {
    std::uint64_t walk = 0;
    std::vector<std::uint64_t>& factors = random_.coin() ? row.scale_a : row.scale_b;
    factors[random_.below(factors.size())] = tb::any_special(info(*formats_.scale), random_, walk);
}

void Questions::integers(VectorRow& row) {
    const std::uint64_t style = random_.below(5);
    const auto fill = [&](std::vector<std::uint64_t>& out, const FormatInfo& f) {
        for (std::uint64_t& x : out) {
            if (style == 0 && !random_.one_in(4)) continue;
            x = style == 1 ? f.encoding(random_.coin(), f.max_finite_code())
                           : random_.bits() & f.encoding_mask();
        }
    };
    fill(row.a, info(formats_.a));
    fill(row.b, info(formats_.b));
    const FormatInfo& c = info(formats_.c);
    row.c = style == 2   ? c.encoding(random_.coin(), c.max_finite_code())
            : style == 3 ? c.encoding(random_.coin(), c.max_finite_code() - random_.below(4096))
                         : random_.bits() & c.encoding_mask();
}

}  // namespace karat::probe
