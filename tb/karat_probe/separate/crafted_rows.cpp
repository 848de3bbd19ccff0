// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/crafted_rows.hpp"

#include <algorithm>
#include <array>

#include "karat_probe/separate/aims.hpp"
#include "karat_probe/separate/partners.hpp"
#include "karat_probe/separate/row_draft.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {
namespace {

class CraftedRows final : public RowSource {
   public:
    CraftedRows(const Program& x, const Program& y, std::uint64_t seed)
        : aims_(aims_of(x, y)), partners_(x), draft_(formats_of(x.operands()), seed) {}

    [[nodiscard]] std::optional<VectorRow> next() override {
        // so that d shows the largest addend, or what is left without it
        top_ = draft_.random.one_in(4) ? visible() + distance() : level();
        const int reach = draft_.random.between(draft_.p_low(), draft_.p_high());
        const int largest_product = draft_.random.one_in(3) ? top_ - distance() : top_;  // c may dominate
        draft_.blank(largest_product - (draft_.random.coin() ? reach : std::min(reach, 0)));
        (this->*kKinds[draft_.random.below(kKinds.size())])();
        if (draft_.random.one_in(16)) draft_.set_odd_scale();
        return draft_.row();
    }

   private:
    [[nodiscard]] int any(const std::vector<int>& numbers) {
        return numbers[draft_.random.below(numbers.size())];
    }
    [[nodiscard]] bool coin() { return draft_.random.coin(); }
    [[nodiscard]] int addend() { return draft_.random.between(0, draft_.c()); }
    [[nodiscard]] int other_than(int addend_taken) {
        const int drawn = draft_.random.between(0, draft_.c() - 1);
        return drawn < addend_taken ? drawn : drawn + 1;
    }

    /// The exponent of the largest addend.
    [[nodiscard]] int level() {
        if (draft_.random.one_in(3)) return draft_.random.between(draft_.p_low(), draft_.p_high());
        if (draft_.random.one_in(3)) return draft_.random.between(-4, 4);
        return any(aims_.exponents) + draft_.random.between(-2, 3);
    }
    /// An exponent in the range of d, more often at its ends and about 0.
    [[nodiscard]] int visible() {
        switch (draft_.random.below(3)) {
            case 0:
                return draft_.d_low() + draft_.random.between(-2, 6);
            case 1:
                return draft_.random.between(-4, 4);
            default:
                return draft_.random.between(draft_.d_low(), draft_.d_high());
        }
    }
    /// How far below the largest addend another one lies.
    [[nodiscard]] int distance() {
        if (draft_.random.one_in(5)) return draft_.random.between(0, 64);
        if (draft_.random.one_in(8))  // at an end of the range of a format, wherever the largest is
            return std::max(0, top_ - any(aims_.exponents) + draft_.random.between(-2, 3));
        // more often where the first bit is lost: half a unit, or the first distance beyond a cut-off
        const int beyond = draft_.random.one_in(3) ? 1 : draft_.random.between(-2, 3);
        return std::max(0, any(aims_.distances) + beyond);
    }
    /// Some addends, or all, at distances below the largest.
    void add_small(int taken, int also_taken) {
        const bool all = draft_.random.one_in(4);
        const bool alike = coin();
        const bool one_sign = coin();
        const bool negative = coin();
        const int far = distance();
        const int count = all ? draft_.c() + 1 : draft_.random.between(1, 3);
        for (int i = 0; i < count; ++i) {
            const int place = all ? i : addend();
            if (place == taken || place == also_taken) continue;
            const int below = alike ? far : distance();
            draft_.set(place, top_ - below, one_sign ? negative : coin(), coin());
        }
    }

    void dominated() {
        const int largest = draft_.random.one_in(3) ? draft_.c() : addend();
        add_small(largest, largest);
        draft_.set(largest, top_, coin(), coin());
    }
    /// Another addend; every other time one that `first` meets before others join them.
    [[nodiscard]] int partner(int first) {
        const int met = coin() ? partners_.of(first, draft_.random) : -1;
        return met < 0 ? other_than(first) : met;
    }
    void cancelled() {
        const int first = draft_.random.one_in(3) ? draft_.c() : addend();
        const int second = partner(first);
        add_small(first, second);
        if (draft_.random.one_in(3))  // a bit of it is left, far below
            draft_.set_tie(first, top_, coin(), distance(), false);
        else
            draft_.set(first, top_, coin(), first == draft_.c() || second == draft_.c() || coin());
        draft_.set_opposite(second, first);
        if (draft_.random.one_in(3)) draft_.set(second, top_ - draft_.random.between(0, 2), coin(), coin());
    }
    /// Half a unit of the result of a rounding, or of an alignment, in the largest addend or in a second one,
    /// and at most a little beside it: a third addend, or the last bits of the second one.
    void tie() {
        const int largest = draft_.random.one_in(3) ? draft_.c() : addend();
        const int second = other_than(largest);
        const int half = any(coin() ? aims_.fractions : aims_.distances) + 1;
        if (draft_.random.one_in(3)) {
            draft_.set_tie(largest, top_, coin(), half, coin());
            draft_.set(second, top_ - std::max(half, distance()), coin(), coin());
            return;
        }
        draft_.set(largest, top_, coin(), coin());
        const bool beside = coin();
        draft_.set(second, top_ - half, coin(), beside);
        if (!beside) return;
        const int third = addend();
        if (third == largest || third == second) return;
        draft_.set(third, top_ - (coin() ? std::max(half, distance()) : half + draft_.random.between(1, 60)),
                   coin(), true);
    }
    /// Half a unit of d, also among its subnormals, in one addend or in two, and at most a little beside it.
    void tie_of_d() {
        const int e = visible();
        const int half = std::max(e - draft_.d_fraction_bits(), draft_.d_low()) - 1;
        top_ = std::max(e, half);
        const int first = coin() ? draft_.c() : addend();
        const int second = other_than(first);
        draft_.set(second, top_ - std::max(top_ - half, distance()), coin(), coin());
        if (top_ == half || draft_.random.one_in(3)) return draft_.set(first, half, coin(), true);
        if (coin()) return draft_.set_tie(first, top_, coin(), top_ - half, coin());
        const int third = other_than(first);
        draft_.set(third, half, coin(), true);
        draft_.set(first, top_, coin(), true);
    }
    /// A number at an end of the range of d, with a few more bits than d has, and at most a little beside it.
    void end_of_d() {
        switch (draft_.random.below(4)) {
            case 0:
                top_ = draft_.d_low() + draft_.random.between(-2, 1);
                break;
            case 1:
                top_ = draft_.d_high() + draft_.random.between(-1, 1);
                break;
            default:  // the largest subnormal numbers, which may be rounded to the least normal one
                top_ = draft_.d_low() + draft_.d_fraction_bits() - 1;
        }
        const int first = coin() ? draft_.c() : addend();
        if (draft_.random.one_in(3)) draft_.set(other_than(first), top_ - distance(), coin(), coin());
        draft_.set_short(first, top_, coin(), draft_.d_fraction_bits() + draft_.random.between(1, 4));
    }
    /// Half a unit of an alignment, and a little beside it, among addends of which the largest cancel.
    void cancelled_tie() {
        const int half = any(aims_.distances) + 1;
        const int beside = std::max(half + 1, coin() ? distance() : half + draft_.random.between(1, 60));
        if (coin()) top_ = visible() + half;
        const int first = draft_.random.one_in(3) ? draft_.c() : addend();
        const int second = other_than(first);
        const int third = addend();
        const int fourth = addend();
        draft_.set(fourth, top_ - beside, coin(), coin());
        if (third == fourth)
            draft_.set_tie(third, top_ - half, coin(), beside - half, coin());
        else
            draft_.set(third, top_ - half, coin(), true);
        draft_.set(first, top_, coin(), true);
        draft_.set_opposite(second, first);
    }
    /// X and -X but for one bit, which is all that is left of them where nothing between drops it.
    void nearly_cancelled() {
        const int first = draft_.random.one_in(3) ? draft_.c() : addend();
        const int second = partner(first);
        const int longer = draft_.fraction_bits(first) > draft_.fraction_bits(second) ? first : second;
        const int bit = draft_.random.between(1, std::max(1, draft_.fraction_bits(longer)));
        top_ = std::min(coin() ? visible() + bit : top_, draft_.p_high());
        if (draft_.random.one_in(3)) add_small(first, second);
        draft_.set(first, top_, coin(), true);
        draft_.set_opposite(second, first);
        draft_.set_bit(longer, bit);
    }
    void about_a_boundary() { coin() ? below_a_boundary() : above_a_boundary(); }
    /// A significand that lies below a number of a rounding or of an alignment, or below a tie, by about as
    /// much as a width keeps: whether bits below are rounded away decides on which side of it the result is.
    void below_a_boundary() {
        const int first = any(coin() ? aims_.fractions : aims_.distances) + draft_.random.between(1, 2);
        const int last = any(aims_.distances) + draft_.random.between(-2, 3);
        int largest = draft_.random.one_in(3) ? draft_.c() : addend();
        if (last > draft_.fraction_bits(largest)) largest = draft_.random.between(0, draft_.c() - 1);
        if (draft_.random.one_in(3)) add_small(largest, largest);
        draft_.set_ones(largest, top_, coin(), std::max(1, std::min(first, last)), std::max(first, last));
    }
    /// A number of a rounding, or a tie, and one bit beyond it, about where a width ends: if that is dropped,
    /// the result is on the other side of it.
    void above_a_boundary() {
        const int half = any(coin() ? aims_.fractions : aims_.distances) + 1;
        const int beyond = any(aims_.distances) + (coin() ? 0 : draft_.random.between(-2, 3));
        if (coin()) top_ = visible();
        int largest = draft_.random.one_in(3) ? draft_.c() : addend();
        if (beyond > draft_.fraction_bits(largest)) largest = draft_.random.between(0, draft_.c() - 1);
        if (draft_.random.one_in(3)) add_small(largest, largest);
        draft_.set(largest, top_, coin(), true);
        for (int bit = 1; bit < half; ++bit) {
            if (coin()) draft_.set_bit(largest, bit);
        }
        if (!draft_.random.one_in(3)) draft_.set_bit(largest, half);
        draft_.set_bit(largest, std::max(beyond, half + 1));
    }
    void zeros() {
        const bool only = draft_.random.one_in(4);
        if (!only) add_small(-1, -1);
        const int count = only || coin() ? draft_.c() + 1 : 1;
        const bool one_sign = coin();
        const bool negative = coin();
        for (int i = 0; i < count; ++i)
            draft_.set_zero(count == 1 ? addend() : i, top_, one_sign ? negative : coin());
        if (count > 1 && !only) draft_.set(addend(), top_ - distance(), coin(), coin());
    }
    /// One addend or two among zeros, so small that they vanish: the sign of what is left depends on whether
    /// they were rounded to zero, lost in an alignment, or flushed. It may show in an addend that is
    /// met later.
    void among_zeros() {
        const int c = draft_.c();
        const int place = draft_.random.one_in(4) ? c : draft_.random.between(0, c - 1);
        const bool negative = coin();
        for (int i = 0; i <= c; ++i) {
            if (i != place) draft_.set_zero(i, top_, draft_.random.one_in(4) ? !negative : negative);
        }
        const int e = draft_.random.one_in(3) ? level() : any(aims_.exponents) - distance();
        draft_.set(place, e, negative, coin());
        if (coin()) return;
        const int second = draft_.random.one_in(3) ? c : addend();
        if (second != place) draft_.set(second, e - draft_.random.between(-8, 8), coin(), coin());
        const int third = addend();
        if (third != place && third != second && coin()) draft_.set(third, visible(), coin(), coin());
    }
    /// A zero product, and small addends about a width below the exponent that it may count with, or half a
    /// unit of that width.
    void beside_a_zero() {
        const int product = draft_.random.between(0, draft_.c() - 1);
        const bool half = coin();
        const int below = half ? any(aims_.distances) + 1 : distance();
        top_ = draft_.set_zero_that_counts(product, level() + below);
        for (int count = draft_.random.between(1, 2); count > 0; --count) {
            const int next = product ^ 1;
            int place = coin() && next < draft_.c() ? next : addend();
            if (draft_.random.one_in(3)) place = draft_.c();
            if (place == product) continue;
            draft_.set(place, top_ - (draft_.random.one_in(4) ? distance() : below), coin(), half || coin());
        }
    }
    void crowded() {
        for (int i = 0; i <= draft_.c(); ++i)
            draft_.set(i, top_ - draft_.random.between(0, 4), coin(), draft_.random.one_in(4));
    }
    /// Addends of one sign, just below a power of two or with the few bits of a width. Their sum has more
    /// bits than any of them, so that what an alignment leaves of them is rounded once more.
    void carried() {
        const bool negative = coin();
        const int ones = draft_.random.between(1, draft_.fraction_bits(0));
        const bool is_short = draft_.random.one_in(3);
        const auto add = [&](int i) {
            if (is_short)
                draft_.set_short(i, top_ - draft_.random.between(0, 1), negative, any(aims_.distances));
            else
                draft_.set_large(i, top_, negative, ones);
        };
        const bool all = draft_.random.one_in(4);
        for (int i = 0; all && i < draft_.c(); ++i) add(i);
        if (!all) {
            for (const int i : partners_.beside(draft_.random.between(0, draft_.c() - 1))) add(i);
        }
        if (!is_short || coin()) add(draft_.c());
    }
    /// Beside small addends, or beside the largest ones, of which inner sums may overflow.
    void specials() {
        if (draft_.random.one_in(4)) {
            top_ = draft_.p_high();
            carried();
        } else {
            add_small(-1, -1);
        }
        if (coin()) draft_.set(addend(), top_, coin(), coin());
        const int count = draft_.random.between(1, 2);
        for (int i = 0; i < count; ++i) draft_.set_special(addend());
        if (coin()) draft_.set_zero(addend(), top_, coin());
    }
    void few() {
        const int count = draft_.random.between(1, 4);
        for (int i = 0; i < count; ++i) draft_.set(addend(), top_ - distance(), coin(), false);
        draft_.set(addend(), top_, coin(), false);
    }

    Aims aims_;
    Partners partners_;
    RowDraft draft_;
    int top_ = 0;

    using Kind = void (CraftedRows::*)();
    static constexpr std::array<Kind, 20> kKinds{&CraftedRows::dominated,
                                                 &CraftedRows::dominated,
                                                 &CraftedRows::cancelled,
                                                 &CraftedRows::cancelled,
                                                 &CraftedRows::zeros,
                                                 &CraftedRows::crowded,
                                                 &CraftedRows::specials,
                                                 &CraftedRows::tie,
                                                 &CraftedRows::tie,
                                                 &CraftedRows::cancelled_tie,
                                                 &CraftedRows::cancelled_tie,
                                                 &CraftedRows::tie_of_d,
                                                 &CraftedRows::end_of_d,
                                                 &CraftedRows::beside_a_zero,
                                                 &CraftedRows::nearly_cancelled,
                                                 &CraftedRows::about_a_boundary,
                                                 &CraftedRows::about_a_boundary,
                                                 &CraftedRows::among_zeros,
                                                 &CraftedRows::carried,
                                                 &CraftedRows::few};
};

}  // namespace

std::unique_ptr<RowSource> crafted_rows(const Program& x, const Program& y, std::uint64_t seed) {
    return std::make_unique<CraftedRows>(x, y, seed);
}

}  // namespace karat::probe
