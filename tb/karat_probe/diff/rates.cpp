// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "karat/evaluate/packed.hpp"
#include "karat/evaluate/tile.hpp"
#include "karat/simd/tile_engine.hpp"
#include "karat_probe/diff/diff.hpp"
#include "karat_probe/separate/recipe_pair.hpp"
#include "karat_tb/stimulus/operand_formats.hpp"
#include "karat_tb/stimulus/sources.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kSide = 16;  ///< rows and columns of a tile

struct Distribution {
    std::string_view name;
    std::string_view stimulus;
    bool positive;
};
constexpr std::array<Distribution, 5> kDistributions{{{"uniform", "uniform", false},
                                                      {"normal", "normal", false},
                                                      {"positive", "normal", true},
                                                      {"heavy_tailed", "heavy_tailed", false},
                                                      {"relu", "relu", false}}};

void drop_signs(std::vector<std::uint64_t>& values, const FormatInfo& format) {
    if (format.is_integer()) {
        for (std::uint64_t& x : values) x &= ~format.sign_bit();
        return;
    }
    const std::uint64_t sign = format.encoding(true, 0);
    for (std::uint64_t& x : values) x &= ~sign;
}

/// A tile in packed storage.
class PackedTile {
   public:
    PackedTile(const tb::Tile& tile, const OperandRules& rules) : rules_(rules) {
        a_ = pack(tile.a, rules.a);
        b_ = pack(tile.b, rules.b);
        c_ = pack(tile.c, rules.c);
        if (rules.scale) {
            scale_a_ = pack(tile.scale_a, *rules.scale);
            scale_b_ = pack(tile.scale_b, *rules.scale);
        }
        metadata_ = pack(tile.metadata, Format::uint4);
    }

    [[nodiscard]] std::vector<std::uint64_t> results(const TileEngine& engine,
                                                     TileWorkspace& workspace) const {
        const int bits = info(rules_.d).bits;
        std::vector<std::byte> d((kSide * kSide * static_cast<std::size_t>(bits) + 7) / 8);
        const auto k = static_cast<std::size_t>(rules_.k);
        const std::size_t blocks = rules_.scale ? k / static_cast<std::size_t>(rules_.scale_block) : 0;
        const TileOperands in{
            {a_, k, false},           {b_, static_cast<std::size_t>(rules_.k_of_b()), true},
            {c_, kSide, false},       {scale_a_, blocks, false},
            {scale_b_, blocks, true}, {metadata_, static_cast<std::size_t>(rules_.metadata_count()), false}};
        engine.run(kSide, kSide, in, {d, kSide, false}, workspace);
        std::vector<std::uint64_t> out(kSide * kSide);
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = load_element(d, i, bits);
        return out;
    }

   private:
    static std::vector<std::byte> pack(const std::vector<std::uint64_t>& values, Format format) {
        const int bits = info(format).bits;
        std::vector<std::byte> out((values.size() * static_cast<std::size_t>(bits) + 7) / 8);
        for (std::size_t i = 0; i < values.size(); ++i) store_element(out, i, bits, values[i]);
        return out;
    }

    const OperandRules& rules_;
    std::vector<std::byte> a_, b_, c_, scale_a_, scale_b_, metadata_;
};

}  // namespace

std::vector<std::vector<Rate>> rates(const Recipe& x, const std::vector<Recipe>& others, std::uint64_t count,
                                     std::uint64_t seed, const DiffProgress& progress) {
    const TileEngine engine{DotAdd(x)};
    std::vector<RecipePair> pairs;
    std::vector<TileEngine> engines;
    for (const Recipe& other : others) {
        pairs.emplace_back(x, other);
        engines.emplace_back(DotAdd(other));
    }
    std::vector<std::vector<Rate>> out(others.size());
    const tb::OperandFormats formats(x.operands);
    TileWorkspace workspace;
    std::size_t counted = 0;
    for (const Distribution& distribution : kDistributions) {
        for (auto& each : out) each.push_back({distribution.name, 0, count});
        const auto source = tb::make_source(distribution.stimulus, engine.dot().spec(), kSide, kSide, seed);
        for (std::uint64_t done = 0; done < count; done += kSide * kSide) {
            if (progress) progress("dot-adds counted", counted, kDistributions.size() * count);
            tb::Tile tile = *source->next();
            if (distribution.positive) {
                drop_signs(tile.a, formats.a);
                drop_signs(tile.b, formats.b);
                drop_signs(tile.c, formats.c);
            }
            const PackedTile packed(tile, x.operands);
            const auto expected = packed.results(engine, workspace);
            const std::uint64_t lanes = std::min<std::uint64_t>(expected.size(), count - done);
            counted += lanes;
            for (std::size_t i = 0; i < engines.size(); ++i) {
                const auto got = packed.results(engines[i], workspace);
                for (std::size_t lane = 0; lane < lanes; ++lane)
                    out[i].back().differ += pairs[i].differ(expected[lane], got[lane]) ? 1 : 0;
            }
        }
    }
    return out;
}

}  // namespace karat::probe
