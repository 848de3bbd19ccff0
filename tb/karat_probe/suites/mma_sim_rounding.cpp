// SPDX-License-Identifier: Apache-2.0
// The rounding of the result and of the alignment, recognised by the table of responses.
#include <algorithm>

#include "karat_probe/suites/carried_rounding.hpp"
#include "karat_probe/suites/mma_sim.hpp"
#include "karat_probe/suites/responses.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe::mma_sim {
namespace {

/// Asks base + x and -base - x for all values x of the table.
std::optional<Responses> ask_table(Session& session, Finding& finding, const Placement& base, double sum,
                                   int position, double unit) {
    return responses_in(unit, [&](double sign, double x) {
        Placement addends = base;
        for (Placed& placed : addends) placed.value *= sign;
        addends.push_back({position, sign * x});
        return sign * session.ask(finding, addends) - sum;
    });
}

std::string text(const std::optional<Responses>& responses, const std::string& base) {
    return responses ? in_words(*responses, base) : "answers that are not multiples of u";
}

void report(Finding& finding, Rounding mode, const Responses& responses, const std::string& base,
            double unit) {
    find(finding, std::string(name_of(mode)),
         "rounds " + in_words(mode) + ": " + in_words(responses, base) + ", with u = " + in_words(unit),
         excluded_by(responses));
}

struct Alignment {
    std::optional<Rounding> mode;
    std::string text;
};

/// The rounding of a summand at `position` beside 1.5 and -1.5 in two others.
Alignment alignment(Session& session, Finding& finding, int position, int plus, int minus) {
    const double one = large_one(session);
    const Placement base{{minus, -1.5 * one}, {plus, 1.5 * one}};
    std::vector<Halving> step{{base, position, 0, -1, false, {}}};
    halve(session, finding, one, step);
    if (!step[0].last.d)
        throw NotExpressible("summands of " + in_words(1.5 * one) + " do not exist in these formats");
    if (step[0].kept < 0)
        throw Inconclusive("nothing is kept beside " + in_words(1.5 * one) + " and its negative");
    finding.questions.push_back({step[0].last});
    const double unit = one * two(-step[0].kept);
    if (step[0].exact) {
        find(finding, "exact", "a summand is kept down to " + in_words(unit) + ", where the formats end",
             "an alignment that drops bits within the reach of the formats");
        return {std::nullopt, "exact"};
    }
    const auto responses = ask_table(session, finding, base, 0, position, unit);
    const auto mode = responses ? rounding_with(*responses) : std::nullopt;
    if (mode) {
        report(finding, *mode, *responses, "0", unit);
        return {mode, std::string(name_of(*mode))};
    }
    leave_undecided(
        finding, "no rounding has these responses: " + text(responses, "0") + ", with u = " + in_words(unit));
    return {std::nullopt, responses ? in_words(*responses, "0") : ""};
}

/// Two positions that do not cancel before the summand at `position` meets one of them; in the same fused sum
/// if possible.
std::pair<int, int> companions(const Session& session, int position) {
    const int n = session.positions();
    if (!session.settled.tree)
        return position == 0 ? std::pair(1, session.k() > 2 ? 2 : n - 1) : std::pair(0, 1);
    const Counts counts = counts_of(*session.settled.tree);
    for (const bool in_one : {true, false}) {
        for (int plus = 0; plus < n; ++plus) {
            for (int minus = plus + 1; minus < n; ++minus) {
                if (plus == position || minus == position) continue;
                const auto after = [&](int x, int y) {
                    return counts[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)];
                };
                const int first = std::max(after(plus, position), after(minus, position));
                if (in_one ? meet_in_one(counts, plus, minus, position) : first > after(plus, minus))
                    return {plus, minus};
            }
        }
    }
    throw NotExpressible("all other summands meet before " + summand_name(position, session.k()) +
                         " is added");
}

}  // namespace

void result_rounding(Session& session, Finding& finding) {
    const int bits = result_bits(session, finding);
    const double one = two(one_exponent(session, info(session.formats().d).fraction_bits + 4));
    const Carried carried = carried_rounding(session, finding, one);
    if (carried.kind == Carried::Kind::hidden)
        return leave_undecided(finding,
                               "the alignment drops what the last rounding would see: even sums of " +
                                   in_words(carried.sum) + " keep every bit that it leaves, down to " +
                                   in_words(carried.unit));
    if (carried.kind == Carried::Kind::seen) {
        if (const auto mode = carried.responses ? rounding_with(*carried.responses) : std::nullopt) {
            session.settled.result_rounding = mode;
            return report(finding, *mode, *carried.responses, in_words(carried.sum), carried.unit);
        }
    }
    // where one is rounded, it is not known whether the alignment does it
    const double unit = one * two(-bits);
    const auto near_one = ask_table(session, finding, {{session.c(), one}}, one, 0, unit);
    if (const auto mode = near_one ? rounding_with(*near_one) : std::nullopt) {
        session.settled.result_rounding = mode;
        report(finding, *mode, *near_one, in_words(one), unit);
        finding.verdict += "; in the alignment or at the end";
        finding.excludes += ", as the rounding of the exact sum";
        return;
    }
    leave_undecided(finding, "no rounding has these responses: " + text(near_one, in_words(one)) +
                                 ", with u = " + in_words(unit));
}

void product_alignment(Session& session, Finding& finding) {
    require_products(session, 2);
    const auto [plus, minus] = companions(session, 0);
    session.settled.product_alignment = alignment(session, finding, 0, plus, minus).mode;
}

void c_alignment(Session& session, Finding& finding) {
    require_products(session, 2);
    const auto [plus, minus] = companions(session, session.c());
    const Alignment found = alignment(session, finding, session.c(), plus, minus);
    session.settled.c_alignment = found.mode;
    session.settled.c_alignment_text = found.text;
}

}  // namespace karat::probe::mma_sim
