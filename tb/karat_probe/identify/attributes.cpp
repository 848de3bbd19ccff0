// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/attributes.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "karat/recipe/edits/sites.hpp"

namespace karat::probe {
namespace {

using Take = std::function<void(Recipe)>;

template <class Enum>
constexpr std::size_t kCount = EnumNames<Enum>::names.size();

template <class Enum, class Body>
void each_of(const Body& body) {
    for (std::size_t i = 0; i < kCount<Enum>; ++i) body(static_cast<Enum>(i));
}

/// Exponents that a floor may have: those around the present one, and a few elsewhere. One that is a little
/// off already explains more than none.
void each_exponent(const std::optional<int>& present, const std::function<void(int)>& body) {
    constexpr int lowest = -150, highest = 20, step = 4, around = 6;
    for (int exponent = lowest; exponent <= highest; exponent += step) body(exponent);
    for (const int known : {-149, -133, -132, -126, -21, -20, -19, -14}) body(known);  // of hardware
    if (!present) return;
    for (int exponent = *present - around; exponent <= *present + around; ++exponent) body(exponent);
}

class Attributes {
   public:
    explicit Attributes(const Recipe& recipe) : sites_(editing::find_sites(recipe)) {
        floats_ = !recipe.operands.are_integers();
    }
    std::vector<Attribute> run() {
        operands();
        zero_products();
        for (const editing::TermSite& site : sites_.terms) {
            if (site.term->of.kind != ExpressionKind::zero) addend(site);
        }
        for (const editing::SumSite& site : sites_.sums) sum(site);
        for (const editing::RoundSite& site : sites_.rounds) round(site);
        return std::move(out_);
    }

   private:
    static constexpr int kWidest = 144, kFine = 44;
    static constexpr int kCoarse = 4;  ///< between values that are refined later, if they help

    void add(std::string name, bool odd, std::function<void(const Recipe&, const Take&)> each_value) {
        out_.push_back({std::move(name), odd, std::move(each_value)});
    }
    void of_term(const std::string& path, const char* name, bool odd,
                 const std::function<void(const Term&, const std::function<void(Term)>&)>& values) {
        add(path + '.' + name, odd, [path, values](const Recipe& recipe, const Take& take) {
            const editing::Sites sites = editing::find_sites(recipe);
            const auto site = std::ranges::find(sites.terms, path, &editing::TermSite::path);
            if (site == sites.terms.end()) return;
            values(*site->term, [&](const Term& changed) {
                take(editing::with_terms(recipe, {path}, [&](Term& term) { term = changed; }));
            });
        });
    }
    void of_sum(const std::string& path, const char* name, bool odd,
                const std::function<void(const Sum&, const std::function<void(Sum)>&)>& values) {
        add(path + '.' + name, odd, [path, values](const Recipe& recipe, const Take& take) {
            const editing::Sites sites = editing::find_sites(recipe);
            const auto site = std::ranges::find(sites.sums, path, &editing::SumSite::path);
            if (site == sites.sums.end()) return;
            values(*site->sum, [&](const Sum& changed) {
                take(editing::with_sums(recipe, {path}, [&](Sum& sum) { sum = changed; }));
            });
        });
    }
    void of_round(
        const std::string& path, const char* name, bool odd,
        const std::function<void(const OutputRule&, const std::function<void(OutputRule)>&)>& values) {
        add(path + '.' + name, odd, [path, values](const Recipe& recipe, const Take& take) {
            const editing::Sites sites = editing::find_sites(recipe);
            const auto site = std::ranges::find(sites.rounds, path, &editing::RoundSite::path);
            if (site == sites.rounds.end()) return;
            values(site->rule, [&](const OutputRule& changed) {
                take(editing::with_rounds(recipe, {path}, [&](OutputRule& rule) { rule = changed; }));
            });
        });
    }

    void addend(const editing::TermSite& site) {
        const std::string& path = site.path;
        const bool inner = editing::is_sum(*site.term);
        if (!floats_) return;
        of_term(path, "F", false, [](const Term& was, const auto& take) {
            Term term = was;
            for (int bits = 1; bits <= kWidest; bits += bits < kFine ? 1 : kCoarse) {
                term.F = {bits};
                if (term.F != was.F) take(term);
            }
            term.F = Width::exact();
            if (term.F != was.F) take(term);
        });
        of_term(path, "rounding", false, [](const Term& was, const auto& take) {
            if (was.F.is_exact()) return;
            constexpr int around = 2;
            Term term = was;
            for (int bits = std::max(1, was.F.bits - around); bits <= was.F.bits + around; ++bits) {
                term.F = {bits};
                each_of<Rounding>([&](Rounding rounding) {
                    term.rounding = rounding;
                    if (!(term == was)) take(term);
                });
            }
        });
        if (inner || site.term->of.kind != ExpressionKind::product) {
            of_term(path, "zero", false, [inner](const Term& was, const auto& take) {
                Term term = was;
                if (was.compared_by == ComparedBy::leading) return;
                each_of<ZeroPart>([&](ZeroPart zero) {
                    const bool for_sums = zero == ZeroPart::terms || zero == ZeroPart::counted;
                    if (zero == was.zero || (zero != ZeroPart::ignored && for_sums != inner)) return;
                    term.zero = zero;
                    take(term);
                });
            });
        }
        of_term(path, "plain", false, plain);
        of_term(path, "compared_by", true, [inner](const Term& was, const auto& take) {
            const auto one = [&](ComparedBy by, std::optional<int> least) {
                Term term = was;
                term.compared_by = by;
                term.least_exponent = least;
                if (by == ComparedBy::leading) term.zero = ZeroPart::ignored;
                if (!(term == was)) take(term);
            };
            one(ComparedBy::held, std::nullopt);
            one(ComparedBy::leading, std::nullopt);
            if (inner) one(ComparedBy::scale, std::nullopt);
            each_exponent(was.least_exponent, [&](int least) { one(ComparedBy::leading, least); });
        });
        of_term(path, "cutoff", true, [](const Term& was, const auto& take) {
            constexpr int farthest = 64;
            Term term = was;
            term.cutoff.reset();
            if (was.cutoff) take(term);
            for (int cutoff = 0; cutoff <= farthest; ++cutoff) {
                const bool near = was.cutoff && std::abs(cutoff - *was.cutoff) < 4;
                if (cutoff % 2 != 0 && !near) continue;
                term.cutoff = cutoff;
                if (term.cutoff != was.cutoff) take(term);
            }
        });
        of_term(path, "drop_tiny_negative", true, [](const Term& was, const auto& take) {
            Term term = was;
            term.drop_tiny_negative = !was.drop_tiny_negative;
            each_of<Rounding>([&](Rounding rounding) {
                term.rounding = rounding;
                take(term);
            });
        });
    }
    /// Without what is odd, which may imitate another width.
    static void plain(const Term& was, const std::function<void(Term)>& take) {
        const bool odd = was.cutoff || was.drop_tiny_negative || was.compared_by != ComparedBy::held;
        if (!odd) return;
        Term term = was;
        term.cutoff.reset();
        term.drop_tiny_negative = false;
        term.compared_by = ComparedBy::held;
        term.least_exponent.reset();
        const bool inner = editing::is_sum(was);
        each_of<ZeroPart>([&](ZeroPart zero) {
            const bool for_sums = zero == ZeroPart::terms || zero == ZeroPart::counted;
            if (zero != ZeroPart::ignored && for_sums != inner) return;
            term.zero = zero;
            term.F = was.F;
            take(term);
            for (int bits = 1; bits < kFine; ++bits) {
                term.F = {bits};
                take(term);
            }
        });
    }
    void zero_products() {
        if (!floats_) return;
        add("zero_product", false, [](const Recipe& recipe, const Take& take) {
            for (const ZeroPart zero : {ZeroPart::ignored, ZeroPart::minus126, ZeroPart::format_min}) {
                Recipe changed = editing::with_terms(recipe, {}, [&](Term& term) {
                    if (term.of.kind == ExpressionKind::product && term.compared_by != ComparedBy::leading)
                        term.zero = zero;
                });
                if (!(changed == recipe)) take(std::move(changed));
            }
        });
    }

    /// What the grid of a sum may be. In a common grid the widest addend of the largest exponent decides what
    /// the others keep, so that a pair of addends exchanges its widths.
    static void grids(const Sum& was, const std::function<void(Sum)>& take) {
        constexpr int usual = 40;  // for an addend that kept every bit
        std::vector<std::vector<Width>> widths;
        std::vector<Width> same;
        for (const Term& term : was.terms) same.push_back(term.F.is_exact() ? Width{usual} : term.F);
        widths.push_back(same);
        for (std::size_t i = 0; i < same.size(); ++i) {
            for (std::size_t j = i + 1; j < same.size(); ++j) {
                std::vector<Width> swapped = same;
                std::swap(swapped[i], swapped[j]);
                widths.push_back(std::move(swapped));
            }
        }
        for (const Width& each : same) widths.emplace_back(same.size(), each);
        for (const GridRule grid : {GridRule::own, GridRule::common}) {
            for (const SignFrame frame : {SignFrame::exact, SignFrame::c_sign}) {
                if (frame == SignFrame::c_sign && grid == GridRule::own) continue;
                for (const std::vector<Width>& of : widths) {
                    Sum sum = was;
                    sum.grid = grid;
                    sum.frame = frame;
                    if (grid == GridRule::common) sum.floor.reset();
                    if (frame == SignFrame::c_sign) sum.sticky = Sticky::none;
                    for (std::size_t i = 0; i < of.size(); ++i) {
                        Term& term = sum.terms[i];
                        if (grid == GridRule::common || !term.F.is_exact()) term.F = of[i];
                        if (grid == GridRule::common) term.cutoff.reset();
                        if (frame != SignFrame::c_sign) continue;
                        term.rounding = Rounding::RZ;
                        term.drop_tiny_negative = false;
                    }
                    if (!(sum == was)) take(std::move(sum));
                }
            }
        }
    }
    void sum(const editing::SumSite& site) {
        const std::string& path = site.path;
        of_sum(path, "zero_sum", false, [](const Sum& was, const auto& take) {
            Sum sum = was;
            each_of<ZeroSum>([&](ZeroSum zero) {
                sum.zero_sum = zero;
                if (zero != was.zero_sum) take(sum);
            });
        });
        of_sum(path, "specials", false, [](const Sum& was, const auto& take) {
            Sum sum = was;
            each_of<SpecialsOf>([&](SpecialsOf of) {
                sum.specials = of;
                if (of != was.specials) take(sum);
            });
        });
        if (!floats_) return;
        of_sum(path, "grid", false, grids);
        of_sum(path, "floor", true, [](const Sum& was, const auto& take) {
            if (was.grid == GridRule::common) return;
            Sum sum = was;
            sum.floor.reset();
            if (was.floor) take(sum);
            each_exponent(was.floor, [&](int floor) {
                sum.floor = floor;
                if (sum.floor != was.floor) take(sum);
            });
        });
        if (site.sum->round) {
            of_sum(path, "sticky", false, [](const Sum& was, const auto& take) {
                Sum sum = was;
                sum.sticky = was.sticky == Sticky::none ? Sticky::ored : Sticky::none;
                if (sum.sticky == Sticky::none) return take(sum);
                sum.frame = SignFrame::exact;
                for (const Rounding rounding : {Rounding::RZ, Rounding::RD}) {
                    for (Term& term : sum.terms) term.rounding = rounding;
                    take(sum);
                }
            });
        }
        if (site.sum->terms.size() < 2) return;
        of_sum(path, "widths", false, [](const Sum& was, const auto& take) {
            Sum sum = was;
            for (int bits = 1; bits <= kWidest; bits += bits < kFine ? 1 : kCoarse) {
                for (Term& term : sum.terms) term.F = {bits};
                if (!(sum == was)) take(sum);
            }
        });
    }

    void round(const editing::RoundSite& site) {
        const std::string& path = site.path;
        if (info(site.rule.format).is_integer()) return;
        if (!site.result) {
            of_round(path, "format", false, [](const OutputRule& was, const auto& take) {
                OutputRule rule = was;
                for (int i = 0; i < kFormatCount; ++i) {
                    rule.format = static_cast<Format>(i);
                    const FormatInfo& format = info(rule.format);
                    if (!format.is_result() || format.is_integer()) continue;
                    rule.fraction = format.fraction_bits;
                    each_of<Rounding>([&](Rounding rounding) {
                        rule.rounding = rounding;
                        if (!(rule == was)) take(rule);
                    });
                    rule.rounding = was.rounding;
                    rule.fraction = std::min(was.fraction, format.fraction_bits);
                    if (!(rule == was)) take(rule);
                }
            });
        }
        of_round(path, "fraction", false, [](const OutputRule& was, const auto& take) {
            OutputRule rule = was;
            for (rule.fraction = info(was.format).fraction_bits; rule.fraction >= 1; --rule.fraction) {
                if (rule.fraction != was.fraction) take(rule);
            }
        });
        of_round(path, "rounding", false, [](const OutputRule& was, const auto& take) {
            constexpr int around = 2;
            OutputRule rule = was;
            const int most = std::min(info(was.format).fraction_bits, was.fraction + around);
            for (rule.fraction = std::max(1, was.fraction - around); rule.fraction <= most; ++rule.fraction) {
                each_of<Rounding>([&](Rounding rounding) {
                    rule.rounding = rounding;
                    if (!(rule == was)) take(rule);
                });
            }
        });
        of_round(path, "specials", false, [](const OutputRule& was, const auto& take) {
            OutputRule rule = was;
            for (const Overflow overflow : {Overflow::inf, Overflow::saturate, Overflow::ieee}) {
                rule.overflow = overflow;
                each_of<NanEncoding>([&](NanEncoding nan) {
                    rule.nan = nan;
                    if (!(rule == was)) take(rule);
                });
            }
        });
        of_round(path, "flush", false, [](const OutputRule& was, const auto& take) {
            each_of<UnderflowSign>([&](UnderflowSign underflow) {
                OutputRule rule = was;
                rule.underflow_sign = underflow;
                rule.flush = false;
                if (!(rule == was)) take(rule);
                rule.flush = true;
                each_of<FlushWhen>([&](FlushWhen when) {
                    rule.flush_when = when;
                    each_of<FlushSign>([&](FlushSign sign) {
                        rule.flush_sign = sign;
                        if (!(rule == was)) take(rule);
                    });
                });
            });
        });
    }

    void operands() {
        const auto of = [&](const char* name, bool odd, const auto& values) {
            add(std::string("operands.") + name, odd, [values](const Recipe& recipe, const Take& take) {
                values(recipe.operands, [&](const OperandRules& changed) {
                    if (changed == recipe.operands) return;
                    Recipe out = recipe;
                    out.operands = changed;
                    take(std::move(out));
                });
            });
        };
        using TakeOperands = std::function<void(const OperandRules&)>;
        if (!floats_) return;
        of("convert", true, [](OperandRules o, const TakeOperands& take) {
            for (const std::optional<Format> format :
                 {std::optional<Format>{}, std::optional{Format::fp32}, std::optional{Format::fp64},
                  std::optional{Format::bf16}, std::optional{Format::tf32}, std::optional{Format::fp16}}) {
                o.convert = format;
                take(o);
            }
        });
        of("convert_c", true, [](OperandRules o, const TakeOperands& take) {
            for (const std::optional<Format> format :
                 {std::optional<Format>{}, std::optional{Format::fp32}, std::optional{Format::fp64}}) {
                o.convert_c = format;
                take(o);
            }
        });
        of("flush", false, [](OperandRules o, const TakeOperands& take) {
            for (unsigned bits = 0; bits < 8; ++bits) {
                o.flush_a = (bits & 1U) != 0;
                o.flush_b = (bits & 2U) != 0;
                o.flush_c = (bits & 4U) != 0;
                each_of<FlushBelow>([&](FlushBelow below) {
                    o.flush_below = below;
                    each_of<FlushSign>([&](FlushSign sign) {
                        o.flush_sign = sign;
                        if (bits != 0 || (below == FlushBelow::format && sign == FlushSign::positive))
                            take(o);
                    });
                });
            }
        });
        of("products", false, [](OperandRules o, const TakeOperands& take) {
            each_of<ProductOverflow>([&](ProductOverflow overflow) {
                o.product_overflow = overflow;
                each_of<ProductZeroSign>([&](ProductZeroSign sign) {
                    o.zero_product_sign = sign;
                    for (const bool flush : {false, true}) {
                        o.flush_products = flush;
                        take(o);
                    }
                });
            });
        });
    }

    editing::Sites sites_;
    bool floats_ = true;
    std::vector<Attribute> out_;
};

}  // namespace

std::vector<Attribute> attributes_of(const Recipe& recipe) { return Attributes(recipe).run(); }

}  // namespace karat::probe
