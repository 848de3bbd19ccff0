// SPDX-License-Identifier: Apache-2.0
// What each instruction rests on: the table of sources. A name may hold `*` for any characters. The level of
// evidence of an instruction is that of its best source.
#include <algorithm>
#include <stdexcept>

#include "karat/instruction/vendors.hpp"

namespace karat {
namespace {

constexpr const char* kMatlab = "MATLAB-tensor-core, model_validation (BSD-2-Clause)";
constexpr const char* kRocm = "ROCm, rocm-systems, float_dot fixtures (MIT)";
constexpr const char* kNotes = "independent hardware measurement, 2026";
constexpr const char* kMmaSim = "MMA-Sim (arXiv 2511.10909), section V, validated on hardware";
constexpr const char* kMmaSimCode = "MMA-Sim's public code (not in the paper)";
constexpr const char* kNvidiaReplay = "2026-11-21";
constexpr const char* kAmdReplay = "2026-11-22";
constexpr const char* kRdnaReplay = "2026-11-23";
constexpr std::int64_t kH200Sums = 80;
constexpr std::int64_t kH200Integers = 24;

struct Citation {
    std::vector<Arch> archs;
    std::vector<std::string_view> names;
    Source source;
    bool disputed = false;  ///< the sources disagree, so they do not make the instruction published
    bool sparse = false;    ///< of instructions with metadata; the others are of those without
};

using enum SourceKind;

Source recording(const char* device, std::int64_t elements) {
    return {recorded, kMatlab,  "F, the rounding and the order of k, for ordinary values",
            device,   elements, kNvidiaReplay};
}

Source rdna_recording(const char* device, std::int64_t elements, const char* date) {
    return {recorded, kRocm, {}, device, elements, date};
}

Source measurement(const char* device, std::int64_t elements, const char* decides) {
    return {measured, kNotes, decides, device, elements, "2026"};
}

/// `kept`: the dot-adds in the file, which the tests replay.
Source own_recording(const char* folder, const char* device, std::int64_t kept, const char* compared) {
    return {recorded, folder, compared, device, kept, "2026-11-27"};
}
Source h200_recording(std::int64_t kept) {
    return own_recording("karat's own recording (tests/recorded/hopper)", "NVIDIA H200 (driver 580.159.04)",
                         kept,
                         kept == kH200Sums ? "everything: 100,352 dot-adds were compared on the device"
                                           : "everything: 50,176 dot-adds were compared on the device");
}
Source xeon_recording(std::int64_t kept) {
    return own_recording("karat's own recording (tests/recorded/intel)",
                         "Intel(R) Xeon(R) Processor, family 6 model 207 (Emerald Rapids)", kept,
                         "everything: 200,192 dot-adds were compared on the device");
}

std::vector<Citation> nvidia_citations() {
    using enum Arch;
    constexpr const char* floor = "everything, the exponent floor included";
    const std::vector<std::string_view> fp8_mma{"mma.m16n8k32.f*", "mma.m16n8k16.f*"};
    return {
        {{Volta}, {"HMMA.884.F32.F32", "HMMA.884.F16.F16"}, recording("V100", 1000)},
        {{Ampere},
         {"HMMA.1684.F32.TF32", "HMMA.1688.F16", "HMMA.1688.F32", "HMMA.1688.F32.BF16"},
         recording("A100", 1000)},
        {{Ada},
         {"HMMA.1688.F16", "HMMA.1688.F32", "QMMA.16832.F32.E4M3.E4M3", "QMMA.16832.F32.E5M2.E5M2"},
         recording("L40S", 1000)},
        {{Hopper},
         {"HMMA.16816.F16", "HMMA.16816.F32", "HMMA.16816.F32.BF16", "HMMA.1684.F32.TF32",
          "mma.m16n8k32.f16.e4m3.e4m3.f16", "mma.m16n8k32.f16.e5m2.e5m2.f16"},
         recording("H100", 1000)},
        {{Hopper},
         {"QGMMA.64x{N}x32.F32.E4M3.E4M3", "QGMMA.64x{N}x32.F32.E5M2.E5M2"},
         {recorded, kMatlab, "F and the rounding, with c = 0", "H100", 1000, kNvidiaReplay}},
        {{Blackwell},
         {"HMMA.16816.F16", "HMMA.16816.F32", "HMMA.16816.F32.BF16", "mma.m16n8k32.f16.e4m3.e4m3.f16",
          "mma.m16n8k32.f32.e4m3.e4m3.f32"},
         recording("B200", 1000)},
        {{Hopper},
         {"HMMA.*", "DMMA.*", "mma.m16n8k32.f*", "mma.m16n8k16.f*", "HGMMA.*", "QGMMA.*"},
         h200_recording(kH200Sums)},
        {{Hopper}, {"IMMA.*", "BMMA.*", "mma.*s32*", "IGMMA.*"}, h200_recording(kH200Integers)},
        {{Hopper}, {"HMMA.SP.*", "mma.sp*"}, h200_recording(kH200Sums), false, true},
        {{Hopper}, {"IMMA.SP.*"}, h200_recording(kH200Integers), false, true},
        {{Ampere}, {"HMMA.16816.F32.BF16"}, measurement("A100", 25'700'000, floor)},
        {{Ada}, {"HMMA.16816.F32.BF16"}, measurement("RTX 4090", 24'900'000, floor)},
        {{Ada},
         {"QMMA.16832.F32.E4M3.E4M3"},
         measurement("RTX 4090", 24'900'000, "two operations of 16, the floor, 13 fraction bits of c")},
        {{Hopper},
         {"QGMMA.64x{N}x32.F32.E4M3.E4M3"},
         measurement("H100", 144'000'000, "everything but the floor, which it only bounds")},
        {{RTXBlackwell},
         {"QMMA.16832.F32.E4M3.E4M3"},
         measurement("RTX 5090, RTX PRO 6000", 25'000'000, floor)},
        {{RTXBlackwell},
         {"QMMA.16832.F32.E5M2.E5M2"},
         measurement("RTX 5090, RTX PRO 6000", 31'500'000, "everything but opposite infinite products")},
        {{RTXBlackwell},
         {"OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"},
         measurement("RTX 5090, RTX PRO 6000", 17'300'000, "groups that take part, floor, zero results")},
        {{RTXBlackwell},
         {"OMMA.SF.16864.F32.E2M1.E2M1.E8"},
         measurement("RTX 5090, RTX PRO 6000", 15'500'000, "groups that take part, floor, zero results")},
        {{Blackwell},
         {"UTCOMMA.{M}x{N}x64.F32.E2M1.E2M1.E8", "UTCOMMA.4X.{M}x{N}x64.F32.E2M1.E2M1.UE4M3"},
         measurement("B200", 0, "the same parameters as RTX Blackwell")},
        {{Volta, Turing, Ampere, Ada, Hopper, Blackwell, RTXBlackwell}, {"HMMA.*"}, {paper, kMmaSim}},
        {{Ampere, Ada, Hopper, Blackwell, RTXBlackwell}, {"DMMA.*"}, {paper, kMmaSim}},
        {{Ada, RTXBlackwell}, {"QMMA.*"}, {paper, kMmaSim}},
        {{Hopper}, {"HGMMA.*", "QGMMA.*"}, {paper, kMmaSim}},
        {{Blackwell}, {"UTCHMMA.*", "UTCQMMA.*", "UTCOMMA*.E8", "UTCOMMA*.UE4M3"}, {paper, kMmaSim}},
        {{RTXBlackwell}, {"OMMA.*.E8", "OMMA.*.UE4M3.4X"}, {paper, kMmaSim}},
        {{Volta, Turing, Ampere, Ada, Hopper, Blackwell, RTXBlackwell},
         {"HMMA.*"},
         {paper, "Khattak and Mikaitis (arXiv 2512.07004)", "the exponent floor and zero addends"}},
        {{Turing, Ampere, Ada, Hopper, Blackwell, RTXBlackwell},
         {"IMMA.*"},
         {documentation, "PTX ISA 9.2, integer operations of mma"}},
        {{Hopper}, {"IGMMA.*"}, {documentation, "PTX ISA 9.2, integer operations of wgmma"}},
        {{Turing, Ampere, Ada, Hopper}, {"BMMA.*"}, {documentation, "PTX ISA 9.2, mma on .b1"}},
        {{Hopper, Blackwell, RTXBlackwell},
         {"mma.*.s32*"},
         {documentation, "PTX ISA 9.2; the result does not depend on the instructions that execute it"}},
        {{Ampere, Ada, Hopper, Blackwell, RTXBlackwell},
         {"IMMA.SP.*"},
         {documentation, "PTX ISA 9.2, sparse mma: the selection; a sum of integers has one value"},
         false,
         true},
        {{Ampere, Ada, Blackwell, RTXBlackwell},
         {"*MMA.SP.*"},
         {assumed, "PTX ISA 9.2 has the selection; no source has the sum: that of the dense form"},
         false,
         true},
        {{Blackwell},
         {"mma.sp*"},
         {assumed, "NVIDIA's assembler emits the instructions of the dense FP8 form, sparse"},
         false,
         true},
        {{Blackwell},
         fp8_mma,
         {assumed, "forms without a recording: the same sequence as the recorded FP8 mma.sync"}},
        {{Blackwell},
         {"UTCOMMA.4X.*.E8"},
         {assumed, "PTX ISA allows it; arithmetic assumed to be that of the ue4m3 form"}},
        {{RTXBlackwell},
         {"OMMA.*.E8.4X"},
         {assumed, "PTX ISA allows it; arithmetic assumed to be that of the ue4m3 form"}},
    };
}

std::vector<Citation> amd_citations() {
    using enum Arch;
    const char* const w7900 = "Radeon PRO W7900 (gfx1100)";
    const char* const r9700 = "Radeon AI PRO R9700 (gfx1201)";
    const auto rdna4 = [&](const char* name, std::int64_t n) {
        return Citation{{RDNA4}, {name}, rdna_recording(r9700, n, kAmdReplay)};
    };
    const auto rdna3 = [&](const char* name, std::int64_t n) {
        return Citation{{RDNA3}, {name}, rdna_recording(w7900, n, kRdnaReplay)};
    };
    return {
        {{CDNA2, CDNA3}, {"v_mfma_f*"}, {paper, kMmaSim}},
        {{CDNA3},
         {"v_smfmac_i32_*"},
         {documentation, "AMD CDNA3 ISA guide: the selection; a sum of integers has one value"},
         false,
         true},
        {{RDNA4},
         {"v_swmmac_i32_*"},
         {documentation, "AMD RDNA4 ISA guide: the selection; a sum of integers has one value",
          "selection, signs by NEG, saturation by clamp"},
         false,
         true},
        {{CDNA3},
         {"v_smfmac_*"},
         {assumed, "the ISA guide has the selection; no source has the sum: that of the dense form"},
         false,
         true},
        {{RDNA4},
         {"v_swmmac_*"},
         {assumed, "the ISA guide has the selection; no source has the sum: that of v_wmma"},
         false,
         true},
        {{CDNA1, CDNA2},
         {"v_mfma_i32_*"},
         {documentation, "AMD CDNA ISA guides", "shapes and formats; the sum of integers has one value"}},
        {{CDNA3},
         {"v_mfma_i32_*"},
         {documentation, "AMD CDNA3 ISA guide, section 7 (it contradicts itself on MODE.FP16_OVFL)"}},
        {{RDNA3, RDNA4},
         {"v_wmma_i32_*"},
         {documentation, "AMD RDNA ISA guides", "signs by NEG, saturation by clamp"}},
        {{CDNA1}, {"v_mfma_f32_*f32"}, {documentation, kMmaSimCode}},
        {{CDNA1}, {"v_mfma_f32_*f16"}, {documentation, kMmaSimCode}, true},
        {{CDNA1},
         {"v_mfma_*f16", "v_mfma_*bf16"},
         {paper, "FTTN (Li et al. 2024), section V", "that sums are rounded (its MI100 value)"},
         true},
        {{CDNA1},
         {"v_mfma_*f16", "v_mfma_*bf16"},
         {paper, "Khattak and Mikaitis (arXiv 2512.07004)", "the opposite: it models correctly rounded sums"},
         true},
        rdna4("v_dot2_f32_bf16", 36),
        rdna4("v_dot2_f32_f16", 25),
        rdna4("v_wmma_bf16_16x16x16_bf16_w32", 384),
        rdna4("v_wmma_bf16_16x16x16_bf16_w64", 128),
        rdna4("v_wmma_f16_16x16x16_f16_w32", 635),
        rdna4("v_wmma_f16_16x16x16_f16_w64", 384),
        rdna4("v_wmma_f32_16x16x16_bf16_w*", 6),
        rdna4("v_wmma_f32_16x16x16_f16_w*", 6),
        rdna3("v_dot2_f32_bf16", 27),
        rdna3("v_dot2_f32_f16", 25),
        rdna3("v_wmma_bf16_16x16x16_bf16", 384),
        rdna3("v_wmma_f16_16x16x16_f16", 768),
        rdna3("v_wmma_f32_16x16x16_bf16", 128),
        rdna3("v_wmma_f32_16x16x16_f16", 128),
        {{RDNA3, RDNA4},
         {"v_dot2_f16_f16", "v_dot2_bf16_bf16"},
         {assumed, "no recording: one step as in the recorded forms, the result narrowed as in WMMA"}},
    };
}

std::vector<Citation> cpu_citations() {
    using enum Arch;
    constexpr const char* draft = "draft Zvbdota and Zvqbdota; Spike's code; no hardware";
    constexpr const char* arm = "Arm ARM, pseudo-code; QEMU executes the same";
    constexpr const char* intel = "Intel SDM, pseudo-code";
    constexpr const char* own = "karat's own recording, directed and random (tests/recorded/x86)";
    constexpr const char* zen5 = "AMD EPYC, family 26 model 2 (Zen 5)";
    return {
        {{x86},
         {"VDPBF16PS"},
         {recorded,
          "karat's own recording of the instruction, directed and random (x86_VDPBF16PS.vec)",
          {},
          "AMD EPYC, family 25, model 17 (Zen 4)",
          1000,
          kRdnaReplay}},
        {{x86}, {"VDPBF16PS"}, {recorded, own, {}, zen5, 1000, kRdnaReplay}},
        {{x86},
         {"VPDPBUSD", "VPDPBUSDS", "VPDPWSSD", "VPDPWSSDS"},
         {recorded, own, {}, zen5, 300, kRdnaReplay}},
        {{x86}, {"VDPBF16PS", "TDPBF16PS"}, xeon_recording(200)},
        {{x86}, {"VPDP*", "TDPB*D"}, xeon_recording(60)},
        {{x86}, {"VDPBF16PS", "TDPBF16PS", "TDPFP16PS"}, {documentation, intel}},
        {{x86}, {"TDPBF16PS", "TDPFP16PS"}, {documentation, "Bochs", "the NaN of a result"}},
        {{x86},
         {"TDP*F8PS"},
         {documentation, "Intel ISE 319433-057, as emulators quote it; older emulators disagree"},
         true},
        {{x86}, {"VPDP*", "TDPB*D"}, {documentation, intel}},
        {{Arm}, {"*"}, {documentation, arm}},
        {{RISCV}, {"vf*bdot.vv.*"}, {documentation, draft}},
    };
}

/// Whether `name` matches `pattern`, in which `*` stands for any characters.
bool matches(std::string_view pattern, std::string_view name) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == name;
    if (!name.starts_with(pattern.substr(0, star))) return false;
    const std::string_view rest = pattern.substr(star + 1);
    for (std::size_t at = star; at <= name.size(); ++at) {
        if (matches(rest, name.substr(at))) return true;
    }
    return false;
}

Evidence level_of(SourceKind kind) {
    switch (kind) {
        case recorded:
            return Evidence::hardware_checked;
        case measured:
            return Evidence::measured;
        case paper:
            return Evidence::published;
        case documentation:
            return Evidence::documented;
        case assumed:
            break;
    }
    return Evidence::assumed;
}

bool same(const Source& x, const Source& y) {
    return x.kind == y.kind && x.text == y.text && x.decides == y.decides && x.device == y.device;
}

void cite(std::vector<Instruction>& all, const Citation& citation, Arch arch, std::string_view pattern) {
    bool found = false;
    for (Instruction& one : all) {
        const bool sparse = one.spec.metadata != Metadata::none;
        if (one.arch != arch || sparse != citation.sparse || !matches(pattern, one.name)) continue;
        found = true;
        if (std::ranges::any_of(one.sources, [&](const Source& x) { return same(x, citation.source); }))
            continue;  // two patterns match the name
        // what was assumed by analogy does not matter where something better is known
        if (citation.source.kind == assumed && !one.sources.empty()) continue;
        one.sources.push_back(citation.source);
        one.evidence = std::min(one.evidence,
                                citation.disputed ? Evidence::conflicting : level_of(citation.source.kind));
    }
    if (!found)
        throw std::logic_error("sources.cpp: no instruction " + std::string(pattern) + " of " +
                               std::string(name_of(arch)));
}

}  // namespace

void add_sources(std::vector<Instruction>& all) {
    for (const auto& table : {nvidia_citations(), amd_citations(), cpu_citations()}) {
        for (const Citation& citation : table) {
            for (const Arch arch : citation.archs) {
                for (const std::string_view pattern : citation.names) cite(all, citation, arch, pattern);
            }
        }
    }
}

}  // namespace karat
