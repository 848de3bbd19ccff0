// SPDX-License-Identifier: Apache-2.0
// Accumulation precision: how far below the largest summand the bits of a summand are kept.
#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "karat_probe/suites/mma_sim.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe::mma_sim {
namespace {

/// Positions for all pairs or triples; some of them if there would be too many dot-adds.
std::vector<int> some_positions(const Session& session, int most) {
    const int n = session.positions();
    std::vector<int> out;
    if (n <= most) {
        for (int p = 0; p < n; ++p) out.push_back(p);
        return out;
    }
    for (int i = 0; i < most - 1; ++i) out.push_back(i * (session.k() - 1) / (most - 2));
    out.push_back(session.c());
    return out;
}

using Groups = std::map<int, KeptBits>;

std::string words(const KeptBits& bits) {
    if (bits.exact && bits.least == bits.most) return "at least " + std::to_string(bits.least);
    const std::string least = std::to_string(bits.least);
    return bits.least == bits.most ? least : least + " to " + std::to_string(bits.most);
}

/// "24", or "products 24, c 26", or each position.
std::string summary(const Groups& groups, int k) {
    std::map<std::string, std::vector<int>> by_bits;
    for (const auto& [position, bits] : groups) by_bits[words(bits)].push_back(position);
    if (by_bits.size() == 1) return by_bits.begin()->first;
    std::string out;
    for (const auto& [bits, positions] : by_bits) {
        std::string names;
        if (positions == std::vector{k}) {
            names = "c";
        } else if (std::ranges::find(positions, k) == positions.end() && by_bits.size() == 2) {
            names = "products";
        } else {
            for (const int p : positions) {
                if (!names.empty()) names += ' ';
                names += summand_name(p, k);
            }
        }
        if (!out.empty()) out += ", ";
        out += names;
        out += " ";
        out += bits;
    }
    return out;
}

/// `others`, unless nothing was lost before the formats ended.
std::string excluded_widths(const Groups& groups, const std::string& others) {
    int least = std::numeric_limits<int>::max();
    bool open = false;
    for (const auto& [position, bits] : groups) {
        open = open || bits.exact;
        least = std::min(least, bits.least);
    }
    return open ? "fewer than " + std::to_string(least) + " bits" : others;
}

Groups grouped(const std::vector<Halving>& all) {
    Groups out;
    for (const Halving& h : all) {
        const auto [at, is_new] = out.try_emplace(h.position, KeptBits{h.position, h.kept, h.kept, h.exact});
        if (is_new) continue;
        at->second.least = std::min(at->second.least, h.kept);
        at->second.most = std::max(at->second.most, h.kept);
        at->second.exact = at->second.exact || h.exact;
    }
    return out;
}

/// One question for each position and number of bits.
void keep(Finding& finding, const std::vector<Halving>& all) {
    std::set<std::pair<int, int>> seen;
    for (const Halving& h : all)
        if (h.last.d && seen.insert({h.position, h.kept}).second) finding.questions.push_back({h.last});
}

/// Takes those that can be asked at all; throws if there is none.
void halve_expressible(Session& session, Finding& finding, double one, std::vector<Halving>& all) {
    halve(session, finding, one, all);
    std::erase_if(all, [](const Halving& h) { return !h.last.d.has_value(); });
    if (all.empty())
        throw NotExpressible("summands of " + in_words(1.5 * one) + " do not exist in these formats");
    keep(finding, all);
}

}  // namespace

double large_one(const Session& session) {
    const OperandRules& f = session.formats();
    const int below = info(f.d).fraction_bits + 8;
    int wanted = one_exponent(session, below);
    if (!info(f.d).is_integer()) {
        const int least = std::max(info(f.d).min_exponent() - info(f.d).fraction_bits,
                                   info(f.c).min_exponent() - info(f.c).fraction_bits);
        wanted = std::max(wanted, least + std::max(below, 36));
    }
    return two(std::min(wanted, std::max(0, session.most_common() - 3)));
}

void halve(Session& session, Finding& finding, double one, std::vector<Halving>& all) {
    std::vector<Halving*> alive;
    alive.reserve(all.size());
    for (Halving& h : all) alive.push_back(&h);
    for (int step = 0; !alive.empty(); ++step) {
        const double eps = one * two(-step);
        std::vector<VectorRow> rows;
        std::vector<Halving*> asked;
        for (Halving* h : alive) {
            Placement addends = h->base;
            addends.push_back({h->position, eps});
            h->exact = true;  // unless a question shows otherwise
            if (!session.expressible(addends)) continue;
            rows.push_back(session.row(addends));
            asked.push_back(h);
        }
        if (rows.empty()) return;
        const std::vector<double> answers = session.ask_all(finding, rows);
        alive.clear();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            Halving& h = *asked[i];
            h.last = std::move(rows[i]);
            // in double precision too, a lost eps does not count as kept
            const bool kept = answers[i] == h.expected + eps && h.expected + eps != h.expected;
            h.exact = kept;
            if (!kept) continue;
            h.kept = step;
            alive.push_back(&h);
        }
    }
}

void precision_of_pairs(Session& session, Finding& finding) {
    const double one = large_one(session);
    std::vector<Halving> all;
    const std::vector<int> positions = some_positions(session, 17);
    for (const int i : positions)
        for (const int j : positions)
            if (i != j) all.push_back({{{i, 1.5 * one}}, j, 1.5 * one, -1, false, {}});
    halve_expressible(session, finding, one, all);
    const Groups groups = grouped(all);
    if (const auto at = std::ranges::find_if(all, [](const Halving& h) { return h.kept < 0; });
        at != all.end())
        return leave_undecided(finding, "even " + operands_in_words(at->last, session.formats()) + " gives " +
                                            answer_in_words(at->last, session.formats()));
    const std::string bits = summary(groups, session.k());
    find(finding, bits,
         "a summand beside " + in_words(1.5 * one) + " keeps " + bits +
             " fraction bits, the last rounding included (" + std::to_string(all.size()) + " pairs)",
         excluded_widths(groups, "results with another number of bits"));
}

void precision_of_triples(Session& session, Finding& finding) {
    require_products(session, 2);
    const double one = large_one(session);
    std::optional<Counts> counts;
    if (session.settled.tree) counts = counts_of(*session.settled.tree);
    std::vector<Halving> all;
    const std::vector<int> positions = some_positions(session, 9);
    for (const int i : positions) {
        for (const int j : positions) {
            for (int p = 0; p < session.positions(); ++p) {
                if (i == j || p == i || p == j || (counts && !meet_in_one(*counts, i, j, p))) continue;
                all.push_back({{{i, -1.5 * one}, {j, 1.5 * one}}, p, 0, -1, false, {}});
            }
        }
    }
    if (all.empty())
        throw NotExpressible("no sum of the tree has three summands; the binary test gives its precision");
    halve_expressible(session, finding, one, all);
    const Groups groups = grouped(all);
    if (std::ranges::any_of(groups, [](const auto& group) { return group.second.least < 0; }))
        return leave_undecided(
            finding,
            in_words(1.5 * one) + " and its negative leave a remainder, or swallow " + in_words(one));
    for (const auto& [position, bits] : groups) session.settled.kept.push_back(bits);
    const std::string bits = summary(groups, session.k());
    find(finding, bits,
         "beside " + in_words(1.5 * one) + " and its negative in the same sum, a summand keeps " + bits +
             " bits after the point (" + std::to_string(all.size()) + " triples)",
         excluded_widths(groups, "every other width of the alignment"));
}

}  // namespace karat::probe::mma_sim
