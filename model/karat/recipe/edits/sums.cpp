// SPDX-License-Identifier: Apache-2.0
// Edits of sums: grid, floor, sticky bit, sign frame, sign of zero, specials. They change one sum, all sums
// of a kind, or all sums.
#include <algorithm>
#include <cstdlib>

#include "karat/recipe/edits/collect.hpp"

namespace karat::editing {
namespace {

namespace json = boost::json;

struct SumSet {
    std::string suffix;  ///< "" for the first set: normally the sum that takes c
    std::vector<const SumSite*> sites;

    [[nodiscard]] Paths paths() const {
        Paths out;
        for (const SumSite* site : sites) out.push_back(site->path);
        return out;
    }
    [[nodiscard]] const Sum& first() const { return *sites.front()->sum; }
    [[nodiscard]] std::string place() const {
        return sites.size() == 1 || suffix != "_every" ? "in " + phrase(first())
                                                       : std::string("in every sum");
    }
};

bool loses_bits(const Sum& sum) {
    return std::any_of(sum.terms.begin(), sum.terms.end(),
                       [](const Term& term) { return !term.F.is_exact(); });
}
bool takes_c(const Sum& sum) { return std::any_of(sum.terms.begin(), sum.terms.end(), is_c); }

/// Sets of sums: first the sum that takes c, then the sums of each label, then all.
std::vector<SumSet> sum_sets(const std::vector<SumSite>& sites, bool aligned_only) {
    std::vector<SumSet> out;
    const auto add = [&](const std::string& suffix, const auto& holds) {
        SumSet set{suffix, {}};
        for (const SumSite& site : sites) {
            if ((!aligned_only || loses_bits(*site.sum)) && holds(site)) set.sites.push_back(&site);
        }
        const auto same = [&](const SumSet& other) { return other.sites == set.sites; };
        if (!set.sites.empty() && std::none_of(out.begin(), out.end(), same)) out.push_back(std::move(set));
    };
    add("", [](const SumSite& site) { return takes_c(*site.sum); });
    for (const SumSite& one : sites) {
        std::string label = one.sum->label.text.empty() ? one.path : one.sum->label.text;
        std::replace(label.begin(), label.end(), ' ', '_');
        const bool by_label = !one.sum->label.text.empty();
        add(out.empty() ? "" : "_" + label, [&](const SumSite& site) {
            return by_label ? site.sum->label.text == one.sum->label.text : site.path == one.path;
        });
    }
    add("_every", [](const SumSite&) { return true; });
    return out;
}

void floors(Collector& out, const SumSet& set) {
    const std::optional<int> was = set.first().floor;
    const auto one = [&](std::optional<int> floor, int cost) {
        if (floor == was) return;
        out.add(with_sums(out.original(), set.paths(), [&](Sum& sum) { sum.floor = floor; }),
                {"exponent_floor" + set.suffix, number_or_none(floor), number_or_none(was),
                 "minimum e_max " + set.place(), cost});
    };
    one(std::nullopt, 3);
    const int around = was.value_or(info(out.original().operands.d).min_exponent());
    for (int floor = around - 12; floor <= around + 12; ++floor) one(floor, 4 + std::abs(floor - around) / 2);
    for (const int known : {-133, -132, -126, -21, -20, -19, -14}) {  // floors of published hardware
        if (std::abs(known - around) > 12) one(known, 8);
    }
}

void grids(Collector& out, const SumSet& set) {
    const bool own = set.first().grid == GridRule::own;
    const auto to_common = [&](Sum& sum) {
        sum.grid = own ? GridRule::common : GridRule::own;
        if (own) sum.floor.reset();  // a common grid has no floor
        if (!own) sum.frame = SignFrame::exact;
    };
    out.add(with_sums(out.original(), set.paths(), to_common),
            {"grid" + set.suffix, own ? "common" : "own", own ? "own" : "common",
             "one common grid for all addends, or one grid for each width, " + set.place(), 10});
    if (set.first().frame == SignFrame::c_sign) {
        out.add(with_sums(out.original(), set.paths(), [](Sum& sum) { sum.frame = SignFrame::exact; }),
                {"frame" + set.suffix, "exact", "c_sign", "signed values are added " + set.place(), 8});
        return;
    }
    const auto relative = [&](Sum& sum) {
        if (sum.grid == GridRule::own) sum.floor.reset();
        sum.grid = GridRule::common;
        sum.frame = SignFrame::c_sign;
    };
    out.add(with_sums(out.original(), set.paths(), relative),
            {"frame" + set.suffix, "c_sign", "exact",
             "relative to the sign of c, an opposing addend of magnitude m adds -m - 1 " + set.place(), 12});
}

template <class Enum>
void switched(Collector& out, const SumSet& set, Enum Sum::*field, const std::string& key,
              const std::string& meaning, int cost) {
    for (std::size_t i = 0; i < EnumNames<Enum>::names.size(); ++i) {
        const auto value = static_cast<Enum>(i);
        if (value == set.first().*field) continue;
        out.add(
            with_sums(out.original(), set.paths(), [&](Sum& sum) { sum.*field = value; }),
            {key + set.suffix, named(value), named(set.first().*field), meaning + " " + set.place(), cost});
    }
}

}  // namespace

void edit_sums(Collector& out) {
    for (const SumSet& set : sum_sets(out.sites().sums, true)) {
        switched(out, set, &Sum::sticky, "sticky",
                 "whether dropped bits set a sticky bit for the next rounding", 4);
        floors(out, set);
        grids(out, set);
    }
    for (const SumSet& set : sum_sets(out.sites().sums, false)) {
        switched(out, set, &Sum::zero_sum, "zero_sum", "sign of a sum that is exactly zero", 5);
        switched(out, set, &Sum::specials, "specials", "which infinities and NaNs take precedence", 9);
    }
}

}  // namespace karat::editing
