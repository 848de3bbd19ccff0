// SPDX-License-Identifier: Apache-2.0
// The steps of a sum, as docs/reference/recipes.md lists them.
#include "karat_tb/faults/deformable_sum.hpp"

#include <algorithm>
#include <ranges>

#include "karat/evaluate/sum_result.hpp"
#include "karat_tb/faults/deformable.hpp"
#include "karat_tb/faults/seen_addends.hpp"

namespace karat::tb {
namespace {

/// A fault can place an addend far above e_max. No unit is as wide as this many bits.
constexpr int kWidest = 4096;

class Summation {
   public:
    Summation(const Program& program, const Operation& op, const Hooks& hooks, const Operands& in,
              const ExponentScale& scale, std::span<const Value> slots)
        : program_(program), op_(op), hooks_(hooks), in_(in), scale_(scale), slots_(slots) {}

    DeformedSum operator()() {
        look_at_addends();
        note_specials();
        if (out_.specials.any()) return out_;
        // Only a fault leaves special addends here. They add nothing.
        for (Value& x : values_) {
            if (x.number_class > NumberClass::finite) x.significand = 0;
        }
        find_e_max();
        const int e_max = out_.e_max;
        if (none_takes_part_) out_.e_max = std::max(e_max, scale_.least);
        find_grid();
        align_all();
        add();
        if (out_.value == 0) out_.e_max = e_max;
        find_zero_sign();
        return out_;
    }

   private:
    void look_at_addends() {
        SeenAddends seen = seen_addends(program_, op_, hooks_, in_, slots_);
        sites_ = std::move(seen.sites);
        values_ = std::move(seen.values);
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (hooks_.addend) hooks_.addend(sites_[i], values_[i]);
            const Value& x = values_[i];
            const bool product = program_.groups(op_)[sites_[i].group].are_products;
            out_.has_terms |= product ? x.number_class != NumberClass::zero : x.has_terms;
        }
    }

    void note_specials() {
        if (op_.sum->specials == SpecialsOf::operands)
            out_.specials = operand_specials(program_, op_, hooks_, in_, slots_);
        if (!out_.specials.any()) {
            for (const Value& x : values_) out_.specials.note(x.number_class, x.negative);
        }
        if (hooks_.specials && out_.specials.any()) hooks_.specials(out_.specials);
    }

    void find_e_max() {
        exponents_.clear();
        for (const Value& x : values_) exponents_.push_back(x.exponent);
        if (hooks_.compared) hooks_.compared(sites_, values_, exponents_);
        for (std::size_t i = 0; i < exponents_.size(); ++i) {
            const int e = exponents_[i];
            out_.e_max = std::max(out_.e_max, e);
            if (op_.sum->grid == GridRule::common && e != kNoExponent)
                common_lsb_ = std::max(common_lsb_, e - sites_[i].term->F.bits);
        }
        none_takes_part_ = out_.e_max == kNoExponent;
        if (op_.sum->floor) out_.e_max = std::max(out_.e_max, *op_.sum->floor);
        if (hooks_.e_max) hooks_.e_max(sites_, exponents_, out_.e_max);
    }

    /// Weight of the last bit that a group keeps.
    [[nodiscard]] int kept_lsb(std::size_t group) const {
        const Width width = program_.groups(op_)[group].term->F;
        if (op_.sum->grid == GridRule::common)
            return common_lsb_ != kNoExponent ? common_lsb_ : out_.e_max - width.bits;
        if (!width.is_exact()) return out_.e_max - width.bits;
        int lowest = out_.e_max;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const Value& x = values_[i];
            if (sites_[i].group == group && x.significand != 0) lowest = std::min(lowest, x.lsb());
        }
        return hooks_.placement ? lowest - moved_down() : lowest;
    }

    /// By how many places a fault may move an addend of an exact sum below its own: the distance to the
    /// others, twice.
    [[nodiscard]] int moved_down() const {
        const auto participates = [](int e) { return e != kNoExponent; };
        auto taking_part = exponents_ | std::views::filter(participates);
        if (std::ranges::empty(taking_part)) return 0;
        const auto [least, most] = std::ranges::minmax(taking_part);
        return std::min(2 * (most - least), kWidest / 2);
    }

    void find_grid() {
        out_.lsb = out_.e_max;
        kept_.clear();
        for (std::size_t group = 0; group < op_.groups; ++group) {
            kept_.push_back(kept_lsb(group));
            out_.lsb = std::min(out_.lsb, kept_.back());
        }
    }

    [[nodiscard]] bool is_dropped(const Value& x, const Term& term, int lsb) const {
        if (op_.sum->frame == SignFrame::c_sign) return false;
        if (term.cutoff && x.exponent < out_.e_max - *term.cutoff) return true;
        return term.drop_tiny_negative && x.negative && x.significand != 0 &&
               x.lsb() + bit_length(x.significand) <= lsb && lsb > term.least_exponent.value_or(kNoExponent);
    }

    /// SignFrame::c_sign: the sign of c, relative to which all addends are added.
    [[nodiscard]] bool frame_sign() const {
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const ExpressionKind kind = sites_[i].term->of.kind;
            if (kind == ExpressionKind::c || kind == ExpressionKind::acc) return values_[i].negative;
        }
        return false;
    }

    void align_all() {
        const bool framed = op_.sum->frame == SignFrame::c_sign;
        const bool frame_negative = framed && frame_sign();
        const bool all_zero = std::all_of(values_.begin(), values_.end(),
                                          [](const Value& x) { return x.number_class == NumberClass::zero; });
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const AddendSite& site = sites_[i];
            Value& x = values_[i];
            const int lsb = framed ? out_.lsb : kept_[site.group];
            Placement to{out_.e_max, lsb, out_.lsb, site.term->rounding, is_dropped(x, *site.term, lsb)};
            wrap_shift(x);
            if (hooks_.placement) hooks_.placement(site, x, to);
            bool lost = false;
            BigInt aligned = placed(x, to, framed, lost);
            if (framed && x.negative != frame_negative) aligned = -aligned - 1;
            if (framed && frame_negative) aligned = -aligned;
            if (framed && all_zero) aligned = 0;
            if (hooks_.aligned) hooks_.aligned(site, x, to, aligned);
            aligned_.push_back(std::move(aligned));
            lost_.push_back(lost);
        }
    }

    /// Only a fault makes e_max less than an exponent. The shift amount then wraps.
    void wrap_shift(Value& x) const {
        if (x.significand == 0 || x.exponent <= out_.e_max) return;
        const int span = 1 << scale_.bits;
        x.exponent = out_.e_max - (span - (x.exponent - out_.e_max) % span) % span;
    }

    [[nodiscard]] static BigInt placed(const Value& x, const Placement& to, bool magnitude_only, bool& lost) {
        if (to.dropped || x.lsb() - to.grid > kWidest) return 0;
        if (!magnitude_only || !x.negative) return align<Big>(x, to.lsb, to.grid, to.rounding, lost);
        Value positive = x;
        positive.negative = false;
        return align<Big>(positive, to.lsb, to.grid, to.rounding, lost);
    }

    void add() {
        for (const BigInt& x : aligned_) out_.value += x;
        if (hooks_.total) hooks_.total({sites_, aligned_, out_.lsb, out_.e_max, values_}, out_.value);
        if (op_.sum->sticky != Sticky::ored) return;
        out_.sticky = std::find(lost_.begin(), lost_.end(), true) != lost_.end();
        if (hooks_.sticky) hooks_.sticky(sites_, lost_, out_.sticky);
    }

    void find_zero_sign() {
        if (out_.value != 0 || op_.round == nullptr) return;
        out_.negative_zero = zero_is_negative(program_, op_, slots_);
        if (hooks_.zero_sign) hooks_.zero_sign(sites_, values_, out_.negative_zero);
    }

    const Program& program_;
    const Operation& op_;
    const Hooks& hooks_;
    const Operands& in_;
    const ExponentScale& scale_;
    std::span<const Value> slots_;
    std::vector<AddendSite> sites_;
    std::vector<Value> values_;
    std::vector<int> exponents_;
    std::vector<int> kept_;  ///< last kept bit of each group
    std::vector<BigInt> aligned_;
    std::vector<bool> lost_;
    int common_lsb_ = kNoExponent;
    bool none_takes_part_ = false;  ///< in e_max
    DeformedSum out_;
};

}  // namespace

ExponentScale exponent_scale(const Program& program) {
    const OperandRules& rules = program.operands();
    const FormatInfo& a = info(rules.convert.value_or(rules.a));
    const FormatInfo& b = info(rules.convert.value_or(rules.b));
    int least = a.min_exponent() + b.min_exponent();
    int most = a.max_exponent() + b.max_exponent();
    if (rules.scale) {
        least += 2 * info(*rules.scale).min_exponent();
        most += 2 * info(*rules.scale).max_exponent();
    }
    const auto note = [&](Format format) {
        least = std::min(least, info(format).min_exponent());
        most = std::max(most, info(format).max_exponent());
    };
    note(rules.convert_c.value_or(rules.c));
    for (const Operation& op : program.operations()) {
        if (op.round != nullptr && op.result + 1U != program.slots()) note(op.round->format);
    }
    return {least, bit_length(static_cast<std::uint64_t>(most - least))};
}

DeformedSum deformed_sum(const Program& program, const Operation& op, const Hooks& hooks, const Operands& in,
                         const ExponentScale& scale, std::span<const Value> slots) {
    return Summation(program, op, hooks, in, scale, slots)();
}

}  // namespace karat::tb
