// SPDX-License-Identifier: Apache-2.0
// The vector kernels accept recipes by an allow list. This test edits recipes that have a kernel, one or two
// attributes at a time. The engine must either fall back to the readable model or give the same bits as it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/simd/tile_engine.hpp"
#include "recipe_edits.hpp"
#include "stored_tile.hpp"

namespace karat::test {
namespace {

constexpr std::size_t kM = 5;
constexpr std::size_t kN = 9;

/// Encodings by kind: 0 random bits, 1 around 1, 2 with zeros, 3 with special values, 4 tiny, 5 huge, 6 a few
/// exponents that are far apart.
class Draw {
   public:
    Draw(std::uint64_t seed, std::size_t kind) : random_(seed), kind_(kind) {}

    std::uint64_t operator()(Format format) {
        const FormatInfo& f = info(format);
        const std::uint64_t any = random_() & f.encoding_mask();
        switch (kind_) {
            case 1:
                return with_exponent(f, any, -2 + below(5));
            case 2:
                return below(3) == 0 ? any & f.sign_bit() : with_exponent(f, any, -8 + below(17));
            case 3:
                return below(12) == 0 ? special(f, any) : with_exponent(f, any, -1 + below(3));
            case 4:
                return with_exponent(f, any, f.min_exponent() - 1 + below(3));
            case 5:
                return with_exponent(f, any, f.max_exponent() - below(3));
            case 6:
                return with_exponent(f, any, -14 * below(3));
            default:
                return any;
        }
    }
    /// A random scale factor.
    std::uint64_t scale(Format format) {
        const FormatInfo& f = info(format);
        if (kind_ % 3 == 0) return random_() & f.encoding_mask();
        if (below(9) == 0) return 0;
        return with_exponent(f, random_(), -3 + below(7)) & f.encoding_mask();
    }

   private:
    int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
    static std::uint64_t with_exponent(const FormatInfo& f, std::uint64_t any, int exponent) {
        const int kept = std::clamp(exponent, f.min_exponent() - 1, f.max_exponent());
        const auto field = static_cast<std::uint64_t>(std::max(kept + f.bias, 0)) << f.fraction_bits;
        const std::uint64_t sign = f.is_signed ? any & (f.sign_bit() << f.ignored_low_bits) : 0;
        return sign |
               (std::min(field | (any & f.fraction_mask()), f.max_finite_code()) << f.ignored_low_bits);
    }
    std::uint64_t special(const FormatInfo& f, std::uint64_t any) {
        const bool infinite = f.has_infinity() && below(2) == 0;
        const std::uint64_t code = infinite ? f.infinity_code() : f.magnitude_mask();
        return (any & (f.sign_bit() << f.ignored_low_bits)) | (code << f.ignored_low_bits);
    }

    std::mt19937_64 random_;
    std::size_t kind_;
};

tb::Tile make_tile(const DotAdd& dot, std::uint64_t seed, std::size_t kind) {
    Draw draw(seed, kind);
    const OperandRules& rules = dot.operands();
    const auto k = static_cast<std::size_t>(rules.k);
    tb::Tile tile;
    for (std::size_t i = 0; i < kM * k; ++i) tile.a.push_back(draw(rules.a));
    for (std::size_t i = 0; i < kN * k; ++i) tile.b.push_back(draw(rules.b));
    for (std::size_t i = 0; i < kM * kN; ++i) tile.c.push_back(draw(rules.c));
    for (std::size_t i = 0; i < kM * dot.scale_count(); ++i) tile.scale_a.push_back(draw.scale(*rules.scale));
    for (std::size_t i = 0; i < kN * dot.scale_count(); ++i) tile.scale_b.push_back(draw.scale(*rules.scale));
    return tile;
}

/// Whether a kernel handles `dot`. If so, compares tiles of every kind with the readable model.
bool is_fast_and_right(const DotAdd& dot, Simd simd, std::uint64_t seed) {
    const TileEngine engine(dot, simd);
    if (!engine.is_fast()) return false;
    TileWorkspace workspace;
    for (std::size_t kind = 0; kind < 7; ++kind) {
        const tb::Tile tile = make_tile(dot, seed + kind, kind);
        StoredTile stored(dot, tile, kM, kN, static_cast<unsigned>(seed % 16));
        engine.run(kM, kN, stored.operands(), stored.d.mutable_view(), workspace);
        for (std::size_t i = 0; i < kM; ++i) {
            for (std::size_t j = 0; j < kN; ++j) {
                const Operands x = tile.operands(i, j, kN);
                const std::uint64_t expected = dot(x);
                if (expected == stored.d.at(i, j)) continue;
                ADD_FAILURE() << name_of(simd) << ", kind " << kind
                              << describe(dot.operands(), x, {"readable", expected},
                                          {"engine", stored.d.at(i, j)});
                return true;
            }
        }
    }
    return true;
}

struct Base {
    std::string name;
    Recipe recipe;
};

/// One recipe for each shape that has a kernel.
std::vector<Base> bases() {
    std::vector<Base> out;
    const auto add = [&](const std::string& name, const Spec& spec) { out.push_back({name, expand(spec)}); };
    for (const auto& [arch, name] : {std::pair{"Hopper", "HMMA.16816.F32"},
                                     {"Volta", "HMMA.884.F16.F16"},
                                     {"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"},
                                     {"RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E4M3.E8"},
                                     {"CDNA3", "v_mfma_f32_16x16x16_f16"},
                                     {"CDNA3", "v_mfma_f32_16x16x32_fp8_fp8"},
                                     {"CDNA2", "v_mfma_f32_16x16x16f16"},
                                     {"CDNA1", "v_mfma_f32_16x16x2bf16"},
                                     {"CDNA3", "v_mfma_f32_16x16x4_f32"},
                                     {"CDNA3", "v_mfma_f64_4x4x4_4b_f64"},
                                     {"x86", "VDPBF16PS"},
                                     {"RDNA4", "v_wmma_f32_16x16x16_f16_w32"},
                                     {"RDNA4", "v_wmma_f16_16x16x16_f16_w64"},
                                     {"RDNA4", "v_wmma_bf16_16x16x16_bf16_w64"},
                                     {"RDNA4", "v_dot2_f32_bf16"}}) {
        add(name, find_instruction(arch, name).spec);
    }
    Spec spec;
    spec.a = spec.b = Format::e4m3;
    spec.k = 8;
    spec.algorithm = Algorithm::sda;
    add("separate", spec);
    spec.algorithm = Algorithm::muladd;
    add("rounded products in sequence", spec);
    spec.algorithm = Algorithm::gfda;
    spec.group = 4;
    add("groups", spec);
    spec.algorithm = Algorithm::fda;
    spec.group.reset();
    spec.terms = 4;
    spec.c_place = CPlace::late;
    add("chain from +0", spec);
    spec.c_place.reset();
    add("chain from c", spec);
    return out;
}

/// Whether an edit sets an attribute that no kernel supports, or none but that of sums on a common grid.
bool is_foreign(const std::string& what, bool on_common_grid) {
    constexpr std::array<std::string_view, 4> kForeign{".sticky = ored", ".frame = c_sign",
                                                       ".round.flush_sign", ".last.flush_sign"};
    constexpr std::array<std::string_view, 3> kOfGrids{".drop_tiny_negative", ".grid = common",
                                                       ".least_exponent"};
    const auto is_in = [&](std::string_view part) { return what.find(part) != std::string::npos; };
    return std::any_of(kForeign.begin(), kForeign.end(), is_in) ||
           (!on_common_grid && std::any_of(kOfGrids.begin(), kOfGrids.end(), is_in));
}

struct Tally {
    int fast = 0;
    int aside = 0;
    bool last_is_fast = false;

    /// Tests one edit. Returns false if the recipe is invalid.
    bool note(const Edit& edit, std::uint64_t seed) {
        std::optional<DotAdd> dot;
        try {
            dot.emplace(edit.recipe);
        } catch (const SpecError&) {
            return false;
        }
        SCOPED_TRACE(edit.what);
        last_is_fast = false;
        for (const Simd simd : usable_simd()) last_is_fast = is_fast_and_right(*dot, simd, seed);
        ++(last_is_fast ? fast : aside);
        return true;
    }
};

TEST(AllowList, BasesHaveAKernel) {
    for (const Base& base : bases()) EXPECT_TRUE(TileEngine(DotAdd(base.recipe)).is_fast()) << base.name;
}

TEST(AllowList, EveryAttributeOfEveryNode) {
    for (const Base& base : bases()) {
        SCOPED_TRACE(base.name);
        Tally tally;
        std::uint64_t seed = 1;
        for (const Edit& edit : RecipeEdits::of(base.recipe)) {
            const bool possible = tally.note(edit, seed += 7);
            const bool foreign =
                is_foreign(edit.what, base.name.starts_with("v_wmma") || base.name.starts_with("v_dot2"));
            EXPECT_FALSE(possible && foreign && tally.last_is_fast) << edit.what;
            if (testing::Test::HasFailure()) return;
        }
        EXPECT_GT(tally.fast, 10);
        EXPECT_GT(tally.aside, 40);
    }
}

TEST(AllowList, TwoAttributes) {
    std::mt19937_64 random(3);
    for (const Base& base : bases()) {
        SCOPED_TRACE(base.name);
        const std::vector<Edit> first = RecipeEdits::of(base.recipe);
        Tally tally;
        for (std::uint64_t i = 0; i < 250; ++i) {
            const Edit& one = first[random() % first.size()];
            const std::vector<Edit> second = RecipeEdits::of(one.recipe);
            const Edit& two = second[random() % second.size()];
            tally.note({one.what + ", " + two.what, two.recipe}, i);
            if (testing::Test::HasFailure()) return;
        }
        EXPECT_GT(tally.fast, 0);
        EXPECT_GT(tally.aside, 40);
    }
}

}  // namespace
}  // namespace karat::test
