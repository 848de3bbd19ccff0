// SPDX-License-Identifier: Apache-2.0
// Executes dot products of x86 processors: AVX512-BF16, AVX512-VNNI, AVX-VNNI and AMX. C++17 with intrinsics.
//
//   c++ -std=c++17 -O2 karat_capture_x86.cpp -o karat_capture_x86
//
// Every function has its own target attribute, so no -march is needed; CPUID decides at run time what may be
// executed. What the compiler does not know (AMX-FP16 before GCC 13, AMX-FP8 before GCC 15 or Clang 20) is
// left out and `--list` says so.
#include <immintrin.h>

#include <algorithm>
#include <array>

#include "capture_main.hpp"
#include "x86/processor.hpp"

#if defined(__clang__) ? __clang_major__ >= 16 : __GNUC__ >= 13
#define CAPTURE_AMX_FP16 1
#endif
#if defined(__clang__) ? __clang_major__ >= 20 : __GNUC__ >= 15
#define CAPTURE_AMX_FP8 1
#endif

namespace {

using capture::Instruction;
using capture::Processor;
using capture::Row;

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

const std::vector<Instruction> kInstructions{
    {"VDPBF16PS", "", {"bf16", "bf16", "fp32", "fp32", 2}, false, vdpbf16ps},
    {"VPDPBUSD", "", {"uint8", "int8", "int32", "int32", 4}, false, vpdpbusd},
    {"VPDPBUSDS", "", {"uint8", "int8", "int32", "int32", 4}, false, vpdpbusds},
    {"VPDPWSSD", "", {"int16", "int16", "int32", "int32", 2}, false, vpdpwssd},
    {"VPDPWSSDS", "", {"int16", "int16", "int32", "int32", 2}, false, vpdpwssds},
    {"TDPBF16PS", "", {"bf16", "bf16", "fp32", "fp32", 32}, false, tdpbf16ps},
    {"TDPFP16PS", "", {"fp16", "fp16", "fp32", "fp32", 32}, false, tdpfp16ps},
    {"TDPBF8PS", "", {"e5m2", "e5m2", "fp32", "fp32", 64}, false, tdpbf8ps},
    {"TDPBHF8PS", "", {"e5m2", "e4m3", "fp32", "fp32", 64}, false, tdpbhf8ps},
    {"TDPHBF8PS", "", {"e4m3", "e5m2", "fp32", "fp32", 64}, false, tdphbf8ps},
    {"TDPHF8PS", "", {"e4m3", "e4m3", "fp32", "fp32", 64}, false, tdphf8ps},
    {"TDPBSSD", "", {"int8", "int8", "int32", "int32", 64}, false, tdpbssd},
    {"TDPBSUD", "", {"int8", "uint8", "int32", "int32", 64}, false, tdpbsud},
    {"TDPBUSD", "", {"uint8", "int8", "int32", "int32", 64}, false, tdpbusd},
    {"TDPBUUD", "", {"uint8", "uint8", "int32", "int32", 64}, false, tdpbuud},
};

/// 16 lanes of 32 bits: packed a, packed b, c and d.
struct Lanes {
    alignas(64) std::array<std::uint32_t, 16> a{}, b{}, c{}, d{};
};

__attribute__((target("avx512f,avx512bf16"))) void run_bf16(Lanes& x) {
    __m512i a = _mm512_load_si512(x.a.data()), b = _mm512_load_si512(x.b.data());
    __m512 d = _mm512_load_ps(x.c.data());
    __asm__ volatile("vdpbf16ps %2, %1, %0" : "+v"(d) : "v"(a), "v"(b));
    _mm512_store_ps(x.d.data(), d);
}

__attribute__((target("avx512f,avx512vnni"))) void run_vnni512(Lanes& x, std::size_t id) {
    const __m512i a = _mm512_load_si512(x.a.data()), b = _mm512_load_si512(x.b.data());
    __m512i d = _mm512_load_si512(x.c.data());
    if (id == vpdpbusd) d = _mm512_dpbusd_epi32(d, a, b);
    if (id == vpdpbusds) d = _mm512_dpbusds_epi32(d, a, b);
    if (id == vpdpwssd) d = _mm512_dpwssd_epi32(d, a, b);
    if (id == vpdpwssds) d = _mm512_dpwssds_epi32(d, a, b);
    _mm512_store_si512(x.d.data(), d);
}

__attribute__((target("avx2,avxvnni"))) void run_vnni256(Lanes& x, std::size_t id) {
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
#define CAPTURE_TILES(function, features, cases)                                            \
    __attribute__((target("amx-tile," features))) void function(Tiles& x, std::size_t id) { \
        const TileConfig config;                                                            \
        _tile_loadconfig(&config);                                                          \
        _tile_loadd(0, x.c.data(), 64);                                                     \
        _tile_loadd(1, x.a.data(), 64);                                                     \
        _tile_loadd(2, x.b.data(), 64);                                                     \
        switch (id) { cases default : break; }                                              \
        _tile_stored(0, x.c.data(), 64);                                                    \
        _tile_release();                                                                    \
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

/// Element i of a packed operand, `width` bits each.
std::uint32_t packed(const std::vector<std::uint64_t>& values, std::size_t word, unsigned width) {
    std::uint32_t out = 0;
    const unsigned count = 32 / width;
    for (unsigned i = 0; i < count; ++i)
        out |= static_cast<std::uint32_t>(values[word * count + i]) << width * i;
    return out;
}

class X86 final : public capture::Unit {
   public:
    [[nodiscard]] std::string arch() const override { return "x86"; }
    [[nodiscard]] std::string device() const override {
        std::string text = processor_.name;
        if (set_mxcsr_) text += ", MXCSR " + capture::hex_of(mxcsr_, "fp32");
        return text + (avx_ ? ", VEX encoding" : "");
    }
    [[nodiscard]] const std::vector<Instruction>& instructions() const override { return kInstructions; }
    [[nodiscard]] std::string refusal(const Instruction& one) const override;
    [[nodiscard]] std::string option_help() const override {
        return "  --mxcsr HEX         set MXCSR (default: 1f80, the state of a new process)\n"
               "  --encoding VALUE    evex or vex, for the VNNI instructions (default: evex)\n";
    }
    bool option(const std::string& name, const std::string& value) override {
        if (name == "--mxcsr") {
            mxcsr_ = static_cast<unsigned>(capture::value_of_hex(value, 16));
            set_mxcsr_ = true;
        } else if (name == "--encoding") {
            if (value != "evex" && value != "vex") throw capture::Error("--encoding is evex or vex");
            avx_ = value == "vex";
        } else {
            return false;
        }
        return true;
    }
    [[nodiscard]] std::vector<std::uint64_t> run(const Instruction& one,
                                                 const std::vector<Row>& rows) override;

   private:
    void run_lanes(const Instruction& one, const std::vector<Row>& rows, std::size_t from,
                   std::vector<std::uint64_t>& d) const;
    static void run_tiles(const Instruction& one, const std::vector<Row>& rows, std::size_t from,
                          std::vector<std::uint64_t>& d);

    Processor processor_ = capture::this_processor();
    unsigned mxcsr_ = 0x1f80;
    bool set_mxcsr_ = false, avx_ = false;
};

std::string X86::refusal(const Instruction& one) const {
    const auto lacks = [&](bool has, const std::string& feature) {
        return has ? std::string()
                   : one.name + " needs " + feature + ", which this processor lacks (" + processor_.name +
                         ")";
    };
    [[maybe_unused]] const auto unknown = [&](const std::string& feature) {
        return one.name + " needs " + feature + ", which the compiler of this program does not know";
    };
    if (one.id == vdpbf16ps) return lacks(processor_.avx512_bf16, "AVX512-BF16");
    if (one.id <= vpdpwssds)
        return avx_ ? lacks(processor_.avx_vnni, "AVX-VNNI") : lacks(processor_.avx512_vnni, "AVX512-VNNI");
    if (one.id == tdpbf16ps) return lacks(processor_.amx_bf16, "AMX-BF16");
    if (one.id >= tdpbssd) return lacks(processor_.amx_int8, "AMX-INT8");
    if (one.id == tdpfp16ps) {
#ifdef CAPTURE_AMX_FP16
        return lacks(processor_.amx_fp16, "AMX-FP16");
#else
        return unknown("AMX-FP16");
#endif
    }
#ifdef CAPTURE_AMX_FP8
    return lacks(processor_.amx_fp8, "AMX-FP8");
#else
    return unknown("AMX-FP8");
#endif
}

void X86::run_lanes(const Instruction& one, const std::vector<Row>& rows, std::size_t from,
                    std::vector<std::uint64_t>& d) const {
    Lanes lanes;
    const std::size_t count = std::min<std::size_t>(16, rows.size() - from);
    for (std::size_t i = 0; i < count; ++i) {
        const Row& row = rows[from + i];
        lanes.a[i] = packed(row.a, 0, capture::width_of(one.formats.a));
        lanes.b[i] = packed(row.b, 0, capture::width_of(one.formats.b));
        lanes.c[i] = static_cast<std::uint32_t>(row.c);
    }
    if (one.id == vdpbf16ps)
        run_bf16(lanes);
    else if (avx_)
        run_vnni256(lanes, one.id);
    else
        run_vnni512(lanes, one.id);
    d.insert(d.end(), lanes.d.begin(), lanes.d.begin() + static_cast<std::ptrdiff_t>(count));
}

/// Requests lie on the diagonal: request i is row i of A and column i of B.
void X86::run_tiles(const Instruction& one, const std::vector<Row>& rows, std::size_t from,
                    std::vector<std::uint64_t>& d) {
    Tiles tiles;
    const std::size_t count = std::min<std::size_t>(16, rows.size() - from);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t word = 0; word < 16; ++word) {
            tiles.a[i][word] = packed(rows[from + i].a, word, capture::width_of(one.formats.a));
            tiles.b[word][i] = packed(rows[from + i].b, word, capture::width_of(one.formats.b));
        }
        tiles.c[i][i] = static_cast<std::uint32_t>(rows[from + i].c);
    }
    if (one.id == tdpbf16ps) run_amx_bf16(tiles, one.id);
    if (one.id >= tdpbssd) run_amx_int8(tiles, one.id);
#ifdef CAPTURE_AMX_FP16
    if (one.id == tdpfp16ps) run_amx_fp16(tiles, one.id);
#endif
#ifdef CAPTURE_AMX_FP8
    if (one.id >= tdpbf8ps && one.id <= tdphf8ps) run_amx_fp8(tiles, one.id);
#endif
    for (std::size_t i = 0; i < count; ++i) d.push_back(tiles.c[i][i]);
}

std::vector<std::uint64_t> X86::run(const Instruction& one, const std::vector<Row>& rows) {
    std::vector<std::uint64_t> d;
    d.reserve(rows.size());
    const unsigned before = _mm_getcsr();
    _mm_setcsr(mxcsr_ | 0x1f80);  // exceptions stay masked
    for (std::size_t from = 0; from < rows.size(); from += 16) {
        if (one.id <= vpdpwssds)
            run_lanes(one, rows, from, d);
        else
            run_tiles(one, rows, from, d);
    }
    _mm_setcsr(before);
    return d;
}

}  // namespace

int main(int argc, char** argv) {
    X86 unit;
    return capture::capture_main(argc, argv, unit);
}
