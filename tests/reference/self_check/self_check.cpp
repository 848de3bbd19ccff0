// SPDX-License-Identifier: Apache-2.0
//
// Checks the reference itself against published results and results derived by hand.

#include "reference/self_check/self_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "reference/dot_add.hpp"
#include "reference/encoding.hpp"
#include "reference/operands.hpp"
#include "reference/presets.hpp"

namespace reference {

namespace {

int failures = 0;
int checks = 0;

}  // namespace

void expect(bool ok, const std::string& what) {
    ++checks;
    if (!ok) {
        ++failures;
        std::printf("FAILED: %s\n", what.c_str());
    }
}

bool refuses(const std::function<void()>& call) {
    try {
        call();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

std::uint64_t bits_of(const std::string& format, double value) {
    const Format& f = format_named(format);
    return encode(decode(std::bit_cast<std::uint64_t>(value), format_named("fp64")),
                  output_of(f, Rounding::RNE));
}

double double_of(const std::string& format, std::uint64_t bits) {
    const Output fp64 = output_of(format_named("fp64"), Rounding::RZ);
    return std::bit_cast<double>(encode(decode(bits, format_named(format)), fp64));
}

double dot(const Params& p, std::initializer_list<double> a, std::initializer_list<double> b, double c) {
    Row row(static_cast<std::size_t>(p.k), bits_of(p.a, 0));
    Row column(static_cast<std::size_t>(p.k), bits_of(p.b, 0));
    std::ranges::transform(a, row.begin(), [&p](double x) { return bits_of(p.a, x); });
    std::ranges::transform(b, column.begin(), [&p](double x) { return bits_of(p.b, x); });
    return double_of(p.d, dot_add(p, row, column, {}, {}, bits_of(p.c, c)));
}

namespace {

void check_roundings() {
    struct Line {
        const char* name;
        int of[8];  // the results for 1.25, 1.5, 1.75, 2.5 and their negatives
    };
    const Line lines[] = {
        {"RZ", {1, 1, 1, 2, -1, -1, -1, -2}},  {"RD", {1, 1, 1, 2, -2, -2, -2, -3}},
        {"RU", {2, 2, 2, 3, -1, -1, -1, -2}},  {"RA", {2, 2, 2, 3, -2, -2, -2, -3}},
        {"RNE", {1, 2, 2, 2, -1, -2, -2, -2}}, {"RNU", {1, 2, 2, 3, -1, -1, -2, -2}},
        {"RND", {1, 1, 2, 2, -1, -2, -2, -3}}, {"RNZ", {1, 1, 2, 2, -1, -1, -2, -2}},
        {"RNA", {1, 2, 2, 3, -1, -2, -2, -3}}, {"RNO", {1, 1, 2, 3, -1, -1, -2, -3}},
        {"RO", {1, 1, 1, 3, -1, -1, -1, -3}},
    };
    const int quarters[] = {5, 6, 7, 10, -5, -6, -7, -10};
    for (const Line& line : lines) {
        for (std::size_t i = 0; i < 8; ++i) {
            const Dyadic got = round_to_multiple(Dyadic(quarters[i], -2), 0, rounding_named(line.name));
            const std::string what = std::string(line.name) + " of quarters " + std::to_string(quarters[i]);
            expect(got == Dyadic(line.of[i], 0), what);
        }
    }
}

void check_round_trips() {
    for (const char* name : {"fp16", "bf16", "e5m2", "e4m3", "e4m3ieee", "e5m2fnuz", "e4m3fnuz", "e3m2",
                             "e2m3", "e2m1", "ue8m0", "ue4m3"}) {
        const Format& f = format_named(name);
        for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << static_cast<unsigned>(f.width)); ++bits) {
            const Number number = decode(bits, f);
            const std::uint64_t back = encode(number, output_of(f, Rounding::RNE));
            expect(number.is_nan() ? decode(back, f).is_nan() : back == bits,
                   std::string("round trip of ") + name);
        }
    }
    expect(decode(0x7F800001, format_named("tf32")).is_infinity(), "tf32 ignores its low bits");
    const std::pair<const char*, double> limits[] = {{"e4m3", 448},     {"e4m3ieee", 240},   {"e5m2", 57344},
                                                     {"e4m3fnuz", 240}, {"e5m2fnuz", 57344}, {"e3m2", 28},
                                                     {"e2m3", 7.5},     {"e2m1", 6},         {"fp16", 65504}};
    for (const auto& [name, limit] : limits) {
        const Format& f = format_named(name);
        expect(double_of(name, f.last_finite_pattern()) == limit, std::string("largest of ") + name);
    }
    const Output fp16 = output_of(format_named("fp16"), Rounding::RNE);
    expect(encode(Number::finite(Dyadic(65519, 0)), fp16) == 0x7BFF, "65519 is below the overflow threshold");
    expect(encode(Number::finite(Dyadic(65520, 0)), fp16) == 0x7C00, "65520 overflows");
}

void check_published_numbers() {
    expect(dot(cdna3_fdrda("fp16", 8), {2048, 2048}, {2048, -2048}, static_cast<float>(-0.000001)) == -0.25,
           "CDNA3 -0.25");
    expect(dot(nvidia("fp16", "fp32", 16, 25, -133), {2048, 2048}, {2048, -2048},
               static_cast<float>(-0.000001)) == 0,
           "truncation of the same c gives 0");

    const Row a = {0x9b94, 0x19f3, 0x9a2e, 0x1a67, 0x9a25, 0x9b4e, 0x9b29, 0x9a33,
                   0x99e0, 0x1a14, 0x9914, 0x99d1, 0x9ae9, 0x1b1a, 0x9a9c, 0x1b3a};
    const Row b = {0x9aaf, 0x99f3, 0x9acc, 0x1b7c, 0x19ed, 0x1b25, 0x9a1b, 0x9a20,
                   0x9af7, 0x9a48, 0x1ae1, 0x1b32, 0x1b12, 0x1b0e, 0x9a68, 0x1735};
    expect(dot_add(nvidia("bf16", "fp32", 16, 25, -133), a, b, {}, {}, 0) == 0x0000000b,
           "H100 subnormal, floor -133");
    expect(dot_add(nvidia("bf16", "fp32", 16, 25, -126), a, b, {}, {}, 0) == bits_of("fp32", 0x1.4p-146),
           "H100 subnormal, floor -126");
}

// FTTN section V: one dot product of length 8192. The accumulator starts at 0, or at C = 2^20 with the
// products negated. Returns |A * B - C|.
double fttn(const Params& p, bool start_at_c) {
    const double large = 0x1p20;
    std::uint64_t acc = bits_of("fp32", start_at_c ? large : 0);
    const double sign = start_at_c ? -1 : 1;
    const std::uint64_t eighth = bits_of("fp16", 0x1p-3);
    for (int first = 0; first < 8192; first += p.k) {
        Row a;
        Row b;
        for (int j = first; j < first + p.k; ++j) {
            a.push_back(bits_of("fp16", sign * (j == 0 ? 0x1p10 : j % 2 == 1 ? 0x1p-2 : 0x1p-3)));
            b.push_back(j == 0 ? bits_of("fp16", 0x1p10) : eighth);
        }
        acc = dot_add(p, a, b, {}, {}, acc);
    }
    const double sum = double_of("fp32", acc);
    return std::fabs(start_at_c ? sum : large - sum);
}

void check_fttn() {
    expect(fttn(nvidia("fp16", "fp32", 4, 23, -131), false) == 0, "FTTN V100");
    expect(fttn(nvidia("fp16", "fp32", 8, 24, -132), false) == 0, "FTTN A100");
    expect(fttn(cdna2_gps(16, 4), false) == 255.875, "FTTN MI100");
    expect(fttn(nvidia("fp16", "fp32", 16, 25, -133), true) == 191.875, "FTTN H100");
}

void check_fasi() {
    const Params v100 = nvidia("fp16", "fp32", 4, 23, -131);
    const Params half = nvidia("fp16", "fp16", 4, 23, -19);
    const Params a100 = nvidia("fp16", "fp32", 8, 24, -132);
    const double e = 0x1p-24;
    const double x = 1 - 0x1p-11;
    expect(dot(v100, {0x1p-24}, {4}, 0) == 0x1p-22, "Fasi 1 subnormal input");
    expect(dot(v100, {}, {}, 0x1p-149) == 0x1p-149, "Fasi 1 subnormal c");
    expect(dot(v100, {0x1p-14}, {0.5}, 0) == 0x1p-15, "Fasi 1 product");
    expect(dot(v100, {0x1p-14}, {1}, -0x1p-15) == 0x1p-15, "Fasi 1 difference");
    expect(dot(nvidia("bf16", "fp32", 8, 24, -132), {0x1p-126}, {0.5}, 0) == 0x1p-127, "Fasi 1 bf16");
    expect(dot(v100, {x, x, x, x}, {x, x, x, x}, 0) == 4 * (1 - 0x1p-10 + 0x1p-22), "Fasi 2");
    expect(dot(half, {x, x}, {x, 0x1p-11}, 0) == 1 - 0x1p-10 + 0x1p-11, "Fasi 2 fp16 output");
    for (std::size_t one = 0; one < 5; ++one) {
        for (const auto* p : {&v100, &a100}) {
            double b[5] = {e, e, e, e, e};
            for (double& term : b) {
                term = p == &v100 ? e : e / 2;
            }
            b[one] = 1;
            // fp16 has no 2^-25: halve a and double b.
            expect(dot(*p, {0.5, 0.5, 0.5, 0.5}, {2 * b[0], 2 * b[1], 2 * b[2], 2 * b[3]}, b[4]) == 1,
                   "Fasi 3");
        }
    }
    expect(dot(v100, {1, 1}, {0x1p-23 + 0x1p-24, 2}, 0) == 2, "Fasi 4");
    expect(dot(v100, {1}, {1}, -1 + e) == 0x1p-23, "Fasi 5");
    expect(dot(a100, {1}, {1}, -1 + e) == e, "Fasi 5 on A100");
    expect(dot(v100, {1, 1, 1, 1}, {e, e, e, e}, 1 - e) == 1 + 0x1p-23, "Fasi 6 addition");
    expect(dot(v100, {1, 1}, {1, -e}, -1 + e) == 0x1p-23, "Fasi 6 subtraction");
    for (std::size_t small = 0; small < 4; ++small) {
        double b[4] = {1, 1, 1, 1};
        b[small] = 0x1p-23;
        expect(dot(v100, {1, 1, 1, 1}, {b[0], b[1], b[2], b[3]}, 1 + 0x1p-22 + 0x1p-23) == 4 + 0x1p-21,
               "Fasi 7");
    }
    expect(dot(v100, {1, 1, 1, 1}, {1, 1.5, 1.75, 1.875}, 1.875) == 8, "Fasi 7 third carry bit");
    expect(dot(v100, {1, 1, 1, 1}, {e, e, e, e}, 1) == 1, "Fasi 8");
}

// Compares fma and muladd with the host's floating-point arithmetic.
void check_machine_arithmetic() {
    for (const char* name : {"fp32", "fp64"}) {
        const bool single = std::string(name) == "fp32";
        Params p = nvidia(name, name, 1, 24, 0);
        p.output_rounding = "RNE";
        p.algorithm = "fma";
        p = with_derived(p, format_named(name).fraction_bits);
        Params separate = p;
        separate.algorithm = "muladd";
        OperandSource source({{name, name, name, name, 1, "none", 1}, 24}, 1);
        for (int i = 0; i < 30000; ++i) {
            const Case t = source.next();
            const double x = double_of(name, t.a[0]);
            const double y = double_of(name, t.b[0]);
            const double z = double_of(name, t.c);
            const auto xf = static_cast<float>(x);
            const auto yf = static_cast<float>(y);
            const auto zf = static_cast<float>(z);
            const double fused = single ? std::fma(xf, yf, zf) : std::fma(x, y, z);
            const volatile float product_f = xf * yf;
            const volatile double product = x * y;
            const double two_steps = single ? product_f + zf : product + z;
            const auto same = [](double want, double got) {
                return std::isnan(want)
                           ? std::isnan(got)
                           : std::bit_cast<std::uint64_t>(want) == std::bit_cast<std::uint64_t>(got);
            };
            expect(same(fused, double_of(name, dot_add(p, t.a, t.b, {}, {}, t.c))),
                   std::string("fma ") + t.kind);
            expect(same(two_steps, double_of(name, dot_add(separate, t.a, t.b, {}, {}, t.c))),
                   std::string("muladd ") + t.kind);
        }
    }
}

}  // namespace

}  // namespace reference

int main(int argc, char** argv) {
    using namespace reference;
    check_roundings();
    check_round_trips();
    check_published_numbers();
    check_fttn();
    check_fasi();
    check_machine_arithmetic();
    check_knobs();
    check_identities();
    check_rvbna();
    check_rdna4();
    check_rdna3();
    check_x86();
    check_arm();
    check_integer();
    check_integer_instructions();
    check_sparse();
    std::printf("%d checks, %d failures\n", checks, failures);
    int mismatches = 0;
    if (argc > 1 && std::filesystem::is_directory(argv[1])) {
        mismatches = replay_vectors(argv[1]);
    } else {
        std::printf("no recorded vectors%s%s: only published and hand-derived results were checked\n",
                    argc > 1 ? " in " : "", argc > 1 ? argv[1] : "");
    }
    const std::string families = argc > 2 ? argv[2] : "";
    mismatches += replay_rdna4(families) + replay_rdna3(families) + replay_x86(families);
    return failures == 0 && mismatches == 0 ? 0 : 1;
}
