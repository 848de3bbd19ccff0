// SPDX-License-Identifier: Apache-2.0
// Settings of Highway. Every kernel includes this file before Highway's own headers. Not part of the
// interface: only the .cpp files of kernels may include it.
#pragma once

// Enabled: EMU128, SSE4, AVX2, AVX3 (AVX-512) and NEON.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
// Highway's debug checks call into its library, but the kernels use only its headers.
#define HWY_IS_DEBUG_BUILD 0
// Highway considers EMU128 broken because of a compiler bug (GCC 106322, high halves of 16-bit products). The
// bug does not affect these kernels, and the tests run this target too.
#define HWY_BROKEN_EMU128 0
