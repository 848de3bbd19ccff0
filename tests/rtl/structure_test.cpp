// SPDX-License-Identifier: Apache-2.0
// The RTL that karat writes for a recipe, Verilated with all warnings, against the model: one design for
// every form of recipe, with different numbers of pipeline stages.
#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <filesystem>
#include <iostream>

#include "karat/error.hpp"
#include "karat/evaluate/evaluator.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_tb/check/candidate.hpp"
#include "karat_tb/check/tile_ports.hpp"
#include "karat_tb/rtl/rtl_build.hpp"
#include "karat_tb/rtl/structure/rtl_structure.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "recipe/recipe_maker.hpp"
#include "rtl/sample_recipes.hpp"

namespace karat::tb {
namespace {

constexpr int kTiles = 4000;
constexpr int kRandomRecipes = 3;  // KARAT_RTL_ROUNDS sets another number

/// `what`: the knobs of a spec, "architecture/instruction", or "recipe/NAME" for one of sample_recipes.hpp.
struct Case {
    const char* name;
    const char* what;
    int m, n, stages;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

RtlTile tile_of(const Case& one) {
    RtlTile tile{.m = one.m, .n = one.n, .stages = one.stages, .spec = {}};
    const std::string what = one.what;
    if (what.starts_with("recipe/")) {
        for (const auto& [name, recipe] : sample_recipes()) {
            if (what == "recipe/" + name) tile.spec = spec_of(recipe);
        }
    } else if (what.find('"') != std::string::npos) {
        const std::string algorithm =
            what.find("algorithm") == std::string::npos ? "\"algorithm\": \"fda\", " : "";
        tile.spec = spec_from_json_text("{\"karat_spec\": 1, " + algorithm + what + "}");
    } else {
        tile.spec = find_instruction(what.substr(0, what.find('/')), what.substr(what.find('/') + 1)).spec;
    }
    return tile;
}

std::span<const std::uint64_t> row(const std::vector<std::uint64_t>& all, std::size_t index,
                                   std::size_t size) {
    return std::span(all).subspan(index * size, size);
}

/// Runs tiles through the candidate's ports, with random pauses on both sides, and counts the lanes that
/// differ.
class Comparison {
   public:
    Comparison(const RtlTile& tile, const Recipe& recipe)
        : evaluator_(recipe),
          candidate_(load_candidate(build_candidate(tile, false, nullptr))),
          shape_(tile.spec, static_cast<std::size_t>(tile.m), static_cast<std::size_t>(tile.n)),
          ports_(shape_) {
        ports_.connect(io_);
        for (int i = 0; i < 4; ++i) candidate_->cycle(io_);
        io_.rst_n = 1;
    }

    /// The number of lanes that differ; -1 if the design hangs, ends the simulation or outputs an extra tile.
    int run(TileSource& source) {
        tb::Random pauses(1);
        int sent = 0;
        int idle = 0;
        while (answered_ < kTiles && idle < 10000) {
            if (io_.valid_in == 0 && sent < kTiles && pauses.below(4) != 0) {
                pending_.push_back(source.next().value());
                ports_.load(pending_.back(), shape_);
                io_.valid_in = 1;
                ++sent;
            }
            io_.ready_in = pauses.below(4) != 0 ? 1 : 0;
            candidate_->cycle(io_);
            if (io_.finished != 0) return -1;
            ++idle;
            if (io_.valid_in != 0 && io_.ready_out != 0) io_.valid_in = 0;
            if (io_.valid_out == 0 || io_.ready_in == 0) continue;
            if (pending_.empty()) return -1;
            compare(pending_.front());
            pending_.pop_front();
            ++answered_;
            idle = 0;
        }
        return answered_ == kTiles ? different_ : -1;
    }

   private:
    void compare(const Tile& tile) {
        for (std::size_t lane = 0; lane < shape_.lanes(); ++lane) {
            const std::size_t i = lane / shape_.n;
            const std::size_t j = lane % shape_.n;
            const Operands in{row(tile.a, i, shape_.k), row(tile.b, j, shape_.k),
                              row(tile.scale_a, i, shape_.scales), row(tile.scale_b, j, shape_.scales),
                              tile.c[lane]};
            const std::uint64_t got = get_element(ports_.d, lane, shape_.dw);
            const std::uint64_t d = evaluator_(in);
            if (got != d && !(any_nan_ && is_nan(got) && is_nan(d))) ++different_;
        }
    }

    [[nodiscard]] bool is_nan(std::uint64_t d) const {
        const Format format = evaluator_.program().operands().d;
        return unpack(d, info(format)).number_class == NumberClass::nan;
    }

    Evaluator evaluator_;
    bool any_nan_ = evaluator_.program().operations().back().round->nan == NanEncoding::any;
    std::unique_ptr<Candidate> candidate_;
    TileShape shape_;
    TilePorts ports_;
    karat_candidate_cycle io_{};
    std::deque<Tile> pending_;
    int answered_ = 0;
    int different_ = 0;
};

class StructureTest : public testing::TestWithParam<Case> {};

TEST_P(StructureTest, EveryLaneIsTheModels) {
    if (std::system("verilator --version >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "verilator cannot be started";
    ::setenv("KARAT_CACHE", (std::filesystem::current_path() / "cache").c_str(), 0);
    const RtlTile tile = tile_of(GetParam());
    const Recipe recipe = expand(tile.spec);
    const auto source = make_source("mixed", tile.spec, static_cast<std::size_t>(tile.m),
                                    static_cast<std::size_t>(tile.n), 7);
    EXPECT_EQ(Comparison(tile, recipe).run(*source), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Recipes, StructureTest,
    testing::Values(
        Case{"fda", R"("k": 4, "F": 24)", 1, 2, 1}, Case{"fda_deepest", R"("k": 4, "F": 25)", 1, 1, 7},
        Case{"fda_combinational", R"("a": "bf16", "b": "bf16", "k": 4, "F": 23)", 2, 1, 0},
        Case{"fda_chain", R"("k": 8, "terms": 4, "F": 24)", 1, 2, 3},
        Case{"fda_e8m13", "Ada/QMMA.16832.F32.E4M3.E5M2", 1, 1, 2},
        Case{"fda_late_c", "Hopper/mma.m16n8k32.f16.e4m3.e4m3.f16", 1, 1, 1},
        Case{"fda_sticky",
             R"("k": 4, "F": 20, "sticky": "ored", "output_rounding": "RNE", "flush_output": true)", 1, 1, 2},
        Case{"fda_exact", R"("k": 4, "terms": 2, "F": "exact", "output_rounding": "RNE", "zero_sum": "ieee")",
             1, 1, 1},
        Case{"fda_zeros",
             R"("k": 4, "terms": 2, "zero_sum": "ieee", "zero_product": "minus126", "zero_c": "format_min")",
             1, 1, 1},
        Case{"fda_to_e4m3",
             R"("k": 4, "F": 20, "a": "e4m3", "b": "e5m2", "c": "e4m3", "d": "e4m3",
             "output_rounding": "RNE")",
             1, 1, 1},
        Case{"fda_fnuz",
             R"("k": 4, "F": 20, "a": "e4m3fnuz", "b": "e5m2fnuz", "c": "fp16", "d": "e5m2fnuz",
             "convert": "fp16")",
             1, 1, 1},
        Case{"mx", "RTXBlackwell/QMMA.SF.16832.F32.E4M3.E2M1.E8", 1, 2, 2},
        Case{"gdfs", "RTXBlackwell/OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X", 1, 1, 4},
        Case{"gfda",
             R"("algorithm": "gfda", "k": 8, "group": 4, "F_inner": 14, "group_pattern": "interleaved",
             "zero_group": "counted")",
             1, 1, 3},
        Case{"gfda_scales",
             R"("algorithm": "gfda", "a": "e4m3", "b": "e4m3", "d": "fp16", "k": 16, "group": 4, "F": 20,
             "F_inner": 14, "scale": "ue4m3", "scale_block": 8)",
             1, 1, 1},
        Case{"sda", R"("algorithm": "sda", "k": 8, "F": 25)", 1, 1, 2},
        Case{"sda_chain",
             R"("algorithm": "sda", "a": "e4m3", "b": "e5m2", "k": 8, "terms": 4, "F": 20,
             "align_rounding": "RNE", "dot_format": "fp16", "dot_rounding": "RZ")",
             1, 1, 4},
        Case{"fdrda", "CDNA3/v_mfma_f32_32x32x8_f16", 1, 1, 3},
        Case{"fdrda_overflow", "CDNA3/v_mfma_f32_16x16x8_xf32", 1, 1, 2},
        Case{"gfdrda", "CDNA3/v_mfma_f32_16x16x32_fp8_bf8", 1, 1, 3},
        Case{"tree",
             R"("algorithm": "gps", "k": 5, "pairing": "half", "c_place": "leaf_first", "overflow": "ieee",
             "output_rounding": "RD")",
             1, 1, 3},
        Case{"gps_flushing", "CDNA2/v_mfma_f32_32x32x4bf16", 1, 1, 2},
        Case{"muladd",
             R"("algorithm": "muladd", "b": "bf16", "k": 4, "product_format": "fp16",
             "product_rounding": "RD")",
             1, 1, 1},
        Case{"fma", R"("algorithm": "fma", "a": "bf16", "b": "bf16", "k": 3, "output_rounding": "RD")", 1, 1,
             5},
        Case{"fma_fp64", "Ampere/DMMA.884", 1, 1, 2},
        Case{"exact", R"("algorithm": "exact", "k": 4, "a": "e4m3", "b": "e4m3", "c": "fp16", "d": "fp16")",
             1, 1, 1},
        Case{"common_grid", "recipe/common_grid_of_pairs", 1, 1, 2},
        Case{"frame_of_c", "recipe/frame_of_c", 1, 1, 1}, Case{"to_odd", "recipe/rounded_to_odd", 1, 1, 3},
        Case{"jammed", "recipe/jammed_products", 1, 1, 2},
        Case{"leading", "recipe/leading_products", 1, 1, 2},
        Case{"nested", "recipe/nested_with_scales", 1, 1, 4}),
    [](const auto& one) { return std::string(one.param.name); });

/// The largest number of stages is the number of instances from operands to result. A larger one is an error.
TEST(StructureDepth, MoreStagesThanInstancesAreRefused) {
    Spec spec;
    spec.k = 4;
    const Program program(expand(spec));
    const Bounds bounds(program);
    const int deepest = deepest_pipeline(program, bounds);
    EXPECT_EQ(deepest, 7);
    EXPECT_NO_THROW((void)rtl_files({1, 1, deepest, spec}, "karat_top"));
    EXPECT_THROW((void)rtl_files({1, 1, deepest + 1, spec}, "karat_top"), Error);
    EXPECT_THROW((void)rtl_files({65, 1, 1, spec}, "karat_top"), Error);
    EXPECT_THROW((void)rtl_files({1, 0, 1, spec}, "karat_top"), Error);
}

/// Random recipes. Those that karat rtl refuses are skipped.
TEST(StructureOfRandomRecipes, EveryLaneIsTheModels) {
    if (std::system("verilator --version >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "verilator cannot be started";
    ::setenv("KARAT_CACHE", (std::filesystem::current_path() / "cache").c_str(), 0);
    const char* rounds = std::getenv("KARAT_RTL_ROUNDS");
    const char* seed = std::getenv("KARAT_RTL_SEED");
    const int wanted = rounds != nullptr ? std::atoi(rounds) : kRandomRecipes;
    test::RecipeMaker maker(seed != nullptr ? static_cast<std::uint64_t>(std::atoll(seed)) : 1);
    tb::Random random(2);
    int refused = 0;
    for (int built = 0; built < wanted && refused < 4 * wanted + 100;) {
        const Recipe recipe = maker.make();
        if (recipe.operands.k > 4) continue;
        RtlTile tile{.m = 1, .n = 1, .stages = 0, .spec = spec_of(recipe)};
        try {
            const Program program(recipe);
            tile.stages = random.between(0, std::min(4, deepest_pipeline(program, Bounds(program))));
        } catch (const Error&) {
            ++refused;
            continue;
        }
        ++built;
        const auto source = make_source("mixed", tile.spec, 1, 1, 7);
        try {
            EXPECT_EQ(Comparison(tile, recipe).run(*source), 0) << tile.stages << " stages\n"
                                                                << to_json_text(tile.spec);
        } catch (const Error& error) {
            ADD_FAILURE() << error.what() << '\n' << tile.stages << " stages\n" << to_json_text(tile.spec);
        }
    }
    std::cout << wanted << " designs, " << refused << " recipes refused\n";
}

}  // namespace
}  // namespace karat::tb
