// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/crafted_rows.hpp"

#include <algorithm>

#include "karat_probe/separate/aims.hpp"
#include "karat_probe/separate/row_draft.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {
namespace {

class CraftedRows final : public RowSource {
   public:
    CraftedRows(const Program& x, const Program& y, std::uint64_t seed)
        : aims_(aims_of(x, y)), draft_(formats_of(x.operands()), seed) {}

    [[nodiscard]] std::optional<VectorRow> next() override {
        top_ = level();
        const int reach = draft_.random.between(draft_.p_low(), draft_.p_high());
        draft_.blank(top_ - (draft_.random.coin() ? reach : std::min(reach, 0)));
        switch (draft_.random.below(10)) {
            case 0:
            case 1:
                dominated();
                break;
            case 2:
            case 3:
                cancelled();
                break;
            case 4:
                zeros();
                break;
            case 5:
                crowded();
                break;
            case 6:
                specials();
                break;
            case 7:
            case 8:
                tie();
                break;
            default:
                few();
        }
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
    /// How far below the largest addend another one lies.
    [[nodiscard]] int distance() {
        if (draft_.random.one_in(5)) return draft_.random.between(0, 64);
        return std::max(0, any(aims_.distances) + draft_.random.between(-2, 3));
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
    void cancelled() {
        const int first = draft_.random.one_in(3) ? draft_.c() : addend();
        const int second = other_than(first);
        add_small(first, second);
        draft_.set(first, top_, coin(), first == draft_.c() || second == draft_.c() || coin());
        draft_.set_opposite(second, first);
        if (draft_.random.one_in(3)) draft_.set(second, top_ - draft_.random.between(0, 2), coin(), coin());
    }
    /// Half a unit of the result of a rounding, and at most a little beside it: a third addend, or the last
    /// bits of the second one.
    void tie() {
        const int largest = draft_.random.one_in(3) ? draft_.c() : addend();
        const int second = other_than(largest);
        const int half = any(aims_.fractions) + 1;
        draft_.set(largest, top_, coin(), coin());
        const bool beside = coin();
        draft_.set(second, top_ - half, coin(), beside);
        if (!beside) return;
        const int third = addend();
        if (third == largest || third == second) return;
        draft_.set(third, top_ - half - draft_.random.between(1, 60), coin(), true);
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
    void crowded() {
        for (int i = 0; i <= draft_.c(); ++i)
            draft_.set(i, top_ - draft_.random.between(0, 4), coin(), draft_.random.one_in(4));
    }
    void specials() {
        add_small(-1, -1);
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
    RowDraft draft_;
    int top_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> crafted_rows(const Program& x, const Program& y, std::uint64_t seed) {
    return std::make_unique<CraftedRows>(x, y, seed);
}

}  // namespace karat::probe
