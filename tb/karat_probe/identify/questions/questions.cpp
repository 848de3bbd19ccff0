// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/questions/questions.hpp"

#include <algorithm>
#include <cstdlib>

#include "karat/format/format.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"

namespace karat::probe {
namespace {

int least_exponent(const FormatInfo& f) {
    return f.has_zero ? f.min_exponent() - f.fraction_bits : f.min_exponent();
}

/// The number with a leading bit of weight 2^exponent, and `fraction` below it as far as the format has bits.
std::uint64_t clamped_number(const FormatInfo& f, bool negative, int exponent, std::uint64_t fraction) {
    const int e = std::clamp(exponent, least_exponent(f), f.max_exponent());
    const std::uint64_t one = std::uint64_t{1} << f.fraction_bits;
    const std::uint64_t significand = one | (fraction & f.fraction_mask());
    const std::uint64_t code =
        e < f.min_exponent()
            ? significand >> (f.min_exponent() - e)
            : (static_cast<std::uint64_t>(e + f.bias) << f.fraction_bits) | (significand & f.fraction_mask());
    return f.encoding(negative, std::min(code, f.max_finite_code()));
}

}  // namespace

Questions::Questions(const OperandRules& formats, std::uint64_t seed)
    : formats_(formats),
      random_(seed),
      a_low_(least_exponent(info(formats.a))),
      a_high_(info(formats.a).max_exponent()),
      b_low_(least_exponent(info(formats.b))),
      b_high_(info(formats.b).max_exponent()),
      c_low_(least_exponent(info(formats.c))),
      c_high_(info(formats.c).max_exponent()) {}

VectorRow Questions::make(QuestionKind kind) {
    VectorRow row = made(kind);
    minus_zeros_.in(row, info(formats_.c));
    return row;
}

VectorRow Questions::made(QuestionKind kind) {
    VectorRow row = blank();
    if (formats_.are_integers()) {
        integers(row);
        return row;
    }
    const bool alone = kind == QuestionKind::c_alone || kind == QuestionKind::product_alone;
    if (alone && random_.one_in(6)) {
        below_an_end(row, kind == QuestionKind::c_alone ? formats_.k : random_.between(0, formats_.k - 1));
        return row;
    }
    switch (kind) {
        case QuestionKind::c_alone:
            put(row, formats_.k, random_.coin() ? leading_exponent() : random_.between(c_low_, c_high_),
                random_.coin(), any_bits());
            break;
        case QuestionKind::product_alone:
            put(row, random_.between(0, formats_.k - 1),
                random_.coin() ? leading_exponent() : random_.between(a_low_ + b_low_, a_high_ + b_high_),
                random_.coin(), any_bits());
            break;
        case QuestionKind::zeros:
            zeros(row);
            break;
        case QuestionKind::two_addends:
            two_addends(row);
            break;
        case QuestionKind::ties:
            tie(row);
            break;
        case QuestionKind::cancellation:
            cancellation(row);
            break;
        case QuestionKind::masses:
            masses(row);
            break;
        case QuestionKind::few_addends:
            several(row, random_.between(3, 6), 1);
            break;
        case QuestionKind::many_addends:
            if (random_.one_in(8))
                largest(row);
            else
                several(row, formats_.k + 1, 4);
            break;
        default:
            specials(row);
            break;
    }
    if (!formats_.scale) return row;
    if (random_.one_in(3)) scale(row);
    // formats as those of MX have no other NaNs than those of c and of the scale factors
    if (kind == QuestionKind::specials && random_.one_in(3)) special_scale(row);
    return row;
}

VectorRow Questions::blank() {
    VectorRow row;
    row.a.assign(static_cast<std::size_t>(formats_.k), 0);
    row.b.assign(static_cast<std::size_t>(formats_.k), 0);
    if (formats_.scale) {
        const auto blocks = static_cast<std::size_t>(formats_.k / formats_.scale_block);
        row.scale_a.assign(blocks, tb::compose(info(*formats_.scale), false, 0, 0));
        row.scale_b = row.scale_a;
    }
    return row;
}

std::uint64_t& Questions::a_of(VectorRow& row, int k) { return row.a[static_cast<std::size_t>(k)]; }
std::uint64_t& Questions::b_of(VectorRow& row, int k) { return row.b[static_cast<std::size_t>(k)]; }

int Questions::another(int addend) {
    const int other = random_.between(0, formats_.k - 1);
    return other >= addend ? other + 1 : other;
}

/// The bits below a leading bit. A run of equal bits between others puts the value next to a number of fewer
/// bits, or next to a tie.
std::uint64_t Questions::fraction(const FormatInfo& f, Bits bits) {
    switch (bits) {
        case Bits::none:
            return 0;
        case Bits::ones:
            return ~std::uint64_t{0};
        case Bits::low:
            return 1;
        case Bits::any:
            return random_.bits();
        case Bits::run:
            break;
    }
    const int from = random_.between(0, f.fraction_bits);
    const int to = random_.between(0, from);
    const std::uint64_t mask = (std::uint64_t{1} << from) - (std::uint64_t{1} << to);
    const std::uint64_t others =
        random_.coin() ? random_.bits() : random_.bits() & random_.bits() & random_.bits();
    return random_.coin() ? others | mask : others & ~mask;
}

void Questions::put(VectorRow& row, int addend, int exponent, bool negative, Bits bits) {
    if (addend < formats_.k) return put_product(row, addend, exponent, negative, bits);
    const FormatInfo& c = info(formats_.c);
    row.c = clamped_number(c, negative, exponent, fraction(c, bits));
}

void Questions::put_product(VectorRow& row, int k, int exponent, bool negative, Bits bits) {
    const int low = std::max(a_low_, exponent - b_high_);
    const int high = std::min(a_high_, exponent - b_low_);
    int ea = low >= high ? std::clamp(low, a_low_, a_high_) : random_.between(low, high);
    if (low < high && random_.coin()) ea = (low + high) / 2;
    const std::uint64_t plain = random_.below(4);  // one operand, both or none with further bits
    const bool a_negative = random_.coin();
    const FormatInfo& a = info(formats_.a);
    const FormatInfo& b = info(formats_.b);
    row.a[static_cast<std::size_t>(k)] =
        clamped_number(a, a_negative, ea, fraction(a, plain == 0 ? Bits::none : bits));
    b_of(row, k) =
        clamped_number(b, a_negative != negative, exponent - ea, fraction(b, plain == 1 ? Bits::none : bits));
}

void Questions::put_zero_product(VectorRow& row, int k) {
    const bool a_zero = random_.coin();
    const FormatInfo& f = info(a_zero ? formats_.b : formats_.a);
    const std::uint64_t other = clamped_number(
        f, random_.coin(), random_.coin() ? f.max_exponent() : random_.between(-20, f.max_exponent()), 0);
    const FormatInfo& z = info(a_zero ? formats_.a : formats_.b);
    const std::uint64_t zero = z.has_minus_zero() && random_.coin() ? z.encoding(true, 0) : 0;
    row.a[static_cast<std::size_t>(k)] = a_zero ? zero : other;
    b_of(row, k) = a_zero ? other : zero;
}

void Questions::scale(VectorRow& row) {
    const FormatInfo& f = info(*formats_.scale);
    const int reach = random_.coin() ? 4 : random_.coin() ? 30 : 127;
    for (auto* factors : {&row.scale_a, &row.scale_b}) {
        for (std::uint64_t& x : *factors) {
            x = random_.one_in(12) && f.has_zero ? 0
                                                 : clamped_number(f, false, random_.between(-reach, reach),
                                                                  random_.coin() ? 0 : random_.bits());
        }
    }
}

int Questions::leading_exponent() {
    const FormatInfo& d = info(formats_.d);
    switch (random_.below(8)) {
        case 0: {  // anywhere, and at either end
            const int low = a_low_ + b_low_;
            const int high = a_high_ + b_high_;
            if (random_.coin()) return random_.between(low, high);
            return random_.coin() ? low + random_.between(0, 24) : high - random_.between(0, 8);
        }
        case 1:
            return random_.between(d.min_exponent() - d.fraction_bits - 16, d.min_exponent() + 6);
        case 2:
            return random_.between(d.max_exponent() - 3, d.max_exponent() + 2);
        case 3:
            return random_.between(c_low_, c_high_);
        default:
            return random_.between(-12, 12);
    }
}

int Questions::distance() {
    switch (random_.below(8)) {
        case 0:
            return random_.between(30, random_.coin() ? 60 : 300);
        case 1:
            return random_.between(0, 3);
        default:
            return random_.between(0, 38);
    }
}

int Questions::least_normal(int addend) const {
    return addend == formats_.k ? info(formats_.c).min_exponent()
                                : info(formats_.a).min_exponent() + info(formats_.b).min_exponent();
}

/// The exponent, or, where the addend has none so small, mostly any that it has up to `top`. Formats of few
/// exponents would otherwise be asked at their lower end only, which may be flushed.
int Questions::in_range(int exponent, int addend, int top) {
    const int low = addend == formats_.k ? c_low_ : a_low_ + b_low_;
    const int high = std::min(top, high_of(addend));
    return exponent >= low || high <= low || random_.one_in(3) ? exponent : random_.between(low, high);
}

void Questions::two_addends(VectorRow& row) {
    const int i = any_addend();
    const int j = random_.one_in(3) && i != formats_.k ? formats_.k : another(i);
    const int e = leading_exponent();
    put(row, i, e, random_.coin(), any_bits());
    put(row, j, in_range(e - distance(), j, std::min(e, high_of(i))), random_.coin(), any_bits());
}

/// Of addends far below the last bit of d, d shows only on which side of a tie they put the sum. A format of
/// few exponents has most of its ties among its subnormals.
void Questions::tie(VectorRow& row) {
    const FormatInfo& d = info(formats_.d);
    const int low = least_exponent(d);
    const int e = random_.coin()   ? random_.between(-4, 4)
                  : random_.coin() ? low + random_.between(-1, 6)
                                   : random_.between(low, d.max_exponent());
    const int half = std::max(e - d.fraction_bits, low) - 1;
    const int top = std::max(e, half);
    const bool negative = random_.coin();
    const int i = random_.coin() ? formats_.k : any_addend();
    const int j = another(i);
    put(row, i, top, negative, Bits::none);
    if (half < top) put(row, another(i), half, negative, Bits::none);
    put(row, j, in_range(half - random_.between(0, random_.one_in(4) ? 60 : 34), j, half), random_.coin(),
        random_.coin() ? Bits::none : any_bits());
}

void Questions::several(VectorRow& row, int count, int spread) {
    // also among the smallest addends, where floors and subnormals show
    const int e = random_.one_in(6) ? a_low_ + b_low_ + random_.between(0, 12) : leading_exponent();
    for (int n = 0; n < count; ++n) {
        const int addend = count > formats_.k ? n : any_addend();
        put(row, addend, in_range(e - distance() / spread, addend, e), random_.coin(), any_bits());
    }
}

/// Every addend with the largest significand and one sign: an accumulator without room for the carries shows
/// only here. With one exponent, or all as large as they can be: d may overflow only so.
void Questions::largest(VectorRow& row) {
    const FormatInfo& a = info(formats_.a);
    const FormatInfo& b = info(formats_.b);
    const FormatInfo& c = info(formats_.c);
    const bool utmost = random_.one_in(4);
    const int e =
        utmost ? a_high_ + b_high_ : std::clamp(leading_exponent(), a_low_ + b_low_, a_high_ + b_high_);
    const int of_a = std::clamp(e / 2, std::max(a_low_, e - b_high_), std::min(a_high_, e - b_low_));
    const bool negative = random_.coin();
    constexpr std::uint64_t ones = ~std::uint64_t{0};
    std::fill(row.a.begin(), row.a.end(), clamped_number(a, negative, of_a, ones));
    std::fill(row.b.begin(), row.b.end(), clamped_number(b, false, e - of_a, ones));
    row.c = clamped_number(c, negative, utmost ? c_high_ : e + random_.between(-1, 1), ones);
}

}  // namespace karat::probe
