// SPDX-License-Identifier: Apache-2.0
// shrink(): metadata, scale factors and addends that are not needed.
#include <algorithm>

#include "karat_probe/separate/shrinker.hpp"

namespace karat::probe {
namespace {

constexpr std::uint64_t kFirstElements = 0b0100;  ///< metadata: 2:4 elements 0 and 1, 1:2 element 0

class Shrinker : ValueShrinker {
   public:
    using ValueShrinker::ValueShrinker;

    VectorRow run() {
        drop_metadata();
        drop_scales();
        drop_addends();
        for (int round = 0; round < kRounds; ++round) {
            const VectorRow before = row_;
            simplify_significands();
            move_forward();
            gather_products();
            bring_together();
            drop_addends();
            drop_pairs();
            if (same(before, row_)) break;
        }
        return row_;
    }

   private:
    static constexpr int kRounds = 4;

    void drop_metadata() {
        if (rules_.metadata == Metadata::none) return;
        VectorRow plain = row_;
        std::fill(plain.metadata.begin(), plain.metadata.end(), kFirstElements);
        plain.b.assign(plain.b.size(), 0);
        VectorRow tidy = row_;
        tidy.b.assign(tidy.b.size(), 0);
        for (std::size_t i = 0; i < k(); ++i) {
            plain.b[selected_index(rules_.metadata, plain.metadata, i)] = row_.b[b_at(i)];
            tidy.b[b_at(i)] = row_.b[b_at(i)];
        }
        if (!accept(std::move(plain))) accept(std::move(tidy));
    }

    void drop_scales() {
        if (!rules_.scale) return;
        const FormatInfo& scale = info(*rules_.scale);
        const std::uint64_t one = static_cast<std::uint64_t>(scale.bias) << scale.fraction_bits;
        VectorRow plain = row_;
        std::fill(plain.scale_a.begin(), plain.scale_a.end(), one);
        std::fill(plain.scale_b.begin(), plain.scale_b.end(), one);
        if (accept(std::move(plain))) return;
        for (const auto factors : {&VectorRow::scale_a, &VectorRow::scale_b}) {
            for (std::size_t i = 0; i < (row_.*factors).size(); ++i) {
                const auto with = [&](std::uint64_t factor) {
                    VectorRow out = row_;
                    (out.*factors)[i] = factor;
                    return out;
                };
                if (accept(with(one))) continue;
                for (const std::uint64_t simpler : simpler_significands(scale, (row_.*factors)[i])) {
                    if (accept(with(simpler))) break;
                }
            }
        }
    }

    [[nodiscard]] VectorRow without(std::size_t first, std::size_t last,
                                    const std::vector<std::size_t>& addends) const {
        VectorRow out = row_;
        for (std::size_t i = first; i < last; ++i) {
            if (addends[i] == k()) {
                out.c = 0;
            } else {
                out.a[addends[i]] = 0;
                out.b[b_at(addends[i])] = 0;
            }
        }
        return out;
    }
    /// Delta debugging: drops halves, then quarters, down to single addends, until none can go.
    void drop_addends() {
        std::size_t part = nonzero().size();
        while (part != 0) {
            const std::vector<std::size_t> addends = nonzero();
            part = std::min(part, addends.size());
            bool dropped = false;
            for (std::size_t first = 0; part != 0 && first < addends.size(); first += part)
                dropped |= accept(without(first, std::min(first + part, addends.size()), addends));
            if (!dropped || part > 1) part /= 2;
        }
        drop_operands();
    }
    /// Two addends that cancel: neither can go without the other.
    void drop_pairs() {
        constexpr std::size_t most = 12;
        const std::vector<std::size_t> addends = nonzero();
        if (addends.size() < 3 || addends.size() > most) return;
        for (std::size_t i = 0; i < addends.size(); ++i) {
            for (std::size_t j = i + 1; j < addends.size(); ++j) {
                if (accept(without(0, 2, {addends[i], addends[j]}))) return drop_pairs();
            }
        }
    }
    /// One operand of a product that is zero anyway.
    void drop_operands() {
        for (std::size_t i = 0; i < k(); ++i) {
            for (const bool of_a : {true, false}) {
                VectorRow out = row_;
                (of_a ? out.a[i] : out.b[b_at(i)]) = 0;
                accept(std::move(out));
            }
        }
    }
};

}  // namespace

VectorRow shrink(VectorRow row, const OperandRules& formats,
                 const std::function<bool(const VectorRow&)>& holds) {
    row.d.reset();
    return Shrinker(std::move(row), formats, holds).run();
}

}  // namespace karat::probe
