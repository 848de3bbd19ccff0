// SPDX-License-Identifier: Apache-2.0
// Executes one x86 dot product instruction on 16 lanes, or on tiles. The caller has asked CPUID.
#pragma once
#include <immintrin.h>

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__clang__) ? __clang_major__ >= 16 : __GNUC__ >= 13
#define CAPTURE_AMX_FP16 1
#endif
#if defined(__clang__) ? __clang_major__ >= 20 : __GNUC__ >= 15
#define CAPTURE_AMX_FP8 1
#endif

namespace capture {

enum Id {
    vdpbf16ps,
    vpdpbusd,
    vpdpbusds,
    vpdpwssd,
    vpdpwssds,
    tdpbf16ps,
    tdpfp16ps,
    tdpbf8ps,
    tdpbhf8ps,
    tdphbf8ps,
    tdphf8ps,
    tdpbssd,
    tdpbsud,
    tdpbusd,
    tdpbuud,
};

/// 16 lanes of 32 bits: packed a, packed b, c and d.
struct Lanes {
    alignas(64) std::array<std::uint32_t, 16> a{}, b{}, c{}, d{};
};

inline __attribute__((target("avx512f,avx512bf16"))) void run_bf16(Lanes& x) {
    __m512i a = _mm512_load_si512(x.a.data()), b = _mm512_load_si512(x.b.data());
    __m512 d = _mm512_load_ps(x.c.data());
    __asm__ volatile("vdpbf16ps %2, %1, %0" : "+v"(d) : "v"(a), "v"(b));
    _mm512_store_ps(x.d.data(), d);
}

inline __attribute__((target("avx512f,avx512vnni"))) void run_vnni512(Lanes& x, std::size_t id) {
    const __m512i a = _mm512_load_si512(x.a.data()), b = _mm512_load_si512(x.b.data());
    __m512i d = _mm512_load_si512(x.c.data());
    if (id == vpdpbusd) d = _mm512_dpbusd_epi32(d, a, b);
    if (id == vpdpbusds) d = _mm512_dpbusds_epi32(d, a, b);
    if (id == vpdpwssd) d = _mm512_dpwssd_epi32(d, a, b);
    if (id == vpdpwssds) d = _mm512_dpwssds_epi32(d, a, b);
    _mm512_store_si512(x.d.data(), d);
}

inline __attribute__((target("avx2,avxvnni"))) void run_vnni256(Lanes& x, std::size_t id) {
    for (std::size_t half = 0; half < 16; half += 8) {
        const auto load = [&](const std::array<std::uint32_t, 16>& from) __attribute__((target("avx2"))) {
            return _mm256_load_si256(reinterpret_cast<const __m256i*>(from.data() + half));
        };
        const __m256i a = load(x.a), b = load(x.b);
        __m256i d = load(x.c);
        if (id == vpdpbusd) d = _mm256_dpbusd_avx_epi32(d, a, b);
        if (id == vpdpbusds) d = _mm256_dpbusds_avx_epi32(d, a, b);
        if (id == vpdpwssd) d = _mm256_dpwssd_avx_epi32(d, a, b);
        if (id == vpdpwssds) d = _mm256_dpwssds_avx_epi32(d, a, b);
        _mm256_store_si256(reinterpret_cast<__m256i*>(x.d.data() + half), d);
    }
}

/// Tiles of 16 rows of 64 bytes. Row m of A is packed along k. Row r of B holds, for each of the 16 columns
/// n, the four bytes of k = r * 4 / bytes ... : Intel SDM, TDPBF16PS and its relatives.
struct Tiles {
    alignas(64) std::array<std::array<std::uint32_t, 16>, 16> a{}, b{}, c{};
};

struct alignas(64) TileConfig {
    std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
    std::uint16_t bytes[16] = {64, 64, 64};
    std::uint8_t rows[16] = {16, 16, 16};
};

// The tile intrinsics take immediates, so each instruction is a case of its own.
#define CAPTURE_TILES(function, features, cases)                                                   \
    inline __attribute__((target("amx-tile," features))) void function(Tiles& x, std::size_t id) { \
        const TileConfig config;                                                                   \
        _tile_loadconfig(&config);                                                                 \
        _tile_loadd(0, x.c.data(), 64);                                                            \
        _tile_loadd(1, x.a.data(), 64);                                                            \
        _tile_loadd(2, x.b.data(), 64);                                                            \
        switch (id) { cases default : break; }                                                     \
        _tile_stored(0, x.c.data(), 64);                                                           \
        _tile_release();                                                                           \
    }
#define CAPTURE_TILE_CASE(id, intrinsic) \
    case id:                             \
        intrinsic(0, 1, 2);              \
        break;

CAPTURE_TILES(run_amx_bf16, "amx-bf16", CAPTURE_TILE_CASE(tdpbf16ps, _tile_dpbf16ps))
CAPTURE_TILES(run_amx_int8, "amx-int8",
              CAPTURE_TILE_CASE(tdpbssd, _tile_dpbssd) CAPTURE_TILE_CASE(tdpbsud, _tile_dpbsud)
                  CAPTURE_TILE_CASE(tdpbusd, _tile_dpbusd) CAPTURE_TILE_CASE(tdpbuud, _tile_dpbuud))
#ifdef CAPTURE_AMX_FP16
CAPTURE_TILES(run_amx_fp16, "amx-fp16", CAPTURE_TILE_CASE(tdpfp16ps, _tile_dpfp16ps))
#endif
#ifdef CAPTURE_AMX_FP8
CAPTURE_TILES(run_amx_fp8, "amx-fp8",
              CAPTURE_TILE_CASE(tdpbf8ps, _tile_dpbf8ps) CAPTURE_TILE_CASE(tdpbhf8ps, _tile_dpbhf8ps)
                  CAPTURE_TILE_CASE(tdphbf8ps, _tile_dphbf8ps) CAPTURE_TILE_CASE(tdphf8ps, _tile_dphf8ps))
#endif

}  // namespace capture
