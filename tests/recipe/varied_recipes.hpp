// SPDX-License-Identifier: Apache-2.0
// Random recipes that knobs cannot express: the trees of random specifications, with different widths, grids,
// frames and roundings.
#pragma once
#include <optional>

#include "../algorithm/spec_maker.hpp"
#include "chooser.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/program.hpp"

namespace karat::test {

class VariedRecipes : Chooser {
   public:
    explicit VariedRecipes(std::uint64_t seed) : Chooser(seed ^ 0x9e3779b97f4a7c15ULL, 5), specs_(seed) {}

    /// A random valid recipe.
    Recipe make() {
        while (true) {
            Recipe out = expand(
                specs_.make(static_cast<Algorithm>(random_.below(EnumNames<Algorithm>::names.size() - 1))));
            if (out.operands.k > 16) continue;
            if (random_.one_in(4)) out.operands.convert_c = Format::fp64;
            out.result = expression(out.result);
            if (random_.one_in(3)) out.result = as_addend(out);
            try {
                (void)Program(out);
                return out;
            } catch (const SpecError&) {
                ++refused_;
            }
        }
    }

   private:
    /// Makes the whole tree, including its chains, an addend of another sum.
    Expression as_addend(const Recipe& recipe) {
        Sum out;
        out.terms.emplace_back();
        out.terms[0].of = recipe.result;
        out.terms[0] = term(out.terms[0], false);
        out.round = OutputRule::ieee(recipe.operands.d, any<Rounding>());
        out.zero_sum = any<ZeroSum>();
        return {ExpressionKind::sum, Child<Sum>(out), {}};
    }

    Expression expression(const Expression& e) {
        Expression out = e;
        if (e.kind == ExpressionKind::sum) out.sum = Child<Sum>(sum(*e.sum));
        if (e.kind == ExpressionKind::chain) {
            Chain chain = *e.chain;
            chain.start = expression(chain.start);
            chain.step = Child<Sum>(sum(*chain.step));
            out.chain = Child<Chain>(chain);
        }
        return out;
    }

    Term term(Term x, bool common) {
        const bool is_sum = x.of.kind == ExpressionKind::sum || x.of.kind == ExpressionKind::chain;
        x.of = expression(x.of);
        if (common || rarely()) x.F = Width{random_.between(1, 40)};
        if (rarely()) x.rounding = any<Rounding>();
        if (rarely()) x.cutoff = random_.between(0, 40);
        if (is_sum && rarely()) x.zero = random_.coin() ? ZeroPart::counted : ZeroPart::terms;
        if (common ? random_.coin() : rarely()) {
            x.compared_by = is_sum ? any<ComparedBy>() : ComparedBy::leading;
            if (x.compared_by == ComparedBy::leading) x.zero = ZeroPart::ignored;
        }
        x.least_exponent = std::nullopt;
        if (x.compared_by == ComparedBy::leading && random_.coin())
            x.least_exponent = random_.between(-140, 20);
        x.drop_tiny_negative = rarely();
        return x;
    }

    Sum sum(Sum x) {
        const bool common = random_.one_in(3);
        x.grid = common ? GridRule::common : GridRule::own;
        for (Term& t : x.terms) t = term(t, common);
        x.frame = common && random_.coin() ? SignFrame::c_sign : SignFrame::exact;
        if (common) x.floor = std::nullopt;
        if (x.sticky == Sticky::ored || x.frame == SignFrame::c_sign) {
            for (Term& t : x.terms) t.rounding = Rounding::RZ;
        }
        if (x.frame == SignFrame::c_sign) {
            for (Term& t : x.terms) {
                t.cutoff = std::nullopt;
                t.drop_tiny_negative = false;
            }
        }
        if (rarely()) x.zero_sum = any<ZeroSum>();
        if (rarely()) x.specials = any<SpecialsOf>();
        if (x.round && rarely()) x.round->rounding = any<Rounding>();
        if (x.round) x.round->flush_when = any<FlushWhen>();
        return x;
    }

    SpecMaker specs_;
    std::uint64_t refused_ = 0;
};

}  // namespace karat::test
