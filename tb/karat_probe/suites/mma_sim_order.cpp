// SPDX-License-Identifier: Apache-2.0
// The order of summation: one summand is X, one -X, all others y. What is added after X and -X have met
// survives, the rest is lost beside X.
#include <algorithm>
#include <cmath>

#include "karat/arithmetic/integers.hpp"
#include "karat_probe/suites/mma_sim.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe::mma_sim {
namespace {

struct Magnitudes {
    int large, tiny;
};

/// X as large and y as far below it as the formats allow, but not further than needed: y must be normal for
/// targets that flush.
Magnitudes magnitudes(const Session& session) {
    const OperandRules& f = session.formats();
    const FormatInfo& c = info(f.c);
    const FormatInfo& d = info(f.d);
    const int large = session.most_common() - 1;
    const int wanted = large - std::max(66, 2 * d.fraction_bits + 20);
    if (d.is_integer()) return {large, std::max(0, wanted)};
    const int normal = std::max({session.least_product(), c.min_exponent(), d.min_exponent()});
    // beyond the alignment of every known unit, sums of k of them included
    const int needed = large - 40 - bit_length(static_cast<std::uint64_t>(f.k));
    if (normal <= needed) return {large, std::max(normal, wanted)};
    const int any = std::max({session.least_subnormal_product(), c.min_exponent() - c.fraction_bits,
                              d.min_exponent() - d.fraction_bits});
    return {large, std::max(any, wanted)};
}

std::vector<VectorRow> rows_of(Session& session, const Magnitudes& m) {
    std::vector<VectorRow> out;
    const int n = session.positions();
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            Placement addends;
            for (int p = 0; p < n; ++p)
                addends.push_back({p, p == i ? two(m.large) : p == j ? -two(m.large) : two(m.tiny)});
            out.push_back(session.row(addends));
        }
    }
    return out;
}

/// The counts d / y, or nothing if an answer is not one.
std::optional<Counts> counts_of_answers(const std::vector<double>& answers, int n, double y) {
    const auto size = static_cast<std::size_t>(n);
    Counts out(size, std::vector<int>(size, 0));
    std::size_t at = 0;
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = i + 1; j < size; ++j) {
            const double count = answers[at++] / y;
            if (!(count >= 0 && count <= n - 2) || count != std::floor(count)) return std::nullopt;
            out[i][j] = out[j][i] = static_cast<int>(count);
        }
    }
    return out;
}

/// Keeps the questions with X in c or in the first product.
void keep(Finding& finding, std::vector<VectorRow>& rows, int n) {
    std::size_t at = 0;
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j, ++at)
            if (i == 0 || j == n - 1) finding.questions.push_back({std::move(rows[at])});
}

/// The summands of a sequential tree, in the order of their addition.
std::vector<int> sequence(const SumTree& tree) {
    if (tree.is_leaf()) return {tree.leaf};
    std::vector<int> out = sequence(tree.children.front());
    out.push_back(tree.children.back().leaf);
    return out;
}

/// Whether a sequential sum remembers what it has rounded away. Three times u/4, added to 1 one after the
/// other, gives 1 + u, but each alone gives 1, and a -1 after any of them 0. In a tree of sums that cannot
/// be: u/4 has an effect later only if a partial sum holds it, and then it is left when 1 has cancelled. The
/// last summand is 0, because the last rounding may be another.
bool carries_errors(Session& session, Finding& finding) {
    constexpr std::size_t last = 4;  // of the summands asked
    const std::vector<int> order = sequence(*session.settled.tree);
    if (order.size() <= last) return false;
    try {
        const double one = two(one_exponent(session, info(session.formats().d).fraction_bits + 4));
        const double u = one * two(-result_bits(session, finding));
        const Placed large{order[0], one};
        const auto small = [&](std::size_t i) { return Placed{order[i], u / 4}; };
        if (session.ask(finding, {large, small(1), small(2), small(3)}) != one + u) return false;
        for (std::size_t i = 1; i < last; ++i) {
            if (session.ask(finding, {large, small(i)}) != one) return false;
            for (std::size_t back = i + 1; back <= last; ++back)
                if (session.ask(finding, {large, small(i), {order[back], -one}}) != 0) return false;
        }
        return true;
    } catch (const NotExpressible&) {
        return false;  // cannot be asked in these formats
    } catch (const Inconclusive&) {
        return false;
    }
}

}  // namespace

void summation_order(Session& session, Finding& finding) {
    const Magnitudes m = magnitudes(session);
    const int n = session.positions();
    const FormatInfo& d = info(session.formats().d);
    if (bit_length(static_cast<std::uint64_t>(n)) > d.fraction_bits + 1)
        throw NotExpressible("d has too few fraction bits to count " + std::to_string(n - 2) + " summands");
    std::vector<VectorRow> rows = rows_of(session, m);
    const std::vector<double> answers = session.ask_all(finding, rows);
    keep(finding, rows, n);
    const std::string values = "X = " + in_words(two(m.large)) + ", y = " + in_words(two(m.tiny));
    const auto counts = counts_of_answers(answers, n, two(m.tiny));
    if (!counts)
        return leave_undecided(finding,
                               values +
                                   ": d / y is not a number of summands. Either summands far below X leave a "
                                   "trace, as with rounding to odd or toward -inf, or this is no tree of "
                                   "sums");
    const bool all = std::ranges::all_of(answers, [&](double x) { return x == (n - 2) * two(m.tiny); });
    const auto sorted = [&] {
        session.settled.contradiction = order_by_magnitude(session, finding, m.large, m.tiny);
        return !session.settled.contradiction.empty();
    };
    if (all && n > 2) {
        session.settled.no_loss = true;
        if (sorted()) {
            session.settled.no_loss = false;
            return leave_undecided(finding, values + ": " + session.settled.contradiction);
        }
        return find(finding, "no loss",
                    values +
                        ": no summand is ever lost. In these formats the sum is exact that far, and its "
                        "order cannot be seen",
                    "every order in which a summand is rounded away beside X");
    }
    session.settled.tree = tree_of(*counts);
    if (!session.settled.tree)
        return leave_undecided(
            finding, values + ": the counts d / y are those of no tree whose sums all lose y beside X");
    const std::string shape = shape_of(*session.settled.tree);
    if (shape == "sequential" && carries_errors(session, finding)) {
        session.settled.tree.reset();
        session.settled.contradiction =
            "1 + u/4 + u/4 + u/4 gives 1 + u in the order of the counts, but 1 + u/4 gives 1 and 1 + u/4 - 1 "
            "gives 0: what a sum loses comes back later, as in compensated (Kahan) summation";
        return leave_undecided(finding, values + ": the counts d / y are those of a sequential sum, but " +
                                            session.settled.contradiction + ". That is no tree of sums");
    }
    if (sorted()) {
        session.settled.tree.reset();
        return leave_undecided(finding, values + ": the counts d / y are those of a tree of sums (" + shape +
                                            "), but " + session.settled.contradiction);
    }
    find(finding, shape, values + ": the counts d / y are those of exactly one tree of sums: " + shape,
         "every other order and grouping of the summands");
}

}  // namespace karat::probe::mma_sim
