// SPDX-License-Identifier: Apache-2.0
// Settings of Highway, included by every kernel before Highway's own headers. Not part of the interface: only
// kernels' .cpp files may.
#pragma once

// Kept: EMU128, SSE4, AVX2, AVX3 (AVX-512) and NEON.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
// Highway's debug checks call into its library; the kernels use its headers alone.
#define HWY_IS_DEBUG_BUILD 0
// The compiler bug behind Highway's doubt (GCC 106322, high halves of 16-bit products) touches nothing here,
// and the tests run this target too.
#define HWY_BROKEN_EMU128 0
