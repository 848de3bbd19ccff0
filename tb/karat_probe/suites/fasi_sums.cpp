// SPDX-License-Identifier: Apache-2.0
// Fasi et al., tests 3 to 9: alignment, rounding, normalisation, carries, monotonicity.
#include <algorithm>
#include <array>

#include "karat_probe/suites/fasi.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe::fasi {
namespace {

/// c and `count` products of e.
Placement with_small(const Session& session, double c, const Small& small) {
    require_products(session, small.count);
    Placement out{{session.c(), c}};
    for (int k = 0; k < small.count; ++k) out.push_back({k, small.e});
    return out;
}

/// The answers with 1 in each of the places and e in all others; c is the first place.
std::vector<double> places_of_one(Session& session, Finding& finding, double one, const Small& small) {
    require_products(session, small.count);
    std::vector<double> out;
    for (int place = -1; place < small.count; ++place) {
        Placement addends;
        for (int p = -1; p < small.count; ++p)
            addends.push_back({p < 0 ? session.c() : p, p == place ? one : small.e});
        out.push_back(session.ask(finding, addends));
    }
    return out;
}

std::string times(const Small& small) { return std::to_string(small.count) + " times " + in_words(small.e); }

void require_fp64(const Session& session) {
    if (session.formats().d != Format::fp64)
        throw NotExpressible("the test is for fp64; d is " + std::string(name_of(session.formats().d)));
}

}  // namespace

Unit unit_of(Session& session, Finding& finding) {
    const int bits = result_bits(session, finding);
    const double one = two(one_exponent(session, info(session.formats().d).fraction_bits + 5));
    return {one, one * two(-bits)};
}

Small small_of(double u, int extra_bits) { return {u / 2 * two(-extra_bits), 4 << extra_bits}; }

void lost_beside_one(Session& session, Finding& finding) {
    require_wide_result(session);
    const auto [one, u] = unit_of(session, finding);
    std::string tried;
    for (int extra = 0; extra <= 4; ++extra) {
        // their exact sum is at least u
        const Small small{u / 2 * two(-extra), std::max(4, 2 << extra)};
        if (small.count > session.k()) break;
        const std::vector<double> answers = places_of_one(session, finding, one, small);
        const auto lost = std::ranges::count(answers, one);
        tried += (tried.empty() ? "" : "; ") + times(small) + ": lost in " + std::to_string(lost) + " of " +
                 std::to_string(answers.size()) + " places";
        if (lost != static_cast<std::ptrdiff_t>(answers.size())) continue;
        session.settled.guard_bits = extra;
        return find(finding, "lost, e = " + in_words(small.e / one),
                    "1 plus " + times(small) + " is 1 wherever the 1 stands (" + tried +
                        "): everything is aligned to the largest addend",
                    "an order of summation, a wider alignment");
    }
    if (tried.empty()) require_products(session, 4);
    find(finding, "not lost", tried + ". No e of the test is lost in every place",
         "one alignment to the largest addend with few extra bits");
}

void rounding(Session& session, Finding& finding) {
    require_wide_result(session);
    require_products(session, 2);
    const auto [one, u] = unit_of(session, finding);
    const double up = session.ask(finding, {{0, 1.5 * u}, {1, 2 * one}});
    const double down = session.ask(finding, {{0, -1.5 * u}, {1, -2 * one}});
    const bool rises = up > 2 * one;
    const bool falls = down < -2 * one;
    const std::string answers =
        "2 plus 3/4 of its unit gives " + in_words(up) + ", the negative " + in_words(down);
    if (!rises && !falls)
        return find(finding, "RZ", answers + ": truncation, in the alignment or at the end",
                    "RN, RU and RD of the exact sum");
    if (rises && falls)
        return find(finding, "RN", answers + ": to nearest, away from zero, or to odd",
                    "RZ, RU and RD of the exact sum");
    find(finding, rises ? "RU" : "RD", answers,
         rises ? "RZ, RN and RD of the exact sum" : "RZ, RN and RU of the exact sum");
}

void guard_digits(Session& session, Finding& finding) {
    require_wide_result(session);
    const auto [one, u] = unit_of(session, finding);
    const double d = session.ask(finding, {{session.c(), -one + u / 2}, {0, one}});
    const std::string sum = "1 - (1 - u/2) gives " + in_words(d);
    if (d == u / 2) return find(finding, "yes", sum + ", exactly: there is a guard digit", "no guard digits");
    if (d == u) return find(finding, "no", sum + ", not u/2: no guard digits", "guard digits");
    leave_undecided(finding, sum + ", neither u/2 nor u");
}

void normalised_in_addition(Session& session, Finding& finding) {
    require_wide_result(session);
    const auto [one, u] = unit_of(session, finding);
    const Small small = small_of(u, session.settled.guard_bits.value_or(0));
    const double d = session.ask(finding, with_small(session, one - u / 2, small));
    const std::string sum = "1 - u/2 plus " + times(small) + " gives " + in_words(d);
    if (d == one)
        return find(finding, "between additions",
                    sum + ": once a partial sum has reached 1, e is lost, so partial sums are normalised",
                    "normalisation at the end only");
    if (d > one)
        return find(finding, "at the end",
                    sum + ": the e are not lost one after the other, although the sum passes 1",
                    "normalisation after every addition to c");
    leave_undecided(finding, sum);
}

void normalised_in_subtraction(Session& session, Finding& finding) {
    require_wide_result(session);
    require_products(session, 2);
    const auto [one, u] = unit_of(session, finding);
    const Small small = small_of(u, session.settled.guard_bits.value_or(0));
    const double d = session.ask(finding, {{session.c(), -one + u / 2}, {0, one}, {1, -small.e}});
    const std::string sum = "-(1 - u/2) + 1 - " + in_words(small.e) + " gives " + in_words(d);
    if (d == u / 2 - small.e)
        return find(finding, "exact",
                    sum +
                        ", exactly: e counts beside the small difference. Either 1 had cancelled and the "
                        "partial sum was normalised, or e is kept beside 1",
                    "normalisation at the end only, on a grid above e");
    if (d == u || d == u / 2)
        return find(finding, "at the end", sum + ": e was lost beside 1, although 1 had cancelled",
                    "normalisation after every subtraction");
    leave_undecided(finding, sum);
}

void carry_bits(Session& session, Finding& finding) {
    require_wide_result(session);
    require_products(session, 4);
    const auto [one, u] = unit_of(session, finding);
    int right = 0;
    double wrong = 0;
    for (int place = 0; place < 4; ++place) {
        Placement addends{{session.c(), one + 3 * u}};
        for (int k = 0; k < 4; ++k) addends.push_back({k, k == place ? u : one});
        const double d = session.ask(finding, addends);
        if (d == 4 * one + 4 * u) {
            ++right;
        } else {
            wrong = d;
        }
    }
    const std::string sum = "1+3u plus 1, 1, 1, u in every order ";
    if (right == 4)
        return find(finding, "yes", sum + "gives " + in_words(4 * one + 4 * u) + ": two carry bits",
                    "an accumulator that loses bits when it carries");
    find(finding, "no",
         sum + "gives " + in_words(wrong) + " in " + std::to_string(4 - right) + " of 4 orders",
         "two carry bits without rounding");
}

void third_carry_bit(Session& session, Finding& finding) {
    require_wide_result(session);
    require_products(session, 4);
    const auto [one, u] = unit_of(session, finding);
    const double d = session.ask(
        finding, {{session.c(), 1.875 * one}, {0, one}, {1, 1.5 * one}, {2, 1.75 * one}, {3, 1.875 * one}});
    const std::string sum = "1.875 + 1 + 1.5 + 1.75 + 1.875 gives " + in_words(d);
    if (d == 8 * one)
        return find(finding, "yes", sum + ": a third carry bit",
                    "an accumulator that overflows at " + in_words(8 * one));
    find(finding, "no", sum + " instead of " + in_words(8 * one), "an accumulator with three carry bits");
}

void monotonic(Session& session, Finding& finding) {
    require_wide_result(session);
    const auto [one, u] = unit_of(session, finding);
    const Small small = small_of(u, session.settled.guard_bits.value_or(0));
    const double below = session.ask(finding, with_small(session, one - u / 2, small));
    const double at_one = session.ask(finding, with_small(session, one, small));
    const std::string sums =
        times(small) + ": c = 1 - u/2 gives " + in_words(below) + ", c = 1 gives " + in_words(at_one);
    if (below > at_one)
        return find(finding, "no", sums + ": a larger c gives a smaller result", "monotonic addition");
    find(finding, "yes", sums + ": monotonic here", "this violation of monotonicity");
}

void fp64_rounding(Session& session, Finding& finding) {
    require_fp64(session);
    const auto [one, u] = unit_of(session, finding);
    const double up = session.ask(finding, {{session.c(), one}, {0, 0.75 * u}});
    const double tie = session.ask(finding, {{session.c(), one}, {0, 0.5 * u}});
    const double odd_tie = session.ask(finding, {{session.c(), one}, {0, 1.5 * u}});
    const std::string answers = "1 + 0.75u, 1 + 0.5u, 1 + 1.5u give " + in_words(up) + ", " + in_words(tie) +
                                ", " + in_words(odd_tie);
    if (up == one + u && tie == one && odd_tie == one + 2 * u)
        return find(finding, "RNE", answers + ": to nearest, ties to even", "every other rounding");
    leave_undecided(finding, answers + ": not RNE");
}

void fp64_order(Session& session, Finding& finding) {
    require_fp64(session);
    const auto [one, u] = unit_of(session, finding);
    const Small small{u / 2, std::min(4, session.k())};
    const std::vector<double> answers = places_of_one(session, finding, one, small);
    const auto lost = std::ranges::count(answers, one);
    const std::string sums = "1 plus " + times(small) + " is 1 in " + std::to_string(lost) + " of " +
                             std::to_string(answers.size()) + " places of the 1";
    if (lost == static_cast<std::ptrdiff_t>(answers.size()))
        return find(finding, "from the largest", sums + ": the e are lost as if the 1 came first",
                    "a fixed order");
    find(finding, "not from the largest", sums + ": e are added before they meet the 1",
         "a sum that starts from the largest addend");
}

namespace {
constexpr std::array kTests{
    Test{"1a", "Subnormal input", subnormal_input, kAnyUnit},
    Test{"1b", "Subnormal c", subnormal_c, kAnyUnit},
    Test{"1c", "Product below the least normal input", subnormal_product, kAnyUnit},
    Test{"1d", "Sum below the least normal input", subnormal_sum, kAnyUnit},
    Test{"2a", "Products are exact", exact_products},
    Test{"2b", "Products are exact, fp16 result", exact_products_fp16},
    Test{"2c", "Products are not rounded before the addition", unrounded_products},
    Test{"3", "Addends below the largest are truncated: 1 and e in every place", lost_beside_one},
    Test{"4", "Rounding of the result", rounding},
    Test{"5", "Guard digits", guard_digits},
    Test{"6a", "Normalisation in addition", normalised_in_addition},
    Test{"6b", "Normalisation in subtraction", normalised_in_subtraction},
    Test{"7a", "Carry bits", carry_bits},
    Test{"7b", "Third carry bit", third_carry_bit},
    Test{"8", "Monotonicity", monotonic},
    Test{"9a", "fp64: rounding", fp64_rounding},
    Test{"9b", "fp64: the largest addend first?", fp64_order},
};
}  // namespace

}  // namespace karat::probe::fasi

namespace karat::probe {

std::span<const Test> fasi_tests() { return fasi::kTests; }

}  // namespace karat::probe
