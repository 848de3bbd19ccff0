// SPDX-License-Identifier: Apache-2.0
// C ABI: stimulus. The tiles equal those of the C++ sources, in every storage layout.
#include "karat/instruction/registry.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "karat_tb/stimulus/steer/steered_source.hpp"
#include "sparse_model.hpp"

namespace karat::test {
namespace {

constexpr std::uint64_t kSeed = 0xFEDCBA9876543210;

/// An open stimulus, closed at the end of the test.
class OpenedStimulus {
   public:
    OpenedStimulus(karat_model* model, const std::string& kind, std::size_t m, std::size_t n) {
        EXPECT_EQ(karat_stimulus_open(model, kind.c_str(), m, n, kSeed, &stimulus_), KARAT_OK)
            << kind << ": " << karat_last_error();
    }
    OpenedStimulus(const OpenedStimulus&) = delete;
    OpenedStimulus& operator=(const OpenedStimulus&) = delete;
    ~OpenedStimulus() { EXPECT_EQ(karat_stimulus_close(stimulus_), KARAT_OK) << karat_last_error(); }
    // NOLINTNEXTLINE(google-explicit-constructor): it stands for the handle
    operator karat_stimulus*() const { return stimulus_; }

   private:
    karat_stimulus* stimulus_ = nullptr;
};

/// Room for one tile, filled with random bits before a tile is written.
struct TileRoom {
    std::mt19937_64 random{1};
    DotAdd dot;
    std::size_t m, n;
    StoredMatrix a, b, c, scale_a, scale_b, metadata;

    TileRoom(const Spec& spec, std::size_t rows, std::size_t columns, std::size_t extra, bool a_by_columns,
             bool b_by_columns)
        : dot(spec),
          m(rows),
          n(columns),
          a(m, k(), spec.a, a_by_columns, extra, random),
          b(k_of_b(), n, spec.b, b_by_columns, extra, random),
          c(m, n, spec.c, a_by_columns, extra, random),
          scale_a(m, dot.scale_count(), spec.scale.value_or(spec.a), a_by_columns, extra, random),
          scale_b(dot.scale_count(), n, spec.scale.value_or(spec.a), b_by_columns, extra, random),
          metadata(m, groups(), Format::uint4, a_by_columns, extra, random) {}
    [[nodiscard]] std::size_t k() const { return static_cast<std::size_t>(dot.spec().k); }
    [[nodiscard]] std::size_t k_of_b() const { return static_cast<std::size_t>(dot.operands().k_of_b()); }
    [[nodiscard]] std::size_t groups() const {
        return static_cast<std::size_t>(dot.operands().metadata_count());
    }
    [[nodiscard]] karat_tile_room view() {
        const karat_result none{nullptr, 0, 0, 0};
        const bool scaled = dot.scale_count() != 0;
        return {result_of(a),
                result_of(b),
                result_of(c),
                scaled ? result_of(scale_a) : none,
                scaled ? result_of(scale_b) : none,
                groups() != 0 ? result_of(metadata) : none};
    }
    /// The expected effect of `next` on this room: writes the elements of the tile and leaves all other bits.
    void put(const tb::Tile& tile) {
        for (std::size_t i = 0; i < tile.a.size(); ++i) a.set(i / k(), i % k(), tile.a[i]);
        for (std::size_t i = 0; i < tile.b.size(); ++i) b.set(i % k_of_b(), i / k_of_b(), tile.b[i]);
        for (std::size_t i = 0; i < tile.c.size(); ++i) c.set(i / n, i % n, tile.c[i]);
        const std::size_t s = dot.scale_count();
        for (std::size_t i = 0; i < tile.scale_a.size(); ++i) scale_a.set(i / s, i % s, tile.scale_a[i]);
        for (std::size_t i = 0; i < tile.scale_b.size(); ++i) scale_b.set(i % s, i / s, tile.scale_b[i]);
        for (std::size_t i = 0; i < tile.metadata.size(); ++i)
            metadata.set(i / groups(), i % groups(), tile.metadata[i]);
    }
    friend bool operator==(const TileRoom& x, const TileRoom& y) {
        return x.a.data == y.a.data && x.b.data == y.b.data && x.c.data == y.c.data &&
               x.scale_a.data == y.scale_a.data && x.scale_b.data == y.scale_b.data &&
               x.metadata.data == y.metadata.data;
    }
};

/// Takes `tiles` tiles and compares each with the next one of `source`.
void expect_tiles(karat_stimulus* stimulus, tb::TileSource& source, TileRoom& got, int tiles) {
    TileRoom expected = got;
    for (int t = 0; t < tiles; ++t) {
        const tb::Tile tile = *source.next();
        expected.put(tile);
        const char* name = nullptr;
        const karat_tile_room room = got.view();
        ASSERT_EQ(karat_stimulus_next(stimulus, &room, &name), KARAT_OK) << karat_last_error();
        ASSERT_TRUE(got == expected) << "tile " << t;
        EXPECT_STREQ(name, std::string(tb::class_name(tile.operand_class)).c_str());
    }
}

std::vector<std::string> kinds_of(karat_model* model) {
    std::size_t count = 0;
    EXPECT_EQ(karat_stimulus_kind_count(model, &count), KARAT_OK) << karat_last_error();
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(text_of([&](char* to, std::size_t size, std::size_t* length) {
            return karat_stimulus_kind(model, i, to, size, length);
        }));
    }
    return out;
}

struct Named {
    const char* arch;
    const char* instruction;
};
constexpr Named kNamed[]{{"Hopper", "HMMA.16816.F32"},
                         {"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"},
                         {"Blackwell", "UTCQMMA.SF.128x64x32.F32.E3M2.E2M3.E8"},
                         {"CDNA3", "v_mfma_f32_16x16x32_fp8_bf8"},
                         {"Volta", "HMMA.884.F32.F32"}};

TEST(CAbiStimulus, EveryKindGivesTheTilesOfTheCppSource) {
    for (const auto& [arch, instruction] : kNamed) {
        const Opened model(arch, instruction);
        const Spec spec = find_instruction(arch, instruction).spec;
        const auto kinds = kinds_of(model);
        EXPECT_GE(kinds.size(), 24U);
        EXPECT_EQ(std::count(kinds.begin(), kinds.end(), "scale_extremes"), spec.scale ? 1 : 0);
        bool by_columns = false;
        for (const std::string& kind : kinds) {
            SCOPED_TRACE(std::string(instruction) + ", " + kind);
            const OpenedStimulus stimulus(model, kind, 2, 3);
            const auto source = tb::make_source(kind, spec, 2, 3, kSeed);
            TileRoom room(spec, 2, 3, by_columns ? 1 : 0, by_columns, !by_columns);
            expect_tiles(stimulus, *source, room, 12);
            by_columns = !by_columns;
        }
    }
}

TEST(CAbiStimulus, SparseTilesHaveTheirMetadata) {
    for (const std::string& json : sparse_specs()) {
        const SparseModel model(json);
        bool by_columns = false;
        for (const std::string& kind : kinds_of(model.handle)) {
            SCOPED_TRACE(json + ", " + kind);
            const OpenedStimulus stimulus(model.handle, kind, 2, 3);
            const auto source = tb::make_source(kind, model.sparse.spec(), 2, 3, kSeed);
            TileRoom room(model.sparse.spec(), 2, 3, by_columns ? 1 : 0, by_columns, !by_columns);
            expect_tiles(stimulus, *source, room, 6);
            const karat_tile_operands in{
                2,  3,  matrix_of(room.a),       matrix_of(room.b), matrix_of(room.c),
                {}, {}, matrix_of(room.metadata)};
            std::vector<std::uint64_t> d(6);
            const karat_result result{d.data(), d.size() * 8, 0, 0};
            EXPECT_EQ(karat_tile(model.handle, &in, &result), KARAT_OK) << karat_last_error();
            by_columns = !by_columns;
        }
    }
}

TEST(CAbiStimulus, SparseTilesNeedRoomForTheirMetadata) {
    const SparseModel model(sparse_specs()[0]);
    const OpenedStimulus stimulus(model.handle, "directed", 2, 3);
    TileRoom room(model.sparse.spec(), 2, 3, 0, false, true);
    const TileRoom before = room;
    karat_tile_room view = room.view();
    view.metadata = {};
    expect_refused(KARAT_BAD_OPERAND, {"metadata: missing", "4 elements for each row of A"},
                   [&] { return karat_stimulus_next(stimulus, &view, nullptr); });
    view = room.view();
    --view.metadata.bytes;
    expect_refused(KARAT_BAD_OPERAND, {"metadata: 3 bytes; a 2 x 4 matrix"},
                   [&] { return karat_stimulus_next(stimulus, &view, nullptr); });
    view = room.view();
    view.b.bytes /= 2;
    expect_refused(KARAT_BAD_OPERAND, {"b: 48 bytes; a 16 x 3 matrix"},
                   [&] { return karat_stimulus_next(stimulus, &view, nullptr); });
    EXPECT_TRUE(room == before) << "a failed call wrote to its output";
    const auto source = tb::make_source("directed", model.sparse.spec(), 2, 3, kSeed);
    expect_tiles(stimulus, *source, room, 3);
}

TEST(CAbiStimulus, ATileKeepsTheSpecificationThatTheModelHad) {
    karat_model* model = nullptr;
    ASSERT_EQ(karat_open_instruction("Hopper", "HMMA.16816.F32", &model), KARAT_OK);
    const OpenedStimulus own(model, "directed", 0, 0);
    ASSERT_EQ(karat_set_knob(model, "k", "4"), KARAT_OK) << karat_last_error();
    const OpenedStimulus changed(model, "directed", 1, 1);
    ASSERT_EQ(karat_close(model), KARAT_OK);
    Spec spec = find_instruction("Hopper", "HMMA.16816.F32").spec;
    tb::Stimulus sixteen(spec, 16, 8, kSeed);
    TileRoom room(spec, 16, 8, 0, false, true);
    expect_tiles(own, sixteen, room, 5);
    spec.k = 4;
    tb::Stimulus four(spec, 1, 1, kSeed);
    TileRoom small(spec, 1, 1, 0, false, true);
    expect_tiles(changed, four, small, 5);
}

TEST(CAbiStimulus, SteeredTilesAreForTheHolesOfTheModelsCoverage) {
    const Spec spec = find_instruction("Hopper", "HMMA.16816.F32").spec;
    const DotAdd dot(spec);
    karat_model* model = nullptr;
    ASSERT_EQ(karat_open_instruction("Hopper", "HMMA.16816.F32", &model), KARAT_OK);
    karat_stimulus* none = nullptr;
    expect_refused(KARAT_BAD_STATE, {"karat_coverage_start"},
                   [&] { return karat_stimulus_open(model, "steered", 1, 1, kSeed, &none); });
    ASSERT_EQ(karat_coverage_start(model, 1, 1), KARAT_OK);
    expect_refused(KARAT_BAD_ARGUMENT, {"shape"},
                   [&] { return karat_stimulus_open(model, "steered", 2, 1, kSeed, &none); });
    EXPECT_EQ(none, nullptr);
    const OpenedStimulus stimulus(model, "steered", 1, 1);
    Coverage coverage(dot, 1, 1);
    tb::SteeredSource source(coverage, spec, 1, 1, kSeed);
    TileRoom room(spec, 1, 1, 0, false, true);
    std::size_t tiles = 0;
    for (auto tile = source.next(); tile; tile = source.next(), ++tiles) {
        TileRoom expected = room;
        expected.put(*tile);
        const karat_tile_room view = room.view();
        const char* name = nullptr;
        ASSERT_EQ(karat_stimulus_next(stimulus, &view, &name), KARAT_OK) << karat_last_error();
        ASSERT_TRUE(room == expected) << "tile " << tiles;
        EXPECT_STREQ(name, "steered");
        coverage.sample(*tile);
        const karat_tile_operands in{1,  1, matrix_of(room.a), matrix_of(room.b), matrix_of(room.c), {},
                                     {}, {}};
        ASSERT_EQ(karat_coverage_sample(model, &in), KARAT_OK) << karat_last_error();
    }
    EXPECT_GT(tiles, 20U);
    EXPECT_EQ(coverage.hole_count(), 0U);
    const karat_tile_room view = room.view();
    expect_refused(KARAT_END, {"no more tiles"},
                   [&] { return karat_stimulus_next(stimulus, &view, nullptr); });
    ASSERT_EQ(karat_close(model), KARAT_OK);
    expect_refused(KARAT_BAD_STATE, {"no longer collected"},
                   [&] { return karat_stimulus_next(stimulus, &view, nullptr); });
}

TEST(CAbiStimulus, BadNamesShapesAndNullsAreRefused) {
    const Opened model("Hopper", "HMMA.16816.F32");
    int mark = 0;
    auto* stimulus = reinterpret_cast<karat_stimulus*>(&mark);
    const auto open = [&](const char* kind, std::size_t m, std::size_t n) {
        return karat_stimulus_open(model, kind, m, n, 1, &stimulus);
    };
    expect_refused(KARAT_BAD_NAME, {"near_two", "near_one", "level2", ".vec"},
                   [&] { return open("near_two", 1, 1); });
    EXPECT_EQ(stimulus, nullptr) << "a failed call must set the handle to NULL";
    expect_refused(KARAT_BAD_NAME, {"scale_extremes", "this specification"},
                   [&] { return open("scale_extremes", 1, 1); });
    expect_refused(KARAT_BAD_NAME, {"recorded"}, [&] { return open("recorded", 1, 1); });
    expect_refused(KARAT_BAD_NAME, {"stimulus: \"\""}, [&] { return open("", 1, 1); });
    expect_refused(KARAT_BAD_ARGUMENT, {"no_such.vec"}, [&] { return open("no_such.vec", 1, 1); });
    expect_refused(KARAT_BAD_ARGUMENT, {"kind is NULL"}, [&] { return open(nullptr, 1, 1); });
    expect_refused(KARAT_BAD_ARGUMENT, {"m and n"}, [&] { return open("directed", 0, 1); });
    expect_refused(KARAT_BAD_ARGUMENT, {"1 x 65537", "65536 lanes"},
                   [&] { return open("directed", 1, 65537); });
    expect_refused(KARAT_BAD_ARGUMENT, {"65536 lanes"}, [&] { return open("directed", 257, 256); });
    expect_refused(KARAT_BAD_ARGUMENT, {"65536 lanes"}, [&] { return open("directed", SIZE_MAX, SIZE_MAX); });
    expect_refused(KARAT_BAD_ARGUMENT, {"stimulus is NULL"},
                   [&] { return karat_stimulus_open(model, "directed", 1, 1, 1, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"count is NULL"},
                   [&] { return karat_stimulus_kind_count(model, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"kind = 25", "25 kinds"},
                   [&] { return karat_stimulus_kind(model, 25, nullptr, 0, nullptr); });
}

TEST(CAbiStimulus, ARefusedCallTakesNoTile) {
    const Opened model("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X");
    const Spec spec = find_instruction("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X").spec;
    const OpenedStimulus stimulus(model, "mixed", 1, 2);
    TileRoom room(spec, 1, 2, 0, false, true);
    const TileRoom before = room;
    karat_tile_room view = room.view();
    expect_refused(KARAT_BAD_ARGUMENT, {"out is NULL"},
                   [&] { return karat_stimulus_next(stimulus, nullptr, nullptr); });
    view.a.data = nullptr;
    expect_refused(KARAT_BAD_ARGUMENT, {"a.data is NULL"},
                   [&] { return karat_stimulus_next(stimulus, &view, nullptr); });
    view = room.view();
    --view.c.bytes;
    expect_refused(KARAT_BAD_OPERAND, {"c: 7 bytes"},
                   [&] { return karat_stimulus_next(stimulus, &view, nullptr); });
    view = room.view();
    view.scale_b.leading = 3;
    expect_refused(KARAT_BAD_OPERAND, {"scale_b: leading dimension 3 is less than 4"},
                   [&] { return karat_stimulus_next(stimulus, &view, nullptr); });
    EXPECT_TRUE(room == before) << "a failed call wrote to its output";
    expect_tiles(stimulus, *tb::make_source("mixed", spec, 1, 2, kSeed), room, 3);
}

TEST(CAbiStimulus, HandlesThatAreNoneOrOfAnotherKindAreRefused) {
    const Opened model("Hopper", "HMMA.16816.F32");
    karat_stimulus* stimulus = nullptr;
    TileRoom room(find_instruction("Hopper", "HMMA.16816.F32").spec, 1, 1, 0, false, true);
    const karat_tile_room view = room.view();
    const auto both_refuse = [&](karat_stimulus* handle, const std::string& part) {
        expect_refused(KARAT_BAD_HANDLE, {part}, [&] { return karat_stimulus_next(handle, &view, nullptr); });
        expect_refused(KARAT_BAD_HANDLE, {part}, [&] { return karat_stimulus_close(handle); });
    };
    both_refuse(nullptr, "stimulus is NULL");
    both_refuse(reinterpret_cast<karat_stimulus*>(&room), "not a valid karat handle");
    both_refuse(reinterpret_cast<karat_stimulus*>(static_cast<karat_model*>(model)), "another type");
    ASSERT_EQ(karat_stimulus_open(model, "uniform", 1, 1, 1, &stimulus), KARAT_OK);
    auto* no_model = reinterpret_cast<karat_model*>(stimulus);
    expect_refused(KARAT_BAD_HANDLE, {"model is a handle of another type"},
                   [&] { return karat_stimulus_kind_count(no_model, nullptr); });
    expect_refused(KARAT_BAD_HANDLE, {"another type"}, [&] { return karat_close(no_model); });
    EXPECT_EQ(karat_stimulus_next(stimulus, &view, nullptr), KARAT_OK) << "the stimulus was closed";
    ASSERT_EQ(karat_stimulus_close(stimulus), KARAT_OK);
    both_refuse(stimulus, "stimulus is closed");
}

}  // namespace
}  // namespace karat::test
