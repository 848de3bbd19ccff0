// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/moves/tree_moves.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

#include "karat/recipe/edits/sites.hpp"

namespace karat::probe {

void add_formats(const Recipe& recipe, std::vector<Edit>& out) {
    constexpr std::array formats{Format::fp64, Format::fp32, Format::tf32, Format::bf16,
                                 Format::fp16, Format::e5m2, Format::e4m3};
    constexpr std::array rules{Overflow::inf, Overflow::saturate, Overflow::ieee};
    for (const editing::RoundSite& site : editing::find_sites(recipe).rounds) {
        if (site.result || info(site.rule.format).is_integer()) continue;
        for (const Format format : formats) {
            for (const Overflow rule : rules) {
                for (const bool flush : {false, true}) {
                    const bool same = format == site.rule.format && flush == site.rule.flush;
                    if (same || rule == site.rule.overflow) continue;
                    Edit edit;
                    edit.key = "format@" + site.path;
                    edit.value = std::string(name_of(format)) + " " + std::string(name_of(rule)) +
                                 (flush ? " flushed" : "");
                    edit.meaning = "the format of a rounding inside the tree, its overflow and its flush";
                    edit.recipe = editing::with_rounds(recipe, {site.path}, [&](OutputRule& changed) {
                        changed.format = format;
                        changed.fraction = info(format).fraction_bits;
                        changed.overflow = rule;
                        changed.flush = flush;
                    });
                    out.push_back(std::move(edit));
                }
            }
        }
    }
}

void add_orders(const Recipe& recipe, std::vector<Edit>& out) {
    constexpr int longest = 16;
    for (const editing::ChainSite& site : editing::find_sites(recipe).chains) {
        std::vector<int> order = site.chain->slices.list;
        if (order.empty()) {
            order.resize(static_cast<std::size_t>(site.size));
            std::iota(order.begin(), order.end(), 0);
        }
        if (site.chain->slices.parts != site.size || order.size() > longest) continue;
        for (std::size_t i = 0; i < order.size(); ++i) {
            for (std::size_t j = i + 1; j < order.size(); ++j) {
                std::vector<int> changed = order;
                std::swap(changed[i], changed[j]);
                Edit edit;
                edit.key = "order@" + site.path;
                edit.value = std::to_string(order[i]) + " and " + std::to_string(order[j]);
                edit.meaning = "two products of the chain exchanged";
                edit.recipe = editing::with_chains(
                    recipe, {site.path}, [&](Chain& chain) { chain.slices.list = std::move(changed); });
                out.push_back(std::move(edit));
            }
        }
    }
}

}  // namespace karat::probe
