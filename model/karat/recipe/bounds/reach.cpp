// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/bounds/reach.hpp"

#include <algorithm>

namespace karat {
namespace {

BigInt shifted(const BigInt& x, int left) { return left >= 0 ? BigInt(x << left) : BigInt(x >> -left); }

/// x rounded to a multiple of 2^drop; the larger of the results for both signs.
BigInt rounded(const BigInt& x, int drop, Rounding rounding) {
    const BigInt kept = x >> drop;
    const BigInt lost = x - (kept << drop);
    const BigInt half = BigInt(1) << (drop - 1);
    const bool odd = bit_at(kept, 0);
    bool away = false;
    for (const bool negative : {false, true})
        away |= rounds_away(rounding, negative, odd, lost >= half, lost != half && lost != 0);
    // A smaller value may round away where this one does not. Rounding is monotonic, so its result is still
    // no larger than this one's.
    return BigInt((kept + (away ? 1 : 0)) << drop);
}

}  // namespace

Reach::Reach(const Program& program, const Operation& op, const SumBounds& sum)
    : program_(program),
      op_(op),
      sum_(sum),
      common_(op.sum->grid == GridRule::common),
      base_(sum.lsb_low),
      low_(common_ ? sum.lsb_low : sum.e_max_low),
      high_(common_ ? sum.lsb_high : sum.e_max_high) {
    for (const AddendBounds& x : sum.groups) {
        if (x.value.nonzero) base_ = std::min(base_, x.value.low);
    }
}

/// The largest magnitude of an addend whose exponent is at most `exponent`.
BigInt Reach::cap(const AddendBounds& x, int exponent) const {
    if (!x.value.nonzero || x.value.e_low > exponent) return 0;
    const int e = std::min(exponent, x.value.e_high);
    return std::min(shifted(x.value.largest, x.value.low - base_),
                    shifted(x.value.relative, e - x.value.relative_fraction - base_));
}

BigInt Reach::aligned(const AddendBounds& x, Rounding rounding, int place) const {
    const BigInt most = cap(x, common_ ? place + x.fraction : place);
    const int last = common_ ? place : place - x.fraction;
    return x.exact || last <= base_ ? most : rounded(most, last - base_, rounding);
}

/// The largest sum with the grid at this place. Without `as_aligned`: an upper bound of it, which never
/// increases as the place decreases.
BigInt Reach::at(int place, bool as_aligned) const {
    BigInt out = 0;
    for (std::size_t g = 0; g < sum_.groups.size(); ++g) {
        const AddendBounds& x = sum_.groups[g];
        const BigInt unit = BigInt(1) << std::max(0, (common_ ? place : place - x.fraction) - base_);
        BigInt one = as_aligned ? aligned(x, program_.groups(op_)[g].term->rounding, place)
                                : BigInt(cap(x, common_ ? place + x.fraction : place) + (x.exact ? 0 : unit));
        if (op_.sum->frame == SignFrame::c_sign) one += unit;
        out += one * x.count;
    }
    return out;
}

BigInt Reach::largest(int low) const {
    BigInt out = 0;
    for (int place = high_; place >= low_ && at(place, false) > out; --place)
        out = std::max(out, at(place, true));
    return shifted(out, base_ - low);
}

std::optional<int> Reach::finest_unit(const BigInt& value, int low) const {
    if (!sum_.fixed) return std::nullopt;
    const BigInt goal = shifted(value, low - base_);
    int below = low_ - 1;  // the places up to it are too fine, those from `above` on are not
    int above = high_ + 1;
    while (above - below > 1) {
        const int middle = below + (above - below) / 2;
        (at(middle, false) < goal ? below : above) = middle;
    }
    while (above <= high_ && at(above, true) < goal) ++above;
    return above <= high_ ? std::optional(above - sum_.fraction) : std::nullopt;
}

}  // namespace karat
