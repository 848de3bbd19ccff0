// SPDX-License-Identifier: Apache-2.0
// Collects the status flags of an evaluation while it runs.
#pragma once
#include <span>
#include <vector>

#include "karat/evaluate/flags.hpp"
#include "karat/evaluate/products.hpp"
#include "karat/trace/sink.hpp"

namespace karat {

class FlagSink {
   public:
    static constexpr bool recording = true;
    static constexpr bool judging = true;
    FlagSink(const Program& program, const FlagRule& rule);

    [[nodiscard]] const Flags& flags() const { return flags_; }

    void restart();
    /// The operands, selected if they are sparse, and the products made of them.
    template <class Significand>
    void operands(const Operands& in, std::span<const Addend<Significand>> products) {
        in_ = &in;
        note_operands();
        for (std::size_t k = 0; k < products.size(); ++k)
            note_product(k, products[k].number_class, products[k].overflowed);
    }
    void operation(const Program& program, const Operation& op);
    void grid(int /*e_max*/, int lsb) { grid_ = lsb; }
    template <class Significand, class Accumulator>
    void addend(Slot slot, const Addend<Significand>& x, int /*lsb*/, const Accumulator& aligned) {
        changed_ = changed_ || changes_[slot] || differs(x, grid_, aligned);
    }
    template <class Accumulator>
    void sum(const Accumulator& /*sum*/, bool /*sticky*/) {
        if (op_->round == nullptr) changes_[op_->result] = changed_;
    }
    void special(const SpecialsSeen& seen);
    void result(Format /*format*/, std::uint64_t /*encoding*/) {}

    /// Rounds as round_to does, and notes its flags.
    template <class Magnitude>
    [[nodiscard]] std::uint64_t round(const OutputRule& rule, bool negative, const Magnitude& magnitude,
                                      int lsb, bool sticky) {
        RoundFlags seen;
        const std::uint64_t d = round_to(rule, negative, magnitude, lsb, sticky, seen);
        const bool flushed = magnitude != 0 && !info(rule.format).is_integer() && is_zero(rule.format, d);
        const bool inexact = seen.inexact || flushed || (rule_.alignment && changed_);
        flags_.inexact |= inexact;
        flags_.overflow |= seen.overflow;
        flags_.underflow |= inexact && magnitude != 0 &&
                            is_tiny(tiny_when(rule), rule, {negative, d}, magnitude, lsb, sticky);
        return d;
    }

   private:
    struct Result {
        bool negative;
        std::uint64_t d;
    };
    /// Whether an addend is not what is added for it, in units of 2^grid.
    template <class Significand, class Accumulator>
    [[nodiscard]] static bool differs(const Addend<Significand>& x, int grid, const Accumulator& aligned) {
        const Significand kept = magnitude(aligned);
        if (x.significand == 0 || kept == 0) return (x.significand == 0) != (kept == 0);
        if ((aligned < 0) != x.negative) return true;
        const int up = x.lsb() - grid;
        if (bit_length(kept) != bit_length(x.significand) + up) return true;
        // the shifts are smaller than the numbers are long
        if (up >= 0) return any_below(kept, up) || Significand(kept >> up) != x.significand;
        return any_below(x.significand, -up) || Significand(x.significand >> -up) != kept;
    }
    template <class Magnitude>
    [[nodiscard]] static bool is_tiny(FlushWhen when, const OutputRule& rule, const Result& result,
                                      const Magnitude& magnitude, int lsb, bool sticky) {
        if (info(rule.format).is_integer()) return false;
        const int least = info(rule.format).min_exponent();
        const int top = lsb + bit_length(magnitude) - 1;
        if (when == FlushWhen::encoded) return is_below_normal(rule.format, result.d);
        if (when == FlushWhen::before || top != least - 1) return top < least;
        return !rounds_to_next_binade(rule, result.negative, magnitude, sticky);
    }
    [[nodiscard]] FlushWhen tiny_when(const OutputRule& rule) const {
        if (rule_.tiny_when) return *rule_.tiny_when;
        return rule.flush ? rule.flush_when : FlushWhen::unbounded;
    }
    [[nodiscard]] static bool is_zero(Format format, std::uint64_t encoding);
    [[nodiscard]] static bool is_below_normal(Format format, std::uint64_t encoding);
    void note_operands();
    void note_product(std::size_t k, NumberClass number_class, bool overflowed);
    [[nodiscard]] bool has_scale(std::size_t block, NumberClass number_class) const;

    const Program& program_;
    FlagRule rule_;
    Flags flags_;
    const Operands* in_ = nullptr;
    const Operation* op_ = nullptr;
    int grid_ = 0;
    bool changed_ = false;  // an addend of this sum is not what is added for it
    // by slot: sums in which an addend changed; infinite sums
    std::vector<bool> changes_, infinite_;
};

}  // namespace karat
