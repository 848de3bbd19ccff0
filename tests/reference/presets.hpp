// SPDX-License-Identifier: Apache-2.0
//
// Parameters of a few published instructions, for the self-check. docs/explanation/evidence.md names the
// sources.
#pragma once

#include <string>

#include "reference/params.hpp"

namespace reference {

// Sets all members whose default depends on another knob. Call it after setting a, b, c, d, k, the rounding
// and F.
inline Params with_derived(Params p, int output_fraction) {
    p.output_fraction = output_fraction;
    p.terms = p.k;
    p.group = p.k;
    p.scale_block = p.k;
    p.chain_format = p.dot_format = p.acc_format = p.product_format = p.d;
    p.chain_fraction = p.output_fraction;
    p.chain_rounding = p.dot_rounding = p.product_rounding = p.output_rounding;
    p.F_c = p.F;
    p.c_rounding = p.align_rounding;
    return p;
}

// An NVIDIA fused dot-add with fp32 (RZ) or fp16 (RNE) output; c is in d's format.
inline Params nvidia(const std::string& input, const std::string& output, int k, int F, int floor) {
    Params p;
    p.a = p.b = input;
    p.c = p.d = output;
    p.k = k;
    p.F = F;
    p.exponent_floor = floor;
    p.output_rounding = output == "fp16" ? "RNE" : "RZ";
    return with_derived(p, output == "fp16" ? 10 : 23);
}

// The emulated fp8 mma.sync of Hopper and Blackwell.
inline Params emulated_fp8(const std::string& input, const std::string& output, int floor) {
    Params p = nvidia(input, output, 32, 25, floor);
    p.convert = "fp16";
    p.terms = 16;
    p.chain_pattern = "pairs";
    p.c_place = "late";
    p.output_rounding = "RNE";  // of the addition of c; the chain's rounding is unchanged
    return p;
}

// CDNA3 fp16, bf16 and tf32.
inline Params cdna3_fdrda(const std::string& input, int k) {
    Params p;
    p.algorithm = "fdrda";
    p.a = p.b = input;
    p.k = k;
    p.F = 24;
    p.output_rounding = "RNE";
    p.product_overflow = "inf";
    p.zero_c = "minus126";
    p.nan = "any";
    p = with_derived(p, 23);
    p.c_rounding = "RD";
    return p;
}

// CDNA2 fp16: groups of products summed in a tree. All subnormals are flushed.
inline Params cdna2_gps(int k, int group) {
    Params p;
    p.algorithm = "gps";
    p.k = k;
    p.output_rounding = "RNE";
    p.c_place = "first";
    p.flush_a = p.flush_b = p.flush_c = p.flush_products = p.flush_output = true;
    p.nan = "any";
    p = with_derived(p, 23);
    p.group = group;
    return p;
}

}  // namespace reference
