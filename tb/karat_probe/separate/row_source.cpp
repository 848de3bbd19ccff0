// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/row_source.hpp"

#include <utility>

#include "karat_coverage/coverage_model.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "karat_tb/stimulus/sparse_tiles.hpp"
#include "karat_tb/stimulus/steer/steered_source.hpp"

namespace karat::probe {
namespace {

class TileRows final : public RowSource {
   public:
    explicit TileRows(std::unique_ptr<tb::TileSource> tiles) : tiles_(std::move(tiles)) {}
    [[nodiscard]] std::optional<VectorRow> next() override {
        auto tile = tiles_->next();
        if (!tile) return std::nullopt;
        return row_of(std::move(*tile));
    }

   private:
    std::unique_ptr<tb::TileSource> tiles_;
};

class SteeredRows final : public RowSource {
   public:
    SteeredRows(const Recipe& recipe, std::uint64_t seed)
        : model_(recipe), aim_(model_, seed), rules_(recipe.operands) {
        for (std::size_t bin = 0; bin < model_.bins().size(); ++bin) {
            if (model_.reachable(bin)) bins_.push_back(bin);
        }
        tb::Random random(seed);
        for (std::size_t i = bins_.size(); i > 1; --i) std::swap(bins_[i - 1], bins_[random.below(i)]);
        if (rules_.metadata != Metadata::none) sparse_.emplace(rules_, seed + 1);
    }

    [[nodiscard]] std::optional<VectorRow> next() override {
        const Bin& bin = model_.bins()[bins_[at_++ % bins_.size()]];
        const tb::DotOperands& x = aim_.attempt(bin);
        if (!sparse_) return VectorRow{x.a, x.b, x.scale_a, x.scale_b, x.c, std::nullopt, 0, {}};
        tb::Tile tile;
        tile.a = x.a;
        tile.b = x.b;
        tile.scale_a = x.scale_a;
        tile.scale_b = x.scale_b;
        tile.c = {x.c};
        return row_of(sparse_->expanded(std::move(tile)));
    }

   private:
    CoverageModel model_;
    tb::HoleAim aim_;
    OperandRules rules_;
    std::optional<tb::SparseTiles> sparse_;
    std::vector<std::size_t> bins_;
    std::size_t at_ = 0;
};

}  // namespace

VectorRow row_of(const Operands& in) {
    VectorRow row;
    row.a.assign(in.a.begin(), in.a.end());
    row.b.assign(in.b.begin(), in.b.end());
    row.scale_a.assign(in.scale_a.begin(), in.scale_a.end());
    row.scale_b.assign(in.scale_b.begin(), in.scale_b.end());
    row.metadata.assign(in.metadata.begin(), in.metadata.end());
    row.c = in.c;
    return row;
}

VectorRow row_of(tb::Tile tile) {
    VectorRow row;
    row.a = std::move(tile.a);
    row.b = std::move(tile.b);
    row.scale_a = std::move(tile.scale_a);
    row.scale_b = std::move(tile.scale_b);
    row.c = tile.c[0];
    row.metadata = std::move(tile.metadata);
    return row;
}

std::unique_ptr<RowSource> stimulus_rows(std::string_view kind, const Spec& spec, std::uint64_t seed) {
    return std::make_unique<TileRows>(tb::make_source(kind, spec, 1, 1, seed));
}

std::unique_ptr<RowSource> steered_rows(const Recipe& recipe, std::uint64_t seed) {
    return std::make_unique<SteeredRows>(recipe, seed);
}

}  // namespace karat::probe
