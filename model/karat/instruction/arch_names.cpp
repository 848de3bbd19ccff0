// SPDX-License-Identifier: Apache-2.0
// Other names of the architectures: products and compiler targets; and the accelerators without a model.
// sm_72, sm_87 and sm_103 are left out: no source says that their tensor cores compute what those of the
// V100, A100 and B200 do.
#include "karat/error.hpp"
#include "karat/instruction/names.hpp"

namespace karat {
namespace {

/// Names separated by blanks.
struct ArchNames {
    Arch arch;
    std::string_view names;
};
constexpr std::array kArchNames{
    ArchNames{Arch::Volta, "V100 sm_70"},
    ArchNames{Arch::Turing, "T4 sm_75"},
    ArchNames{Arch::Ampere, "A100 A30 A10 sm_80 sm_86"},
    ArchNames{Arch::Ada, "L4 L40 L40S RTX4090 sm_89"},
    ArchNames{Arch::Hopper, "H100 H200 GH200 sm_90 sm_90a"},
    ArchNames{Arch::Blackwell, "B200 GB200 sm_100 sm_100a"},
    ArchNames{Arch::RTXBlackwell, "RTX5090 sm_120 sm_120a sm_121 sm_121a"},
    ArchNames{Arch::CDNA1, "MI100 gfx908"},
    ArchNames{Arch::CDNA2, "MI200 MI210 MI250 MI250X gfx90a"},
    ArchNames{Arch::CDNA3, "MI300 MI300X MI300A MI325X gfx940 gfx941 gfx942"},
    ArchNames{Arch::RDNA3, "W7900 RX7900XTX gfx1100 gfx1101 gfx1102 gfx1103"},
    ArchNames{Arch::RDNA4, "R9700 RX9070XT gfx1200 gfx1201"},
    ArchNames{Arch::x86, "x86_64 cooperlake sapphirerapids emeraldrapids graniterapids zen4 zen5"},
    ArchNames{Arch::Arm, "aarch64 arm64 neoverse-v1 neoverse-n2 neoverse-v2"},
    ArchNames{Arch::RISCV, "RISC-V riscv64"}};

struct NotModelled {
    std::string_view names;
    std::string_view what;
    std::string_view why;
};
constexpr std::string_view kNoSource = "no source gives its arithmetic";
constexpr std::array kNotModelled{
    NotModelled{"CDNA4 gfx950 MI350 MI350X MI355X", "CDNA4", kNoSource},
    NotModelled{"Xe Xe2 Xe-HPC Xe-HPG PonteVecchio DPAS", "Intel Xe", kNoSource},
    NotModelled{"TPU v5e v5p v6e TPU7x Ironwood", "Google's TPU", kNoSource},
    NotModelled{"Trainium Trainium2 Trainium3 Inferentia2 trn1 trn2 trn3", "AWS Trainium", kNoSource},
    NotModelled{"Apple M1 M2 M3 M4 M5 ANE", "Apple silicon", "the sources cover a few cases of it only"},
    NotModelled{"Tenstorrent Wormhole Blackhole Quasar", "Tenstorrent",
                "its rules are known from a simulator only"}};

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const std::size_t end = text.find(' ');
        out.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return out;
}

bool has_word(std::string_view text, const std::string& wanted) {
    for (const std::string_view word : words_of(text)) {
        if (to_lower(word) == wanted) return true;
    }
    return false;
}

}  // namespace

std::vector<std::string_view> other_names(Arch arch) {
    for (const ArchNames& one : kArchNames) {
        if (one.arch == arch) return words_of(one.names);
    }
    return {};
}

std::optional<Arch> arch_from_name(std::string_view name) {
    if (const auto arch = enum_from_name<Arch>(name)) return arch;
    const std::string wanted = to_lower(name);
    for (const ArchNames& one : kArchNames) {
        if (has_word(one.names, wanted)) return one.arch;
    }
    return std::nullopt;
}

Arch required_arch(std::string_view name) {
    if (const auto arch = arch_from_name(name)) return *arch;
    for (const NotModelled& one : kNotModelled) {
        if (!has_word(one.names, to_lower(name))) continue;
        throw NameError(std::string(one.what) + " is not modelled: " + std::string(one.why) +
                        " (docs/explanation/other-accelerators.md)");
    }
    throw NameError("unknown architecture \"" + std::string(name) + "\"; use " + allowed_names<Arch>() +
                    ", or a name that karat list --archs prints");
}

}  // namespace karat
