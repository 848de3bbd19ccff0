// SPDX-License-Identifier: Apache-2.0
// Questions about the ends of the ranges of formats.
#include <algorithm>
#include <array>
#include <cmath>

#include "karat/format/format.hpp"
#include "karat_probe/identify/questions/questions.hpp"
#include "karat_probe/separate/row_draft.hpp"

namespace karat::probe {

void Questions::below_an_end(VectorRow& row, int addend) {
    put_below(row, addend, end_of_a_format(), random_.coin());
}

/// The largest value below 2^exponent that some draws give: a rounding takes it to 2^exponent.
void Questions::put_below(VectorRow& row, int addend, int exponent, bool negative) {
    if (addend == formats_.k) {
        const FormatInfo& c = info(formats_.c);
        const std::uint64_t others = c.fraction_mask() >> random_.between(0, c.fraction_bits);
        row.c = number(c, negative, exponent - 1, ~others | random_.bits());
        return;
    }
    constexpr int draws = 64;
    const FormatInfo& a = info(formats_.a);
    const FormatInfo& b = info(formats_.b);
    double nearest = 0;
    std::uint64_t of_a = 0;
    std::uint64_t of_b = 0;
    bool carries = false;
    for (int i = 0; i < draws; ++i) {
        const std::uint64_t x = random_.bits() & a.fraction_mask();
        const std::uint64_t y = random_.bits() & b.fraction_mask();
        const double product = (1 + std::ldexp(static_cast<double>(x), -a.fraction_bits)) *
                               (1 + std::ldexp(static_cast<double>(y), -b.fraction_bits));
        const double part = product < 2 ? product / 2 : product / 4;  // of the next power of two
        if (part <= nearest) continue;
        nearest = part;
        of_a = x;
        of_b = y;
        carries = product >= 2;
    }
    const int sum = exponent - (carries ? 2 : 1);
    const int low = std::max(a.min_exponent(), sum - b_high_);
    const int high = std::min(a_high_, sum - b.min_exponent());
    const int ea = low >= high ? low : random_.between(low, high);
    row.a[static_cast<std::size_t>(addend)] = number(a, negative, ea, of_a);
    b_of(row, addend) = number(b, false, sum - ea, of_b);
}

/// Exponent of the least normal number of a format that a sum may be rounded to, or of 2 times the largest.
int Questions::end_of_a_format() {
    constexpr std::array formats{Format::fp16, Format::bf16, Format::fp32, Format::e5m2, Format::e4m3};
    const FormatInfo& f = info(random_.one_in(3) ? formats_.d : formats[random_.below(formats.size())]);
    return random_.one_in(4) ? f.max_exponent() + 1 : f.min_exponent();
}

}  // namespace karat::probe
