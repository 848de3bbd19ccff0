// SPDX-License-Identifier: Apache-2.0
// v_mfma_* of CDNA1 (MI100), CDNA2 (MI250X) and CDNA3 (MI300). CDNA3 has a newer spelling; the older one
// drops some underscores and block counts such as "_2b".
#include <array>

#include "karat/instruction/vendors.hpp"
#include "karat/recipe/families/families.hpp"

namespace karat {
namespace {

struct MfmaShape {
    int m, n, k, blocks;
};
constexpr std::array kFp32Shapes{MfmaShape{32, 32, 1, 2}, MfmaShape{16, 16, 1, 4}, MfmaShape{4, 4, 1, 16},
                                 MfmaShape{32, 32, 2, 1}, MfmaShape{16, 16, 4, 1}};
constexpr std::array kHalfShapes{MfmaShape{32, 32, 4, 2}, MfmaShape{16, 16, 4, 4}, MfmaShape{4, 4, 4, 16},
                                 MfmaShape{32, 32, 8, 1}, MfmaShape{16, 16, 16, 1}};
constexpr std::array kInt8Shapes{MfmaShape{32, 32, 4, 2}, MfmaShape{16, 16, 4, 4}, MfmaShape{4, 4, 4, 16},
                                 MfmaShape{32, 32, 8, 1}, MfmaShape{16, 16, 16, 1}};
constexpr std::array kCdna3Int8Shapes{MfmaShape{32, 32, 4, 2}, MfmaShape{16, 16, 4, 4},
                                      MfmaShape{4, 4, 4, 16}, MfmaShape{32, 32, 16, 1},
                                      MfmaShape{16, 16, 32, 1}};
constexpr std::array kLegacyBf16Shapes{MfmaShape{32, 32, 2, 2}, MfmaShape{16, 16, 2, 4},
                                       MfmaShape{4, 4, 2, 16}, MfmaShape{32, 32, 4, 1},
                                       MfmaShape{16, 16, 8, 1}};

std::string base_name(const char* d, const MfmaShape& s) {
    return std::string("v_mfma_") + d + "_" + std::to_string(s.m) + "x" + std::to_string(s.n) + "x" +
           std::to_string(s.k);
}

/// Spelling on CDNA3: `v_mfma_f32_32x32x4_2b_f16`; before CDNA3: `v_mfma_f32_32x32x4f16`. The other spelling
/// is an alias.
void push(std::vector<Instruction>& all, Arch arch, const char* d, const MfmaShape& s,
          const std::string& type, const Spec& spec, std::vector<std::string> more = {}) {
    const std::string blocks = s.blocks > 1 ? "_" + std::to_string(s.blocks) + "b" : "";
    const std::string modern = base_name(d, s) + blocks + "_" + type;
    const std::string old = base_name(d, s) + type;
    std::vector<std::string> aliases = std::move(more);
    // On CDNA3, the old spelling of bf16 without _1k would name the legacy instruction, which CDNA3 lacks.
    if (arch != Arch::CDNA3) aliases.push_back(modern);
    if (arch == Arch::CDNA3 && type != "bf16") aliases.push_back(old);
    all.push_back(
        {arch, arch == Arch::CDNA3 ? modern : old, std::move(aliases), {s.m, s.n, s.k, s.blocks}, spec});
}

Spec rounded_tree(Arch arch, Format in, int k, int group) {
    Spec spec = families::gps_spec(in, k, group);
    if (arch == Arch::CDNA2) {
        spec.flush_a = spec.flush_b = spec.flush_c = spec.flush_products = spec.flush_output = true;
    }
    return spec;
}

void add_integers(std::vector<Instruction>& all, Arch arch) {
    for (const MfmaShape& s : arch == Arch::CDNA3 ? kCdna3Int8Shapes : kInt8Shapes)
        push(all, arch, "i32", s, "i8",
             families::integer_spec(Format::int8, Format::int8, s.k, Overflow::wrap));
}

/// v_smfmac_*: a sparse A; k of the name is that of B. The index operand holds ascending indices.
void add_sparse(std::vector<Instruction>& all) {
    const auto push_sparse = [&](const char* d, const MfmaShape& s, const std::string& type, Spec spec) {
        spec.metadata = Metadata::two_of_four_ordered;
        std::string name = std::string("v_smfmac_") + d + base_name("", s).substr(7) + "_" + type;
        all.push_back({Arch::CDNA3, std::move(name), {}, {s.m, s.n, s.k / 2, 1}, spec});
    };
    for (const auto& [format, type] : {std::pair{Format::fp16, "f16"}, {Format::bf16, "bf16"}}) {
        push_sparse("f32", {16, 16, 32, 1}, type, families::cdna3_spec(format, format, 16, 8));
        push_sparse("f32", {32, 32, 16, 1}, type, families::cdna3_spec(format, format, 8, 8));
    }
    for (const auto& [a, a_name] : {std::pair{Format::e4m3fnuz, "fp8"}, {Format::e5m2fnuz, "bf8"}}) {
        for (const auto& [b, b_name] : {std::pair{Format::e4m3fnuz, "fp8"}, {Format::e5m2fnuz, "bf8"}}) {
            const std::string type = std::string(a_name) + "_" + b_name;
            push_sparse("f32", {16, 16, 64, 1}, type, families::cdna3_spec(a, b, 32, 16));
            push_sparse("f32", {32, 32, 32, 1}, type, families::cdna3_spec(a, b, 16, 16));
        }
    }
    for (const MfmaShape& s : {MfmaShape{16, 16, 64, 1}, MfmaShape{32, 32, 32, 1}})
        push_sparse("i32", s, "i8",
                    families::integer_spec(Format::int8, Format::int8, s.k / 2, Overflow::wrap));
}

void note_open(Instruction& instruction) {
    const Spec& spec = instruction.spec;
    if (instruction.arch == Arch::CDNA3 && info(spec.d).is_integer()) {
        instruction.open.push_back({"overflow", Evidence::conflicting,
                                    "wraps: the ISA guide's table says that MODE.FP16_OVFL = 1 saturates, "
                                    "its section 7.3 that integer MFMA ignores MODE"});
    } else if (info(spec.d).is_integer()) {
        instruction.open.push_back({"overflow", Evidence::assumed, "wraps: the ISA guide does not say"});
    }
    if (instruction.arch != Arch::CDNA3 && spec.group) {
        instruction.open.push_back(
            {"zero_product_sign", Evidence::conflicting,
             "MMA-Sim multiplies with fma(a, b, +0), which gives +0; signed in other sources"});
        if (instruction.arch == Arch::CDNA2) {
            instruction.open.push_back(
                {"flush_below", Evidence::conflicting,
                 "MMA-Sim's code: the operand format's smallest normal number; its paper: 2^-126"});
        }
    }
    if (spec.product_overflow == ProductOverflow::inf) {
        instruction.open.push_back(
            {"zero_c", Evidence::conflicting, "MMA-Sim counts c = 0 as exponent -126; Khattak ignores it"});
        instruction.open.push_back(
            {"zero_product", Evidence::conflicting, "MMA-Sim counts a zero product; Khattak ignores it"});
        instruction.open.push_back({"product_overflow", Evidence::conflicting,
                                    "an infinite c and a product that overflows to the opposite infinity "
                                    "give c's infinity, following the order of MMA-Sim's steps; no "
                                    "recorded output covers this case"});
    }
}

}  // namespace

void add_amd(std::vector<Instruction>& all) {
    const std::size_t first = all.size();
    for (const Arch arch : {Arch::CDNA1, Arch::CDNA2, Arch::CDNA3}) {
        if (arch != Arch::CDNA1) {
            push(all, arch, "f64", {16, 16, 4, 1}, "f64", sfma(Format::fp64, 4));
            push(all, arch, "f64", {4, 4, 4, 4}, "f64", sfma(Format::fp64, 4));
        }
        add_integers(all, arch);
        for (const MfmaShape& s : kFp32Shapes) push(all, arch, "f32", s, "f32", sfma(Format::fp32, s.k));
        for (const MfmaShape& s : kHalfShapes) {
            push(all, arch, "f32", s, "f16",
                 arch == Arch::CDNA3 ? families::cdna3_spec(Format::fp16, Format::fp16, s.k, std::min(s.k, 8))
                                     : rounded_tree(arch, Format::fp16, s.k, 4));
        }
        if (arch != Arch::CDNA3) {
            for (const MfmaShape& s : kLegacyBf16Shapes)
                push(all, arch, "f32", s, "bf16", rounded_tree(arch, Format::bf16, s.k, 2));
        }
        if (arch == Arch::CDNA2) {
            for (const MfmaShape& s : kHalfShapes)
                push(all, arch, "f32", s, "bf16_1k", rounded_tree(arch, Format::bf16, s.k, 4));
        }
    }
    constexpr Arch arch = Arch::CDNA3;
    for (const MfmaShape& s : kHalfShapes) {
        push(all, arch, "f32", s, "bf16",
             families::cdna3_spec(Format::bf16, Format::bf16, s.k, std::min(s.k, 8)),
             {base_name("f32", s) + "bf16_1k"});
    }
    push(all, arch, "f32", {16, 16, 8, 1}, "xf32", families::cdna3_spec(Format::tf32, Format::tf32, 8, 4));
    push(all, arch, "f32", {32, 32, 4, 1}, "xf32", families::cdna3_spec(Format::tf32, Format::tf32, 4, 4));
    for (const auto& [a, a_name] : {std::pair{Format::e4m3fnuz, "fp8"}, {Format::e5m2fnuz, "bf8"}}) {
        for (const auto& [b, b_name] : {std::pair{Format::e4m3fnuz, "fp8"}, {Format::e5m2fnuz, "bf8"}}) {
            const std::string type = std::string(a_name) + "_" + b_name;
            push(all, arch, "f32", {32, 32, 16, 1}, type, families::cdna3_spec(a, b, 16, 16));
            push(all, arch, "f32", {16, 16, 32, 1}, type, families::cdna3_spec(a, b, 32, 16));
        }
    }
    add_sparse(all);
    for (std::size_t i = first; i < all.size(); ++i) {
        note_open(all[i]);
        if (all[i].spec.metadata != Metadata::none) all[i].open = sparse_open(all[i].spec, all[i].open);
    }
}

}  // namespace karat
