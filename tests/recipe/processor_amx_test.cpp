// SPDX-License-Identifier: Apache-2.0
// The tile instructions of the processor that runs the test, if it has AMX: the model gives the same bits.
// The FP8 forms are left out, because assemblers in use do not know them yet.
#include "family_check.hpp"
#include "integer_check.hpp"
#include "karat/instruction/registry.hpp"

#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace karat::test {
namespace {

constexpr std::size_t kRows = 16;      // of every tile
constexpr std::size_t kRowBytes = 64;  // of every row
constexpr int kTiles = 4'000;          // of 256 dot-adds each: 1,024,000

using TileBytes = std::array<std::uint8_t, kRows * kRowBytes>;
using Multiply = void (*)(const TileBytes& a, const TileBytes& b, TileBytes& d);

/// The configuration that ldtilecfg reads: palette 1, tiles 0 to 2 of 16 rows of 64 bytes.
struct alignas(64) TileConfiguration {
    std::array<std::uint8_t, 64> bytes{};
    TileConfiguration() {
        bytes[0] = 1;
        for (const std::size_t tile : {0, 1, 2}) {
            bytes[16 + 2 * tile] = kRowBytes;
            bytes[48 + tile] = kRows;
        }
    }
};

#define KARAT_AMX(name)                                                                                 \
    void name(const TileBytes& a, const TileBytes& b, TileBytes& d) {                                   \
        const TileConfiguration configuration;                                                          \
        const std::size_t stride = kRowBytes;                                                           \
        asm volatile(                                                                                   \
            "ldtilecfg (%0)\n\t"                                                                        \
            "tileloadd (%1,%4,1), %%tmm1\n\t"                                                           \
            "tileloadd (%2,%4,1), %%tmm2\n\t"                                                           \
            "tileloadd (%3,%4,1), %%tmm0\n\t" #name                                                     \
            " %%tmm2, %%tmm1, %%tmm0\n\t"                                                               \
            "tilestored %%tmm0, (%3,%4,1)\n\t"                                                          \
            "tilerelease"                                                                               \
            :                                                                                           \
            : "r"(configuration.bytes.data()), "r"(a.data()), "r"(b.data()), "r"(d.data()), "r"(stride) \
            : "memory");                                                                                \
    }
// NOLINTBEGIN(cppcoreguidelines-macro-usage): an instruction's name must be a string literal
KARAT_AMX(tdpbssd)
KARAT_AMX(tdpbsud)
KARAT_AMX(tdpbusd)
KARAT_AMX(tdpbuud)
KARAT_AMX(tdpbf16ps)
KARAT_AMX(tdpfp16ps)
// NOLINTEND(cppcoreguidelines-macro-usage)
#undef KARAT_AMX

/// Bit `bit` of a register of CPUID leaf 7: sub-leaf 0 EDX, or sub-leaf 1 EAX.
bool cpuid7(unsigned sub_leaf, unsigned bit) {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (__get_cpuid_count(7, sub_leaf, &eax, &ebx, &ecx, &edx) == 0) return false;
    return (((sub_leaf == 0 ? edx : eax) >> bit) & 1U) != 0;
}

/// Linux grants a process the tile registers on request (ARCH_REQ_XCOMP_PERM, feature 18).
bool may_use_tiles() {
    constexpr long kRequest = 0x1023, kTileData = 18;
    return cpuid7(0, 24) && syscall(SYS_arch_prctl, kRequest, kTileData) == 0;
}

/// Stores element `i` of a row or column at its place: rows of A are contiguous; B holds 32 bits of
/// consecutive k of a column in each doubleword.
void put(TileBytes& tile, bool is_b, std::size_t line, std::size_t k, std::uint64_t value, int bits) {
    const auto bytes = static_cast<std::size_t>(bits) / 8;
    const std::size_t at =
        is_b ? k * bytes / 4 * kRowBytes + line * 4 + k * bytes % 4 : line * kRowBytes + k * bytes;
    for (std::size_t i = 0; i < bytes; ++i) tile[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// One dot-add's operands.
struct Lines {
    std::vector<std::uint64_t> a, b;
    std::uint64_t c = 0;
};

void compare_tiles(const char* name, Multiply multiply, const std::function<Lines()>& next) {
    const Evaluator model(expand(find_instruction("x86", name).spec));
    const OperandRules& rules = model.program().operands();
    for (int t = 0; t < kTiles; ++t) {
        std::array<Lines, kRows> lines;
        for (Lines& line : lines) line = next();
        TileBytes a{}, b{}, d{};
        const auto c_of = [&](std::size_t i, std::size_t j) { return lines[(i + j) % kRows].c; };
        for (std::size_t i = 0; i < kRows; ++i) {
            for (std::size_t k = 0; k < lines[i].a.size(); ++k) {
                put(a, false, i, k, lines[i].a[k], info(rules.a).bits);
                put(b, true, i, k, lines[i].b[k], info(rules.b).bits);
            }
            for (std::size_t j = 0; j < kRows; ++j) put(d, false, i, j, c_of(i, j), 32);
        }
        multiply(a, b, d);
        for (std::size_t i = 0; i < kRows; ++i) {
            for (std::size_t j = 0; j < kRows; ++j) {
                std::uint32_t got = 0;
                std::memcpy(&got, &d[i * kRowBytes + j * 4], 4);
                const Operands in{lines[i].a, lines[j].b, {}, {}, c_of(i, j)};
                const std::uint64_t want = model(in);
                if (got == want) continue;
                FAIL() << name << ", tile " << t << '\n'
                       << describe(rules, in, {"processor", got}, {"model", want});
            }
        }
    }
}

void compare_integer_tiles(const char* name, Multiply multiply) {
    const OperandRules rules = expand(find_instruction("x86", name).spec).operands;
    IntegerCases cases(rules, 41);
    compare_tiles(name, multiply, [&] {
        const tb::Tile x = cases.next();
        return Lines{x.a, x.b, x.c[0]};
    });
}

void compare_float_tiles(const char* name, Multiply multiply) {
    const OperandRules rules = expand(find_instruction("x86", name).spec).operands;
    reference::OperandSource directed({formats_of(rules)}, 42);
    CloseOperands close(rules, 43);
    bool turn = false;
    compare_tiles(name, multiply, [&] {
        turn = !turn;
        const ReferenceCase x = turn ? directed.next() : close.next();
        return Lines{x.a, x.b, x.c};
    });
}

TEST(Processor, AmxInt8IsTheModel) {
    if (!cpuid7(0, 25) || !may_use_tiles())
        GTEST_SKIP() << "this processor has no AMX-INT8: TDPB*D are compared with the reference only";
    compare_integer_tiles("TDPBSSD", tdpbssd);
    compare_integer_tiles("TDPBSUD", tdpbsud);
    compare_integer_tiles("TDPBUSD", tdpbusd);
    compare_integer_tiles("TDPBUUD", tdpbuud);
}

TEST(Processor, AmxBf16IsTheModel) {
    if (!cpuid7(0, 22) || !may_use_tiles())
        GTEST_SKIP() << "this processor has no AMX-BF16: TDPBF16PS is compared with the reference only";
    compare_float_tiles("TDPBF16PS", tdpbf16ps);
}

TEST(Processor, AmxFp16IsTheModel) {
    if (!cpuid7(1, 21) || !may_use_tiles())
        GTEST_SKIP() << "this processor has no AMX-FP16: TDPFP16PS is compared with the reference only";
    compare_float_tiles("TDPFP16PS", tdpfp16ps);
}

}  // namespace
}  // namespace karat::test
#else
TEST(Processor, AmxInt8IsTheModel) { GTEST_SKIP() << "not an x86 processor under Linux"; }
#endif
