// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/sources.hpp"

#include <algorithm>

#include "karat/error.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_tb/stimulus/directed/chain_boundary.hpp"
#include "karat_tb/stimulus/levels.hpp"
#include "karat_tb/stimulus/sparse_tiles.hpp"
#include "karat_tb/stimulus/tensors.hpp"
#include "karat_tb/stimulus/whole_tiles.hpp"

namespace karat::tb {
namespace {

/// Every other tile is `directed`, so that the other sources cannot crowd it out.
std::unique_ptr<TileSource> mixed(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed) {
    std::vector<std::unique_ptr<TileSource>> rest;
    for (const std::string_view kind : source_kinds()) {
        if (kind == "mixed" || kind == "directed" || (kind == "chain_boundary" && spec.operations() == 1))
            continue;
        rest.push_back(make_source(kind, spec, m, n, seed + 1 + rest.size()));
    }
    std::vector<std::unique_ptr<TileSource>> both;
    both.push_back(make_source("directed", spec, m, n, seed));
    both.push_back(std::make_unique<MixedSource>(std::move(rest)));
    return std::make_unique<MixedSource>(std::move(both));
}

}  // namespace

VectorSource::VectorSource(const VectorFile& file, const std::string& name, const Spec& spec, std::size_t m,
                           std::size_t n)
    : rows_(file.rows), m_(m), n_(n) {
    const auto refuse = [&](const std::string& what, const std::string& has, const std::string& needs) {
        if (has != needs)
            throw Error(name + ": " + what + " is " + has + ", but the specification has " + needs);
    };
    const auto text = [](Format format) { return std::string(name_of(format)); };
    refuse("a", text(file.spec.a), text(spec.a));
    refuse("b", text(file.spec.b), text(spec.b));
    refuse("c", text(file.spec.c), text(spec.c));
    refuse("k", std::to_string(file.spec.k), std::to_string(spec.k));
    const auto scale = [&](const Spec& s) {
        return s.scale ? text(*s.scale) + " block " + std::to_string(s.scale_block_or_default())
                       : std::string("none");
    };
    refuse("scale", scale(file.spec), scale(spec));
    refuse("metadata", std::string(name_of(file.spec.metadata)), std::string(name_of(spec.metadata)));
    if (rows_.empty()) throw Error(name + ": the file has no vectors");
    whole_ = take_whole_tiles(rows_, m, n);
}

std::optional<Tile> VectorSource::next() {
    if (next_whole_ < whole_.size()) return whole_[next_whole_++];
    if (at_ >= rows_.size()) return std::nullopt;
    Tile tile;
    tile.operand_class = OperandClass::recorded;
    const std::size_t group = std::min(m_, n_);
    const auto row = [&](std::size_t t) -> const VectorRow& {
        return rows_[(at_ + t % group) % rows_.size()];
    };
    const auto append = [](std::vector<std::uint64_t>& out, const std::vector<std::uint64_t>& x) {
        out.insert(out.end(), x.begin(), x.end());
    };
    for (std::size_t i = 0; i < m_; ++i) {
        append(tile.a, row(i).a);
        append(tile.scale_a, row(i).scale_a);
        append(tile.metadata, row(i).metadata);
        tile.c.insert(tile.c.end(), n_, row(i).c);
    }
    for (std::size_t j = 0; j < n_; ++j) {  // column (t + shift) mod n holds row t
        const std::size_t t = (j + n_ - shift_ % n_) % n_;
        append(tile.b, row(t).b);
        append(tile.scale_b, row(t).scale_b);
    }
    at_ += group;
    ++shift_;
    return tile;
}

std::optional<Tile> MixedSource::next() {
    while (!sources_.empty()) {
        at_ %= sources_.size();
        if (auto tile = sources_[at_]->next()) {
            ++at_;
            return tile;
        }
        sources_.erase(sources_.begin() + static_cast<std::ptrdiff_t>(at_));
    }
    return std::nullopt;
}

std::optional<Tile> ClassSource::next() {
    for (;;) {
        auto tile = all_.next();
        if (!tile || tile->operand_class == operand_class_) return tile;
    }
}

std::vector<std::string_view> source_kinds() {
    return {"directed",     "level1", "level2",         "uniform", "normal",
            "heavy_tailed", "relu",   "chain_boundary", "mixed"};
}

std::vector<std::string_view> source_kinds(const Spec& spec) {
    std::vector<std::string_view> out = source_kinds();
    for (const OperandClass each : directed_classes(spec)) {
        if (each != OperandClass::chain_boundary) out.push_back(class_name(each));
    }
    return out;
}

std::unique_ptr<TileSource> make_source(std::string_view kind, const Spec& spec, std::size_t m, std::size_t n,
                                        std::uint64_t seed) {
    if (kind.ends_with(".vec")) {
        const std::string path(kind);
        return std::make_unique<VectorSource>(read_vector_file(path), path, spec, m, n);
    }
    if (spec.metadata != Metadata::none) {
        return std::make_unique<SparseSource>(make_source(kind, dense_spec(spec), m, n, seed),
                                              expand(spec).operands, seed + 1);
    }
    if (kind == "directed") return std::make_unique<Stimulus>(spec, m, n, seed);
    if (kind == "level1") return std::make_unique<LevelSource>(spec, m, n, seed, 1);
    if (kind == "level2") return std::make_unique<LevelSource>(spec, m, n, seed, 2);
    if (kind == "uniform") return std::make_unique<UniformSource>(spec, m, n, seed);
    if (kind == "normal") return std::make_unique<TensorSource>(spec, m, n, seed, Distribution::normal);
    if (kind == "heavy_tailed")
        return std::make_unique<TensorSource>(spec, m, n, seed, Distribution::heavy_tailed);
    if (kind == "relu") return std::make_unique<TensorSource>(spec, m, n, seed, Distribution::relu);
    if (kind == "chain_boundary") return std::make_unique<ChainBoundarySource>(spec, m, n, seed);
    if (kind == "mixed") return mixed(spec, m, n, seed);
    for (const OperandClass each : directed_classes(spec)) {
        if (kind == class_name(each)) return std::make_unique<ClassSource>(spec, m, n, seed, each);
    }
    std::string allowed;
    for (const std::string_view name : source_kinds(spec)) allowed += std::string(name) + ", ";
    throw NameError("stimulus: \"" + std::string(kind) +
                    "\" is not a kind of stimulus for this specification; use " + allowed +
                    "or a file that ends in .vec");
}

}  // namespace karat::tb
