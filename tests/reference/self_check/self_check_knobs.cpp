// SPDX-License-Identifier: Apache-2.0
//
// Hand-written cases for single knobs, and algorithms that agree with each other.

#include <cmath>

#include "reference/dot_add.hpp"
#include "reference/encoding.hpp"
#include "reference/operands.hpp"
#include "reference/presets.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

namespace {

bool is_minus_zero(double x) { return x == 0 && std::signbit(x); }
bool is_plus_zero(double x) { return x == 0 && !std::signbit(x); }

// fp16 operands, fp32 result, four products. Use a small F to keep the numbers readable.
Params narrow(int F) {
    Params p = nvidia("fp16", "fp32", 4, F, -2000);
    p.output_rounding = "RNE";
    return p;
}

void check_zero_signs() {
    Params p = narrow(24);
    expect(is_plus_zero(dot(p, {-0.0, -0.0, -0.0, -0.0}, {1, 1, 1, 1}, -0.0)), "zero_sum positive");
    p.zero_sum = "ieee";
    expect(is_minus_zero(dot(p, {-0.0, -0.0, -0.0, -0.0}, {1, 1, 1, 1}, -0.0)),
           "zero_sum ieee, all negative");
    expect(is_plus_zero(dot(p, {1, -1}, {1, 1}, -0.0)), "zero_sum ieee, cancellation");
    p.output_rounding = "RD";
    expect(is_minus_zero(dot(p, {1, -1}, {1, 1}, 0)), "zero_sum ieee, cancellation under RD");
    expect(is_plus_zero(dot(p, {}, {}, 0)), "zero_sum ieee, all positive under RD");

    Params q = nvidia("bf16", "fp32", 4, 24, -2000);
    expect(is_minus_zero(dot(q, {-0x1p-100}, {0x1p-100}, 0)), "underflow_sign keep");
    q.underflow_sign = "positive";
    expect(is_plus_zero(dot(q, {-0x1p-100}, {0x1p-100}, 0)), "underflow_sign positive");
    q.flush_output = true;
    expect(is_minus_zero(dot(q, {-0x1p-64}, {0x1p-64}, 0)), "flush_output keeps the sign");
}

// 2^-126 less a little. The last bit of a subnormal is 2^-149; with an unbounded exponent it is 2^-150.
void check_flush_output_when() {
    Params p = nvidia("bf16", "fp32", 4, 60, -2000);
    p.output_rounding = "RNE";
    p.flush_output = true;
    const auto less = [&](const char* when, double little) {
        p.flush_output_when = when;
        return dot(p, {0x1p-63, -0x1p-63}, {0x1p-63, little * 0x1p63}, 0);
    };
    expect(less("encoded", 0x1p-151) == 0x1p-126, "flush encoded: rounds up to the least normal");
    expect(is_plus_zero(less("before", 0x1p-151)), "flush before: below the least normal");
    expect(less("unbounded", 0x1p-151) == 0x1p-126, "flush unbounded: half of the last bit rounds up");
    expect(less("encoded", 0x1p-150) == 0x1p-126, "flush encoded: half of the last bit rounds up");
    expect(is_plus_zero(less("unbounded", 0x1p-150)), "flush unbounded: a whole last bit stays below");
    expect(is_plus_zero(less("encoded", 0x1p-149)), "flush encoded: a whole last bit stays below");
    p.underflow_sign = "positive";
    p.flush_output_when = "before";
    expect(is_minus_zero(dot(p, {-0x1p-100}, {0x1p-100}, 0)), "flush before: keeps the sign");
}

void check_zero_exponents() {
    // One zero product whose other factor is 2^10 or 2^11. c is lost if the product's exponent is too large.
    Params p = nvidia("bf16", "fp32", 4, 24, -2000);
    const double c = 0x1p-140;
    expect(dot(p, {0}, {0x1p10}, c) == c, "zero_product ignored");
    p.zero_product = "minus126";  // exponent -116, last bit 2^-140
    expect(dot(p, {0}, {0x1p10}, c) == c, "zero_product minus126, kept");
    expect(dot(p, {0}, {0x1p11}, c) == 0, "zero_product minus126, lost");
    Params q = narrow(24);
    q.zero_product = "format_min";  // -14 + 10
    expect(dot(q, {0, 0x1p-14}, {0x1p10, 0x1p-14}, 0) == 0x1p-28, "zero_product format_min, kept");
    expect(dot(q, {0, 0x1p-15}, {0x1p10, 0x1p-14}, 0) == 0, "zero_product format_min, lost");
}

void check_convert_c() {
    Params p = narrow(4);
    p.c = "fp16";
    expect(dot(p, {}, {}, 0x1p-20) == 0, "a subnormal c has the least exponent of its format");
    p.convert_c = "fp32";
    expect(dot(p, {}, {}, 0x1p-20) == 0x1p-20,
           "convert_c: a subnormal c has the exponent of its leading bit");
    p.flush_c = true;
    expect(is_plus_zero(dot(p, {}, {}, -0x1p-20)), "flush_c is applied before convert_c");
}

void check_round_to_odd() {
    Params p = narrow(24);
    p.output_rounding = "RO";
    p.output_fraction = 3;
    expect(dot(p, {1, 0x1p-10}, {1, 1}, 0) == 1.125, "RO: the result is rounded to odd");
    expect(dot(p, {-1, -0.125, -0x1p-10}, {1, 1, 1}, 0) == -1.125, "RO: an odd significand does not change");
    Params q = narrow(4);
    q.align_rounding = "RO";
    expect(dot(q, {1, -0x1p-10}, {1, 1}, 0) == 1 - 0x1p-4, "RO: an addend below the grid becomes one unit");
    expect(dot(q, {1, 0x1p-4, -0x1p-4, -0x1p-6}, {1, 1, 1.25, 1}, 0) == 1 - 0x1p-4,
           "RO: the magnitude is rounded, for either sign");
    Params r = nvidia("fp16", "fp16", 4, 24, -2000);
    r.output_rounding = "RO";
    expect(dot(r, {256, 256}, {255.875, 0.0625}, 0) == 65504, "RO: no overflow below the next power of two");
    expect(dot(r, {256}, {256}, 0) == INFINITY, "RO: overflow at the next power of two");
    r.overflow = "ieee";
    expect(dot(r, {256}, {256}, 0) == 65504, "RO, overflow ieee: truncation gives the largest value");
}

void check_product_overflow() {
    Params p = nvidia("bf16", "fp32", 4, 24, -2000);
    p.product_overflow = "inf";
    expect(dot(p, {0x1p64, -0x1p100}, {0x1p64, 0x1p20}, 1) == INFINITY, "a product of 2^128 is infinite");
    expect(std::isnan(dot(p, {0x1p64, -0x1p64}, {0x1p64, 0x1p64}, 1)),
           "overflow to both infinities gives a NaN");
    expect(dot(p, {0x1p64}, {0x1p64}, -INFINITY) == -INFINITY, "an infinite c takes precedence");
    expect(dot(p, {0x1p64, -INFINITY}, {0x1p64, 1}, 1) == -INFINITY, "an infinite operand takes precedence");
    expect(std::isnan(dot(p, {0x1p64, INFINITY}, {0x1p64, 0}, 1)), "an invalid product takes precedence");
}

void check_sticky() {
    // F = 4, so 2^-5 is lost beside 1. The output has 3 fraction bits.
    Params p = narrow(4);
    p.output_fraction = 3;
    expect(dot(p, {1, 0x1p-4, 0x1p-5}, {1, 1, 1}, 0) == 1, "a tie without sticky goes to even");
    p.sticky = "ored";
    expect(dot(p, {1, 0x1p-4, 0x1p-5}, {1, 1, 1}, 0) == 1.125, "sticky breaks the tie");
    expect(dot(p, {1, 0x1p-4, -0x1p-5}, {1, 1, 1}, 0) == 1.125, "a lost negative addend sets sticky too");
    expect(is_plus_zero(dot(p, {1, -1, 0x1p-5}, {1, 1, 1}, 0)), "a zero sum stays zero");
}

void check_trees() {
    Params p = cdna2_gps(4, 4);
    p.flush_a = p.flush_b = p.flush_c = p.flush_products = p.flush_output = false;
    const auto with = [&p](const char* pairing, const char* place) {
        p.pairing = pairing;
        p.c_place = place;
        return dot(p, {4096, 1, -4096, 1}, {4096, 1, 4096, 1}, 1);
    };
    // Products 2^24, 1, -2^24, 1 and c = 1. 2^24 + 1 is a tie and rounds to 2^24; 1 - 2^24 is exact.
    expect(with("adjacent", "first") == 2, "((2^24 + 1) + (-2^24 + 1)), then c");
    expect(with("half", "first") == 3, "(2^24 - 2^24) + (1 + 1), then c");
    expect(with("adjacent", "leaf_first") == 2, "((1 + 2^24) + (1 - 2^24)) + 1");
    expect(with("half", "leaf_last") == 2, "((2^24 + 1) + -2^24) + (1 + 1)");
    p.group = 1;
    expect(with("adjacent", "first") == 1, "in sequence from c");
    expect(with("adjacent", "last") == 2, "in sequence, c last");
}

void check_overflow() {
    Params p = nvidia("fp16", "fp16", 4, 24, -2000);
    const double top = 65504;
    expect(dot(p, {256, 256}, {255.875, 0.0625}, 16) == INFINITY, "overflow inf");
    p.overflow = "saturate";
    expect(dot(p, {256, 256}, {255.875, 0.0625}, 16) == top, "overflow saturate");
    p.overflow = "ieee";
    p.output_rounding = "RD";
    expect(dot(p, {256, 256}, {255.875, 0.0625}, 16) == top, "overflow ieee, positive under RD");
    expect(dot(p, {-256, -256}, {255.875, 0.0625}, -16) == -INFINITY, "overflow ieee, negative under RD");
    expect(encode(Number::not_a_number(), output_of(format_named("fp16"), Rounding::RNE)) == 0x7FFF,
           "nvidia NaN");
}

void check_zero_group() {
    // Two groups of 2, F = 4. The sum of the first is 0, and that of the second is 2^-5.
    Params p = narrow(4);
    p.algorithm = "gfda";
    p.group = 2;
    const auto cancelled = [&p](const char* rule) {
        p.zero_group = rule;
        return dot(p, {1, -1, 0x1p-5}, {1, 1, 1}, 0);
    };
    expect(cancelled("ignored") == 0x1p-5, "zero_group ignored");
    expect(cancelled("counted") == 0, "zero_group counted");
    expect(cancelled("terms") == 0, "zero_group terms, a sum that cancels");
    // Groups compared by scale: 2^0 for the first group, 2^-5 for the second.
    p.scale = "ue4m3";
    p.scale_block = 2;
    p.group_exponent = "scale";
    const auto scaled = [&p](const char* rule, double first) {
        p.zero_group = rule;
        const Row a = {bits_of("fp16", first), 0, bits_of("fp16", 1), 0};
        const Row one(4, bits_of("fp16", 1));
        const Row scale_a = {bits_of("ue4m3", 1), bits_of("ue4m3", 0x1p-5)};
        return double_of("fp32", dot_add(p, a, one, scale_a, Row(2, bits_of("ue4m3", 1)), 0));
    };
    expect(scaled("counted", 0) == 0, "zero_group counted, zeros with a scale");
    expect(scaled("terms", 0) == 0x1p-5, "zero_group terms, all terms are zero");
    expect(scaled("terms", 1) == 1, "zero_group terms, a nonzero sum");
}

void check_gdfs() {
    // Two fp4 groups of 2 with ue4m3 scales. Each group sum is 6*6 + 6*6 = 72 = 4.5 * 2^4.
    Params p;
    p.algorithm = "gfda";
    p.a = p.b = "e2m1";
    p.scale = "ue4m3";
    p.k = 4;
    p.F = 5;
    p.zero_group = "counted";
    p.zero_c = "minus126";
    p.group_exponent = "scale";
    p = with_derived(p, 23);
    p.group = p.scale_block = 2;
    const Row six(4, bits_of("e2m1", 6));
    const Row scale_a = {bits_of("ue4m3", 1), bits_of("ue4m3", 0x1p-5)};
    const Row scale_b = {bits_of("ue4m3", 1), bits_of("ue4m3", 0x1p-6)};
    // e_max = 0 (from the scales alone), grid 2^-5. 72 * 2^-11 = 0.035 is truncated to 1/32.
    expect(double_of("fp32", dot_add(p, six, six, scale_a, scale_b, 0)) == 72 + 0x1p-5,
           "GDFS alignment by scales");
    p.group_exponent = "max";  // e_max = 2 + 2
    expect(double_of("fp32", dot_add(p, six, six, scale_a, scale_b, 0)) == 72, "group_exponent max");
    p.F = p.F_c = 17;
    p.group_exponent = "normalised";  // e_max = 6, grid 2^-11
    expect(double_of("fp32", dot_add(p, six, six, scale_a, scale_b, 0)) == 72 + 72 * 0x1p-11, "normalised");
}

}  // namespace

void check_knobs() {
    check_zero_signs();
    check_flush_output_when();
    check_zero_exponents();
    check_convert_c();
    check_round_to_odd();
    check_product_overflow();
    check_sticky();
    check_trees();
    check_overflow();
    check_zero_group();
    check_gdfs();
}

void check_identities() {
    Params p = nvidia("fp16", "fp32", 8, 24, -2000);
    p.F = p.F_c = p.F_sum = p.F_group = std::nullopt;
    p.output_rounding = "RNE";
    p.zero_sum = "ieee";
    p = with_derived(p, 23);
    p.dot_format = "exact";
    p.group = 4;
    OperandSource source({{"fp16", "fp16", "fp32", "fp32", 8, "none", 8}, 24}, 2);
    for (int i = 0; i < 5000; ++i) {
        const Case t = source.next();
        p.algorithm = "exact";
        const std::uint64_t want = dot_add(p, t.a, t.b, {}, {}, t.c);
        for (const char* algorithm : {"fda", "sda", "gfda", "fdrda", "gfdrda"}) {
            p.algorithm = algorithm;
            const std::uint64_t got = dot_add(p, t.a, t.b, {}, {}, t.c);
            // The sign of a zero may differ: sda adds c as in IEEE 754, to a dot product whose zero is +0.
            const bool both_zero = double_of("fp32", want) == 0 && double_of("fp32", got) == 0;
            expect(got == want || both_zero, std::string(algorithm) + " is exact: " + t.kind);
        }
    }
}

}  // namespace reference
