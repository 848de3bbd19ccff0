// SPDX-License-Identifier: Apache-2.0
// Edits of addends: of one, of all of a kind, of all of a sum, or of products and c together.
#include <algorithm>
#include <cstdlib>

#include "karat/recipe/edits/collect.hpp"

namespace karat::editing {
namespace {

namespace json = boost::json;

enum class Role : std::uint8_t { products, c, group, sum, zero };

Role role_of(const Term& term) {
    if (term.of.kind == ExpressionKind::product) return Role::products;
    if (is_c(term)) return Role::c;
    if (!is_sum(term)) return Role::zero;
    return term.select.parts > 1 && term.select.index == Select::kEach ? Role::group : Role::sum;
}

std::string_view name_of_role(Role role) {
    constexpr std::array<std::string_view, 5> names{"products", "c", "group", "sum", "zero"};
    return names[static_cast<std::size_t>(role)];
}

/// Addends that are edited together.
struct TermSet {
    std::string suffix;  ///< "", "_c", "_group"
    std::vector<const TermSite*> sites;

    [[nodiscard]] Paths paths() const {
        Paths out;
        for (const TermSite* site : sites) out.push_back(site->path);
        return out;
    }
    [[nodiscard]] const Term& first() const { return *sites.front()->term; }
    [[nodiscard]] std::string phrase() const {
        std::vector<std::string> parts;
        for (const TermSite* site : sites) {
            const std::string part = editing::phrase(*site->term);
            if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
        }
        return joined(parts, " and ");
    }
};

/// Sets of the given addends, combined ones first. With `plain`, the first combined set has an empty suffix.
class TermSets {
   public:
    TermSets(const std::vector<const TermSite*>& sites, bool plain) : sites_(sites), plain_(plain) {
        const auto where = [&](const auto& holds) {
            std::vector<const TermSite*> out;
            std::copy_if(sites_.begin(), sites_.end(), std::back_inserter(out), holds);
            return out;
        };
        const auto is = [](Role role) {
            return [role](const TermSite* site) { return role_of(*site->term) == role; };
        };
        combined(where([&](const TermSite* site) { return is(Role::products)(site) || is(Role::c)(site); }));
        for (const TermSite* of : sites_) {
            combined(where([&](const TermSite* site) { return site->sum_path == of->sum_path; }));
        }
        for (const TermSite* of : sites_) {
            combined(where([&](const TermSite* site) { return site->term->F == of->term->F; }));
        }
        const std::size_t before_roles = sets_.size();
        for (const Role role : {Role::products, Role::c, Role::group, Role::sum}) {
            add(std::string("_").append(name_of_role(role)), where(is(role)));
        }
        if (plain_ && before_roles == 0 && sets_.size() == 1) sets_[0].suffix.clear();
        if (sites_.size() > kMostSingles) return;
        for (const TermSite* site : sites_) {
            add("_" + std::string(name_of_role(role_of(*site->term))) + "@" + site->path, {site});
        }
    }
    [[nodiscard]] const std::vector<TermSet>& all() const { return sets_; }

   private:
    static constexpr std::size_t kMostSingles = 8;

    void combined(const std::vector<const TermSite*>& sites) {
        std::vector<std::string> roles;
        for (const TermSite* site : sites) {
            const std::string role(name_of_role(role_of(*site->term)));
            if (std::find(roles.begin(), roles.end(), role) == roles.end()) roles.push_back(role);
        }
        if (roles.size() < 2) return;
        add(plain_ && sets_.empty() ? std::string() : "_" + joined(roles, "_and_"), sites);
    }
    void add(std::string suffix, const std::vector<const TermSite*>& sites) {
        const auto same = [&](const TermSet& other) { return other.sites == sites; };
        if (sites.empty() || std::any_of(sets_.begin(), sets_.end(), same)) return;
        sets_.push_back({std::move(suffix), sites});
    }

    const std::vector<const TermSite*>& sites_;
    bool plain_;
    std::vector<TermSet> sets_;
};

json::value to_json(Width F) { return F.is_exact() ? json::value("exact") : json::value(F.bits); }

void set_width(Term& term, Width F) {
    term.F = F;
    if (F.is_exact()) term.rounding = Rounding::RZ;  // nothing is rounded
}

void widths(Collector& out, const TermSet& set, int extra) {
    constexpr int widest = 80;
    const Width was = set.first().F;
    const auto one = [&](Width F, int cost) {
        out.add(with_terms(out.original(), set.paths(), [&](Term& term) { set_width(term, F); }),
                {"F" + set.suffix, to_json(F), to_json(was), "fraction bits kept for " + set.phrase(),
                 cost + extra});
    };
    const int around = was.is_exact() ? 24 : was.bits;
    for (int bits = 1; bits <= widest; ++bits) {
        if (bits != was.bits) one({bits}, std::min(std::abs(bits - around), 40));
    }
    if (!was.is_exact()) one(Width::exact(), 3);
}

void roundings(Collector& out, const TermSet& set, int extra) {
    const std::string key = set.suffix.empty() ? "align_rounding" : set.suffix.substr(1) + "_rounding";
    for (std::size_t i = 0; i < EnumNames<Rounding>::names.size(); ++i) {
        const auto rounding = static_cast<Rounding>(i);
        const boost::json::value was = named(set.first().rounding);
        if (rounding == set.first().rounding) continue;
        out.add(with_terms(out.original(), set.paths(), [&](Term& term) { term.rounding = rounding; }),
                {key, named(rounding), was, "rounding of " + set.phrase() + " when aligned", 2 + extra});
    }
}

void cutoffs(Collector& out, const TermSet& set) {
    const auto one = [&](std::optional<int> cutoff) {
        if (cutoff == set.first().cutoff) return;
        out.add(with_terms(out.original(), set.paths(), [&](Term& term) { term.cutoff = cutoff; }),
                {set.suffix.substr(1) + "_cutoff", number_or_none(cutoff), number_or_none(set.first().cutoff),
                 "distance below e_max beyond which 0 is added in place of " + set.phrase(), 12});
    };
    one(std::nullopt);
    const int F = set.first().F.bits;
    const bool c = is_c(set.first());
    for (int cutoff = c ? 0 : std::max(0, F - 2); cutoff <= (c ? 64 : F + 3); ++cutoff) one(cutoff);
}

std::string zero_words(const TermSet& set) {
    if (set.first().of.kind == ExpressionKind::product)
        return "exponent that a zero product contributes to e_max";
    if (is_c(set.first())) return "exponent that c = 0 contributes to e_max";
    return "whether " + set.phrase() + ", when zero, takes part in e_max";
}

void zeros_and_exponents(Collector& out, const TermSet& set) {
    const bool sums = is_sum(set.first());
    for (std::size_t i = 0; i < EnumNames<ZeroPart>::names.size(); ++i) {
        const auto zero = static_cast<ZeroPart>(i);
        const bool for_sums = zero == ZeroPart::terms || zero == ZeroPart::counted;
        if (zero != ZeroPart::ignored && sums != for_sums) continue;
        if (zero == set.first().zero) continue;
        const std::string key = set.first().of.kind == ExpressionKind::product ? "_product" : set.suffix;
        out.add(with_terms(out.original(), set.paths(), [&](Term& term) { term.zero = zero; }),
                {"zero" + key, named(zero), named(set.first().zero), zero_words(set), 6});
    }
    for (std::size_t i = 0; i < EnumNames<ComparedBy>::names.size(); ++i) {
        const auto rule = static_cast<ComparedBy>(i);
        if (rule == set.first().compared_by || (rule == ComparedBy::scale && !set.first().scaled)) continue;
        const auto change = [&](Term& term) {
            term.compared_by = rule;
            term.least_exponent.reset();
            if (rule == ComparedBy::leading) term.zero = ZeroPart::ignored;  // a zero has no leading bit
        };
        out.add(with_terms(out.original(), set.paths(), change),
                {"compared_by" + set.suffix, named(rule), named(set.first().compared_by),
                 "which exponent of " + set.phrase() + " is used for e_max", 8});
    }
}

void common_grid(Collector& out, const TermSet& set) {
    if (set.first().compared_by == ComparedBy::leading) {
        const auto one = [&](std::optional<int> least) {
            if (least == set.first().least_exponent) return;
            out.add(
                with_terms(out.original(), set.paths(), [&](Term& term) { term.least_exponent = least; }),
                {"least_exponent" + set.suffix, number_or_none(least),
                 number_or_none(set.first().least_exponent), "minimum exponent used for a leading bit", 12});
        };
        one(std::nullopt);
        const int around = set.first().least_exponent.value_or(-126);
        for (int least = around - 8; least <= around + 8; ++least) one(least);
    }
    const bool dropped = set.first().drop_tiny_negative;
    out.add(with_terms(out.original(), set.paths(), [&](Term& term) { term.drop_tiny_negative = !dropped; }),
            {"drop_tiny_negative" + set.suffix, !dropped, dropped,
             "whether a negative value of " + set.phrase() + " smaller than one unit of the grid counts as 0",
             14});
}

/// An edit of a single addend is less likely than an edit of a whole kind.
int extra_cost(const TermSet& set) { return set.suffix.find('@') != std::string::npos ? 10 : 0; }

}  // namespace

void edit_terms(Collector& out) {
    std::vector<const TermSite*> aligned;
    std::vector<const TermSite*> exact;
    std::vector<const TermSite*> all;
    for (const TermSite& site : out.sites().terms) {
        if (role_of(*site.term) == Role::zero) continue;
        (site.term->F.is_exact() ? exact : aligned).push_back(&site);
        all.push_back(&site);
    }
    const TermSets rounded(aligned, true);
    for (const TermSet& set : rounded.all()) {
        widths(out, set, extra_cost(set));
        roundings(out, set, extra_cost(set));
    }
    const TermSets unrounded(exact, aligned.empty());
    for (const TermSet& set : unrounded.all()) {
        if (extra_cost(set) == 0) widths(out, set, 30);
    }
    const TermSets kinds(all, false);
    for (const TermSet& set : kinds.all()) {
        const bool one_kind = std::all_of(set.sites.begin(), set.sites.end(), [&](const TermSite* site) {
            return role_of(*site->term) == role_of(set.first());
        });
        if (!one_kind || extra_cost(set) != 0) continue;
        zeros_and_exponents(out, set);
        if (set.first().F.is_exact()) continue;
        cutoffs(out, set);
        common_grid(out, set);
    }
}

}  // namespace karat::editing
