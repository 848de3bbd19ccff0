// SPDX-License-Identifier: Apache-2.0
//
// One member for each knob of docs/reference/knobs.md, with the knob's name and spelling of values. The
// default of a member marked "filled by the caller" depends on another knob, and the caller has to set it.
#pragma once

#include <optional>
#include <string>

#include "reference/operand_formats.hpp"

namespace reference {

struct Params : OperandFormats {
    // fda, sda, gfda, fdrda, gfdrda, gps, muladd, fma, exact
    std::string algorithm = "fda";

    // Operands, besides their formats.
    std::string convert = "none";
    std::string convert_c = "none";
    bool flush_a = false;
    bool flush_b = false;
    bool flush_c = false;
    std::string flush_below = "format";  // format, fp32
    std::string nan = "nvidia";          // nvidia, riscv, any; fma in fp64: nvidia_fp64
    std::string overflow = "inf";        // inf, saturate, ieee
    std::string output_rounding = "RZ";  // filled by the caller (RZ for fda and gfda, RNE for the others)
    int output_fraction = 23;            // filled by the caller (fraction bits of d)
    bool flush_output = false;
    std::string flush_output_when = "encoded";  // encoded, before, unbounded

    // Special values and zeros.
    std::string product_overflow = "none";  // none, inf
    bool flush_products = false;
    std::string zero_sum = "positive";    // positive, ieee
    std::string underflow_sign = "keep";  // keep, positive

    // Chains.
    int terms = 4;                             // filled by the caller (k)
    std::string chain_pattern = "contiguous";  // contiguous, interleaved, pairs
    std::string chain_format = "fp32";         // filled by the caller (d)
    int chain_fraction = 23;                   // filled by the caller (output_fraction)
    std::string chain_rounding = "RZ";         // filled by the caller (output_rounding)

    // fused, late for the fused algorithms; first, last, leaf_first, leaf_last for gps.
    std::string c_place = "fused";

    // Alignment. A width without a value is exact. A floor or cutoff without a value is not applied.
    std::optional<int> F;
    std::string align_rounding = "RZ";
    std::optional<int> F_c;         // filled by the caller (F)
    std::string c_rounding = "RZ";  // filled by the caller (align_rounding)
    std::optional<int> F_sum = 31;
    std::string sum_rounding = "RD";
    std::optional<int> F_group = 24;
    std::string group_rounding = "RD";
    std::optional<int> F_inner;
    std::string inner_rounding = "RZ";
    std::optional<int> c_cutoff;
    std::string sticky = "none";  // none, ored
    std::optional<int> exponent_floor;
    std::string zero_product = "ignored";  // ignored, minus126, format_min
    std::string zero_c = "ignored";        // ignored, minus126, format_min

    // Groups.
    int group = 4;                             // filled by the caller
    std::string group_pattern = "contiguous";  // contiguous, interleaved, pairs
    std::string group_exponent = "max";        // max, scale, normalised
    std::string zero_group = "ignored";        // ignored, counted, terms

    // sda.
    std::string dot_format = "fp32";  // filled by the caller (d); exact: not rounded
    std::string dot_rounding = "RZ";  // filled by the caller (output_rounding)

    // gps, muladd, fma.
    std::string product_format = "fp32";       // filled by the caller
    std::string product_rounding = "RNE";      // filled by the caller
    std::string zero_product_sign = "signed";  // signed, positive
    std::string acc_format = "fp32";           // filled by the caller
    std::string pairing = "adjacent";          // adjacent, half
};

}  // namespace reference
