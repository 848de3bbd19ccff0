// SPDX-License-Identifier: Apache-2.0
// The body of a function that calls the variant of `function` for a Simd. Use it after hwy/highway.h, under
// HWY_ONCE, in karat::simd. These are macros because the cases depend on the instruction sets that the
// compiler builds, and each case names a namespace of its own.
#pragma once

#if HWY_TARGETS & HWY_AVX3
#define KARAT_CASE_AVX512(function) \
    case Simd::avx512:              \
        return N_AVX3::function();
#else
#define KARAT_CASE_AVX512(function)
#endif
#if HWY_TARGETS & HWY_AVX2
#define KARAT_CASE_AVX2(function) \
    case Simd::avx2:              \
        return N_AVX2::function();
#else
#define KARAT_CASE_AVX2(function)
#endif
#if HWY_TARGETS & HWY_SSE4
#define KARAT_CASE_SSE4(function) \
    case Simd::sse4:              \
        return N_SSE4::function();
#else
#define KARAT_CASE_SSE4(function)
#endif
#if HWY_TARGETS & HWY_NEON
#define KARAT_CASE_NEON(function) \
    case Simd::neon:              \
        return N_NEON::function();
#else
#define KARAT_CASE_NEON(function)
#endif

#define KARAT_DISPATCH(simd, function)              \
    switch (simd) {                                 \
        KARAT_CASE_AVX512(function)                 \
        KARAT_CASE_AVX2(function)                   \
        KARAT_CASE_SSE4(function)                   \
        KARAT_CASE_NEON(function)                   \
        default:                                    \
            return HWY_STATIC_DISPATCH(function)(); \
    }
