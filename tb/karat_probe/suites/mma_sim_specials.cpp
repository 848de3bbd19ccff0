// SPDX-License-Identifier: Apache-2.0
// Subnormals, zeros, overflow, infinities and NaNs.
#include <cmath>
#include <limits>

#include "karat_probe/suites/mma_sim.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe::mma_sim {
namespace {

double least_normal(Format format) {
    if (info(format).is_integer()) throw NotExpressible("integers have no subnormals");
    return two(info(format).min_exponent());
}

void kept_or_flushed(Finding& finding, double expected, double d, const std::string& what) {
    if (d == expected)
        return find(finding, "kept", what + " is kept: d = " + in_words(d), "flushing to zero");
    if (d == 0) return find(finding, "flushed", what + " becomes " + in_words(d), "gradual underflow");
    leave_undecided(finding, what + " gives " + in_words(d) + ", neither kept nor zero");
}

/// Whether d is +inf, finite or NaN, for overflow tests with the exact result `expected`.
void overflowed_or_not(Finding& finding, double expected, double d, const std::string& what) {
    if (d == expected) return find(finding, "no", what + " does not overflow: d is exact", "overflow");
    if (std::isinf(d) || std::isnan(d))
        return find(finding, "yes", what + " overflows: d = " + in_words(d), "a wider exponent inside");
    leave_undecided(finding, what + " gives " + in_words(d) + ", neither exact nor an overflow");
}

double top_power(const Session& session) {
    const FormatInfo& d = info(session.formats().d);
    if (d.is_integer()) throw NotExpressible("the results are integers");
    return two(d.max_exponent());
}

}  // namespace

void subnormal_c(Session& session, Finding& finding) {
    const double c = least_normal(session.formats().c) / 2;
    kept_or_flushed(finding, c, session.ask(finding, {{session.c(), c}}), "a subnormal c");
}

void subnormal_a(Session& session, Finding& finding) {
    const double a = least_normal(session.formats().a) / 2;
    kept_or_flushed(finding, a, session.ask(finding, {{0, a, 1.0}}), "a subnormal a times 1");
}

void subnormal_b(Session& session, Finding& finding) {
    const double b = least_normal(session.formats().b) / 2;
    kept_or_flushed(finding, b, session.ask(finding, {{0, 1.0, b}}), "1 times a subnormal b");
}

void subnormal_product(Session& session, Finding& finding) {
    const double half = least_normal(session.formats().d) / 2;
    kept_or_flushed(finding, half, session.ask(finding, {{0, half}}), "a product that is subnormal in d");
}

void subnormal_sum(Session& session, Finding& finding) {
    const double m = least_normal(session.formats().d);
    kept_or_flushed(finding, m / 2, session.ask(finding, {{session.c(), 1.5 * m}, {0, -m}}),
                    "a sum 1.5 m - m, m the least normal number of d,");
}

void minus_zero(Session& session, Finding& finding) {
    Placement addends{{session.c(), -0.0}};
    for (int k = 0; k < session.k(); ++k) addends.push_back({k, 0.0, -0.0});
    const double d = session.ask(finding, addends);
    if (d != 0) return leave_undecided(finding, "-0 plus products (+0)(-0) gives " + in_words(d));
    const bool negative = std::signbit(d);
    find(finding, negative ? "-0" : "+0",
         std::string("-0 plus products (+0)(-0) is ") + (negative ? "-0, as in IEEE 754" : "+0"),
         negative ? "a sum that starts from +0" : "IEEE 754's sign of a sum of negative zeros");
}

void product_overflow(Session& session, Finding& finding) {
    const double top = top_power(session);
    overflowed_or_not(finding, top, session.ask(finding, {{0, 2.0, top}, {session.c(), -top}}),
                      "a product of 2^(E+1) beside c = -2^E");
}

void intermediate_overflow(Session& session, Finding& finding) {
    require_products(session, 2);
    const double top = top_power(session);
    overflowed_or_not(finding, top, session.ask(finding, {{0, top}, {1, top}, {session.c(), -top}}),
                      "the sum 2^E + 2^E - 2^E, c last,");
}

void overflow_threshold(Session& session, Finding& finding) {
    const double top = top_power(session);
    const double ulp = top * two(-info(session.formats().d).fraction_bits);
    const double largest = 2 * (top - ulp / 2);
    std::string result;
    std::string answers;
    for (const double sign : {1.0, -1.0}) {
        int first = 0;
        for (const int quarters : {1, 2, 3}) {
            const double d =
                session.ask(finding, {{session.c(), sign * largest}, {0, sign * quarters * ulp / 4}});
            if (std::isinf(d) && first == 0) first = quarters;
            answers += (answers.empty() ? "" : ", ") + in_words(sign * quarters / 4.0) + "u: " +
                       (std::isinf(d)         ? "inf"
                        : d == sign * largest ? "largest"
                                              : in_words(d));
        }
        result += (result.empty() ? "" : "; negative ") +
                  (first == 0 ? std::string("never") : "from " + in_words(first / 4.0) + "u");
    }
    find(finding, result,
         "beyond the largest finite number of d, the result becomes infinite: " + result + " (" + answers +
             ")",
         "the roundings with another threshold");
}

void zero_times_infinity(Session& session, Finding& finding) {
    const double d = session.ask(finding, {{0, std::numeric_limits<double>::infinity(), 0.0}});
    if (!std::isnan(d)) return leave_undecided(finding, "inf times 0 gives " + in_words(d));
    find(finding, "nan",
         "inf times 0 gives " + answer_in_words(finding.questions.back().row, session.formats()),
         "ignoring a product with a zero factor");
}

void infinity_minus_infinity(Session& session, Finding& finding) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double d = session.ask(finding, {{0, infinity, 1.0}, {session.c(), -infinity}});
    if (!std::isnan(d)) return leave_undecided(finding, "inf - inf gives " + in_words(d));
    find(finding, "nan",
         "inf - inf gives " + answer_in_words(finding.questions.back().row, session.formats()),
         "an infinity that wins over the other");
}

}  // namespace karat::probe::mma_sim
