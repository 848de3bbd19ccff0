// SPDX-License-Identifier: Apache-2.0
// Sparse models, and the dense models that give the same results once the reference has selected from B.
#pragma once
#include "karat/recipe/json/spec_json.hpp"
#include "reference/families/sparse.hpp"
#include "stored_tile.hpp"

namespace karat::test {

/// Specifications of every kind of metadata; the last ones have formats narrower than a byte.
inline const std::vector<std::string>& sparse_specs() {
    static const std::vector<std::string> all{
        R"({"karat_spec": 1, "algorithm": "fda", "k": 8, "metadata": "2:4"})",
        R"({"karat_spec": 1, "algorithm": "fda", "k": 8, "metadata": "2:4_ordered"})",
        R"({"karat_spec": 1, "algorithm": "fda", "a": "tf32", "b": "tf32", "k": 5, "metadata": "1:2"})",
        R"({"karat_spec": 1, "algorithm": "fda", "a": "e4m3", "b": "e5m2", "k": 6, "terms": 3,
            "metadata": "2:4"})",
        R"({"karat_spec": 1, "algorithm": "fda", "a": "e2m1", "b": "e3m2", "c": "fp16", "d": "fp16",
            "k": 6, "metadata": "2:4_ordered"})"};
    return all;
}

inline std::vector<std::uint64_t> selected_by_reference(Metadata kind, const std::vector<std::uint64_t>& of_a,
                                                        const std::vector<std::uint64_t>& b) {
    return kind == Metadata::one_of_two ? reference::select_1of2(of_a, b) : reference::select_2of4(of_a, b);
}

/// A sparse model behind a handle, and the dense one.
struct SparseModel {
    Opened handle;
    DotAdd sparse, dense;

    explicit SparseModel(const std::string& json)
        : handle(json), sparse(spec_from_json_text(json)), dense(without_metadata(sparse.spec())) {}
    [[nodiscard]] std::uint64_t expected(const StoredTiles& tiles, std::size_t tile, std::size_t i,
                                         std::size_t j) const {
        const StoredTiles::DotRow row(tiles, tile, i, j);
        const auto b = selected_by_reference(sparse.spec().metadata, row.metadata, row.b);
        return dense({row.a, b, {}, {}, tiles.c.at(i, j, tile)});
    }

   private:
    static Spec without_metadata(Spec spec) {
        spec.metadata = Metadata::none;
        return spec;
    }
};

}  // namespace karat::test
