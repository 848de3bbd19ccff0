// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/moves/joint_moves.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/parts.hpp"

namespace karat::probe {
namespace {

constexpr int kFarthest = 64;  ///< bits that a floor is moved by

/// What happens to subnormal operands.
struct OperandFlush {
    bool a = false, b = false, c = false;
    FlushBelow below = FlushBelow::format;
    FlushSign sign = FlushSign::positive;
};
/// What happens to a subnormal result.
struct ResultFlush {
    bool flush = false;
    FlushWhen when = FlushWhen::encoded;
    FlushSign sign = FlushSign::keep;
    UnderflowSign underflow = UnderflowSign::keep;
};

std::vector<OperandFlush> operand_flushes() {
    std::vector<OperandFlush> out{{}};
    for (unsigned bits = 1; bits < 8; ++bits) {
        for (const FlushBelow below : {FlushBelow::format, FlushBelow::fp32}) {
            for (const FlushSign sign : {FlushSign::positive, FlushSign::keep})
                out.push_back({(bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0, below, sign});
        }
    }
    return out;
}
std::vector<ResultFlush> result_flushes() {
    std::vector<ResultFlush> out;
    for (const UnderflowSign underflow : {UnderflowSign::keep, UnderflowSign::positive}) {
        out.push_back({false, FlushWhen::encoded, FlushSign::keep, underflow});
        for (std::size_t when = 0; when < EnumNames<FlushWhen>::names.size(); ++when) {
            for (const FlushSign sign : {FlushSign::keep, FlushSign::positive})
                out.push_back({true, static_cast<FlushWhen>(when), sign, underflow});
        }
    }
    return out;
}

class JointRecipes {
   public:
    explicit JointRecipes(const Recipe& recipe) : recipe_(recipe), sites_(editing::find_sites(recipe)) {}

    std::vector<Candidate> run() {
        if (info(recipe_.operands.d).is_integer()) return {};
        flushes();
        zeros();
        floors();
        grids_below_floors();
        tiny_negatives();
        return std::move(out_);
    }
    std::vector<Candidate> fixed_grids() {
        grids_below_floors();
        return std::move(out_);
    }

   private:
    void add(std::string name, Recipe recipe) {
        if (!(recipe == recipe_)) out_.push_back({std::move(name), std::move(recipe), std::nullopt});
    }
    void flushes() {
        editing::Paths results;
        for (const editing::RoundSite& site : sites_.rounds) {
            if (site.result || site.between) results.push_back(site.path);
        }
        if (results.empty()) return;
        for (const ResultFlush& of : result_flushes()) {
            const Recipe changed = editing::with_rounds(recipe_, results, [&](OutputRule& rule) {
                rule.flush = of.flush;
                rule.flush_when = of.when;
                rule.flush_sign = of.sign;
                rule.underflow_sign = of.underflow;
            });
            for (const OperandFlush& from : operand_flushes()) {
                for (const bool products : {false, true}) add("joint flushes", with(changed, from, products));
            }
        }
    }
    [[nodiscard]] static Recipe with(Recipe recipe, const OperandFlush& from, bool products) {
        OperandRules& operands = recipe.operands;
        operands.flush_a = from.a;
        operands.flush_b = from.b;
        operands.flush_c = from.c;
        operands.flush_below = from.below;
        operands.flush_sign = from.sign;
        operands.flush_products = products;
        return recipe;
    }
    void zeros() {
        constexpr std::array of_operands{ZeroPart::ignored, ZeroPart::minus126, ZeroPart::format_min};
        for (const ZeroPart product : of_operands) {
            for (const ZeroPart c : of_operands) {
                for (const ZeroPart sum : {ZeroPart::ignored, ZeroPart::terms, ZeroPart::counted}) {
                    for (unsigned drops = 0; drops < 4; ++drops) zeros(product, c, sum, drops);
                }
            }
        }
    }
    void zeros(ZeroPart product, ZeroPart c, ZeroPart sum, unsigned drops) {
        const Recipe changed = editing::with_terms(recipe_, {}, [&](Term& term) {
            const bool is_product = term.of.kind == ExpressionKind::product;
            if (!editing::is_sum(term)) term.drop_tiny_negative = (drops & (is_product ? 1U : 2U)) != 0;
            if (term.compared_by == ComparedBy::leading) return;
            term.zero = editing::is_sum(term) ? sum : is_product ? product : c;
        });
        add("joint zeros", changed);
        add("joint zeros", editing::with_sums(changed, {}, [](Sum& each) {
                each.floor.reset();
                each.specials =
                    each.specials == SpecialsOf::operands ? SpecialsOf::addends : SpecialsOf::operands;
            }));
        add("joint zeros", editing::with_sums(changed, {}, [](Sum& each) { each.floor.reset(); }));
    }
    /// A floor hides by how far it lies above the addends; what shows is the grid below it.
    void floors() {
        for (const editing::SumSite& site : sites_.sums) {
            if (!site.sum->floor) continue;
            for (int by = -kFarthest; by <= kFarthest; ++by) {
                moved(site, by, [by](Sum& sum) { *sum.floor += by; });
            }
        }
    }
    /// The grid below a floor may be that of exponents that are always 0. Only sums have those.
    void grids_below_floors() {
        for (const editing::SumSite& site : sites_.sums) {
            if (!site.sum->floor) continue;
            for (const bool alone : {false, true}) {  // each product in a sum of its own, or all in one
                moved(site, -*site.sum->floor, [&](Sum& sum) {
                    sum.floor.reset();
                    for (Term& term : sum.terms) compare_by_scale(term, alone ? size_of(*site.sum) : 1);
                });
            }
        }
    }
    static void compare_by_scale(Term& term, int parts) {
        if (term.of.kind == ExpressionKind::product) {
            Sum sum;
            sum.terms = {families::exactly(term.of)};
            sum.terms.front().zero = std::exchange(term.zero, ZeroPart::ignored);
            term.of = families::of(std::move(sum));
            if (term.select.index == Select::kEach) term.select.parts = parts;
            term.least_exponent.reset();
        }
        if (editing::is_sum(term)) term.compared_by = ComparedBy::scale;
    }
    /// Products of the slice that a sum works on.
    [[nodiscard]] int size_of(const Sum& sum) const {
        return std::ranges::find(sites_.terms, &sum, &editing::TermSite::sum)->size;
    }
    /// A sum with another exponent and as much wider. The grid of the sum around it hangs on that exponent,
    /// too: on the width of the inner sum in a common grid, on all widths otherwise.
    void moved(const editing::SumSite& site, int by, const std::function<void(Sum&)>& change) {
        const Recipe inner = editing::with_sums(recipe_, {site.path}, [&](Sum& sum) {
            change(sum);
            widen(sum, by);
        });
        add("joint floor", inner);
        if (!site.addend) return;
        const editing::TermSite& addend = sites_.terms[*site.addend];
        add("joint floor", editing::with_terms(inner, {addend.path}, [&](Term& term) { widen(term, by); }));
        add("joint floor", editing::with_sums(inner, {addend.sum_path}, [&](Sum& sum) { widen(sum, by); }));
    }
    static void widen(Term& term, int by) {
        if (!term.F.is_exact()) term.F.bits += by;
        if (term.cutoff) *term.cutoff += by;
    }
    static void widen(Sum& sum, int by) {
        for (Term& term : sum.terms) widen(term, by);
    }

    /// An addend that is rounded down, except if it is tiny and negative: either rule alone spoils answers.
    void tiny_negatives() {
        const int least = info(recipe_.operands.c).min_exponent();
        for (const editing::TermSite& site : sites_.terms) {
            if (!editing::is_c(*site.term) || site.term->F.is_exact()) continue;
            for (const std::optional<int> exponent : {std::optional<int>{}, std::optional<int>{least}}) {
                for (const ComparedBy by : {ComparedBy::held, ComparedBy::leading}) {
                    if (exponent && by == ComparedBy::held) continue;
                    add("joint tiny negative", editing::with_terms(recipe_, {site.path}, [&](Term& term) {
                            term.rounding = Rounding::RD;
                            term.drop_tiny_negative = true;
                            term.compared_by = by;
                            term.least_exponent = exponent;
                            if (by == ComparedBy::leading) term.zero = ZeroPart::ignored;
                        }));
                }
            }
        }
    }

    const Recipe& recipe_;
    editing::Sites sites_;
    std::vector<Candidate> out_;
};

void floors_of(const Spec& spec, std::vector<KnobMove>& out) {
    if (!spec.exponent_floor) return;
    for (int by = -kFarthest; by <= kFarthest; ++by) {
        Spec changed = spec;
        *changed.exponent_floor += by;
        if (!changed.F.is_exact()) changed.F.bits += by;
        if (changed.F_c && !changed.F_c->is_exact()) changed.F_c->bits += by;
        out.push_back({"joint floor", changed});
        if (changed.F_sum.is_exact()) continue;
        changed.F_sum.bits += by;
        out.push_back({"joint floor", std::move(changed)});
    }
}

}  // namespace

std::vector<Candidate> joint_recipes(const Guess& guess) { return JointRecipes(guess.recipe).run(); }

std::vector<Candidate> fixed_grids(const Recipe& guess) { return JointRecipes(guess).fixed_grids(); }

std::vector<KnobMove> joint_knobs(const Spec& spec) {
    std::vector<KnobMove> out;
    if (info(spec.d).is_integer()) return out;
    for (const ResultFlush& of : result_flushes()) {
        if (of.sign == FlushSign::positive) continue;  // knobs have no such rule
        for (const OperandFlush& from : operand_flushes()) {
            if (from.sign == FlushSign::keep) continue;
            for (const bool products : {false, true}) {
                Spec changed = spec;
                changed.flush_a = from.a;
                changed.flush_b = from.b;
                changed.flush_c = from.c;
                changed.flush_below = from.below;
                changed.flush_products = products;
                changed.flush_output = of.flush;
                changed.flush_output_when = of.when;
                changed.underflow_sign = of.underflow;
                out.push_back({"joint flushes", std::move(changed)});
            }
        }
    }
    floors_of(spec, out);
    return out;
}

}  // namespace karat::probe
