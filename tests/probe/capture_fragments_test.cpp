// SPDX-License-Identifier: Apache-2.0
// The fragment layouts of the capture programs against the formulas of the PTX ISA and of AMD's ISA guides,
// element by element, and that every element of a matrix has exactly one place.
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <tuple>

#include "../../tools/capture/cuda/fragments.hpp"
#include "../../tools/capture/hip/fragments.hpp"

namespace {

using capture::MetadataLayout;
using Element = std::pair<unsigned, unsigned>;  // row, column
using Formula = std::function<Element(unsigned lane, unsigned i)>;

unsigned group_of(unsigned lane) { return lane / 4; }
unsigned in_group(unsigned lane) { return lane % 4; }

// Checks registers of A with `bits` bits an element against `formula` for elements a_i, and that all m x k
// elements are covered once.
void check_a(unsigned m, unsigned k, unsigned bits, const Formula& formula) {
    const unsigned word_bits = bits == 64 ? 64 : 32, per_word = word_bits / bits;
    const unsigned registers = m * k * bits / word_bits / 32;
    std::set<Element> seen;
    for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned i = 0; i < registers * per_word; ++i) {
            const capture::Place at = capture::place_of_a(lane, i / per_word, m == 16);
            const Element found{at.line, at.word * per_word + i % per_word};
            EXPECT_EQ(found, formula(lane, i)) << "lane " << lane << " a" << i;
            EXPECT_TRUE(seen.insert(found).second);
        }
    }
    EXPECT_EQ(seen.size(), m * k);
}

void check_b(unsigned k, unsigned bits, const Formula& formula) {
    const unsigned word_bits = bits == 64 ? 64 : 32, per_word = word_bits / bits;
    const unsigned registers = 8 * k * bits / word_bits / 32;
    std::set<Element> seen;
    for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned i = 0; i < registers * per_word; ++i) {
            const capture::Place at = capture::place_of_b(lane, i / per_word);
            const Element found{at.word * per_word + i % per_word, at.line};
            EXPECT_EQ(found, formula(lane, i)) << "lane " << lane << " b" << i;
            EXPECT_TRUE(seen.insert(found).second);
        }
    }
    EXPECT_EQ(seen.size(), 8 * k);
}

// PTX ISA 9.2, sections named by shape: rows and columns as printed there.

TEST(CaptureFragments, M16n8k16OfHalves) {
    check_a(16, 16, 16, [](unsigned lane, unsigned i) {
        const bool first = i < 2 || (i >= 4 && i < 6);
        return Element{group_of(lane) + (first ? 0 : 8), in_group(lane) * 2 + (i & 1) + (i < 4 ? 0 : 8)};
    });
    check_b(16, 16, [](unsigned lane, unsigned i) {
        return Element{in_group(lane) * 2 + (i & 1) + (i < 2 ? 0 : 8), group_of(lane)};
    });
}

TEST(CaptureFragments, M16n8k8OfHalves) {
    check_a(16, 8, 16, [](unsigned lane, unsigned i) {
        return Element{group_of(lane) + (i < 2 ? 0 : 8), in_group(lane) * 2 + (i & 1)};
    });
    check_b(8, 16, [](unsigned lane, unsigned i) { return Element{in_group(lane) * 2 + i, group_of(lane)}; });
}

TEST(CaptureFragments, Tf32) {
    check_a(16, 4, 32, [](unsigned lane, unsigned i) {
        return Element{group_of(lane) + (i == 0 ? 0 : 8), in_group(lane)};
    });
    check_a(16, 8, 32, [](unsigned lane, unsigned i) {
        return Element{group_of(lane) + (i == 0 || i == 2 ? 0 : 8), in_group(lane) + (i < 2 ? 0 : 4)};
    });
    check_b(4, 32, [](unsigned lane, unsigned) { return Element{in_group(lane), group_of(lane)}; });
    check_b(8, 32, [](unsigned lane, unsigned i) { return Element{in_group(lane) + 4 * i, group_of(lane)}; });
}

TEST(CaptureFragments, Fp64) {
    check_a(8, 4, 64, [](unsigned lane, unsigned) { return Element{group_of(lane), in_group(lane)}; });
    // m16n8k16: col = i * 2 + t for even i, i * 2 - 2 + t for odd i
    check_a(16, 16, 64, [](unsigned lane, unsigned i) {
        return Element{group_of(lane) + (i % 2 == 0 ? 0 : 8),
                       (i % 2 == 0 ? i * 2 : i * 2 - 2) + in_group(lane)};
    });
    check_a(16, 8, 64, [](unsigned lane, unsigned i) {
        return Element{group_of(lane) + (i % 2 == 0 ? 0 : 8), in_group(lane) + (i < 2 ? 0 : 4)};
    });
    check_b(16, 64, [](unsigned lane, unsigned i) {
        return Element{in_group(lane) + i * 4, group_of(lane)};
    });
}

TEST(CaptureFragments, Bytes) {
    check_a(8, 16, 8, [](unsigned lane, unsigned i) {
        return Element{group_of(lane), in_group(lane) * 4 + i};
    });
    check_a(16, 16, 8, [](unsigned lane, unsigned i) {
        return Element{group_of(lane) + (i < 4 ? 0 : 8), in_group(lane) * 4 + (i & 3)};
    });
    check_a(16, 32, 8, [](unsigned lane, unsigned i) {
        const bool first = i < 4 || (i >= 8 && i < 12);
        return Element{group_of(lane) + (first ? 0 : 8), in_group(lane) * 4 + (i & 3) + (i < 8 ? 0 : 16)};
    });
    check_b(32, 8, [](unsigned lane, unsigned i) {
        return Element{in_group(lane) * 4 + (i & 3) + (i < 4 ? 0 : 16), group_of(lane)};
    });
    // B of mma.sp m16n8k64
    check_b(64, 8, [](unsigned lane, unsigned i) {
        return Element{in_group(lane) * 4 + (i & 3) + 16 * (i / 4), group_of(lane)};
    });
}

TEST(CaptureFragments, NibblesAndBits) {
    check_a(8, 32, 4, [](unsigned lane, unsigned i) {
        return Element{group_of(lane), in_group(lane) * 8 + i};
    });
    check_a(16, 64, 4, [](unsigned lane, unsigned i) {
        const bool first = i < 8 || (i >= 16 && i < 24);
        return Element{group_of(lane) + (first ? 0 : 8), in_group(lane) * 8 + (i & 7) + (i < 16 ? 0 : 32)};
    });
    check_b(64, 4, [](unsigned lane, unsigned i) {
        return Element{in_group(lane) * 8 + (i & 7) + (i < 8 ? 0 : 32), group_of(lane)};
    });
    check_a(16, 256, 1, [](unsigned lane, unsigned i) {
        const bool first = i < 32 || (i >= 64 && i < 96);
        return Element{group_of(lane) + (first ? 0 : 8), in_group(lane) * 32 + (i & 31) + (i < 64 ? 0 : 128)};
    });
    check_b(256, 1, [](unsigned lane, unsigned i) {
        return Element{in_group(lane) * 32 + (i & 31) + (i < 32 ? 0 : 128), group_of(lane)};
    });
}

TEST(CaptureFragments, Results) {
    std::set<Element> seen;
    for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned i = 0; i < 4; ++i) {
            const capture::Place at = capture::place_of_c(lane, i);
            EXPECT_EQ(at.line, group_of(lane) + (i < 2 ? 0 : 8));
            EXPECT_EQ(at.word, in_group(lane) * 2 + (i & 1));
            seen.insert({at.line, at.word});
        }
    }
    EXPECT_EQ(seen.size(), 16U * 8U);
}

TEST(CaptureFragments, FourProductsOfVolta) {
    std::set<std::tuple<unsigned, unsigned, unsigned>> wide, narrow;
    for (unsigned lane = 0; lane < 32; ++lane) {
        EXPECT_LT(capture::quad_line(lane), 8U);
        for (unsigned i = 0; i < 8; ++i) {
            const capture::Place x = capture::quad_place_of_c32(lane, i),
                                 y = capture::quad_place_of_c16(lane, i);
            wide.insert({capture::quad_of(lane), x.line, x.word});
            narrow.insert({capture::quad_of(lane), y.line, y.word});
        }
    }
    EXPECT_EQ(wide.size(), 4U * 64U);
    EXPECT_EQ(narrow.size(), 4U * 64U);
    // m8n8k4, lane 18 of the first product: f32 element 5 is row 4, column 7; f16 element 5 is row 6, column
    // 5
    EXPECT_EQ(capture::quad_place_of_c32(18, 5).line, 4U);
    EXPECT_EQ(capture::quad_place_of_c32(18, 5).word, 7U);
    EXPECT_EQ(capture::quad_place_of_c16(18, 5).line, 6U);
}

// Every bit of the metadata of rows g and g + 8 is in exactly one lane of the four.
TEST(CaptureFragments, MetadataOfFourLanes) {
    const std::tuple<MetadataLayout, unsigned> layouts[] = {{MetadataLayout::one_lane, 16},
                                                            {MetadataLayout::lane_pair, 32},
                                                            {MetadataLayout::row_pair, 32},
                                                            {MetadataLayout::all_lanes, 64}};
    for (const auto& [layout, bits] : layouts) {
        for (unsigned f = 0; f < capture::selectors(layout); ++f) {
            for (unsigned bit = 0; bit < 2 * bits; ++bit) {
                const std::uint64_t low = bit < bits ? std::uint64_t{1} << bit : 0;
                const std::uint64_t high = bit < bits ? 0 : std::uint64_t{1} << (bit - bits);
                unsigned found = 0;
                for (unsigned lane = 8; lane < 12; ++lane)
                    found += static_cast<unsigned>(
                        __builtin_popcount(capture::metadata_register(layout, lane, f, low, high, 0)));
                EXPECT_EQ(found, 1U) << "layout " << static_cast<int>(layout) << " selector " << f << " bit "
                                     << bit;
            }
        }
    }
    using capture::metadata_register;
    EXPECT_EQ(metadata_register(MetadataLayout::one_lane, 2, 2, 0x1234, 0x5678, 0), 0x56781234U);
    EXPECT_EQ(metadata_register(MetadataLayout::one_lane, 1, 2, 0x1234, 0x5678, 7), 7U);
    EXPECT_EQ(metadata_register(MetadataLayout::lane_pair, 3, 1, 0xaaaa1111, 0xbbbb2222, 0), 0xbbbbaaaaU);
    EXPECT_EQ(metadata_register(MetadataLayout::row_pair, 3, 1, 1, 2, 0), 2U);
    EXPECT_EQ(metadata_register(MetadataLayout::all_lanes, 2, 0, 0x3333333344444444, 5, 0), 0x33333333U);
}

TEST(CaptureFragments, SharedMemory) {
    std::set<unsigned> seen;
    for (unsigned line = 0; line < 128; ++line)
        for (unsigned byte = 0; byte < 32; ++byte) seen.insert(capture::shared_offset(line, byte));
    EXPECT_EQ(seen.size(), 128U * 32U);
    EXPECT_EQ(*seen.rbegin(), 128U * 32U - 1);
    EXPECT_EQ(capture::shared_offset(9, 17), 256U + 128U + 16U + 1U);
    // address 0x400: 0x40; leading offset 128: 8; stride offset 256: 16 in bits 32 to 45
    EXPECT_EQ(capture::shared_descriptor(0x400), 0x0000001000080040U);
    EXPECT_EQ(capture::tcgen05_descriptor(0x400), 0x0000401000080040U);
}

// CDNA, RDNA: every element of D has one place, and every row of A all its parts.
TEST(CaptureFragments, Amd) {
    using capture::Wave;
    const capture::WaveShape shapes[] = {
        {Wave::cdna, 32, 1, 32},  {Wave::cdna, 16, 1, 32},  {Wave::cdna, 32, 2, 32}, {Wave::cdna, 16, 4, 32},
        {Wave::cdna, 4, 16, 32},  {Wave::cdna, 16, 1, 64},  {Wave::cdna, 4, 4, 64},  {Wave::rdna3, 16, 1, 32},
        {Wave::rdna3, 16, 1, 16}, {Wave::rdna4, 16, 1, 32}, {Wave::rdna4, 16, 1, 16}};
    for (const capture::WaveShape& s : shapes) {
        std::set<std::tuple<unsigned, unsigned, unsigned>> results, parts;
        for (unsigned lane = 0; lane < s.lanes(); ++lane) {
            const capture::WavePlace at = capture::place_of_operand(s, lane);
            parts.insert({at.block, at.line, at.group});
            for (unsigned item = 0; item < capture::results_of_lane(s); ++item) {
                const capture::ResultPlace place = capture::place_of_result(s, lane, item);
                EXPECT_LT(place.row, s.m);
                EXPECT_TRUE(results.insert({place.block, place.row, place.column}).second);
            }
        }
        EXPECT_EQ(results.size(), s.blocks * s.m * s.m);
        EXPECT_EQ(parts.size(), s.blocks * s.m * s.groups());
    }
}

// The formulas of CDNA3's ISA guide, 7.1.4, turned round: from (i, j, block) to lane and item.
TEST(CaptureFragments, CdnaResultsAsPrinted) {
    for (const auto& [m, blocks, bits] : std::initializer_list<std::tuple<unsigned, unsigned, unsigned>>{
             {32, 1, 32}, {32, 2, 32}, {16, 1, 32}, {16, 4, 32}, {4, 16, 32}, {16, 1, 64}, {4, 4, 64}}) {
        const capture::WaveShape s{capture::Wave::cdna, m, blocks, bits};
        const unsigned h = bits == 64 ? 1 : 4;
        const unsigned b_i = (64 + m * m / h - 1) / (m * m / h), m_i = 64 / b_i / m, g = m / (h * m_i);
        for (unsigned b = 0; b < blocks; ++b)
            for (unsigned i = 0; i < m; ++i)
                for (unsigned j = 0; j < m; ++j) {
                    const unsigned item = i % h + h * (i / (h * m_i) + g * (b / b_i));
                    const unsigned lane = j + m * (i / h % m_i + m_i * (b % b_i));
                    const capture::ResultPlace at = capture::place_of_result(s, lane, item);
                    EXPECT_EQ(std::tie(at.row, at.column, at.block), std::tie(i, j, b));
                }
    }
}

}  // namespace
