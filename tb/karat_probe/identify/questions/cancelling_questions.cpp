// SPDX-License-Identifier: Apache-2.0
// Questions in which X and -X cancel: what survives tells the order of the sums and their widths.
#include <algorithm>
#include <optional>

#include "karat/format/format.hpp"
#include "karat/text/text.hpp"
#include "karat_probe/identify/questions/questions.hpp"
#include "karat_tb/stimulus/tensors.hpp"

namespace karat::probe {
namespace {

/// The encoding of a number, if the format has it.
std::optional<std::uint64_t> exactly(double x, Format f) {
    const std::uint64_t encoding = tb::quantised(x, info(f));
    if (to_double(encoding, f) != x) return std::nullopt;
    return encoding;
}

}  // namespace

bool Questions::has_few_exponents() const {
    constexpr int few = 40;
    return high_of(0) - least_normal(0) < few;
}

void Questions::cancellation(VectorRow& row) {
    const int i = any_addend();
    const int j = another(i);
    const bool few = has_few_exponents();
    const std::uint64_t turn = random_.below(few ? 6 : 12);
    if (few && turn == 1 && cancels_several(row)) return;
    if (turn == 0 || (few && turn <= 2)) return farthest(row, i, j);
    const FormatInfo& d = info(formats_.d);
    const int p_high = high_of(0);
    int e = random_.between(-8, 20);
    switch (random_.below(6)) {
        case 0:
            e = std::min({p_high, c_high_, d.max_exponent() - 4});
            break;
        case 1:  // as far above what d shows as products go: wide sums show only there
            e = p_high - random_.between(0, 12);
            break;
        case 2:
            e = random_.between(std::min(0, p_high), p_high);
            break;
        default:
            break;
    }
    int survives = random_.between(d.min_exponent() - 2, d.max_exponent());
    if (random_.one_in(3)) {  // a distance apart, with the survivor in the range of d
        if (random_.coin()) survives = random_.between(-4, 4);
        e = std::min(p_high, survives + distance());
    }
    e = std::min({e, high_of(i), high_of(j)});  // so that the two cancel
    const bool negative = random_.coin();
    put(row, i, e, negative, random_.one_in(4) ? Bits::low : Bits::none);
    put(row, j, e, !negative, Bits::none);
    // what survives: near the pair, or anywhere that d shows
    const auto survivor = [&](int addend) {
        return in_range(random_.coin() ? e - distance() : survives, addend, e);
    };
    const int l = another(i);
    if (l != j) put(row, l, survivor(l), random_.coin(), any_bits());
    const int m = another(i);
    if (random_.coin() && m != j && m != l) put(row, m, survivor(m), random_.coin(), any_bits());
}

/// X as large as it can be, and one small addend about as far below as it can be: of formats with few
/// exponents, a width inside the tree may show only there.
void Questions::farthest(VectorRow& row, int i, int j) {
    constexpr int nearly = 3;
    const int e = std::min(high_of(i), high_of(j)) - random_.between(0, nearly);
    const bool of_products = i < formats_.k && j < formats_.k;
    const bool negative = random_.coin();
    put(row, i, e, negative, of_products ? any_bits() : Bits::none);
    if (!of_products) {
        put(row, j, e, !negative, Bits::none);
    } else {
        a_of(row, j) = info(formats_.a).negated(a_of(row, i));
        b_of(row, j) = b_of(row, i);
    }
    const int l = another(i);
    const int least = std::max(least_normal(l), info(formats_.d).min_exponent());
    if (l != j) put(row, l, least + random_.between(0, nearly), random_.coin(), any_bits());
}

/// Large products whose sum c cancels exactly, and a small one: a width inside a sum of products may be one
/// that no single product reaches. Gives up if c has no such number.
bool Questions::cancels_several(VectorRow& row) {
    constexpr int nearly = 3;
    constexpr int draws = 16;
    constexpr int most = 8;  // products
    if (formats_.k < 3) return false;
    for (int draw = 0; draw < draws; ++draw) {
        VectorRow drawn = row;
        const bool negative = random_.coin();
        double sum = 0;
        const int large = random_.between(2, std::min(formats_.k - 1, most));
        const int first = random_.between(0, formats_.k - 1);
        for (int n = 0; n < large; ++n) {
            const int l = (first + n) % formats_.k;
            put_product(drawn, l, high_of(l) - random_.between(0, nearly), negative, any_bits());
            sum += to_double(a_of(drawn, l), formats_.a) * to_double(b_of(drawn, l), formats_.b);
        }
        const auto c = exactly(-sum, formats_.c);
        if (!c) continue;
        drawn.c = *c;
        const int small = (first + random_.between(large, formats_.k - 1)) % formats_.k;
        const int low = random_.coin() ? a_low_ + b_low_ : least_normal(small);
        const int least = std::max(low, info(formats_.d).min_exponent());
        put_product(drawn, small, least + random_.between(0, nearly), random_.coin(), any_bits());
        row = drawn;
        return true;
    }
    return false;
}

void Questions::masses(VectorRow& row) {
    const int i = any_addend();
    const int j = another(i);
    const int e = random_.coin() ? std::min(a_high_ + b_high_, c_high_) - 1 : random_.between(0, 12);
    const int small = in_range(e - random_.between(4, 50), random_.between(0, 1) * formats_.k, e);
    const bool negative = random_.coin();
    const bool small_negative = random_.coin();
    for (int addend = 0; addend <= formats_.k; ++addend) {
        if (addend == i)
            put(row, addend, e, negative, Bits::none);
        else if (addend == j)
            put(row, addend, e, !negative, Bits::none);
        else
            put(row, addend, small, small_negative, Bits::none);
    }
}

}  // namespace karat::probe
