// SPDX-License-Identifier: Apache-2.0
// Fasi et al., tests 1 and 2: subnormals and products.
#include <algorithm>

#include "karat_probe/suites/fasi.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe::fasi {
namespace {

const FormatInfo& floating(Format format) {
    if (info(format).is_integer()) throw NotExpressible("the formats are integers");
    return info(format);
}

void supported(Finding& finding, double expected, double d, const std::string& what) {
    if (d == expected)
        return find(finding, "yes", what + " gives " + in_words(d) + ": supported", "flushing to zero");
    if (d == 0)
        return find(finding, "no", what + " gives " + in_words(d) + ": flushed, or cut off",
                    "gradual underflow");
    leave_undecided(finding, what + " gives " + in_words(d) + " instead of " + in_words(expected));
}

}  // namespace

void subnormal_input(Session& session, Finding& finding) {
    const FormatInfo& a = floating(session.formats().a);
    const double least = two(a.min_exponent() - a.fraction_bits);
    supported(finding, 4 * least, session.ask(finding, {{0, least, 4.0}}), "the least subnormal a times 4");
}

void subnormal_c(Session& session, Finding& finding) {
    const FormatInfo& c = floating(session.formats().c);
    const double least = two(c.min_exponent() - c.fraction_bits);
    supported(finding, least, session.ask(finding, {{session.c(), least}}), "the least subnormal c");
}

void subnormal_product(Session& session, Finding& finding) {
    const double m = two(floating(session.formats().a).min_exponent());
    supported(finding, m / 2, session.ask(finding, {{0, m, 0.5}}), "the least normal a times 1/2");
}

void subnormal_sum(Session& session, Finding& finding) {
    const double m = two(floating(session.formats().a).min_exponent());
    supported(finding, m / 2, session.ask(finding, {{0, m, 1.0}, {session.c(), -m / 2}}),
              "the least normal a times 1, less half of it,");
}

void exact_products(Session& session, Finding& finding) {
    const int n = std::min(4, session.k());
    const int bits =
        std::min({floating(session.formats().a).fraction_bits + 1,
                  info(session.formats().b).fraction_bits + 1, info(session.formats().d).fraction_bits / 2});
    const double v = 1 - two(-bits);
    Placement addends;
    for (int k = 0; k < n; ++k) addends.push_back({k, v, v});
    const double d = session.ask(finding, addends);
    const double expected = n * v * v;
    const std::string sum =
        in_words(static_cast<double>(n)) + " products (" + in_words(v) + ")^2 give " + in_words(d);
    if (d == expected)
        return find(finding, "yes", sum + ", exactly", "products rounded to the inputs' precision");
    find(finding, "no", sum + " instead of " + in_words(expected), "exact products that all reach d");
}

void exact_products_fp16(Session& session, Finding& finding) {
    if (session.formats().d != Format::fp16)
        throw NotExpressible("the test is for results in fp16; d is " +
                             std::string(name_of(session.formats().d)));
    const double v = 1 - two(-11);
    const double d = session.ask(finding, {{0, v, v}, {1, v, two(-11)}});
    const double expected = 1 - two(-10) + two(-11);
    const std::string sum = "(1-2^-11)^2 + (1-2^-11)2^-11 gives " + in_words(d);
    if (d == expected) return find(finding, "yes", sum + ", correctly rounded", "products truncated to fp16");
    find(finding, "no", sum + " instead of " + in_words(expected),
         "exact products and one rounding to nearest");
}

void unrounded_products(Session& session, Finding& finding) {
    const int bits = floating(session.formats().d).fraction_bits / 2 + 1;
    const double v = 1 + two(-bits);
    // v^2 has one bit more than d; c cancels the rest
    const double d = session.ask(finding, {{0, v, v}, {session.c(), -1 - 2 * two(-bits)}});
    const std::string sum =
        "(" + in_words(v) + ")^2 - (1+2^-" + std::to_string(bits - 1) + ") gives " + in_words(d);
    if (d == two(-2 * bits)) {
        session.settled.products_exact = true;
        return find(finding, "yes", sum + ": the product is not rounded before the addition",
                    "a rounded product");
    }
    find(finding, "no", sum + " instead of 2^-" + std::to_string(2 * bits) + ": a bit of the product is lost",
         "a fused multiply-add");
}

}  // namespace karat::probe::fasi
