// SPDX-License-Identifier: Apache-2.0
// A NaN c that becomes the result keeps its sign and payload, also if c is converted to a wider format first.
#include <gtest/gtest.h>

#include <array>

#include "karat/evaluate/dot_add.hpp"
#include "karat/text/text.hpp"

namespace karat::test {
namespace {

struct Row {
    Format c;
    std::optional<Format> convert_c;
    Format d;
    std::uint64_t nan, expected;
};

// The upper bits of the payload stay at the top of the fraction field, and the quiet bit is set.
constexpr std::array kRows{
    Row{Format::fp16, std::nullopt, Format::fp32, 0x7D01, 0x7FE02000},
    Row{Format::fp16, Format::fp32, Format::fp32, 0x7D01, 0x7FE02000},
    Row{Format::fp16, Format::fp32, Format::fp32, 0xFD01, 0xFFE02000},
    Row{Format::fp16, Format::fp64, Format::fp32, 0x7C01, 0x7FC02000},
    Row{Format::bf16, Format::fp32, Format::fp32, 0xFFA5, 0xFFE50000},
    Row{Format::fp32, Format::fp64, Format::fp32, 0x7F812345, 0x7FC12345},
    Row{Format::fp16, Format::fp32, Format::fp16, 0xFD01, 0xFF01},
    Row{Format::e5m2, Format::fp16, Format::fp32, 0x7D, 0x7FE00000},
};

TEST(NanOfC, KeepsItsPayload) {
    for (const NanEncoding nan : {NanEncoding::amd_rdna, NanEncoding::x86, NanEncoding::nvidia_fp64}) {
        for (const Algorithm algorithm :
             {Algorithm::fda, Algorithm::fdrda, Algorithm::gps, Algorithm::fma, Algorithm::exact}) {
            for (const Row& row : kRows) {
                Spec spec;
                spec.algorithm = algorithm;
                spec.a = spec.b = Format::bf16;
                spec.k = 4;
                spec.c = row.c;
                spec.d = row.d;
                spec.convert_c = row.convert_c;
                spec.nan = nan;
                const std::vector<std::uint64_t> ones(4, 0x3F80);
                EXPECT_EQ(to_hex(DotAdd(spec)({ones, ones, {}, {}, row.nan}), row.d),
                          to_hex(row.expected, row.d))
                    << name_of(algorithm) << ' ' << name_of(nan) << ' ' << to_hex(row.nan, row.c) << " of "
                    << name_of(row.c) << ", converted to "
                    << (row.convert_c ? name_of(*row.convert_c) : "nothing");
            }
        }
    }
}

}  // namespace
}  // namespace karat::test
