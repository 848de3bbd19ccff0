// SPDX-License-Identifier: Apache-2.0
// AMD RDNA4 (gfx1201): v_wmma_*, v_dot2_*. Every row is checked against outputs recorded on hardware.
#include "karat/instruction/vendors.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/own_recipe.hpp"

namespace karat {
namespace {

constexpr const char* kSource = "outputs recorded on a Radeon AI PRO R9700 (gfx1201; ROCm, MIT)";

std::string type(Format format) {
    return format == Format::bf16 ? "bf16" : format == Format::fp16 ? "f16" : "f32";
}

std::vector<OpenQuestion> open_questions(Format output) {
    std::vector<OpenQuestion> open;
    if (output == Format::fp32) {
        open.push_back({"least_exponent", Evidence::assumed,
                        "-126 for c: the recorded outputs cannot distinguish it from a smaller value"});
    }
    if (output == Format::fp16) {
        open.push_back({"round", Evidence::assumed,
                        "direct: the recorded outputs cannot distinguish it from a rounding through fp32"});
    }
    if (output == Format::bf16) {
        open.push_back({"underflow_sign", Evidence::assumed,
                        "a negative subnormal fp32 value truncated to zero keeps its sign"});
    }
    return open;
}

}  // namespace

void add_rdna(std::vector<Instruction>& all) {
    for (const Format input : {Format::fp16, Format::bf16}) {
        for (const Format output : {Format::fp32, input}) {
            for (const auto& [wave, suffix] :
                 {std::pair{families::Wave::w32, "_w32"}, {families::Wave::w64, "_w64"}}) {
                all.push_back({Arch::RDNA4,
                               "v_wmma_" + type(output) + "_16x16x16_" + type(input) + suffix,
                               {},
                               {16, 16, 16, 1},
                               spec_of(families::rdna4_wmma(input, output, wave)),
                               Evidence::hardware_checked,
                               kSource,
                               open_questions(output)});
            }
        }
        all.push_back({Arch::RDNA4,
                       "v_dot2_f32_" + type(input),
                       {},
                       {1, 1, 2, 1},
                       spec_of(families::rdna4_dot2(input)),
                       Evidence::hardware_checked,
                       kSource,
                       open_questions(Format::fp32)});
    }
}

}  // namespace karat
