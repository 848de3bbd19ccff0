// SPDX-License-Identifier: Apache-2.0
// Random valid recipes, most of which knobs cannot express: trees of up to four sums and one that adds c at
// the end, chains, parts of k, and every attribute.
#pragma once
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "chooser.hpp"
#include "karat/error.hpp"
#include "karat/recipe/program.hpp"

namespace karat::test {

class RecipeMaker : Chooser {
   public:
    explicit RecipeMaker(std::uint64_t seed) : Chooser(seed, 6) {}

    /// A random recipe that Program accepts.
    Recipe make() {
        while (true) {
            Recipe recipe = attempt();
            try {
                (void)Program(recipe);
                ++made_;
                return recipe;
            } catch (const SpecError&) {
                ++refused_;
            }
        }
    }
    /// The number of attempts that make() has discarded. If it is large, the generator no longer follows the
    /// rules for recipes.
    [[nodiscard]] std::uint64_t refused() const { return refused_; }
    [[nodiscard]] std::uint64_t made() const { return made_; }

   private:
    static constexpr int kMostSums = 4;
    static constexpr ExpressionKind kNothing = ExpressionKind::product;

    Width any_width() {
        return random_.one_in(5) ? Width::exact() : Width{random_.between(1, random_.one_in(6) ? 140 : 40)};
    }
    Format operand_format() {
        return one_of({Format::fp16, Format::bf16, Format::fp32, Format::tf32, Format::e5m2, Format::e4m3,
                       Format::e4m3ieee, Format::e3m4, Format::e5m2fnuz, Format::e4m3fnuz, Format::e3m2,
                       Format::e2m3, Format::e2m1, Format::fp64});
    }
    static Expression leaf(ExpressionKind kind) { return {kind, {}, {}}; }
    static Expression of(Sum sum) { return {ExpressionKind::sum, Child<Sum>(std::move(sum)), {}}; }

    Recipe attempt() {
        Recipe out;
        operands(out.operands);
        scale_ = out.operands.scale.has_value();
        scales_products_ = scale_ && random_.coin();
        zero_product_ =
            one_of({ZeroPart::ignored, ZeroPart::ignored, ZeroPart::minus126, ZeroPart::format_min});
        sums_ = 0;
        scales_sums_ = false;
        out.result = random_.coin() ? of(whole_sum(out.operands)) : whole_chain(out.operands);
        if (!scales_products_ && !scales_sums_) {
            out.operands.scale = std::nullopt;
            out.operands.scale_block = 1;
        }
        return out;
    }

    void operands(OperandRules& o) {
        o.a = operand_format();
        o.b = random_.coin() ? o.a : operand_format();
        o.c = result_format();
        o.d = result_format();
        o.k = one_of({1, 2, 3, 4, 6, 8, 12, 16});
        if (rarely()) o.convert = one_of({Format::fp32, Format::fp64, Format::bf16});
        if (rarely()) o.convert_c = one_of({Format::fp32, Format::fp64});
        if (random_.one_in(4)) {
            o.scale = one_of({Format::ue8m0, Format::ue4m3});
            o.scale_block = one_of({o.k, o.k % 2 == 0 ? o.k / 2 : o.k, 1});
        }
        o.flush_a = rarely();
        o.flush_b = rarely();
        o.flush_c = rarely();
        o.flush_below = any<FlushBelow>();
        o.flush_sign = any<FlushSign>();
        o.product_overflow = rarely() ? ProductOverflow::inf : ProductOverflow::none;
        o.flush_products = rarely();
        o.zero_product_sign = any<ProductZeroSign>();
    }

    OutputRule any_round(Format format) {
        OutputRule out;
        out.format = format;
        out.rounding = any<Rounding>();
        out.fraction = rarely() ? random_.between(1, info(format).fraction_bits) : info(format).fraction_bits;
        out.overflow = any<Overflow>();
        out.nan = any<NanEncoding>();
        out.underflow_sign = any<UnderflowSign>();
        out.flush_sign = any<FlushSign>();
        out.flush = rarely();
        out.flush_when = any<FlushWhen>();
        return out;
    }

    /// A sum of all products and c, rounded to d.
    Sum whole_sum(const OperandRules& o) {
        Sum out = sum(o.k, ExpressionKind::c, true);
        out.round = any_round(o.d);
        return out;
    }

    /// A chain that starts from c, from +0 (with c added at the end), or from a sum of c and the first
    /// product.
    Expression whole_chain(const OperandRules& o) {
        Chain chain;
        chain.slices.parts = divisor(o.k);
        chain.slices.pattern = any<Pattern>();
        chain.start = leaf(ExpressionKind::c);
        int n = o.k / chain.slices.parts;
        const bool starts_with_sum = o.k > 1 && random_.one_in(4);
        const bool adds_c_later = !starts_with_sum && random_.one_in(3);
        if (starts_with_sum) {
            chain.start_select.list = {0};
            Sum first = sum(1, ExpressionKind::c, true);
            if (random_.coin()) first.round = any_round(result_format());
            chain.start = of(std::move(first));
            chain.slices.list.resize(static_cast<std::size_t>(o.k) - 1);
            std::iota(chain.slices.list.begin(), chain.slices.list.end(), 1);
            chain.slices.parts = divisor(o.k - 1);
            n = (o.k - 1) / chain.slices.parts;
        } else if (adds_c_later) {
            chain.start = leaf(ExpressionKind::zero);
        }
        Sum step = sum(n, ExpressionKind::acc, false);
        step.round = any_round(random_.coin() || starts_with_sum ? o.d : result_format());
        const bool differs = step.round->format != o.d;
        if (!adds_c_later && (differs || rarely())) chain.last = any_round(o.d);
        chain.step = Child<Sum>(std::move(step));
        Expression running{ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
        if (!adds_c_later) return running;
        Sum end = shell();
        end.terms = {addend(std::move(running), end), addend(leaf(ExpressionKind::c), end)};
        end.round = any_round(o.d);
        return of(finished(std::move(end)));
    }

    /// A sum without addends, with the attributes that its addends depend on.
    Sum shell() {
        ++sums_;
        Sum out;
        if (random_.coin()) out.label.text = "sum " + std::to_string(sums_);
        if (random_.one_in(4)) out.grid = GridRule::common;
        if (out.grid == GridRule::own && rarely()) out.floor = random_.between(-150, 20);
        if (rarely()) out.sticky = Sticky::ored;
        out.zero_sum = any<ZeroSum>();
        out.specials = any<SpecialsOf>();
        return out;
    }

    /// If the sum has a common grid and exactly one addend that is c or acc, sometimes sets RDNA3's frame
    /// (and clears the sticky flag).
    Sum finished(Sum sum) {
        int signs = 0;
        for (const Term& term : sum.terms) {
            signs += term.of.kind == ExpressionKind::c || term.of.kind == ExpressionKind::acc ? 1 : 0;
        }
        if (signs == 1 && sum.grid == GridRule::common && random_.one_in(3)) {
            sum.frame = SignFrame::c_sign;
            sum.sticky = Sticky::none;
            for (Term& term : sum.terms) {
                term.rounding = Rounding::RZ;
                term.drop_tiny_negative = false;
            }
        }
        return sum;
    }

    /// A sum of n products and `extra` (c or acc; kNothing: none), which is added here or in a sum below.
    /// `rounded`: the caller rounds the sum.
    Sum sum(int n, ExpressionKind extra, bool rounded) {
        Sum out = shell();
        if (!rounded && extra != ExpressionKind::acc) out.sticky = Sticky::none;
        ExpressionKind below = kNothing;
        if (extra != kNothing && random_.one_in(5)) {
            below = extra;
            extra = kNothing;
        }
        products(out, n, below);
        if (extra != kNothing) out.terms.push_back(addend(leaf(extra), out));
        if (random_.coin()) std::swap(out.terms.front(), out.terms.back());
        return finished(std::move(out));
    }

    /// Adds the terms for n products: one term, one inner sum for each part of k, or two different halves.
    void products(Sum& out, int n, ExpressionKind below) {
        const bool deeper = sums_ < kMostSums;
        if (below != kNothing && !deeper) {
            out.terms.push_back(addend(leaf(below), out));
            below = kNothing;
        }
        const int parts = divisor(n);
        const std::uint64_t shape = deeper ? random_.below(4) : 0;
        if (below != kNothing || shape == 1) {
            const int each = below != kNothing ? 1 : parts;
            Term term = addend(of(inner(n / each, below)), out);
            term.select.parts = each;
            term.select.pattern = any<Pattern>();
            out.terms.push_back(std::move(term));
        } else if (shape == 2 && n % 2 == 0) {
            const Pattern pattern = any<Pattern>();
            for (int half = 0; half < 2; ++half) {
                Term term =
                    addend(half == 0 ? leaf(ExpressionKind::product) : of(inner(n / 2, kNothing)), out);
                term.select.parts = 2;
                term.select.pattern = pattern;
                term.select.index = half;
                out.terms.push_back(std::move(term));
            }
        } else {
            Term term = addend(leaf(ExpressionKind::product), out);
            if (n > 1 && rarely()) {
                term.select.list.resize(static_cast<std::size_t>(n));
                std::iota(term.select.list.rbegin(), term.select.list.rend(), 0);
            }
            out.terms.push_back(std::move(term));
        }
    }

    Sum inner(int n, ExpressionKind extra) {
        const bool rounded = random_.coin();
        Sum out = sum(n, extra, rounded);
        if (!rounded) out.sticky = Sticky::none;
        if (rounded) out.round = any_round(result_format());
        return out;
    }

    Term addend(Expression x, const Sum& parent) {
        Term out;
        const ExpressionKind kind = x.kind;
        const bool is_sum = kind == ExpressionKind::sum || kind == ExpressionKind::chain;
        out.F = parent.grid == GridRule::common ? Width{random_.between(1, 40)} : any_width();
        out.rounding = parent.sticky == Sticky::ored ? one_of({Rounding::RZ, Rounding::RD}) : any<Rounding>();
        if (parent.grid == GridRule::own && rarely()) out.cutoff = random_.between(0, 40);
        if (kind == ExpressionKind::product) {
            out.zero = zero_product_;
            out.scaled = scales_products_;
        } else if (is_sum) {
            out.zero = one_of({ZeroPart::ignored, ZeroPart::terms, ZeroPart::counted});
            const bool kept = kind == ExpressionKind::sum && !x.sum->round;
            out.scaled = scale_ && !scales_products_ && kept && random_.coin();
            scales_sums_ = scales_sums_ || out.scaled;
            if (rarely()) out.compared_by = ComparedBy::scale;
        } else {
            out.zero = one_of({ZeroPart::ignored, ZeroPart::minus126, ZeroPart::format_min});
            out.flush = kind == ExpressionKind::acc && rarely();
        }
        if (rarely() && out.zero == ZeroPart::ignored && out.compared_by == ComparedBy::held) {
            out.compared_by = ComparedBy::leading;
            if (random_.coin()) out.least_exponent = random_.between(-150, 0);
        }
        out.drop_tiny_negative = rarely();
        out.of = std::move(x);
        return out;
    }

    int divisor(int n) {
        int out = 0;
        do out = random_.between(1, n);
        while (n % out != 0);
        return out;
    }

    std::uint64_t refused_ = 0;
    std::uint64_t made_ = 0;
    bool scale_ = false;
    bool scales_products_ = false;
    bool scales_sums_ = false;
    ZeroPart zero_product_ = ZeroPart::ignored;
    int sums_ = 0;
};

}  // namespace karat::test
