// SPDX-License-Identifier: Apache-2.0
// mma.sync: HMMA, DMMA, QMMA, OMMA (Volta to RTX Blackwell) and the FP8 mma.sync that Hopper and Blackwell
// emulate.
#include <array>

#include "karat/instruction/vendors.hpp"

namespace karat {
namespace {

constexpr std::array kF8{Format::e4m3, Format::e5m2};
constexpr std::array kF8F6F4{Format::e4m3, Format::e5m2, Format::e3m2, Format::e2m3, Format::e2m1};
constexpr std::array kResults{Format::fp32, Format::fp16};

void push(std::vector<Instruction>& all, Arch arch, const std::string& name, std::vector<std::string> aliases,
          Shape shape, const Spec& spec) {
    all.push_back({arch, name, std::move(aliases), shape, spec, nvidia_open(arch, spec)});
}

std::string ptx_shape(int m, int n, int k) {
    return "m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k);
}

std::string ptx_mma(const std::string& shape, Format d, Format a, Format b, Format c) {
    return "mma." + shape + "." + ptx_type(d) + "." + ptx_type(a) + "." + ptx_type(b) + "." + ptx_type(c);
}

/// HMMA.884: fp16, K = 4, four 8x8x4 products at once (Volta, Turing).
void add_hmma_884(std::vector<Instruction>& all, Arch arch) {
    struct Row {
        Format d, c;
    };
    for (const auto& [d, c] : {Row{Format::fp32, Format::fp32}, Row{Format::fp32, Format::fp16},
                               Row{Format::fp16, Format::fp16}}) {
        const Spec spec = nvidia_fda(arch, Format::fp16, Format::fp16, c, d, 4, nvidia(arch).width, 4);
        push(all, arch, "HMMA.884." + sass_type(d) + "." + sass_type(c),
             {ptx_mma("m8n8k4", d, Format::fp16, Format::fp16, c)}, {8, 8, 4, 4}, spec);
    }
}

/// HMMA.168xx: M = 16, N = 8. Before Hopper, those with the larger K are chains of two operations.
void add_hmma_168(std::vector<Instruction>& all, Arch arch) {
    struct Row {
        const char* sass;
        Format in, result;
        int k, terms_before_hopper;
        bool turing;
    };
    static constexpr std::array rows{
        Row{"HMMA.1688.F32", Format::fp16, Format::fp32, 8, 8, true},
        Row{"HMMA.1688.F16", Format::fp16, Format::fp16, 8, 8, true},
        Row{"HMMA.16816.F32", Format::fp16, Format::fp32, 16, 8, false},
        Row{"HMMA.16816.F16", Format::fp16, Format::fp16, 16, 8, false},
        Row{"HMMA.16816.F32.BF16", Format::bf16, Format::fp32, 16, 8, false},
        Row{"HMMA.1688.F32.BF16", Format::bf16, Format::fp32, 8, 8, false},
        Row{"HMMA.1684.F32.TF32", Format::tf32, Format::fp32, 4, 4, false},
        Row{"HMMA.1688.F32.TF32", Format::tf32, Format::fp32, 8, 4, false},
    };
    for (const Row& row : rows) {
        if (!nvidia(arch).bf16_tf32 && !row.turing) continue;
        const int terms = nvidia(arch).one_chunk ? row.k : row.terms_before_hopper;
        const Spec spec =
            nvidia_fda(arch, row.in, row.in, row.result, row.result, row.k, nvidia(arch).width, terms);
        push(all, arch, row.sass, {ptx_mma(ptx_shape(16, 8, row.k), row.result, row.in, row.in, row.result)},
             {16, 8, row.k, 1}, spec);
    }
}

void add_dmma(std::vector<Instruction>& all, Arch arch) {
    const auto ptx = [](const std::string& shape) {
        return ptx_mma(shape, Format::fp64, Format::fp64, Format::fp64, Format::fp64);
    };
    const auto chain = [&](int k) {
        Spec spec = sfma(Format::fp64, k);
        if (arch == Arch::Hopper) spec.nan = NanEncoding::nvidia_fp64;  // recorded there only
        return spec;
    };
    push(all, arch, "DMMA.884", {ptx("m8n8k4")}, {8, 8, 4, 1}, chain(4));
    if (arch != Arch::Hopper) return;
    for (const int k : {16, 8, 4}) {
        push(all, arch, "DMMA.16x8x" + std::to_string(k), {ptx(ptx_shape(16, 8, k))}, {16, 8, k, 1},
             chain(k));
    }
}

/// QMMA with FP8 operands (Ada: 13-bit; RTX Blackwell: 25-bit).
void add_qmma_f8(std::vector<Instruction>& all, Arch arch) {
    const bool ada = arch == Arch::Ada;
    for (const int k : {32, 16}) {
        for (const Format d : kResults) {
            for (const Format a : kF8) {
                for (const Format b : kF8) {
                    const Spec spec = nvidia_fda(arch, a, b, d, d, k, ada ? 13 : 25, ada ? 16 : k);
                    const std::string name = "QMMA.168" + std::to_string(k) + "." + sass_type(d) + "." +
                                             sass_type(a) + "." + sass_type(b);
                    push(all, arch, name, {ptx_mma(ptx_shape(16, 8, k), d, a, b, d)}, {16, 8, k, 1}, spec);
                    if (!ada && k == 32) {
                        all.back().aliases.push_back(ptx_mma("m16n8k32.kind::f8f6f4", d, a, b, d));
                    }
                }
            }
        }
    }
}

/// RTX Blackwell: every combination of FP8, FP6 and FP4, with or without ue8m0 block scales; FP4 with GDFS.
void add_rtx_blackwell(std::vector<Instruction>& all) {
    constexpr Arch arch = Arch::RTXBlackwell;
    for (const Format a : kF8F6F4) {
        for (const Format b : kF8F6F4) {
            const bool f8 = info(a).bits == 8 && info(b).bits == 8;
            for (const Format d : kResults) {
                if (f8) continue;  // see add_qmma_f8
                push(all, arch, "QMMA.16832." + sass_type(d) + "." + sass_type(a) + "." + sass_type(b),
                     {ptx_mma("m16n8k32.kind::f8f6f4", d, a, b, d)}, {16, 8, 32, 1},
                     nvidia_fda(arch, a, b, d, d, 32, 25, 32));
            }
            Spec scaled = nvidia_fda(arch, a, b, Format::fp32, Format::fp32, 32, 25, 32);
            scaled.scale = Format::ue8m0;
            scaled.scale_block = 32;
            push(all, arch, "QMMA.SF.16832.F32." + sass_type(a) + "." + sass_type(b) + ".E8",
                 {ptx_mma("m16n8k32.kind::mxf8f6f4", Format::fp32, a, b, Format::fp32) + ".ue8m0"},
                 {16, 8, 32, 1}, scaled);
        }
    }
    const std::string types = ".f32.e2m1.e2m1.f32";
    push(all, arch, "OMMA.SF.16864.F32.E2M1.E2M1.E8",
         {"mma.m16n8k64.kind::mxf4" + types + ".ue8m0",
          "mma.m16n8k64.kind::mxf4.scale_vec::2X" + types + ".ue8m0",
          "mma.m16n8k64.kind::mxf4nvf4.scale_vec::2X" + types + ".ue8m0"},
         {16, 8, 64, 1}, nvidia_gdfs(Format::ue8m0, 32));
    push(all, arch, "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X",
         {"mma.m16n8k64.kind::mxf4nvf4.scale_vec::4X" + types + ".ue4m3"}, {16, 8, 64, 1},
         nvidia_gdfs(Format::ue4m3, 16));
    push(all, arch, "OMMA.SF.16864.F32.E2M1.E2M1.E8.4X",
         {"mma.m16n8k64.kind::mxf4nvf4.scale_vec::4X" + types + ".ue8m0"}, {16, 8, 64, 1},
         nvidia_gdfs(Format::ue8m0, 16));
}

OpenQuestion emulated_order(Arch arch) {
    if (arch == Arch::Hopper)
        return {"chain_pattern", Evidence::hardware_checked, "the grouping of k that an H200 has"};
    return {"chain_pattern", Evidence::assumed, "that of Hopper; no recording of Blackwell tells"};
}

/// Hopper and Blackwell have no QMMA. An FP8 mma.sync becomes two HMMA of half its k on FP16 operands,
/// starting from 0, and an addition of c.
void add_emulated_f8(std::vector<Instruction>& all, Arch arch, int k) {
    for (const Format d : kResults) {
        for (const Format a : kF8) {
            for (const Format b : kF8) {
                Spec spec = nvidia_fda(arch, a, b, d, d, k, 25, k / 2);
                spec.convert = Format::fp16;
                spec.chain_pattern = Pattern::pairs;
                spec.chain_rounding = spec.output_rounding;
                spec.output_rounding = Rounding::RNE;
                spec.c_place = CPlace::late;
                push(all, arch, ptx_mma(ptx_shape(16, 8, k), d, a, b, d), {}, {16, 8, k, 1}, spec);
                if (d == Format::fp32 || k == 16) all.back().open.push_back(emulated_order(arch));
            }
        }
    }
}

}  // namespace

void add_nvidia_mma(std::vector<Instruction>& all) {
    for (const NvidiaArch& one : kNvidiaArchs) {
        if (one.hmma_884) add_hmma_884(all, one.arch);
        if (one.hmma_168) add_hmma_168(all, one.arch);
        if (one.bf16_tf32) add_dmma(all, one.arch);
        if (one.fp8 == Fp8Mma::qmma) add_qmma_f8(all, one.arch);
        if (one.fp8 != Fp8Mma::emulated) continue;
        for (const int k : {32, 16}) add_emulated_f8(all, one.arch, k);
    }
    add_rtx_blackwell(all);
}

}  // namespace karat
