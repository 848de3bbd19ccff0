// SPDX-License-Identifier: Apache-2.0
// tile(): every element equals the dot-add of its row and column, in every layout. A matrix of the wrong size
// is refused by name.
#include "karat/evaluate/tile.hpp"

#include "karat/instruction/registry.hpp"
#include "specs.hpp"
#include "stored_matrix.hpp"

namespace karat::test {
namespace {

using Bytes = std::vector<std::byte>;

struct Layout {
    bool a_columns, b_columns, c_columns, d_columns;
    std::size_t extra;
};

void expect_tile_is_dot_adds(const Spec& spec, std::size_t m, std::size_t n, const Layout& layout,
                             std::uint64_t seed) {
    SCOPED_TRACE(to_json_text(spec));
    const DotAdd dot(spec);
    std::mt19937_64 random(seed);
    const auto k = static_cast<std::size_t>(spec.k);
    const StoredMatrix a(m, k, spec.a, layout.a_columns, layout.extra, random);
    const StoredMatrix b(k, n, spec.b, layout.b_columns, layout.extra + 1, random);
    const StoredMatrix c(m, n, spec.c, layout.c_columns, layout.extra, random);
    StoredMatrix d(m, n, spec.d, layout.d_columns, 2 * layout.extra, random);
    const std::size_t blocks = dot.scale_count();
    std::optional<StoredMatrix> scale_a, scale_b;
    TileOperands in{a.view(), b.view(), c.view(), {}, {}};
    if (spec.scale) {
        scale_a.emplace(m, blocks, *spec.scale, layout.b_columns, layout.extra, random);
        scale_b.emplace(blocks, n, *spec.scale, layout.a_columns, layout.extra, random);
        in.scale_a = scale_a->view();
        in.scale_b = scale_b->view();
    }
    const StoredMatrix before = d;
    tile(dot, m, n, in, d.mutable_view());
    for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            std::vector<std::uint64_t> row_scales, column_scales;
            if (spec.scale) {
                row_scales = scale_a->row(i);
                column_scales = scale_b->column(j);
            }
            ASSERT_EQ(d.at(i, j), dot({a.row(i), b.column(j), row_scales, column_scales, c.at(i, j)}))
                << "element " << i << ", " << j;
        }
    }
    // only the elements were written
    StoredMatrix restored = d;
    for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < n; ++j) restored.set(i, j, before.at(i, j));
    }
    EXPECT_EQ(restored.data, before.data);
}

TEST(Packed, LoadAndStoreAgreeWithTheDefinition) {
    std::mt19937_64 random(1);
    for (const int bits : {4, 6, 8, 16, 32, 64}) {
        Bytes data(8 * 24);
        for (std::byte& byte : data) byte = static_cast<std::byte>(random() & 0xFF);
        const std::size_t count = data.size() * 8 / static_cast<std::size_t>(bits);
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(load_packed(data, i, bits), packed_bit_by_bit(data, i, bits))
                << bits << " bits, element " << i;
        }
        const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
        for (std::size_t i = 0; i < count; ++i) {
            const Bytes before = data;
            const std::uint64_t value = random() & mask;
            store_packed(data, i, bits, value);
            ASSERT_EQ(load_packed(data, i, bits), value);
            store_packed(data, i, bits, packed_bit_by_bit(before, i, bits));
            ASSERT_EQ(data, before) << "a neighbour of element " << i << " changed";
            store_packed(data, i, bits, value);
        }
    }
}

TEST(Packed, Fp4IsTwoAByteAndFp6FourInThree) {
    Bytes data(3);
    for (std::size_t i = 0; i < 4; ++i) store_packed(data, i, 6, i + 1);
    EXPECT_EQ(data, (Bytes{std::byte{0x81}, std::byte{0x30}, std::byte{0x10}}));
    store_packed(data, 0, 4, 0xA);
    store_packed(data, 1, 4, 0x5);
    EXPECT_EQ(data[0], std::byte{0x5A});
}

TEST(Tile, EveryLayoutEqualsDotAdd) {
    const Spec spec = find_instruction("Hopper", "HMMA.16816.F32").spec;
    for (unsigned bits = 0; bits < 16; ++bits) {
        for (const std::size_t extra : {0, 1, 5}) {
            expect_tile_is_dot_adds(
                spec, 4, 3, {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, extra},
                bits);
        }
    }
}

TEST(Tile, EveryWidthOfStorage) {
    for (const auto& [arch, name] : {std::pair{"Volta", "HMMA.884.F32.F16"},
                                     {"Hopper", "HMMA.1684.F32.TF32"},
                                     {"Hopper", "DMMA.884"},
                                     {"Ada", "QMMA.16832.F16.E4M3.E5M2"},
                                     {"RTXBlackwell", "QMMA.16832.F32.E2M1.E3M2"},
                                     {"RTXBlackwell", "QMMA.16832.F16.E2M3.E2M1"},
                                     {"CDNA3", "v_mfma_f32_16x16x32_fp8_bf8"}}) {
        SCOPED_TRACE(name);
        for (const bool by_columns : {false, true}) {
            for (const std::size_t extra : {0, 3}) {
                expect_tile_is_dot_adds(find_instruction(arch, name).spec, 3, 5,
                                        {by_columns, !by_columns, by_columns, false, extra}, extra);
            }
        }
    }
}

TEST(Tile, Scales) {
    for (const char* name : {"OMMA.SF.16864.F32.E2M1.E2M1.E8", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X",
                             "QMMA.SF.16832.F32.E3M2.E4M3.E8"}) {
        for (const bool by_columns : {false, true}) {
            expect_tile_is_dot_adds(find_instruction("RTXBlackwell", name).spec, 3, 2,
                                    {by_columns, !by_columns, false, by_columns, 1}, 9);
            expect_tile_is_dot_adds(find_instruction("RTXBlackwell", name).spec, 2, 4,
                                    {by_columns, by_columns, true, false, 0}, 10);
        }
    }
}

TEST(Tile, DMayBeC) {
    const Spec spec = find_instruction("Hopper", "HMMA.16816.F16").spec;
    const DotAdd dot(spec);
    std::mt19937_64 random(3);
    const StoredMatrix a(5, 16, spec.a, false, 0, random);
    const StoredMatrix b(16, 4, spec.b, true, 0, random);
    StoredMatrix c(5, 4, spec.c, false, 2, random);
    StoredMatrix d = c;
    tile(dot, 5, 4, {a.view(), b.view(), c.view(), {}, {}}, d.mutable_view());
    tile(dot, 5, 4, {a.view(), b.view(), c.view(), {}, {}}, c.mutable_view());
    EXPECT_EQ(c.data, d.data);
}

TEST(Tile, EmptyTileTouchesNothing) {
    const DotAdd dot(find_instruction("Hopper", "HMMA.16816.F32").spec);
    EXPECT_NO_THROW(tile(dot, 0, 0, {}, {}));
    const Bytes b(16 * 8 * 2);
    EXPECT_NO_THROW(tile(dot, 0, 8, {{}, {b, 8, false}, {}, {}, {}}, {}));
}

/// Applies `spoil` to valid operands, and expects an OperandError that begins with the name of the matrix.
template <class Spoil>
void expect_operand_error(const std::string& matrix, const std::vector<std::string>& parts, Spoil spoil) {
    const Spec spec = find_instruction("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X").spec;
    const DotAdd dot(spec);
    std::mt19937_64 random(4);
    const StoredMatrix a(3, 64, spec.a, false, 0, random), b(64, 2, spec.b, true, 0, random),
        c(3, 2, spec.c, false, 0, random);
    const StoredMatrix scale_a(3, 4, *spec.scale, false, 0, random),
        scale_b(4, 2, *spec.scale, false, 0, random);
    StoredMatrix d(3, 2, spec.d, true, 0, random);
    TileOperands in{a.view(), b.view(), c.view(), scale_a.view(), scale_b.view()};
    Matrix out = d.mutable_view();
    const Bytes before = d.data;
    ASSERT_NO_THROW(tile(dot, 3, 2, in, out));
    d.data = before;
    out = d.mutable_view();
    spoil(in, out);
    try {
        tile(dot, 3, 2, in, out);
        ADD_FAILURE() << matrix << ": accepted";
    } catch (const OperandError& error) {
        const std::string sentence = error.what();
        EXPECT_TRUE(sentence.starts_with(matrix + ": ")) << sentence;
        for (const std::string& part : parts)
            EXPECT_NE(sentence.find(part), std::string::npos) << "no \"" << part << "\" in: " << sentence;
        EXPECT_EQ(d.data, before) << "D was written despite the error";
    }
}

TEST(Tile, ShortDataIsRefused) {
    const auto shorter = [](auto& matrix) { matrix.data = matrix.data.first(matrix.data.size() - 1); };
    expect_operand_error("A", {"95 bytes", "3 x 64", "96"},
                         [&](TileOperands& in, Matrix&) { shorter(in.a); });
    expect_operand_error("B", {"63 bytes", "64 x 2", "64"},
                         [&](TileOperands& in, Matrix&) { shorter(in.b); });
    expect_operand_error("C", {"23 bytes", "3 x 2", "24"}, [&](TileOperands& in, Matrix&) { shorter(in.c); });
    expect_operand_error("D", {"23 bytes", "3 x 2", "24"}, [&](TileOperands&, Matrix& d) { shorter(d); });
    expect_operand_error("scales of A", {"11 bytes", "3 x 4"},
                         [&](TileOperands& in, Matrix&) { shorter(in.scale_a); });
    expect_operand_error("scales of B", {"7 bytes", "4 x 2"},
                         [&](TileOperands& in, Matrix&) { shorter(in.scale_b); });
    expect_operand_error("scales of A", {}, [&](TileOperands& in, Matrix&) { in.scale_a = {}; });
}

TEST(Tile, SmallLeadingDimensionIsRefused) {
    expect_operand_error("A", {"63", "64"}, [](TileOperands& in, Matrix&) { in.a.leading = 63; });
    expect_operand_error("B", {"63", "64"}, [](TileOperands& in, Matrix&) { in.b.leading = 63; });
    expect_operand_error("C", {"1", "2"}, [](TileOperands& in, Matrix&) { in.c.leading = 1; });
    expect_operand_error("D", {"2", "3"}, [](TileOperands&, Matrix& d) { d.leading = 2; });
    expect_operand_error("scales of A", {"3", "4"},
                         [](TileOperands& in, Matrix&) { in.scale_a.leading = 3; });
    expect_operand_error("scales of B", {"0", "2"},
                         [](TileOperands& in, Matrix&) { in.scale_b.leading = 0; });
}

/// (lines - 1) * leading * bits is 2^64 here. The required size must not wrap around to a small one. The test
/// runs in its own process, because a failure may crash it.
TEST(TileDeathTest, HugeLeadingDimensionIsRefused) {
    const auto run = [] {
        try {
            expect_operand_error("A", {},
                                 [](TileOperands& in, Matrix&) { in.a.leading = std::size_t{1} << 61; });
        } catch (...) {
            std::_Exit(3);
        }
        std::_Exit(::testing::Test::HasFailure() ? 2 : 0);
    };
    EXPECT_EXIT(run(), ::testing::ExitedWithCode(0), "");
}

TEST(Tile, ShapeOfSeveralBlocks) {
    const Instruction instruction = find_instruction("CDNA3", "v_mfma_f32_4x4x4_16b_f16");
    const DotAdd dot(instruction.spec);
    ASSERT_EQ(instruction.shape.blocks, 16);
    std::mt19937_64 random(8);
    const StoredMatrix a(16 * 4, 4, Format::fp16, false, 0,
                         random);                                    // the rows of the blocks, block by block
    const StoredMatrix b(4, 16 * 4, Format::fp16, true, 0, random);  // the columns of the blocks
    const StoredMatrix c(16 * 4, 4, Format::fp32, false, 0, random);
    StoredMatrix d(16 * 4, 4, Format::fp32, false, 0, random);
    tile(dot, instruction.shape, {a.view(), b.view(), c.view(), {}, {}}, d.mutable_view());
    for (std::size_t block = 0; block < 16; ++block) {
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t j = 0; j < 4; ++j) {
                ASSERT_EQ(
                    d.at(block * 4 + i, j),
                    dot({a.row(block * 4 + i), b.column(block * 4 + j), {}, {}, c.at(block * 4 + i, j)}));
            }
        }
    }
    Shape open = find_instruction("Blackwell", "UTCOMMA").shape;
    open.m = 0;
    EXPECT_THROW(tile(dot, open, {a.view(), b.view(), c.view(), {}, {}}, d.mutable_view()), OperandError);
    Shape too_many = instruction.shape;
    too_many.blocks = 17;
    EXPECT_THROW(tile(dot, too_many, {a.view(), b.view(), c.view(), {}, {}}, d.mutable_view()), OperandError);
}

}  // namespace
}  // namespace karat::test
