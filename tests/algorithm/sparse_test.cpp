// SPDX-License-Identifier: Apache-2.0
// Structured sparsity: a sparse dot-add is the dense one of the elements that the independent reference
// selects, in one dot-add, in tiles, in products of matrices and in vector files; and what is refused.
#include "karat/evaluate/sparse.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "karat/error.hpp"
#include "karat/evaluate/tile.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_gemm/gemm.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "karat_tb/stimulus/sparse_tiles.hpp"
#include "reference/families/sparse.hpp"

namespace karat::test {
namespace {

Spec sparse_fda(Metadata metadata) {
    Spec spec;
    spec.k = 8;
    spec.F = {25};
    spec.metadata = metadata;
    return spec;
}

std::vector<std::uint64_t> reference_selection(Metadata kind, const Operands& in) {
    return kind == Metadata::one_of_two ? reference::select_1of2(in.metadata, in.b)
                                        : reference::select_2of4(in.metadata, in.b);
}

/// Directed tiles of every sparse instruction, and of knobs.
std::vector<Spec> sparse_specs() {
    std::vector<Spec> out{sparse_fda(Metadata::two_of_four), sparse_fda(Metadata::one_of_two)};
    for (const Instruction& one : registry()) {
        if (one.spec.metadata != Metadata::none && std::ranges::find(out, one.spec) == out.end())
            out.push_back(one.spec);
    }
    return out;
}

TEST(Sparse, EveryInstructionIsTheDenseOneOfTheReferencesSelection) {
    for (const Spec& spec : sparse_specs()) {
        const DotAdd sparse(spec);
        const DotAdd dense(tb::dense_spec(spec));
        const auto source = tb::make_source("directed", spec, 2, 3, 5);
        for (int t = 0; t < 60; ++t) {
            const tb::Tile tile = *source->next();
            for (std::size_t lane = 0; lane < 6; ++lane) {
                const Operands in = tile.operands(lane / 3, lane % 3, 3);
                ASSERT_NO_THROW(sparse.check(in));
                const std::vector<std::uint64_t> b = reference_selection(spec.metadata, in);
                ASSERT_EQ(sparse(in), dense({in.a, b, {}, {}, in.c}))
                    << name_of(spec.a) << ", k = " << spec.k;
            }
        }
    }
}

TEST(Sparse, ByHand) {
    Spec spec = sparse_fda(Metadata::two_of_four);
    spec.k = 4;
    const DotAdd dot(spec);
    const std::vector<std::uint64_t> a{0x3C00, 0x4000, 0x4200, 0x4400};  // 1, 2, 3, 4
    const std::vector<std::uint64_t> b{0x4900, 0x4D00, 0x4F80, 0x5100,   // 10, 20, 30, 40
                                       0x5240, 0x5380, 0x5460, 0x5500};  // 50, 60, 70, 80
    const auto d = [&](std::uint64_t first, std::uint64_t second) {
        const std::vector<std::uint64_t> metadata{first, second};
        return dot({a, b, {}, {}, 0, metadata});
    };
    EXPECT_EQ(d(0x4, 0xE), 0x44110000U);  // 1*10 + 2*20 + 3*70 + 4*80 = 580
    EXPECT_EQ(d(0x1, 0xE), 0x440E8000U);  // 1*20 + 2*10 + 3*70 + 4*80 = 570
    EXPECT_EQ(d(0xC, 0x8), 0x44020000U);  // 1*10 + 2*40 + 3*50 + 4*70 = 520
}

TEST(Sparse, EveryElementOfMetadataIsJudgedAsTheReferenceDoes) {
    for (std::uint64_t element = 0; element < 16; ++element) {
        EXPECT_EQ(metadata_error(Metadata::two_of_four, element).empty(), reference::is_valid_2of4(element));
        EXPECT_EQ(metadata_error(Metadata::two_of_four_ordered, element).empty(),
                  reference::is_ordered_2of4(element));
        EXPECT_EQ(metadata_error(Metadata::one_of_two, element).empty(), reference::is_valid_1of2(element));
    }
}

TEST(Sparse, BadMetadataIsRefused) {
    const DotAdd dot(sparse_fda(Metadata::two_of_four));
    const std::vector<std::uint64_t> a(8), b(16), twice{4, 4, 5, 4}, few{4, 4, 4}, wide{4, 4, 4, 16};
    const auto message = [&](const std::vector<std::uint64_t>& metadata) -> std::string {
        try {
            dot.check({a, b, {}, {}, 0, metadata});
        } catch (const OperandError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message(twice), "metadata[2]: 0x5 is not allowed; it selects element 1 twice");
    EXPECT_EQ(message(few), "metadata: 3 elements; the specification needs 4");
    EXPECT_NE(message(wide), "");
    EXPECT_EQ(message({4, 4, 4, 4}), "");
    EXPECT_THROW(dot.check({a, a, {}, {}, 0, few}), OperandError) << "b has 2k elements";
    Spec odd = sparse_fda(Metadata::two_of_four);
    odd.k = 3;
    EXPECT_THROW(DotAdd{odd}, SpecError);
    Spec scaled = sparse_fda(Metadata::one_of_two);
    scaled.scale = Format::ue8m0;
    EXPECT_THROW(DotAdd{scaled}, SpecError);
}

/// Packs encodings, row by row.
std::vector<std::byte> packed(const std::vector<std::uint64_t>& elements, int bits) {
    std::vector<std::byte> out((elements.size() * static_cast<std::size_t>(bits) + 7) / 8);
    for (std::size_t i = 0; i < elements.size(); ++i) store_packed(out, i, bits, elements[i]);
    return out;
}

TEST(Sparse, TilesAndProductsOfMatricesAreTheirDotAdds) {
    constexpr std::size_t m = 3, n = 5, steps = 4;
    for (const Metadata kind : {Metadata::two_of_four, Metadata::one_of_two}) {
        const DotAdd dot(sparse_fda(kind));
        const auto k = static_cast<std::size_t>(dot.operands().k);
        const auto groups = static_cast<std::size_t>(dot.operands().metadata_count());
        const auto source = tb::make_source("near_one", dot.spec(), m, n, 9);
        std::vector<tb::Tile> tiles;
        for (std::size_t s = 0; s < steps; ++s) tiles.push_back(*source->next());
        // one matrix of `steps` tiles along k
        std::vector<std::uint64_t> a, b, metadata;
        for (std::size_t i = 0; i < m; ++i) {
            for (const tb::Tile& tile : tiles) {
                a.insert(a.end(), &tile.a[i * k], &tile.a[i * k] + k);
                metadata.insert(metadata.end(), &tile.metadata[i * groups],
                                &tile.metadata[i * groups] + groups);
            }
        }
        for (std::size_t j = 0; j < n; ++j) {
            for (const tb::Tile& tile : tiles)
                b.insert(b.end(), &tile.b[j * 2 * k], &tile.b[j * 2 * k] + 2 * k);
        }
        const auto a_data = packed(a, 16), b_data = packed(b, 16), c_data = packed(tiles[0].c, 32),
                   metadata_data = packed(metadata, 4);
        const TileOperands in{{a_data, steps * k},
                              {b_data, steps * 2 * k, true},
                              {c_data, n},
                              {},
                              {},
                              {metadata_data, steps * groups}};
        std::vector<std::byte> d(m * n * 4);
        Gemm(dot.spec()).run({m, n, steps * k}, in, {d, n});
        std::vector<std::byte> first(m * n * 4);
        tile(dot, m, n, in, {first, n});
        for (std::size_t lane = 0; lane < m * n; ++lane) {
            std::uint64_t running = tiles[0].c[lane];
            for (std::size_t s = 0; s < steps; ++s) {
                Operands x = tiles[s].operands(lane / n, lane % n, n);
                x.c = running;
                running = dot(x);
                if (s == 0) {
                    EXPECT_EQ(load_packed(first, lane, 32), running) << "tile";
                }
            }
            EXPECT_EQ(load_packed(d, lane, 32), running) << "product of matrices";
        }
        auto bad = metadata_data;
        bad[1] = std::byte{0};
        TileOperands refused = in;
        refused.metadata.data = bad;
        EXPECT_THROW(tile(dot, m, n, refused, {first, n}), OperandError);
        EXPECT_THROW(Gemm(dot.spec()).run({m, n, steps * k}, refused, {d, n}), OperandError);
        EXPECT_THROW(Gemm(dot.spec()).run({m, n, steps * k - 2}, in, {d, n}), OperandError) << "not padded";
    }
}

TEST(Sparse, VectorFilesComeBack) {
    VectorFile file;
    file.spec = sparse_fda(Metadata::two_of_four_ordered);
    const auto source = tb::make_source("uniform", file.spec, 1, 1, 4);
    const DotAdd dot(file.spec);
    for (int i = 0; i < 20; ++i) {
        const tb::Tile x = *source->next();
        file.rows.push_back({x.a, x.b, {}, {}, x.c[0], dot(x.operands(0, 0, 1)), 0, x.metadata});
    }
    std::stringstream text;
    write_vectors(text, file);
    EXPECT_NE(text.str().find("# metadata: 2:4\n"), std::string::npos);
    const VectorFile back = read_vectors(text, "text");
    ASSERT_EQ(back.rows.size(), file.rows.size());
    for (std::size_t i = 0; i < back.rows.size(); ++i) {
        EXPECT_EQ(back.rows[i].metadata, file.rows[i].metadata);
        EXPECT_EQ(back.rows[i].b, file.rows[i].b);
        EXPECT_EQ(dot(back.rows[i].operands()), *back.rows[i].d);
    }
}

TEST(Sparse, BadVectorFilesAreRefused) {
    const std::string head = R"(# karat-vectors 1
# spec: {"karat_spec": 1, "algorithm": "fda", "k": 2, "F": 25, "metadata": "2:4"}
# k: 2
# a: fp16
# b: fp16
# c: fp32
# d: fp32
)";
    const auto read = [](const std::string& text) {
        std::istringstream in(text);
        return read_vectors(in, "text");
    };
    const std::string row = "0 0 0 0 0 0 ";
    EXPECT_NO_THROW(read(head + "# metadata: 2:4\n" + row + "4 0 0\n"));
    EXPECT_THROW(read(head + row + "4 0 0\n"), VectorError) << "no metadata line";
    EXPECT_THROW(read(head + "# metadata: 1:2\n" + row + "4 0 0\n"), VectorError);
    EXPECT_THROW(read(head + "# metadata: 2:4\n" + row + "5 0 0\n"), VectorError) << "one index twice";
    EXPECT_THROW(read(head + "# metadata: 2:4\n" + row + "0 0\n"), VectorError) << "a column is missing";
}

TEST(Sparse, TilesUseEveryElementOfMetadataAndOftenDifferByRow) {
    for (const Metadata kind : {Metadata::two_of_four, Metadata::two_of_four_ordered, Metadata::one_of_two}) {
        const auto source = tb::make_source("directed", sparse_fda(kind), 2, 2, 1);
        std::set<std::uint64_t> seen;
        int alike = 0;
        for (int t = 0; t < 200; ++t) {
            const tb::Tile tile = *source->next();
            seen.insert(tile.metadata.begin(), tile.metadata.end());
            const std::size_t half = tile.metadata.size() / 2;
            alike +=
                std::equal(tile.metadata.begin(), tile.metadata.begin() + static_cast<std::ptrdiff_t>(half),
                           tile.metadata.begin() + static_cast<std::ptrdiff_t>(half))
                    ? 1
                    : 0;
        }
        EXPECT_EQ(seen.size(), kind == Metadata::two_of_four ? 12U : kind == Metadata::one_of_two ? 2U : 6U);
        EXPECT_GT(alike, 60);
        EXPECT_LT(alike, 140);
    }
}

/// PTX names, in full and with a selector's operand left to the program; AMD's in place.
TEST(Sparse, NamesAreFound) {
    const Instruction plain =
        find_instruction("Ampere", "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32");
    EXPECT_EQ(plain.name, "HMMA.SP.16832.F32");
    EXPECT_EQ(plain.spec.k, 16);
    EXPECT_EQ(plain.spec.metadata, Metadata::two_of_four);
    EXPECT_EQ(tb::dense_spec(plain.spec), find_instruction("Ampere", "HMMA.16816.F32").spec);
    const Instruction ordered = find_instruction(
        "Hopper", "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.satfinite.s32.s8.u8.s32");
    EXPECT_EQ(ordered.name, "IMMA.SP.16864.S8.U8.SAT.ORDERED");
    EXPECT_EQ(ordered.spec.metadata, Metadata::two_of_four_ordered);
    EXPECT_EQ(find_instruction("Hopper", "mma.sp.m16n8k8.f32.tf32.tf32.f32").spec.metadata,
              Metadata::one_of_two);
    EXPECT_EQ(tb::dense_spec(find_instruction("CDNA3", "v_smfmac_f32_16x16x32_bf16").spec),
              find_instruction("CDNA3", "v_mfma_f32_16x16x16_bf16").spec);
    EXPECT_EQ(tb::dense_spec(find_instruction("RDNA4", "v_swmmac_f16_16x16x32_f16_w64").spec),
              find_instruction("RDNA4", "v_wmma_f16_16x16x16_f16_w64").spec);
    for (const Instruction& one : registry()) {
        if (one.spec.metadata == Metadata::none) continue;
        // the order of a sum is not documented; a sum of integers does not depend on it
        const bool integers = info(one.spec.d).is_integer();
        EXPECT_EQ(one.evidence, one.arch == Arch::Hopper ? Evidence::hardware_checked
                                : integers               ? Evidence::documented
                                                         : Evidence::assumed)
            << one.name;
    }
}

}  // namespace
}  // namespace karat::test
