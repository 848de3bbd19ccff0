// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/sparse_tiles.hpp"

#include "karat/evaluate/sparse.hpp"
#include "karat/recipe/own_recipe.hpp"

namespace karat::tb {

Spec dense_spec(const Spec& spec) {
    if (spec.recipe) {
        Recipe recipe = *spec.recipe;
        recipe.operands.metadata = Metadata::none;
        return spec_of(std::move(recipe));
    }
    Spec out = spec;
    out.metadata = Metadata::none;
    return out;
}

SparseTiles::SparseTiles(const OperandRules& rules, std::uint64_t seed) : rules_(rules), random_(seed) {
    for (std::uint64_t element = 0; element <= info(kMetadataFormat).encoding_mask(); ++element) {
        if (metadata_error(rules.metadata, element).empty()) allowed_.push_back(element);
    }
}

std::vector<std::uint64_t> SparseTiles::row() {
    std::vector<std::uint64_t> out(static_cast<std::size_t>(rules_.metadata_count()));
    for (std::uint64_t& element : out) element = allowed_[random_.below(allowed_.size())];
    return out;
}

Tile SparseTiles::expanded(Tile dense) {
    const std::size_t rows = dense.a.size() / static_cast<std::size_t>(rules_.k);
    const bool alike = random_.coin();
    const std::vector<std::uint64_t> first = row();
    for (std::size_t i = 0; i < rows; ++i) {
        const std::vector<std::uint64_t> own = i == 0 || alike ? first : row();
        dense.metadata.insert(dense.metadata.end(), own.begin(), own.end());
    }
    place(dense);
    return dense;
}

Tile SparseTiles::expanded(Tile dense, std::size_t group, std::uint64_t element) {
    const std::size_t rows = dense.a.size() / static_cast<std::size_t>(rules_.k);
    std::vector<std::uint64_t> own = row();
    own[group] = element;
    for (std::size_t i = 0; i < rows; ++i)
        dense.metadata.insert(dense.metadata.end(), own.begin(), own.end());
    place(dense);
    return dense;
}

/// Moves the elements of every column of B to where row 0 selects them. The rest are elements of the same
/// column or any encodings, so that a wrong selection shows.
void SparseTiles::place(Tile& tile) {
    const auto k = static_cast<std::size_t>(rules_.k);
    const std::size_t columns = tile.b.size() / k;
    const std::uint64_t mask = info(rules_.b).encoding_mask();
    std::vector<std::uint64_t> out(columns * 2 * k);
    const std::span<const std::uint64_t> metadata(tile.metadata);
    for (std::size_t j = 0; j < columns; ++j) {
        const std::span<const std::uint64_t> dense = std::span(tile.b).subspan(j * k, k);
        const std::span<std::uint64_t> column = std::span(out).subspan(j * 2 * k, 2 * k);
        const bool any = random_.coin();
        for (std::uint64_t& x : column) x = any ? random_.bits() & mask : dense[random_.below(k)];
        for (std::size_t i = 0; i < k; ++i) column[selected_index(rules_.metadata, metadata, i)] = dense[i];
    }
    tile.b = std::move(out);
}

}  // namespace karat::tb
