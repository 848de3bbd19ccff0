// SPDX-License-Identifier: Apache-2.0
//
// Checks the RDNA4 reference against results derived by hand and outputs recorded on a gfx1201.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "reference/families/rdna4.hpp"
#include "reference/recorded.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

namespace {

std::uint64_t dot2(double a0, double a1, double c) {
    const Row a = {bits_of("bf16", a0), bits_of("bf16", a1)};
    return rdna4_dot2(format_named("bf16"), a, Row(2, bits_of("bf16", 1)), bits_of("fp32", c));
}

// Takes the formats from the name, such as "RDNA4_v_wmma_f32_16x16x16_bf16_w32": the output format precedes
// the shape, and the input format follows it.
std::uint64_t evaluate(const std::string& name, const RecordedRow& row) {
    const auto has = [&name](const char* part) { return name.find(part) != std::string::npos; };
    const Format& input = format_named(has("16_bf16") || has("f32_bf16") ? "bf16" : "fp16");
    if (has("_dot2_")) {
        return rdna4_dot2(input, row.a, row.b, row.c);
    }
    const Format& output = has("wmma_f32") ? format_named("fp32") : input;
    return rdna4_wmma(input, output, has("_w64") ? Wave::w64 : Wave::w32, row.a, row.b, row.c);
}

}  // namespace

void check_rdna4() {
    expect(dot2(1, -0x1p-40, 0) == bits_of("fp32", 1 - 0x1p-24), "rdna4: a product is rounded down");
    expect(dot2(1, 0, -0x1p-40) == bits_of("fp32", 1), "rdna4: a negative c below the grid is dropped");
    expect(dot2(1, 0, -0x1p-24 - 0x1p-40) == bits_of("fp32", 1 - 0x1p-23),
           "rdna4: any other negative c is rounded down");
    expect(dot2(0, 0, -0x1p-149) == 0x80000001, "rdna4: c alone, on the finest grid");
    expect(dot2(0, -0.0, -0.0) == 0, "rdna4: every zero is +0");
    expect(dot2(INFINITY, 1, -INFINITY) == 0xFFC00000, "rdna4: opposite infinities");
    expect(dot2(INFINITY, -INFINITY, NAN) == 0xFFC00000, "rdna4: an invalid sum precedes a NaN c");
    expect(dot2(NAN, INFINITY, NAN) == 0xFFC00A3D, "rdna4: a NaN in a or b takes precedence");
}

int replay_rdna4(const std::string& folder) { return replay_family(folder, "RDNA4_", evaluate); }

}  // namespace reference
