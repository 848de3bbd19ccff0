// SPDX-License-Identifier: Apache-2.0
// FTTN: subnormals, extra bits, rounding.
#include <algorithm>

#include "karat_probe/suites/carried_rounding.hpp"
#include "karat_probe/suites/fttn.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe::fttn {
namespace {

void yes_or_no(Finding& finding, double expected, double d, const std::string& what) {
    if (d == expected) return find(finding, "yes", what + ": yes, d = " + in_words(d), "flushing to zero");
    if (d == 0) return find(finding, "no", what + ": no, d = " + in_words(d), "gradual underflow");
    leave_undecided(finding, what + ": d = " + in_words(d) + " is neither exact nor zero");
}

int least_exponent(Format format) {
    if (info(format).is_integer()) throw NotExpressible("integers have no subnormals");
    return info(format).min_exponent();
}

}  // namespace

Unit unit_of(Session& session, Finding& finding) {
    const int bits = result_bits(session, finding);
    const double one = two(one_exponent(session, info(session.formats().d).fraction_bits + 4));
    return {one, one * two(-bits)};
}

void subnormal_in(Session& session, Finding& finding) {
    const OperandRules& f = session.formats();
    const double a = two(least_exponent(f.a) - 1);
    // large enough for a normal result, if b goes that far
    const int wanted = std::max(0, info(f.d).min_exponent() - (least_exponent(f.a) - 1));
    const double b = two(std::min(wanted + 1, info(f.b).max_exponent()));
    yes_or_no(finding, a * b, session.ask(finding, {{0, a, b}}), "subnormal input, normal output");
}

void subnormal_out(Session& session, Finding& finding) {
    const double half = two(least_exponent(session.formats().d) - 1);
    const Placement as_product{{0, half}};
    if (session.expressible(as_product))
        return yes_or_no(finding, half, session.ask(finding, as_product), "normal inputs, subnormal output");
    // products do not go that far: c brings the result down
    yes_or_no(finding, half, session.ask(finding, {{session.c(), half}}), "subnormal output, from c");
}

void subnormal_accumulate(Session& session, Finding& finding) {
    const double half = two(least_exponent(session.formats().c) - 1);
    const Placement both{{session.c(), half}, {0, half}};
    if (session.expressible(both))
        return yes_or_no(finding, 2 * half, session.ask(finding, both),
                         "subnormal c plus a subnormal product");
    yes_or_no(finding, half, session.ask(finding, {{session.c(), half}, {0, 1.0, 0.0}}),
              "subnormal c plus 0");
}

void one_bit(Session& session, Finding& finding) {
    const auto [one, u] = unit_of(session, finding);
    const double d = session.ask(finding, {{session.c(), one}, {0, -u / 2}});
    const bool exact = d == one - u / 2;
    session.settled.extra_bits = exact ? 1 : 0;
    find(finding, exact ? "yes" : "no",
         exact ? "1 - u/2 is exact: at least one bit below u is kept"
               : "1 - u/2 gives " + in_words(d) + ": no bit below u is kept",
         exact ? "an alignment without extra bits" : "extra bits, guard digits, rounding of the exact sum");
}

void rounding_direction(Session& session, Finding& finding) {
    const auto [one, u] = unit_of(session, finding);
    const double up = session.ask(finding, {{session.c(), one}, {0, 0.75 * u}});
    const double low = session.ask(finding, {{session.c(), one}, {0, 0.25 * u}});
    const double down = session.ask(finding, {{session.c(), -one}, {0, -0.75 * u}});
    const bool rises = up == one + u;
    const bool falls = down == -one - u;
    const bool low_rises = low == one + u;
    session.settled.nearest = rises && falls && !low_rises;
    const std::string answers = "1 + 0.75u, 1 + 0.25u, -1 - 0.75u give " + in_words(up) + ", " +
                                in_words(low) + ", " + in_words(down);
    if (*session.settled.nearest)
        return find(finding, "nearest", answers + ": to nearest", "RZ, RU, RD and RA of the exact sum");
    if (!rises && !falls)
        return find(finding, "RZ", answers + ": truncation, in the alignment or at the end",
                    "RN, RU, RD and RA of the exact sum");
    if (rises && falls)
        return find(finding, "RA or RO", answers + ": away from zero, or to odd", "RN, RZ, RU, RD");
    find(finding, rises ? "RU" : "RD", answers + (rises ? ": up" : ": down"),
         rises ? "RN, RZ, RD" : "RN, RZ, RU");
}

void three_bits(Session& session, Finding& finding) {
    const auto [one, u] = unit_of(session, finding);
    if (session.settled.nearest.value_or(false)) {
        // below 1 the midpoint is 1 - u/4; only a sum that keeps u/16, or a sticky bit, sees more than a tie
        const double tie = session.ask(finding, {{session.c(), one}, {0, -u / 4}});
        const double above = session.ask(finding, {{session.c(), one}, {0, -1.25 * u / 4}});
        const double half = session.ask(finding, {{session.c(), one}, {0, u / 2}});
        const double odd_half = session.ask(finding, {{session.c(), one}, {0, 1.5 * u}});
        const bool sticky = above == one - u / 2 && tie == one;
        const bool even = half == one && odd_half == one + 2 * u;
        session.settled.extra_bits = sticky ? 3 : 2;
        const std::string bits = sticky ? "3" : "2";
        return find(finding, std::string(even ? "RNE" : "RN") + ", " + bits + " bits",
                    "1 - u/4 gives " + in_words(tie) + ", 1 - 1.25 u/4 gives " + in_words(above) +
                        (sticky ? ": guard, round and sticky bit" : ": no sticky bit") +
                        (even ? "; ties go to even" : "; ties do not go to even"),
                    sticky ? "truncation before the rounding" : "rounding of the exact sum");
    }
    if (session.settled.extra_bits.value_or(0) == 0) {
        const double d = session.ask(finding, {{session.c(), one}, {0, -u / 4}});
        return find(finding, "0 bits", "T_1_bit found no extra bit, and 1 - u/4 gives " + in_words(d),
                    "three extra bits");
    }
    int bits = 1;
    for (; bits < 3; ++bits) {
        const double d = session.ask(finding, {{session.c(), one}, {0, -u * two(-bits - 1)}});
        if (d == one) break;
    }
    session.settled.extra_bits = bits;
    session.settled.at_least_extra_bits = bits == 3;
    find(finding, std::to_string(bits) + (bits == 1 ? " bit" : " bits"),
         "1 - u/2^n is below 1 up to n = " + std::to_string(bits) + ", so the sum keeps " +
             (bits == 3 ? "at least " : "") + std::to_string(bits) + " bits below u",
         bits == 3 ? "fewer bits" : "a third extra bit or a sticky bit");
}

void product_rounding(Session& session, Finding& finding) {
    const OperandRules& f = session.formats();
    if (f.a != f.d || (f.a != Format::fp32 && f.a != Format::fp64))
        throw NotExpressible("products of " + std::string(name_of(f.a)) +
                             " are exact in d; the test is for fp32 and fp64 inputs");
    const double u = two(-info(f.d).fraction_bits);
    const double d = session.ask(finding, {{0, 1 + 3 * u, 1.25}});
    // the exact product is 1.25 + 3.75 u
    const bool up = d == 1.25 + 4 * u;
    if (!up && d != 1.25 + 3 * u) return leave_undecided(finding, "(1+3u)(1+2^-2) gives " + in_words(d));
    const double negative = session.ask(finding, {{0, -1 - 3 * u, 1.25}});
    const bool symmetric = negative == -d;
    const std::string mode = symmetric ? (up ? "RNE" : "RZ") : (up ? "RU" : "RD");
    find(finding, mode,
         "(1+3u)(1+2^-2) = 1.25+3.75u gives " + in_words(d) + ", its negative " + in_words(negative),
         up ? "truncation of a product" : "products rounded to nearest");
}

namespace {

/// From sums of 4 and more, which the alignment does not hide.
void output_rounding_of(Finding& finding, const mma_sim::Carried& carried) {
    const std::string answers = carried.responses ? in_words(*carried.responses, in_words(carried.sum))
                                                  : "answers that are no multiples of u";
    const auto mode = carried.responses ? rounding_with(*carried.responses) : std::nullopt;
    if (!mode) return leave_undecided(finding, "no rounding has these responses: " + answers);
    find(finding, std::string(name_of(*mode)),
         "rounds " + in_words(*mode) + ": " + answers + ", with u = " + in_words(carried.unit),
         excluded_by(*carried.responses));
}

}  // namespace

void output_rounding(Session& session, Finding& finding) {
    const Format d = session.formats().d;
    if (d != Format::fp16 && d != Format::bf16)
        throw NotExpressible("d is " + std::string(name_of(d)) +
                             "; the test is for results in fp16 and bf16");
    const auto [one, u] = unit_of(session, finding);
    const mma_sim::Carried carried = mma_sim::carried_rounding(session, finding, one);
    if (carried.kind == mma_sim::Carried::Kind::hidden)
        return leave_undecided(finding, "the alignment drops what the last rounding would see");
    if (carried.kind == mma_sim::Carried::Kind::seen) return output_rounding_of(finding, carried);
    const double up = session.ask(finding, {{session.c(), one}, {0, 0.75 * u}});
    const double half = session.ask(finding, {{session.c(), one}, {0, 0.5 * u}});
    const double odd_half = session.ask(finding, {{session.c(), one}, {0, 1.5 * u}});
    const std::string answers = "1 + 0.75u, 1 + 0.5u, 1 + 1.5u give " + in_words(up) + ", " + in_words(half) +
                                ", " + in_words(odd_half);
    if (up == one && half == one && odd_half == one + u)
        return find(finding, "RZ", answers + ": truncation, in the alignment or at the end",
                    "rounding of the exact sum to nearest");
    if (up == one + u && half == one && odd_half == one + 2 * u)
        return find(finding, "RNE", answers + ": to nearest, ties to even", "truncation, other ties");
    leave_undecided(finding, answers + ": neither RZ nor RNE");
}

}  // namespace karat::probe::fttn
