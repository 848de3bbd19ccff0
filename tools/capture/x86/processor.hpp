// SPDX-License-Identifier: Apache-2.0
// Which dot products this x86 processor has, and its name.
#pragma once
#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <fstream>
#include <string>

#include "../vec_io.hpp"

namespace capture {

/// What CPUID and the operating system offer. Bits: Intel SDM volume 2, CPUID, leaves 7, 14 and 1EH.
struct Processor {
    bool avx512_bf16 = false, avx512_vnni = false, avx_vnni = false;
    bool amx_int8 = false, amx_bf16 = false, amx_fp16 = false, amx_fp8 = false;
    std::string name;
};

inline bool bit(unsigned word, unsigned number) { return (word >> number & 1) != 0; }

__attribute__((target("xsave"))) inline std::uint64_t enabled_state() { return _xgetbv(0); }

/// Linux gives a process the tile state only on request (arch_prctl, ARCH_REQ_XCOMP_PERM of XTILEDATA).
inline bool tiles_granted() { return syscall(SYS_arch_prctl, 0x1023, 18) == 0; }

inline std::string text_of_proc(const std::string& key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.rfind(key, 0) == 0 && line.find(':') != std::string::npos)
            return capture::trimmed(line.substr(line.find(':') + 1));
    return "unknown";
}

inline Processor this_processor() {
    Processor p;
    unsigned a = 0, b = 0, c = 0, d = 0;
    std::array<char, 49> brand{};
    for (unsigned leaf = 0; leaf < 3; ++leaf) {
        if (__get_cpuid(0x80000002 + leaf, &a, &b, &c, &d) == 0) continue;
        const std::array<unsigned, 4> words{a, b, c, d};
        std::memcpy(brand.data() + 16 * leaf, words.data(), 16);
    }
    p.name = capture::trimmed(brand.data()) + ", family " + text_of_proc("cpu family") + " model " +
             text_of_proc("model\t") + " stepping " + text_of_proc("stepping") + ", microcode " +
             text_of_proc("microcode");
    __get_cpuid(1, &a, &b, &c, &d);
    if (!bit(c, 27)) return p;  // OSXSAVE
    const std::uint64_t state = enabled_state();
    const bool ymm = (state & 0x6) == 0x6, zmm = (state & 0xe6) == 0xe6;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return p;
    const bool avx512 = zmm && bit(b, 16), tile = (state & 0x60000) == 0x60000 && bit(d, 24);
    p.avx512_vnni = avx512 && bit(c, 11);
    const bool granted = tile && tiles_granted();
    p.amx_bf16 = granted && bit(d, 22);
    p.amx_int8 = granted && bit(d, 25);
    __get_cpuid_count(7, 1, &a, &b, &c, &d);
    p.avx512_bf16 = avx512 && bit(a, 5);
    p.avx_vnni = ymm && bit(a, 4);
    p.amx_fp16 = granted && bit(a, 21);
    if (__get_cpuid_count(0x1e, 1, &a, &b, &c, &d) != 0) p.amx_fp8 = granted && bit(a, 4);
    return p;
}

}  // namespace capture
