// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/moves/cutoff_moves.hpp"

#include <optional>
#include <string>

#include "karat/recipe/edits/sites.hpp"

namespace karat::probe {

std::vector<Candidate> cutoffs_and_widths(const Recipe& guess) {
    std::vector<Candidate> out;
    for (const editing::TermSite& site : editing::find_sites(guess).terms) {
        const Term& term = *site.term;
        const auto change = [&](Width F, std::optional<int> cutoff, bool drop_tiny_negative = false) {
            const std::string value = cutoff               ? std::to_string(*cutoff)
                                      : drop_tiny_negative ? "none, tiny negative values are dropped"
                                                           : "none";
            out.push_back({"cutoff@" + site.path + "=" + value,
                           editing::with_terms(guess, {site.path},
                                               [&](Term& other) {
                                                   other.F = F;
                                                   other.cutoff = cutoff;
                                                   other.drop_tiny_negative = drop_tiny_negative;
                                               }),
                           std::nullopt});
        };
        for (const int by : {-1, 0, 1}) {
            if (!term.F.is_exact()) change(Width::exact(), term.F.bits + by);
            if (term.cutoff && *term.cutoff + by > 0) change({*term.cutoff + by}, std::nullopt);
            if (term.cutoff && !term.F.is_exact()) change({term.F.bits + by}, std::nullopt, true);
            if (term.drop_tiny_negative && !term.F.is_exact()) change(term.F, term.F.bits + by);
        }
    }
    return out;
}

}  // namespace karat::probe
