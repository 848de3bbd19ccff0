// SPDX-License-Identifier: Apache-2.0
// Whether the order of summation stays the same when the magnitudes change places. The questions on order
// have only two magnitudes, so a sum that sorts its addends answers them like one tree.
#include <algorithm>
#include <array>

#include "karat_probe/suites/mma_sim.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe::mma_sim {
namespace {

constexpr const char* kDepends = "the order of summation depends on the operands' magnitudes: ";

/// Places of a large addend, its negative, and two small ones.
struct Places {
    int plus, minus, first, second;
};

struct Asker {
    /// large - large and smaller addends; 0 stands for none.
    double ask(const Places& at, double first, double second) {
        return session.ask(finding,
                           {{at.plus, large}, {at.minus, -large}, {at.first, first}, {at.second, second}});
    }
    bool lost_alone(const Places& at, double small) {
        return ask(at, small, 0) == 0 && ask(at, 0, small) == 0;
    }
    /// The largest power of two that is lost in both places of small addends if it stands there alone.
    std::optional<double> largest_lost(const Places& at) {
        for (int e = most - 1; e >= least; --e)
            if (lost_alone(at, two(e))) return two(e);
        return std::nullopt;
    }
    [[nodiscard]] std::string words(double small) const {
        return in_words(small) + " is lost beside " + in_words(large) + " - " + in_words(large);
    }

    Session& session;
    Finding& finding;
    int most, least;  ///< exponents that can be asked
    double large = 1.5 * two(most);
};

/// Four summands of one fused sum, far apart: c too, if it is one of them. Products next to each other may be
/// added exactly in an inner sum.
std::optional<std::array<int, 4>> fused_four(const SumTree& tree) {
    std::vector<int> leaves;
    for (const SumTree& child : tree.children)
        if (child.is_leaf()) leaves.push_back(child.leaf);
    if (const std::size_t last = leaves.size() - 1; leaves.size() >= 4)
        return std::array{leaves[0], leaves[1], leaves[(last + 1) / 2], leaves[last]};
    for (const SumTree& child : tree.children)
        if (const auto found = fused_four(child)) return found;
    return std::nullopt;
}

/// Whether a small addend that is lost beside 1.5 * 2^e - 1.5 * 2^e with either sign has an effect with one
/// sign beside 2^e - 2^e. Partial sums that are rounded as floating-point numbers have that: below 2^e they
/// lie twice as dense. An inner sum that is exact and then cut at the grid of its largest addend has not.
bool rounds_partial_sums(Asker& asker, const Places& at, double small) {
    if (asker.ask(at, -small, 0) != 0) return false;
    asker.large = two(asker.most);
    const double plus = asker.ask(at, small, 0);
    const double minus = asker.ask(at, -small, 0);
    asker.large *= 1.5;
    return (plus == 0) != (minus == 0);
}

/// In a tree one of four summands meets another before any two of the others are together, or with them. If
/// the one is large and the other small, the small one is lost, alone or not. A sum that begins with the
/// small addends keeps two of them wherever they stand.
std::string small_ones_first(Asker& asker, const SumTree& tree) {
    const auto four = fused_four(tree);
    if (!four) return {};
    std::optional<double> small;
    std::array<std::size_t, 4> order{0, 1, 2, 3};
    do {
        const Places at{(*four)[order[0]], (*four)[order[1]], (*four)[order[2]], (*four)[order[3]]};
        if (!small) {
            small = asker.largest_lost(at);
            if (!small || !rounds_partial_sums(asker, at, *small)) return {};
        }
        if (!asker.lost_alone(at, *small) || asker.ask(at, *small, *small) == 0) return {};
    } while (std::ranges::next_permutation(order).found);
    return asker.words(*small) + ", but two of them are kept in whatever places they stand";
}

/// Places in which two small addends meet before each of the large ones, and one large one before the other
/// or at the same time.
std::vector<Places> places_of_pairs(const Counts& counts) {
    constexpr std::size_t most = 24;
    const int n = static_cast<int>(counts.size());
    const auto after = [&](int i, int j) {
        return counts[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    };
    std::vector<Places> out;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            const auto later = [&](int p) { return p != i && p != j && after(p, i) < after(i, j); };
            for (int p = 0; p < n; ++p)
                for (int q = 0; q < n && out.size() < most; ++q)
                    if (i != j && p != q && later(p) && later(q) && after(p, q) <= after(p, i))
                        out.push_back({p, q, i, j});
        }
    }
    return out;
}

/// Whether the summands are added one by one. In sums of more, which may keep one of them to more bits than
/// another, the counts may show an order that is none.
bool is_chain(const SumTree& tree) {
    if (tree.is_leaf()) return true;
    const auto leaf = [](const SumTree& child) { return child.is_leaf(); };
    return tree.children.size() == 2 && std::ranges::any_of(tree.children, leaf) &&
           std::ranges::all_of(tree.children, is_chain);
}

/// Two small addends that meet before a large one are kept beside it like their sum. A sum that begins with
/// the largest addend loses them wherever they stand.
std::string large_ones_first(Asker& asker, const Counts& counts) {
    const std::vector<Places> all = places_of_pairs(counts);
    const auto small = all.empty() ? std::nullopt : asker.largest_lost(all.front());
    if (!small) return {};
    const double both = 2 * *small;
    for (const Places& at : all) {
        const auto kept_alone = [&](double x) {
            return asker.ask(at, x, 0) == x && asker.ask(at, 0, x) == x;
        };
        if (asker.ask(at, *small, *small) != 0 || !asker.lost_alone(at, *small) || !kept_alone(both))
            return {};
        // a number that is left out as a whole, because its exponent is small, may be kept in part of a sum
        if (kept_alone(3 * *small)) return {};
        if (asker.session.ask(asker.finding, {{at.first, *small}, {at.second, *small}}) != both) return {};
    }
    return asker.words(*small) + ", and so are two of them in places that meet before, but their sum is kept";
}

/// Where nothing is ever lost, two addends act like their sum.
std::string loses_after_all(Session& session, Finding& finding, int distance) {
    if (session.k() < 2) return {};
    const double one = two(one_exponent(session, info(session.formats().d).fraction_bits + 4));
    const int bits = result_bits(session, finding);
    const double u = one * two(-bits);
    if (bits + 1 > distance) return {};
    std::optional<double> halves;
    for (const auto& [large, first, second] :
         {std::array{session.c(), 0, 1}, {0, 1, session.c()}, {1, session.c(), 0}}) {
        if (session.ask(finding, {{large, one}, {first, u}}) != one + u) return {};
        const double sum = session.ask(finding, {{large, one}, {first, u / 2}, {second, u / 2}});
        if (sum == one + u || sum != halves.value_or(sum)) return {};
        halves = sum;
    }
    return "nothing is lost beside X - X, but " + in_words(one) + " + " + in_words(u / 2) + " + " +
           in_words(u / 2) + " gives " + in_words(*halves) + " in whatever places they stand";
}

}  // namespace

std::string order_by_magnitude(Session& session, Finding& finding, int large, int tiny) {
    Finding asked;  // kept only if it decides
    std::string out;
    try {
        if (session.settled.no_loss) {
            out = loses_after_all(session, asked, large - tiny);
        } else if (session.settled.tree) {
            Asker asker{session, asked, large, tiny};
            out = small_ones_first(asker, *session.settled.tree);
            if (out.empty() && is_chain(*session.settled.tree))
                out = large_ones_first(asker, counts_of(*session.settled.tree));
        }
    } catch (const NotExpressible&) {
        // cannot be asked in these formats
    } catch (const Inconclusive&) {
        // no unit in the last place is found
    }
    finding.asked += asked.asked;
    if (out.empty()) return {};
    finding.questions = std::move(asked.questions);
    return kDepends + out;
}

}  // namespace karat::probe::mma_sim
