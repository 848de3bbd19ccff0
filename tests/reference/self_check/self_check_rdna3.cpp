// SPDX-License-Identifier: Apache-2.0
//
// Checks the RDNA3 reference against results derived by hand and outputs recorded on a gfx1100.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <sstream>
#include <utility>

#include "reference/families/rdna3.hpp"
#include "reference/recorded.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

using Pair = std::pair<double, double>;  // the factors of a product

// p + q + c, with c and the result in `output`.
std::uint64_t dot2(const std::string& input, const std::string& output, Pair p, Pair q, double c) {
    const Row a = {bits_of(input, p.first), bits_of(input, q.first)};
    const Row b = {bits_of(input, p.second), bits_of(input, q.second)};
    return rdna3_dot2(format_named(input), format_named(output), a, b, bits_of(output, c));
}

std::uint64_t bf16_to_fp32(Pair p, Pair q, double c) { return dot2("bf16", "fp32", p, q, c); }
std::uint64_t fp16_to_fp32(Pair p, Pair q, double c) { return dot2("fp16", "fp32", p, q, c); }
std::uint64_t packed_fp16(Pair p, Pair q, double c) { return dot2("fp16", "fp16", p, q, c); }
std::uint64_t packed_bf16(Pair p, Pair q, double c) { return dot2("bf16", "bf16", p, q, c); }

std::uint64_t fp32(double value) { return bits_of("fp32", value); }

// The products are the given values of k times 1. The others are +0 * 1.
std::uint64_t wmma(const std::string& input, const std::string& output,
                   std::initializer_list<std::pair<std::size_t, double>> values, double c) {
    Row a(16, 0);
    for (const auto& [k, value] : values) {
        a[k] = bits_of(input, value);
    }
    return rdna3_wmma(format_named(input), format_named(output), a, Row(16, bits_of(input, 1)),
                      bits_of(output, c));
}

void check_signs() {
    expect(bf16_to_fp32({1, 1}, {-1, 1}, 0) == fp32(-0x1p-24), "rdna3: 1 - 1 + 0 is one unit below zero");
    expect(bf16_to_fp32({1, 1}, {-1, 1}, -0.0) == fp32(0x1p-24), "rdna3: 1 - 1 - 0 is one unit above zero");
    expect(bf16_to_fp32({1, 1}, {-0x1p-24, 1}, 0) == fp32(1 - 0x1p-23),
           "rdna3: an exact product is one unit off too");
    expect(bf16_to_fp32({1, 1}, {0x1p-23, 0x1.FEp-1}, 0) == fp32(1),
           "rdna3: a product of c's sign is truncated");
    expect(bf16_to_fp32({1, 1}, {-0x1p-40, 1}, 0) == fp32(1 - 0x1p-24),
           "rdna3: a tiny product of the other sign is one unit");
    expect(bf16_to_fp32({1, 1}, {-0.0, 1}, 0) == fp32(1 - 0x1p-24),
           "rdna3: a zero product of the other sign is one unit too");
    expect(bf16_to_fp32({1, 1}, {0, 1}, 0) == fp32(1), "rdna3: a zero product of c's sign is zero");
    expect(bf16_to_fp32({1, 1}, {0, 1}, -0.0) == fp32(1 + 0x1p-23), "rdna3: two products of the other sign");
    expect(bf16_to_fp32({1, 1}, {0, 1}, -0x1p-40) == fp32(1 + 0x1p-23),
           "rdna3: c is truncated, and its sign counts");
    expect(bf16_to_fp32({1, 1}, {0, 1}, -1 - 0x1p-23) == 0, "rdna3: a sum of 0 is +0");
    expect(bf16_to_fp32({-0.0, 1}, {-0.0, 1}, -0.0) == 0, "rdna3: zeros of one sign are +0");
    expect(bf16_to_fp32({0, 1}, {-0.0, 1}, -0.0) == 0, "rdna3: zeros of both signs are +0");
}

void check_grids() {
    expect(bf16_to_fp32({1.5, 1.5}, {-1.5, 1.5}, 0) == fp32(-0x1p-24), "rdna3: 1.5 * 1.5 has exponent 0");
    expect(fp16_to_fp32({0x1p-24, 1}, {-0x1p-24, 1}, 0) == fp32(-0x1p-38),
           "rdna3: a subnormal has the least exponent");
    // 3 * 2^-24 and 2^-24 are ties.
    expect(bf16_to_fp32({1, 1}, {0x1.8p-23, 1}, 0) == fp32(1 + 0x1p-22), "rdna3: a tie goes up to even");
    expect(bf16_to_fp32({1, 1}, {0, 1}, 0x1.000002p-24) == fp32(1), "rdna3: c is truncated to a tie");
    expect(bf16_to_fp32({0x1.4p-24, 1}, {0, 1}, 1) == fp32(1 + 0x1p-23), "rdna3: the grid of c = 1 is 2^-26");
    expect(bf16_to_fp32({0x1.2p-24, 1}, {0, 1}, 1) == fp32(1),
           "rdna3: below 2^-26, nothing is kept if c = 1");
    expect(bf16_to_fp32({-0x1p-40, 1}, {-0x1p-40, 1}, 1) == fp32(1), "rdna3: two units below 1 are a tie");
    expect(bf16_to_fp32({-0x1p-26, 1}, {-0x1p-40, 1}, 1) == fp32(1 - 0x1p-24),
           "rdna3: three units below 1 round down");
}

void check_ranges() {
    expect(bf16_to_fp32({0x1p-127, 0x1p100}, {0, 1}, 0) == 0, "rdna3: a bf16 subnormal is read as zero");
    expect(bf16_to_fp32({1, 1}, {1, -0x1p-127}, 0) == fp32(1 - 0x1p-24),
           "rdna3: the zero of a bf16 subnormal keeps its sign");
    expect(fp16_to_fp32({0x1p-24, 1}, {0, 1}, 0) == fp32(0x1p-24), "rdna3: a fp16 subnormal is kept");
    expect(bf16_to_fp32({0x1p-126, 1}, {0, 1}, 0x1p-127) == 0x00800000,
           "rdna3: a subnormal fp32 c is read as zero");
    expect(bf16_to_fp32({0x1p-126, 1}, {0, 1}, -0x1p-127) == 0x00800001,
           "rdna3: the sign of a subnormal fp32 c counts");
    expect(bf16_to_fp32({-0.0, 1}, {-0.0, 1}, 0x1p-126) == 0x00800000, "rdna3: rounded up to 2^-126");
    expect(bf16_to_fp32({-0x1p-100, 0x1p-52}, {-0.0, 1}, 0x1p-126) == 0, "rdna3: rounded below 2^-126");
    expect(bf16_to_fp32({0x1p-126, 1}, {-0.0, 1}, 0) == 0, "rdna3: 24 bits are kept below 2^-126 too");
    expect(bf16_to_fp32({-0x1p-64, 0x1p-63}, {-0.0, 1}, -0.0) == 0, "rdna3: a negative underflow is +0");
    expect(bf16_to_fp32({0x1p127, 2}, {0, 1}, 0) == 0x7F800000, "rdna3: overflow");
    expect(bf16_to_fp32({0x1p127, 2}, {-0x1p127, 2}, 0) == fp32(-0x1p104),
           "rdna3: one unit below zero, from 2^128 - 2^128");
    expect(bf16_to_fp32({0x1p127, 0x1p127}, {-0x1p127, 0x1p127}, 0) == 0xFF800000,
           "rdna3: a unit of 2^230 overflows");
    expect(bf16_to_fp32({0x1p103, 1}, {0, 1}, 0x1.FFFFFEp127) == 0x7F800000,
           "rdna3: a tie above the largest fp32 overflows");
    expect(bf16_to_fp32({0x1p102, 1}, {0, 1}, 0x1.FFFFFEp127) == 0x7F7FFFFF,
           "rdna3: less than a tie above the largest fp32 does not overflow");
}

void check_packed() {
    expect(packed_fp16({0x1p-12, 0x1p-13}, {0x1p-20, 0x1p-20}, 0) == 1, "rdna3: fp16 grid 2^-40 if c = 0");
    expect(packed_fp16({0x1p-12, 0x1p-13}, {0x1p-20, 0x1p-21}, 0) == 0,
           "rdna3: fp16 keeps nothing below 2^-40 if c = 0");
    expect(packed_fp16({0x1p-12, 0x1p-13}, {0x1p-20, 0x1p-20}, 0x1p-23) == 3,
           "rdna3: fp16 grid 2^-40 if c is subnormal");
    expect(packed_fp16({0x1p-12, 0x1p-13}, {0x1p-20, 0x1p-21}, 0x1p-23) == 2,
           "rdna3: fp16 keeps nothing below 2^-40 if c is subnormal");
    expect(packed_fp16({0x1p-11, 1}, {0x1p-13, 0x1p-13}, 1) == 0x3C01, "rdna3: fp16 is rounded once");
    expect(packed_fp16({0x1p-11, 1}, {0x1p-13, 0x1p-14}, 1) == 0x3C00, "rdna3: fp16 grid 2^-26 if c = 1");
    expect(packed_fp16({1, 1}, {-1, 1}, -0.0) == 1, "rdna3: one unit above zero is 2^-24");
    expect(packed_fp16({-0x1p-13, 0x1p-13}, {-0.0, 1}, -0.0) == 0, "rdna3: a negative fp16 underflow is +0");
    expect(packed_fp16({-0x1p-12, 0x1p-12}, {-0.0, 1}, -0.0) == 0x8001, "rdna3: a fp16 subnormal result");
    expect(packed_fp16({16, 1}, {0, 1}, 65504) == 0x7C00, "rdna3: fp16 overflow");
    expect(packed_fp16({15, 1}, {0, 1}, 65504) == 0x7BFF, "rdna3: no fp16 overflow below 65520");
    expect(packed_bf16({1.5, 1}, {0, 1}, 256) == 0x4380, "rdna3: fp32 is truncated to bf16");
    expect(packed_bf16({-1.5, 1}, {-0.0, 1}, -256) == 0xC380, "rdna3: the magnitude is truncated to bf16");
    expect(packed_bf16({1, 1}, {-0x1p-40, 1}, 1) == 0x4000,
           "rdna3: the sum is rounded to fp32 before it is truncated to bf16");
    expect(packed_bf16({0x1p-126, 1}, {0, 1}, 0x1p-127) == 0x0080, "rdna3: a subnormal bf16 c is zero");
}

void check_specials() {
    expect(bf16_to_fp32({NAN, 1}, {inf, 0}, NAN) == 0xFFC00A3D, "rdna3: a NaN operand comes first");
    expect(packed_fp16({1, 1}, {1, NAN}, 0) == 0xFE3D, "rdna3: a NaN operand in fp16");
    expect(packed_bf16({1, 1}, {1, NAN}, 0) == 0xFFFD, "rdna3: a NaN operand in bf16");
    expect(bf16_to_fp32({inf, 0}, {1, 1}, NAN) == 0xFFC00000, "rdna3: 0 * inf precedes a NaN c");
    expect(bf16_to_fp32({inf, 0x1p-127}, {1, 1}, 0) == 0xFFC00000, "rdna3: a bf16 subnormal * inf");
    expect(fp16_to_fp32({inf, -0x1p-24}, {1, 1}, 0) == 0xFF800000, "rdna3: a fp16 subnormal * inf");
    expect(bf16_to_fp32({inf, 1}, {inf, -1}, NAN) == 0xFFC00000,
           "rdna3: infinite products of both signs precede a NaN c");
    expect(packed_fp16({inf, 0}, {1, 1}, 0) == 0xFE00, "rdna3: invalid in fp16");
    expect(packed_bf16({inf, 0}, {1, 1}, 0) == 0xFFC0, "rdna3: invalid in bf16");
    const Row ones(2, bits_of("bf16", 1));
    const Row infinities(2, bits_of("bf16", inf));
    const Format& bf16 = format_named("bf16");
    expect(rdna3_dot2(bf16, format_named("fp32"), infinities, ones, 0xFF812345) == 0xFFC12345,
           "rdna3: a NaN c is made quiet and precedes an infinity");
    expect(rdna3_dot2(bf16, bf16, ones, ones, 0xFF81) == 0xFFC1, "rdna3: a NaN c in bf16");
    expect(bf16_to_fp32({-inf, 1}, {1, 1}, inf) == 0xFFC00000, "rdna3: an infinity opposite to c");
    expect(bf16_to_fp32({-inf, 1}, {1, 1}, -inf) == 0xFF800000, "rdna3: infinities of one sign");
    expect(packed_fp16({1, 1}, {1, 1}, -inf) == 0xFC00, "rdna3: an infinite c in fp16");
}

void check_wmma() {
    const double e = 0x1p-24;
    expect(wmma("bf16", "fp32", {{0, 1}, {2, e}, {3, e}}, 0) == fp32(1 + 0x1p-23),
           "rdna3: a step takes k, k+1");
    expect(wmma("bf16", "fp32", {{0, 1}, {1, e}, {2, e}}, 0) == fp32(1),
           "rdna3: k + 2 belongs to the next step");
    expect(wmma("bf16", "fp32", {{4, e}, {6, e}, {8, 1}}, 0) == fp32(1 + 0x1p-23),
           "rdna3: k = 8 comes after k = 4 to 7");
    expect(wmma("bf16", "fp32", {{12, e}, {14, e}, {10, 1}}, 0) == fp32(1),
           "rdna3: k = 10 comes before k = 12");
    expect(wmma("bf16", "fp32", {{15, -1}}, 1) == fp32(-0x1p-24), "rdna3: the last product, and c");
    expect(wmma("fp16", "fp16", {{0, 2048}, {2, 1}, {4, 1}}, 0) == 0x6800,
           "rdna3: the result of a step is fp16");
    expect(wmma("bf16", "bf16", {{0, 256}, {2, 1.5}, {4, 1.5}}, 0) == 0x4380,
           "rdna3: the result of a step is bf16");
    expect(wmma("bf16", "fp32", {{0, inf}, {15, NAN}}, NAN) == 0xFFC00A3D, "rdna3: a NaN in a later step");
    expect(wmma("bf16", "fp32", {{0, inf}, {15, -inf}}, 0) == 0xFFC00000,
           "rdna3: an infinity opposite to that of an earlier step");
}

// "f16" is fp16 in the names of instructions.
const Format& format_of(const std::string& type) {
    return format_named(type.starts_with("f") ? "fp" + type.substr(1) : type);
}

// Takes the formats from the name, such as "RDNA3_v_wmma_f32_16x16x16_bf16": the output format is the fourth
// word, and the input format is the last one.
std::uint64_t evaluate(const std::string& name, const RecordedRow& row) {
    std::istringstream stream(name);
    std::vector<std::string> words;
    for (std::string word; std::getline(stream, word, '_');) {
        words.push_back(word);
    }
    const auto operation = words.at(2) == "dot2" ? rdna3_dot2 : rdna3_wmma;
    return operation(format_of(words.back()), format_of(words.at(3)), row.a, row.b, row.c);
}

}  // namespace

void check_rdna3() {
    check_signs();
    check_grids();
    check_ranges();
    check_packed();
    check_specials();
    check_wmma();
}

int replay_rdna3(const std::string& folder) { return replay_family(folder, "RDNA3_", evaluate); }

}  // namespace reference
