// SPDX-License-Identifier: Apache-2.0
//
// Checks the x86 reference against results derived by hand and outputs of VDPBF16PS recorded on a Zen 4.

#include <algorithm>
#include <cstdio>
#include <limits>

#include "reference/families/x86.hpp"
#include "reference/recorded.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

namespace {

using Values = std::initializer_list<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();

Row row_of(const char* format, Values values) {
    Row row;
    for (const double value : values) {
        row.push_back(bits_of(format, value));
    }
    return row;
}

std::uint64_t vdp(Values a, Values b, std::uint64_t c) {
    return vdpbf16ps(row_of("bf16", a), row_of("bf16", b), c);
}

std::uint64_t tdp_bf16(Values a, Values b, std::uint64_t c) {
    return tdpbf16ps(row_of("bf16", a), row_of("bf16", b), c);
}

// Each product is an element of `a` times 1.
std::uint64_t tdp_fp16(const Row& a, std::uint64_t c) { return tdpfp16ps(a, Row(a.size(), 0x3C00), c); }

std::uint64_t tdp_fp8(const char* a_format, const char* b_format, const Row& a, const Row& b,
                      std::uint64_t c) {
    return tdpf8ps(format_named(a_format), format_named(b_format), a, b, c);
}

std::uint64_t fp32(double value) { return bits_of("fp32", value); }

void check_vdpbf16ps() {
    expect(vdp({-0x1p24, 0x1p24}, {1, 1}, fp32(1)) == 0, "x86: the odd product is added to c first");
    expect(vdp({0x1p24, -0x1p24}, {1, 1}, fp32(1)) == fp32(1), "x86: the even product is added last");
    expect(vdp({0, 0x1p-24}, {1, 1}, fp32(1)) == fp32(1), "x86: a tie rounds to even, down");
    expect(vdp({0, 0x1p-24}, {1, 1}, 0x3F800001) == 0x3F800002, "x86: a tie rounds to even, up");
    expect(vdp({0, 0x1p127}, {1, 2}, fp32(-0x1p127)) == fp32(0x1p127), "x86: a product does not overflow");
    expect(vdp({0, 0x1p-100}, {1, 0x1p-27}, 0x00800000) == 0x00C00000, "x86: nor is it flushed");
    expect(vdp({0, 0x1p103}, {1, 1}, 0x7F7FFFFF) == 0x7F800000, "x86: overflow at half a unit");
    expect(vdp({0, 0x1p102}, {1, 1}, 0x7F7FFFFF) == 0x7F7FFFFF, "x86: no overflow below it");
    // subnormal operands
    expect(vdpbf16ps(Row{0, 0x0001}, Row{0, 0x7F00}, 0) == 0, "x86: a subnormal a is zero");
    expect(vdpbf16ps(Row{0x3F80, 0x3F80}, Row{0x8001, 0x8001}, 0x80000000) == 0x80000000,
           "x86: a subnormal b keeps its sign");
    expect(vdp({-0.0, -0.0}, {1, 1}, 0x807FFFFF) == 0x80000000, "x86: a subnormal c keeps its sign");
    expect(vdp({-0.0, 0}, {1, 1}, 0x807FFFFF) == 0, "x86: +0 unless all are -0");
    expect(vdp({1, -1}, {1, 1}, 0) == 0, "x86: cancellation gives +0");
    expect(vdpbf16ps(Row{0, 0x7F80}, Row{0, 0x007F}, 0) == 0xFFC00000, "x86: infinity times subnormal");
    // results below 2^-126
    expect(vdp({0x1p-126, 0x1p-70}, {1, 0x1p-57}, 0) == 0x00800000, "x86: the first sum is flushed");
    expect(vdp({-0.0, -0x1p-70}, {1, 0x1p-57}, 0) == 0x80000000, "x86: to a zero of its sign");
    expect(vdp({-0x1p-75, 0}, {0x1p-75, 0}, 0x00800000) == 0, "x86: 2^-126 - 2^-150 is flushed");
    expect(vdp({0x1p-75, 0}, {0x1p-75, 0}, 0x80800000) == 0x80000000, "x86: and so is its opposite");
    expect(vdp({-0x1.8p-75, 0}, {0x1p-76, 0}, 0x00800000) == 0,
           "x86: 2^-126 - 1.5 * 2^-151 rounds to 2^-126 - 2^-150");
    expect(vdp({-0x1p-75, 0}, {0x1p-76, 0}, 0x00800000) == 0x00800000,
           "x86: 2^-126 - 2^-151 rounds to 2^-126");
    // NaN and infinity
    const Row zeros = {0, 0};
    expect(vdpbf16ps(Row{0, 0xFF85}, Row{0, 0x7FC1}, 0x7F812345) == 0xFFC50000, "x86: NaN a before b and c");
    expect(vdpbf16ps(zeros, Row{0, 0x7FC1}, 0xFF812345) == 0x7FC10000, "x86: NaN b before c");
    expect(vdpbf16ps(Row{0x7FC1, 0xFF85}, zeros, 0) == 0x7FC10000, "x86: the even NaN before the sum");
    expect(vdpbf16ps(zeros, zeros, 0xFF812345) == 0xFFC12345, "x86: a NaN c becomes quiet");
    expect(vdpbf16ps(zeros, Row{0, 0x7F80}, 0x7F812345) == 0x7FC12345, "x86: NaN c before 0 * infinity");
    expect(vdpbf16ps(zeros, Row{0, 0x7F80}, 0) == 0xFFC00000, "x86: 0 * infinity");
    expect(vdp({-infinity, infinity}, {1, 1}, 0) == 0xFFC00000, "x86: opposite infinities");
    expect(vdp({-1, 1}, {infinity, 1}, 0) == 0xFF800000, "x86: one infinity");
}

void check_amx_16_bit() {
    expect(tdp_bf16({0x1p24, -0x1p24, 1, 1}, {1, 1, 1, 1}, 0) == fp32(1), "amx: even and odd k apart");
    expect(tdp_bf16({1, 1}, {1, 1}, fp32(0x1p24)) == fp32(0x1p24 + 2), "amx: c is added to even + odd");
    expect(tdp_bf16({-0.0, -0.0}, {1, 1}, 0x80000000) == 0, "amx: the chains start at +0");
    expect(tdp_bf16({0x1p-70, 0, 0x1p-126, 0}, {0x1p-57, 0, 1, 0}, 0) == 0x00800000,
           "amx: a chain is flushed at each step");
    expect(tdp_bf16({0x1.8p-126, -0x1p-126}, {1, 1}, 0x00800000) == 0x00800000, "amx: even + odd is flushed");
    expect(tdp_bf16({-0x1.8p-126, 0x1p-126}, {1, 1}, 0x80000000) == 0x80000000, "amx: with its sign");
    expect(tdp_bf16({-0x1p-126, 0}, {1, 1}, 0x00C00000) == 0, "amx: d is flushed");
    expect(tdp_bf16({0, 0}, {1, 1}, 0x007FFFFF) == 0, "amx: a subnormal c is zero");
    expect(tdp_bf16({0x1p127, 0x1p127}, {2, -2}, 0) == 0xFFC00000, "amx: the chains overflow on their own");
    expect(tdpbf16ps(Row{0x0001, 0}, Row{0x7F00, 0}, 0) == 0, "amx: a subnormal bf16 is zero");
    expect(tdp_fp16({0x0001, 0}, 0) == fp32(0x1p-24), "amx: a subnormal fp16 is kept");
    expect(tdpfp16ps(Row{0x6C00, 0, 0x4200, 0}, Row{0x6C00, 0, 0x3C00, 0}, 0) == fp32(0x1p24 + 4),
           "amx: a step of a chain rounds 2^24 + 3 to even");
    expect(tdpfp16ps(Row{0x7BFF, 0x7BFF}, Row{0x7BFF, 0xFBFF}, 0) == 0, "amx: fp16 products do not overflow");
    // NaN as in Bochs
    expect(tdp_fp16({0xFC01, 0}, 0) == 0xFFC02000, "amx: an fp16 NaN keeps its sign and its fraction");
    expect(tdp_fp16({0x7E01, 0xFE02}, 0) == 0x7FC02000, "amx: the even NaN before the odd one");
    expect(tdp_fp16({0x7E01, 0xFE02}, 0x7F800005) == 0x7FC00005, "amx: a NaN c before both");
    expect(tdp_fp16({0x7E01, 0, 0xFE02, 0}, 0) == 0xFFC04000, "amx: a NaN a before that of the chain");
    expect(tdp_fp16({0x7C00, 0}, 0xFF800000) == 0xFFC00000, "amx: c opposite to the infinite sum");
}

std::uint64_t bf8(Values a, Values b, std::uint64_t c) {
    return tdp_fp8("e5m2", "e5m2", row_of("e5m2", a), row_of("e5m2", b), c);
}

void check_amx_fp8_sums() {
    expect(bf8({0x1p12, 1, -0x1p12, 0}, {0x1p12, 1, 0x1p12, 0}, 0) == fp32(1), "fp8: the sum is exact");
    expect(bf8({0x1p15, 0x1p-16, -0x1p15, 0}, {0x1p15, 0x1p-16, 0x1p15, 0}, 0) == fp32(0x1p-32),
           "fp8: from the largest product to the least");
    expect(bf8({0x1p12, 1, 0, 0, 0, 1, 0, 0}, {0x1p12, 1, 0, 0, 0, 1, 0, 0}, 0) == fp32(0x1p24 + 2),
           "fp8: over all k");
    expect(bf8({0x1p12, 1, 0, 0}, {0x1p12, 1, 0, 0}, 0) == fp32(0x1p24), "fp8: 2^24 + 1 rounds to even");
    expect(bf8({0x1p12, 1, 1, 1}, {0x1p12, 1, 1, 1}, 0) == fp32(0x1p24 + 4), "fp8: and so does 2^24 + 3");
    expect(bf8({0x1p12, 1, 0x1p-16, 0}, {0x1p12, 1, 0x1p-16, 0}, 0) == fp32(0x1p24 + 2),
           "fp8: 2^24 + 1 + 2^-32 rounds up");
    expect(bf8({-0x1p12, -1, -0x1p-16, 0}, {0x1p12, 1, 0x1p-16, 0}, 0) == fp32(-0x1p24 - 2),
           "fp8: and its opposite down");
    expect(bf8({0x1p12, 1, 0, 0}, {0x1p12, 1, 0, 0}, fp32(1)) == fp32(0x1p24),
           "fp8: the sum is rounded before c is added");
    expect(bf8({1, 0, 1, 0}, {1, 0, 1, 0}, fp32(0x1p24)) == fp32(0x1p24 + 2), "fp8: c is added last");
    expect(bf8({1, 0, 0, 0}, {1, 0, 0, 0}, fp32(0x1p24)) == fp32(0x1p24), "fp8: d rounds to even, down");
    expect(bf8({1, 0, 0, 0}, {1, 0, 0, 0}, fp32(0x1p24 + 2)) == fp32(0x1p24 + 4), "fp8: and up");
    expect(bf8({57344, 0, 0, 0}, {57344, 0, 0, 0}, 0) == fp32(3288334336.0), "fp8: the largest BF8 product");
    // zeros and a subnormal c
    expect(bf8({-0.0, -0.0, -0.0, -0.0}, {1, 1, 1, 1}, 0x80000000) == 0, "fp8: a sum of -0 is +0");
    expect(bf8({1, -1, 0, 0}, {1, 1, 0, 0}, 0x80000000) == 0, "fp8: cancellation gives +0");
    expect(bf8({-1, 0, 0, 0}, {1, 0, 0, 0}, fp32(1)) == 0, "fp8: also that of c");
    expect(bf8({0, 0, 0, 0}, {1, 1, 1, 1}, 0x007FFFFF) == 0, "fp8: a subnormal d is flushed");
    expect(bf8({0, 0, 0, 0}, {1, 1, 1, 1}, 0x80000001) == 0x80000000,
           "fp8: with its sign: c is not read as 0");
    expect(bf8({0, 0, 0, 0}, {1, 1, 1, 1}, 0x80800000) == 0x80800000, "fp8: -2^-126 is kept");
    // The least subnormals of both formats are 01, and 1 is 3C in e5m2 and 38 in e4m3.
    const Row least = {0x01, 0, 0, 0};
    const Row bf8_one = {0x3C, 0, 0, 0};
    const Row hf8_one = {0x38, 0, 0, 0};
    expect(tdp_fp8("e5m2", "e5m2", least, bf8_one, 0) == fp32(0x1p-16), "fp8: a subnormal BF8 is kept");
    expect(tdp_fp8("e5m2", "e4m3", least, hf8_one, 0) == fp32(0x1p-16), "fp8: also times HF8");
    expect(tdp_fp8("e4m3", "e5m2", hf8_one, least, 0) == fp32(0x1p-16), "fp8: also as b");
    expect(tdp_fp8("e4m3", "e5m2", least, bf8_one, 0) == fp32(0x1p-9), "fp8: a subnormal HF8 is kept");
    expect(tdp_fp8("e4m3", "e4m3", least, least, 0) == fp32(0x1p-18), "fp8: also twice");
    expect(tdp_fp8("e5m2", "e4m3", least, least, 0) == fp32(0x1p-25), "fp8: and one of each");
    expect(tdp_fp8("e4m3", "e4m3", Row{0x78, 0, 0, 0}, hf8_one, 0) == fp32(256), "fp8: HF8 has no infinity");
}

void check_amx_fp8_specials() {
    const Row zeros = {0, 0, 0, 0};
    const Row bf8_nan = {0, 0, 0, 0x7D};
    expect(tdp_fp8("e5m2", "e5m2", bf8_nan, zeros, 0) == 0xFFC00000, "fp8: a NaN a gives FFC00000");
    expect(tdp_fp8("e5m2", "e5m2", zeros, bf8_nan, 0xFF800000) == 0xFFC00000, "fp8: a NaN b does");
    expect(tdp_fp8("e5m2", "e5m2", zeros, zeros, 0x7F812345) == 0xFFC00000, "fp8: a signaling c does");
    expect(tdp_fp8("e5m2", "e5m2", zeros, zeros, 0x7FC00001) == 0xFFC00000, "fp8: a quiet c does");
    expect(tdp_fp8("e4m3", "e5m2", Row{0xFF, 0, 0, 0}, zeros, 0) == 0xFFC00000, "fp8: HF8 has a NaN");
    expect(tdp_fp8("e5m2", "e4m3", zeros, Row{0x7F, 0, 0, 0}, 0) == 0xFFC00000, "fp8: of both signs");
    expect(bf8({infinity, 0, 0, 0}, {-1, 0, 0, 0}, 0) == 0xFF800000, "fp8: one infinity");
    expect(bf8({infinity, 0, 0, 0}, {0, 0, 0, 0}, 0) == 0xFFC00000, "fp8: infinity * 0");
    expect(bf8({-0.0, 0, 0, 0}, {infinity, 0, 0, 0}, 0) == 0xFFC00000, "fp8: 0 * infinity");
    expect(bf8({infinity, -infinity, 0, 0}, {infinity, -infinity, 0, 0}, 0) == 0x7F800000,
           "fp8: infinity * infinity");
    expect(bf8({infinity, 0, 0, 0, 0, 0, 1, 0}, {1, 0, 0, 0, 0, 0, -infinity, 0}, 0) == 0xFFC00000,
           "fp8: infinite products of both signs");
    expect(bf8({infinity, 0, 0, 0}, {1, 0, 0, 0}, 0xFF800000) == 0xFFC00000, "fp8: c opposite to the sum");
    expect(bf8({-infinity, 0, 0, 0}, {1, 0, 0, 0}, 0xFF800000) == 0xFF800000, "fp8: c equal to it");
    expect(bf8({1, 0, 0, 0}, {1, 0, 0, 0}, 0xFF800000) == 0xFF800000, "fp8: an infinite c");
    expect(tdp_fp8("e5m2", "e5m2", Row{0x81, 0, 0, 0}, Row{0x7C, 0, 0, 0}, 0) == 0xFF800000,
           "fp8: infinity times a subnormal BF8");
    expect(tdp_fp8("e4m3", "e5m2", Row{0x01, 0, 0, 0}, Row{0x7C, 0, 0, 0}, 0) == 0x7F800000,
           "fp8: infinity times a subnormal HF8");
}

}  // namespace

void check_x86() {
    check_vdpbf16ps();
    check_amx_16_bit();
    check_amx_fp8_sums();
    check_amx_fp8_specials();
}

int replay_x86(const std::string& folder) {
    return replay_family(folder, "x86_VDPBF16PS", [](const std::string& /*name*/, const RecordedRow& row) {
        return vdpbf16ps(row.a, row.b, row.c);
    });
}

}  // namespace reference
