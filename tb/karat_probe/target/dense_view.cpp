// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/dense_view.hpp"

#include "karat_tb/stimulus/sparse_tiles.hpp"

namespace karat::probe {

DenseView::DenseView(Target& sparse) : sparse_(sparse), formats_(sparse.formats()) {
    formats_.metadata = Metadata::none;
}

VectorRow DenseView::expanded(const VectorRow& dense) const {
    std::uint64_t seed = dense.c;
    for (std::size_t i = 0; i < dense.a.size(); ++i)
        seed = (seed * 0x9e3779b97f4a7c15ULL) ^ (dense.a[i] << 1) ^ (dense.b[i] << 17) ^ (seed >> 29);
    tb::Tile tile;
    tile.a = dense.a;
    tile.b = dense.b;
    tile.c = {dense.c};
    tb::SparseTiles tiles(sparse_.formats(), seed);
    const tb::Tile sparse = tiles.expanded(std::move(tile));
    VectorRow out;
    out.a = sparse.a;
    out.b = sparse.b;
    out.c = sparse.c[0];
    out.metadata = sparse.metadata;
    out.d = dense.d;
    return out;
}

std::vector<std::uint64_t> DenseView::answers(std::span<const VectorRow> questions) {
    std::vector<VectorRow> rows;
    rows.reserve(questions.size());
    for (const VectorRow& question : questions) rows.push_back(expanded(question));
    return sparse_(rows);
}

}  // namespace karat::probe
