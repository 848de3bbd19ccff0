// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/tie_surroundings.hpp"

#include <algorithm>
#include <cmath>

namespace karat::probe {
namespace {

constexpr int kBeyond = 7;  // bits below those that the sum is rounded to

}  // namespace

TieSurroundings::TieSurroundings(const OperandRules& rules, const Aims& aims, RowDraft& draft)
    : rules_(rules), aims_(aims), draft_(draft) {}

Surroundings TieSurroundings::operator()(const UnroundedAddends& addends, int top, int fraction,
                                         int least_exponent) {
    tb::Random& random = draft_.random;
    draft_.blank(0);
    if (random.coin()) return cancelled_above(addends, top, fraction, least_exponent);
    const bool has_small_c = addends.c && random.one_in(3);
    if (has_small_c)
        small_c(top);
    else
        cancelled_below(addends, top);
    return {draft_.row(), has_small_c, top, 0};
}

Surroundings TieSurroundings::cancelled_above(const UnroundedAddends& addends, int top, int fraction,
                                              int least_exponent) {
    tb::Random& random = draft_.random;
    const bool with_c = addends.c && random.one_in(3);
    const int highest = with_c ? info(rules_.c).max_exponent() : draft_.p_high();
    const int above = std::max(0, width() - random.between(0, fraction + kBeyond));
    const int exponent = random.one_in(4) ? highest : std::min(highest, top + above);
    if (random.coin()) top = exponent - above;  // so that a short range of exponents is enough
    set_cancelling(with_c ? draft_.c() : product(addends), product(addends), exponent);
    Surroundings out{draft_.row(), with_c, top, 0};
    if (random.one_in(3)) return out;
    const int unit = std::max(top, least_exponent) - fraction;
    const int below = random.between(2, random.one_in(3) ? 4 * kBeyond : kBeyond);
    out.beside = std::ldexp(random.coin() ? 1 : -1, unit - below);
    return out;
}

void TieSurroundings::cancelled_below(const UnroundedAddends& addends, int top) {
    const int bits = info(rules_.a).fraction_bits + info(rules_.b).fraction_bits + 2;
    const int below = std::max(0, width() - draft_.random.between(0, bits));
    set_cancelling(product(addends), product(addends), top - below);
}

void TieSurroundings::small_c(int top) {
    tb::Random& random = draft_.random;
    const int last = random.coin() ? random.between(-2, 2) : random.between(0, info(rules_.c).fraction_bits);
    draft_.set(draft_.c(), top - std::max(0, width() - last), random.coin(), random.coin());
}

int TieSurroundings::width() {
    constexpr int farthest = 64;
    return draft_.random.coin() ? aims_.distances[draft_.random.below(aims_.distances.size())]
                                : draft_.random.between(0, farthest);
}

int TieSurroundings::product(const UnroundedAddends& addends) {
    return static_cast<int>(addends.products[draft_.random.below(addends.products.size())]);
}

void TieSurroundings::set_cancelling(int first, int second, int exponent) {
    tb::Random& random = draft_.random;
    const bool negative = random.coin();
    draft_.set(first, exponent, negative, first == draft_.c());
    if (random.one_in(4))
        draft_.set(second, exponent + random.between(-1, 1), !negative, false);
    else if (second != first)
        draft_.set_opposite(second, first);
}

}  // namespace karat::probe
