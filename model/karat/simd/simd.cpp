// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/simd.hpp"

namespace karat {

std::vector<Simd> usable_simd() {
#if defined(__x86_64__) || defined(__i386__)
    // The same detection as Highway's. It is repeated here so that nothing needs libhwy at run time, which
    // Debian ships as a shared library only. F16C and LZCNT are not tested, because every processor with AVX2
    // and BMI2 has them.
    std::vector<Simd> out{Simd::portable};
    const bool sse4 =
        __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes");
    if (!sse4) return out;
    out.push_back(Simd::sse4);
    const bool avx2 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    if (!avx2) return out;
    out.push_back(Simd::avx2);
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (avx512) out.push_back(Simd::avx512);
    return out;
#elif defined(__aarch64__)
    return {Simd::neon};
#else
    return {Simd::portable};
#endif
}

}  // namespace karat
