// SPDX-License-Identifier: Apache-2.0
// Edits of roundings to a format: of the result, between the steps of a chain, of products and of inner sums.
#include <algorithm>

#include "karat/recipe/edits/collect.hpp"

namespace karat::editing {
namespace {

namespace json = boost::json;

/// Roundings that are edited together. `kind`: "" for roundings equal to the result's, otherwise "every",
/// "result", "inner", "chain", "product", "dot" or a label.
struct RoundSet {
    std::string kind;
    std::vector<const RoundSite*> sites;
    bool output = false;  ///< includes the rounding of the result

    [[nodiscard]] Paths paths() const {
        Paths out;
        for (const RoundSite* site : sites) out.push_back(site->path);
        return out;
    }
    [[nodiscard]] const OutputRule& first() const { return sites.front()->rule; }
    [[nodiscard]] bool one_format() const {
        return std::all_of(sites.begin(), sites.end(),
                           [&](const RoundSite* site) { return site->rule.format == first().format; });
    }
    /// What is rounded, in words.
    [[nodiscard]] std::string phrase() const {
        if (kind.empty()) return "the result";
        if (kind == "every") return "every rounded sum";
        if (kind == "result") return "the final result";
        if (kind == "chain") return "the result of a step of the chain";
        if (kind == "product") return "a product";
        if (kind == "inner") return "every sum except the result";
        return editing::phrase(*sites.front()->sum);
    }
};

std::string kind_of(const RoundSite& site) {
    if (site.between) return "chain";
    const bool products = std::all_of(site.sum->terms.begin(), site.sum->terms.end(), [](const Term& term) {
        return term.of.kind == ExpressionKind::product;
    });
    if (products) return site.sum->label.text == "product" ? "product" : "dot";
    std::string out = site.sum->label.text.empty() ? "sum" : site.sum->label.text;
    std::replace(out.begin(), out.end(), ' ', '_');
    return out;
}

std::vector<RoundSet> round_sets(const std::vector<RoundSite>& sites) {
    std::vector<RoundSet> out;
    const auto add = [&](const std::string& kind, const auto& holds) {
        RoundSet set{kind, {}, false};
        for (const RoundSite& site : sites) {
            if (!holds(site)) continue;
            set.sites.push_back(&site);
            set.output |= site.result;
        }
        const auto same = [&](const RoundSet& other) { return other.sites == set.sites; };
        if (!set.sites.empty() && std::none_of(out.begin(), out.end(), same)) out.push_back(std::move(set));
    };
    const auto result =
        std::find_if(sites.begin(), sites.end(), [](const RoundSite& site) { return site.result; });
    if (result == sites.end()) return out;
    add("", [&](const RoundSite& site) { return site.rule == result->rule; });
    add("every", [](const RoundSite&) { return true; });
    add("result", [](const RoundSite& site) { return site.result; });
    add("inner", [](const RoundSite& site) { return !site.result; });
    for (const RoundSite& one : sites) {
        if (!one.result)
            add(kind_of(one),
                [&](const RoundSite& site) { return !site.result && kind_of(site) == kind_of(one); });
    }
    for (RoundSet& set : out) {  // if all inner roundings are of one kind, use the name of that kind
        if (set.kind != "inner") continue;
        const std::string kind = kind_of(*set.sites.front());
        if (std::all_of(set.sites.begin(), set.sites.end(),
                        [&](const RoundSite* site) { return kind_of(*site) == kind; }))
            set.kind = kind;
    }
    return out;
}

class RoundEditor {
   public:
    RoundEditor(Collector& out, const RoundSet& set, bool has_every)
        : out_(out), set_(set), has_every_(has_every) {
        cost_ = set.kind.empty() ? 0 : 4;
    }

    void run() const {
        const std::string kind = set_.kind.empty() ? "output" : set_.kind;
        names(&OutputRule::rounding, kind + "_rounding", "how " + set_.phrase() + " is rounded", 1);
        if (set_.one_format()) fractions(kind + "_fraction");
        if (!set_.output && set_.one_format()) formats(kind + "_format");
        // these attributes are usually the same everywhere: the name without prefix means all roundings
        const bool plain = set_.kind == "every" || (set_.kind.empty() && !has_every_);
        const std::string before = plain ? "" : kind + "_";
        names(&OutputRule::nan, before + "nan", "which NaN encoding " + set_.phrase() + " has", 2);
        names(&OutputRule::overflow, before + "overflow", "what " + set_.phrase() + " becomes on overflow",
              2);
        names(&OutputRule::underflow_sign, before + "underflow_sign",
              "the sign of " + set_.phrase() + " when a nonzero sum rounds to zero", 5);
        flushes("flush_" + (kind == "product" ? "products" : kind));
    }

   private:
    template <class Enum>
    void names(Enum OutputRule::*field, const std::string& key, const std::string& meaning, int cost) const {
        for (std::size_t i = 0; i < EnumNames<Enum>::names.size(); ++i) {
            const auto value = static_cast<Enum>(i);
            if (value == set_.first().*field) continue;
            edit([&](OutputRule& rule) { rule.*field = value; },
                 {key, named(value), named(set_.first().*field), meaning, cost + cost_});
        }
    }
    void fractions(const std::string& key) const {
        const int was = set_.first().fraction;
        for (int fraction = info(set_.first().format).fraction_bits; fraction >= 1; --fraction) {
            if (fraction == was) continue;
            edit([&](OutputRule& rule) { rule.fraction = fraction; },
                 {key, fraction, was, "fraction bits kept for " + set_.phrase(),
                  std::min(std::abs(fraction - was), 20) + cost_});
        }
    }
    void formats(const std::string& key) const {
        for (int i = 0; i < kFormatCount; ++i) {
            const auto format = static_cast<Format>(i);
            if (format == set_.first().format || !info(format).is_result()) continue;
            const auto change = [&](OutputRule& rule) {
                rule.format = format;
                rule.fraction = info(format).fraction_bits;
            };
            edit(change,
                 {key, named(format), named(set_.first().format), "format of " + set_.phrase(), 6 + cost_});
        }
    }
    void flushes(const std::string& key) const {
        const bool was = set_.first().flush;
        edit([&](OutputRule& rule) { rule.flush = !was; },
             {key, !was, was,
              set_.phrase() +
                  (was ? " is kept when subnormal" : " becomes a zero of the same sign when subnormal"),
              2 + cost_});
        if (was)
            names(&OutputRule::flush_sign, key + "_sign", "the zero that " + set_.phrase() + " is flushed to",
                  8);
        for (std::size_t i = 0; i < EnumNames<FlushWhen>::names.size(); ++i) {
            const auto when = static_cast<FlushWhen>(i);
            if (when == FlushWhen::encoded && !was) continue;  // same as the edit above
            if (was && when == set_.first().flush_when) continue;
            const auto change = [&](OutputRule& rule) {
                rule.flush = true;
                rule.flush_when = when;
            };
            edit(change,
                 {key + "_when", named(when), was ? named(set_.first().flush_when) : json::value(false),
                  "at which point " + set_.phrase() + " is judged subnormal and flushed to zero", 8 + cost_});
        }
    }
    void edit(const std::function<void(OutputRule&)>& change, Naming naming) const {
        out_.add(with_rounds(out_.original(), set_.paths(), change), std::move(naming));
    }

    Collector& out_;
    const RoundSet& set_;
    bool has_every_;
    int cost_ = 0;
};

}  // namespace

void edit_roundings(Collector& out) {
    const std::vector<RoundSet> sets = round_sets(out.sites().rounds);
    const bool has_every =
        std::any_of(sets.begin(), sets.end(), [](const RoundSet& set) { return set.kind == "every"; });
    for (const RoundSet& set : sets) RoundEditor(out, set, has_every).run();
}

}  // namespace karat::editing
