// SPDX-License-Identifier: Apache-2.0
// What one evaluation of a sum tells about the same addends with other widths. Of Continued: most recipes
// next to another differ from it in a width, and most dot-adds have no bits where the two widths differ.
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>

#include "karat/evaluate/sum.hpp"

namespace karat {

/// Of a sum. Those of its groups are beside it.
struct SumFacts {
    bool known = false;
    bool fits = false;        ///< in the size in which they were learnt; if not, the rest has no meaning
    bool special = false;     ///< there are special values, and the groups have no facts
    int e_max = kNoExponent;  ///< before the floor
};

/// How an operation aligns addends with known facts.
class Alignment {
   public:
    Alignment(const Program& program, const Operation& op, int e_max, std::span<const GroupFacts> facts)
        : sum_(*op.sum), groups_(program.groups(op)), facts_(facts), e_max_(e_max) {
        if (sum_.floor) e_max_ = std::max(e_max_, *sum_.floor);
        for (std::size_t g = 0; sum_.grid == GridRule::common && g < groups_.size(); ++g) {
            if (facts_[g].e_max != kNoExponent)
                common_lsb_ = std::max(common_lsb_, facts_[g].e_max - term(g).F.bits);
        }
    }

    /// Whether both give the same sum, by which it is compared included.
    [[nodiscard]] bool same_as(const Alignment& other) const {
        // c_sign: even a zero depends on the widths
        if (e_max_ != other.e_max_ || sum_.frame != SignFrame::exact) return false;
        const bool same_sticky = sum_.sticky == other.sum_.sticky;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            if (!facts_[g].any_nonzero || (same_sticky && drops_the_same(other, g))) continue;
            if (!keeps_every_bit(g) || !other.keeps_every_bit(g)) return false;
        }
        return true;
    }

   private:
    [[nodiscard]] const Term& term(std::size_t g) const { return *groups_[g].term; }
    /// Weight of the last bit that a group keeps. If it is exact, that of the last one that it has.
    [[nodiscard]] int kept_lsb(std::size_t g) const {
        if (sum_.grid == GridRule::common) return common_lsb_;
        return term(g).F.is_exact() ? facts_[g].lowest_bit : e_max_ - term(g).F.bits;
    }
    [[nodiscard]] bool drops_the_same(const Alignment& other, std::size_t g) const {
        const Term& x = term(g);
        const Term& y = other.term(g);
        return kept_lsb(g) == other.kept_lsb(g) && x.rounding == y.rounding && x.cutoff == y.cutoff &&
               x.drop_tiny_negative == y.drop_tiny_negative;
    }
    /// Then neither its rounding matters nor a rule for tiny negative addends.
    [[nodiscard]] bool keeps_every_bit(std::size_t g) const {
        const bool cut_off = term(g).cutoff && facts_[g].least_exponent < e_max_ - *term(g).cutoff;
        return !cut_off && kept_lsb(g) <= facts_[g].lowest_bit;
    }

    const Sum& sum_;
    std::span<const AddendGroup> groups_;
    std::span<const GroupFacts> facts_;
    int e_max_;
    int common_lsb_ = kNoExponent;
};

}  // namespace karat
