// SPDX-License-Identifier: Apache-2.0
// AMD RDNA3 (gfx1100) and RDNA4 (gfx1201): v_wmma_*, v_dot2_*, and RDNA4's v_swmmac_*.
#include <array>

#include "karat/instruction/vendors.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/own_recipe.hpp"

namespace karat {
namespace {

using families::Wave;

std::string type(Format format) {
    return format == Format::bf16 ? "bf16" : format == Format::fp16 ? "f16" : "f32";
}

std::vector<OpenQuestion> open_questions(Arch arch, Format output) {
    std::vector<OpenQuestion> open;
    if (arch == Arch::RDNA4 && output == Format::fp32) {
        open.push_back({"least_exponent", Evidence::assumed,
                        "-126 for c: the recorded outputs cannot distinguish it from a smaller value"});
    }
    if (arch == Arch::RDNA4 && output == Format::fp16) {
        open.push_back({"round", Evidence::assumed,
                        "direct: the recorded outputs cannot distinguish it from a rounding through fp32"});
    }
    if (arch == Arch::RDNA3) {
        open.push_back({"F of c", Evidence::assumed,
                        output == Format::fp16
                            ? "26: the recorded outputs cannot distinguish it from 24 or 25"
                            : "26: the recorded outputs cannot distinguish it from a larger value"});
    }
    if (arch == Arch::RDNA3 && output == Format::fp32) {
        open.push_back({"underflow_sign", Evidence::assumed,
                        "a negative result below 2^-126 becomes +0: no recorded output shows its sign"});
    }
    if (arch == Arch::RDNA4 && output == Format::bf16) {
        open.push_back({"underflow_sign", Evidence::assumed,
                        "a negative subnormal fp32 value truncated to zero keeps its sign"});
    }
    return open;
}

void push(std::vector<Instruction>& all, Arch arch, const std::string& name, Shape shape,
          const Recipe& recipe) {
    all.push_back({arch, name, {}, shape, spec_of(recipe), open_questions(arch, recipe.operands.d)});
}

void add_wmma(std::vector<Instruction>& all, Format input, Format output) {
    const std::string name = "v_wmma_" + type(output) + "_16x16x16_" + type(input);
    push(all, Arch::RDNA3, name, {16, 16, 16, 1}, families::rdna3_wmma(input, output));
    push(all, Arch::RDNA4, name + "_w32", {16, 16, 16, 1}, families::rdna4_wmma(input, output, Wave::w32));
    push(all, Arch::RDNA4, name + "_w64", {16, 16, 16, 1}, families::rdna4_wmma(input, output, Wave::w64));
}

void add_dot2(std::vector<Instruction>& all, Format input, Format output) {
    const std::string name = "v_dot2_" + type(output) + "_" + type(input);
    push(all, Arch::RDNA3, name, {1, 1, 2, 1}, families::rdna3_dot2(input, output));
    push(all, Arch::RDNA4, name, {1, 1, 2, 1}, families::rdna4_dot2(input, output));
}

/// v_swmmac_*: a sparse A; k of the name is that of B.
void make_sparse(Instruction& one) {
    if (one.spec.recipe) {
        Recipe recipe = *one.spec.recipe;
        recipe.operands.metadata = Metadata::two_of_four_ordered;
        one.spec = spec_of(std::move(recipe));
    } else {
        one.spec.metadata = Metadata::two_of_four_ordered;
    }
    one.open = sparse_open(one.spec, one.open);
}

void add_swmmac(std::vector<Instruction>& all, Format input, Format output) {
    const std::string name = "v_swmmac_" + type(output) + "_16x16x32_" + type(input);
    for (const auto& [wave, suffix] : {std::pair{Wave::w32, "_w32"}, {Wave::w64, "_w64"}}) {
        push(all, Arch::RDNA4, name + suffix, {16, 16, 16, 1}, families::rdna4_wmma(input, output, wave));
        make_sparse(all.back());
    }
}

/// neg_lo:[1,0,0] makes a signed, neg_lo:[0,1,0] b; both are unsigned otherwise. `clamp` saturates.
void add_integer_wmma(std::vector<Instruction>& all, Arch arch, int bits, int k, bool sparse = false) {
    const std::array formats =
        bits == 8 ? std::array{Format::uint8, Format::int8} : std::array{Format::uint4, Format::int4};
    const std::string plain = std::string(sparse ? "v_swmmac" : "v_wmma") + "_i32_16x16x" +
                              std::to_string(sparse ? 2 * k : k) + "_iu" + std::to_string(bits);
    for (const bool a : {false, true}) {
        for (const bool b : {false, true}) {
            for (const Overflow overflow : {Overflow::wrap, Overflow::saturate}) {
                const std::string signs = std::string("_neg_lo_") + (a ? '1' : '0') + (b ? '1' : '0') + '0';
                const std::string clamp = overflow == Overflow::saturate ? "_clamp" : "";
                std::vector<std::string> aliases;
                if (!a && !b) aliases.push_back(plain + signs + clamp);
                Instruction one{arch,
                                plain + (a || b ? signs : "") + clamp,
                                std::move(aliases),
                                {16, 16, k, 1},
                                families::integer_spec(formats[a ? 1 : 0], formats[b ? 1 : 0], k, overflow)};
                if (overflow == Overflow::wrap)
                    one.open.push_back({"overflow", Evidence::assumed,
                                        "wraps without clamp: the ISA guide only says what clamp does"});
                if (sparse) make_sparse(one);
                all.push_back(std::move(one));
            }
        }
    }
}

}  // namespace

void add_rdna(std::vector<Instruction>& all) {
    for (const Arch arch : {Arch::RDNA3, Arch::RDNA4}) {
        add_integer_wmma(all, arch, 8, 16);
        add_integer_wmma(all, arch, 4, 16);
    }
    add_integer_wmma(all, Arch::RDNA4, 4, 32);
    add_integer_wmma(all, Arch::RDNA4, 8, 16, true);
    add_integer_wmma(all, Arch::RDNA4, 4, 16, true);
    add_integer_wmma(all, Arch::RDNA4, 4, 32, true);
    for (const Format input : {Format::fp16, Format::bf16}) {
        for (const Format output : {Format::fp32, input}) {
            add_wmma(all, input, output);
            add_dot2(all, input, output);
            add_swmmac(all, input, output);
        }
    }
}

}  // namespace karat
