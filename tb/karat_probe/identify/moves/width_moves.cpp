// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/moves/width_moves.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat_probe/identify/attributes/node_attributes.hpp"

namespace karat::probe {
namespace {

constexpr std::array kZeroParts{ZeroPart::ignored, ZeroPart::minus126, ZeroPart::format_min};
constexpr std::array kRoles{"products", "sums", "c", "all"};

/// Index in kRoles.
std::size_t role_of(const Term& term) {
    if (term.of.kind == ExpressionKind::product) return 0;
    return editing::is_sum(term) ? 1 : 2;
}

}  // namespace

void add_widths_with_roundings(const Recipe& recipe, std::vector<Edit>& out) {
    const editing::Sites sites = editing::find_sites(recipe);
    const auto add = [&](const editing::Paths& paths, const std::string& name, int bits, Rounding rounding) {
        Recipe changed = editing::with_terms(recipe, paths, [&](Term& term) {
            term.F = {bits};
            term.rounding = rounding;
        });
        Edit edit;
        edit.key = "width@" + name;
        edit.value = std::to_string(bits) + " " + std::string(name_of(rounding));
        edit.recipe = std::move(changed);
        out.push_back(std::move(edit));
    };
    editing::Paths all;
    for (const editing::TermSite& site : sites.terms) {
        if (!site.term->F.is_exact()) all.push_back(site.path);
    }
    const auto around = [&](const editing::Paths& paths, const std::string& name, const Term& was) {
        for (int bits = std::max(1, was.F.bits - 2); bits <= was.F.bits + 2; ++bits) {
            for (std::size_t i = 0; i < EnumNames<Rounding>::names.size(); ++i) {
                const auto rounding = static_cast<Rounding>(i);
                if (bits != was.F.bits && rounding != was.rounding) add(paths, name, bits, rounding);
            }
        }
    };
    if (sites.terms.size() > 12) return;
    for (const editing::TermSite& site : sites.terms) {
        if (!site.term->F.is_exact()) around({site.path}, site.path, *site.term);
        if (all.size() > 1 && site.path == all.front()) around(all, "all", *site.term);
    }
}

void add_widths_of_exact_addends(const Recipe& recipe, std::vector<Edit>& out) {
    constexpr int widest = 64;
    const auto add_one = [&](const Recipe& from, const editing::Paths& paths, const std::string& name,
                             const Term& kept, const char* with) {
        Edit edit;
        edit.key = "width@" + name;
        edit.value = std::to_string(kept.F.bits) + " " + std::string(name_of(kept.rounding)) + with;
        edit.meaning = "fraction bits kept, and how the others are rounded";
        edit.recipe = editing::with_terms(from, paths, [&](Term& term) {
            term.F = kept.F;
            term.rounding = kept.rounding;
        });
        out.push_back(std::move(edit));
    };
    const auto add = [&](const editing::Paths& paths, const std::string& name) {
        Term kept;
        for (int bits = 1; bits <= widest; ++bits) {
            kept.F = {bits};
            each_of<Rounding>([&](Rounding rounding) {
                kept.rounding = rounding;
                add_one(recipe, paths, name, kept, "");
            });
        }
    };
    // a sticky bit hides the width from most dot-adds
    const auto add_with_sticky = [&](const std::string& path) {
        const Recipe sticky = editing::with_sums(recipe, {path.substr(0, path.rfind(".sum["))},
                                                 [](Sum& sum) { sum.sticky = Sticky::ored; });
        Term kept;
        for (kept.F = {1}; kept.F.bits <= widest; ++kept.F.bits) {
            for (const Rounding rounding : {Rounding::RZ, Rounding::RD}) {
                kept.rounding = rounding;
                add_one(sticky, {path}, path, kept, ", sticky");
            }
        }
    };
    const editing::Sites sites = editing::find_sites(recipe);
    std::array<editing::Paths, 4> sets;
    for (const editing::TermSite& site : sites.terms) {
        if (!site.term->F.is_exact()) continue;
        sets[role_of(*site.term)].push_back(site.path);
        sets[3].push_back(site.path);
        if (sites.terms.size() > 8) continue;
        add({site.path}, site.path);
        add_with_sticky(site.path);
    }
    for (std::size_t i = 0; i < sets.size(); ++i) {
        if (sets[i].size() > 1) add(sets[i], kRoles[i]);
    }
}

void add_wide_sums(const Recipe& recipe, std::vector<Edit>& out) {
    for (const editing::SumSite& site : editing::find_sites(recipe).sums) {
        if (site.sum->grid != GridRule::own || site.sum->terms.size() > 8) continue;
        for (int bits = 40; bits <= 152; bits += 16) {
            for (const Sticky sticky : {Sticky::none, Sticky::ored}) {
                if (sticky == Sticky::ored && !site.sum->round) continue;
                Edit edit;
                edit.key = "width@" + site.path;
                edit.value = std::to_string(bits) + (sticky == Sticky::ored ? " sticky" : "");
                edit.meaning = "fraction bits kept for every addend of " + editing::phrase(*site.sum);
                edit.recipe = editing::with_sums(recipe, {site.path}, [&](Sum& sum) {
                    sum.sticky = sticky;
                    for (Term& term : sum.terms) {
                        if (sticky == Sticky::ored && term.rounding != Rounding::RD)
                            term.rounding = Rounding::RZ;
                        term.F = {bits};
                    }
                });
                out.push_back(std::move(edit));
            }
        }
    }
}

void add_zero_rules(const Recipe& recipe, std::vector<Edit>& out) {
    const auto sums = editing::find_sites(recipe).sums;
    const bool floors = std::any_of(sums.begin(), sums.end(),
                                    [](const editing::SumSite& site) { return site.sum->floor.has_value(); });
    const Recipe without = editing::with_sums(recipe, {}, [](Sum& sum) { sum.floor.reset(); });
    const auto add = [&](const Recipe& from, ZeroPart product, ZeroPart c, ZeroPart sum, const char* more) {
        Edit edit;
        edit.key = "zeros";
        edit.value = std::string(name_of(product)) + ' ' + std::string(name_of(c)) + ' ' +
                     std::string(name_of(sum)) + more;
        edit.meaning = "which zeros contribute to e_max: products, c, inner sums";
        edit.recipe = editing::with_terms(from, {}, [&](Term& term) {
            if (term.compared_by == ComparedBy::leading) return;
            term.zero = editing::is_sum(term) ? sum : term.of.kind == ExpressionKind::product ? product : c;
        });
        out.push_back(std::move(edit));
    };
    for (const ZeroPart product : kZeroParts) {
        for (const ZeroPart c : kZeroParts) {
            for (const ZeroPart sum : {ZeroPart::ignored, ZeroPart::terms, ZeroPart::counted}) {
                add(recipe, product, c, sum, "");
                if (floors) add(without, product, c, sum, ", no floor");
            }
        }
    }
}

void add_one_unit(const Recipe& recipe, std::vector<Edit>& out) {
    constexpr int widest = 160;
    const editing::Sites sites = editing::find_sites(recipe);
    std::array<editing::Paths, 4> sets;
    for (const editing::TermSite& site : sites.terms) {
        sets[role_of(*site.term)].push_back(site.path);
        sets[3].push_back(site.path);
    }
    for (std::size_t i = 0; i < sets.size(); ++i) {
        if (sets[i].empty()) continue;
        for (int bits = 1; bits <= widest; ++bits) {
            for (const Rounding rounding : kOneUnit) {
                Edit edit;
                edit.key = std::string("width_") + kRoles[i];
                edit.value = std::to_string(bits) + " " + std::string(name_of(rounding));
                edit.recipe = editing::with_terms(recipe, sets[i], [&](Term& term) {
                    term.F = {bits};
                    term.rounding = rounding;
                });
                out.push_back(std::move(edit));
            }
        }
    }
}

void add_units_beside_zeros(const Recipe& recipe, std::vector<Edit>& out) {
    constexpr int widest = 48;
    const auto add = [&](ZeroPart product, ZeroPart c, int bits, Rounding rounding) {
        Edit edit;
        edit.key = "width_and_zeros";
        edit.value = std::to_string(bits) + " " + std::string(name_of(rounding)) + " " +
                     std::string(name_of(product)) + " " + std::string(name_of(c));
        edit.recipe = editing::with_terms(recipe, {}, [&](Term& term) {
            term.F = {bits};
            term.rounding = rounding;
            if (editing::is_sum(term) || term.compared_by == ComparedBy::leading) return;
            term.zero = term.of.kind == ExpressionKind::product ? product : c;
        });
        out.push_back(std::move(edit));
    };
    for (const ZeroPart product : kZeroParts) {
        for (const ZeroPart c : kZeroParts) {
            for (const Rounding rounding : kOneUnit) {
                for (int bits = 1; bits <= widest; ++bits) add(product, c, bits, rounding);
            }
        }
    }
}

}  // namespace karat::probe
