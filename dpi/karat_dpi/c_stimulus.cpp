// SPDX-License-Identifier: Apache-2.0
// C ABI: stimulus.
#include "karat/evaluate/sparse.hpp"
#include "karat_dpi/handles.hpp"
#include "karat_dpi/matrices.hpp"
#include "karat_tb/stimulus/shaped_source.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "karat_tb/stimulus/steer/steered_source.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the C ABI of this namespace

namespace {

/// Gives `stimulus` a source of tiles that target the holes of the model's coverage.
void steer(Stimulus& stimulus, const Model& model, std::uint64_t seed) {
    if (!model.collected)
        throw Refusal(KARAT_BAD_STATE,
                      "steered stimulus targets coverage holes; call karat_coverage_start first");
    stimulus.aim = model.collected;
    const std::scoped_lock hold(stimulus.aim->lock);
    stimulus.source = std::make_unique<karat::tb::SteeredSource>(stimulus.aim->coverage, model.dot().spec(),
                                                                 stimulus.m, stimulus.n, seed);
}

std::optional<karat::tb::Tile> next_tile(Stimulus& stimulus) {
    if (!stimulus.aim) return stimulus.source->next();
    const std::scoped_lock hold(stimulus.aim->lock);
    if (stimulus.aim->is_stopped)
        throw Refusal(KARAT_BAD_STATE, "the coverage that this stimulus targets is no longer collected");
    return stimulus.source->next();
}

/// Stores `lines` consecutive rows of a tile's elements (columns for B) in the matrix.
void store(const karat::Matrix& matrix, bool by_column, const std::vector<std::uint64_t>& from,
           std::size_t lines, int bits) {
    const std::size_t length = from.size() / lines;
    for (std::size_t at = 0; at < from.size(); ++at) {
        const std::size_t line = at / length;
        const std::size_t place = at % length;
        const bool along = matrix.column_major == by_column;
        const std::size_t index = along ? line * matrix.leading + place : place * matrix.leading + line;
        karat::store_element(matrix.data, index, bits, from[at]);
    }
}

int bits_of(karat::Format format) { return karat::info(format).bits; }

/// The caller's buffers; those that the specification does not need are empty.
struct Rooms {
    karat::Matrix a, b, c, scale_a, scale_b, metadata;
};

Rooms rooms(const Stimulus& use, const karat_tile_room& to) {
    const karat::OperandRules& rules = use.rules;
    const auto k = static_cast<std::size_t>(rules.k);
    const auto k_of_b = static_cast<std::size_t>(rules.k_of_b());
    const auto groups = static_cast<std::size_t>(rules.metadata_count());
    Rooms out;
    out.a = room(to.a, use.m, k, bits_of(rules.a), "a");
    out.b = room(to.b, k_of_b, use.n, bits_of(rules.b), "b");
    out.c = room(to.c, use.m, use.n, bits_of(rules.c), "c");
    if (rules.scale) {
        out.scale_a = room(to.scale_a, use.m, use.scales, bits_of(*rules.scale), "scale_a");
        out.scale_b = room(to.scale_b, use.scales, use.n, bits_of(*rules.scale), "scale_b");
    }
    require_metadata(to.metadata.data, groups);
    if (groups != 0)
        out.metadata = room(to.metadata, use.m, groups, bits_of(karat::kMetadataFormat), "metadata");
    return out;
}

void store(const Rooms& to, const Stimulus& use, const karat::tb::Tile& tile) {
    const karat::OperandRules& rules = use.rules;
    store(to.a, false, tile.a, use.m, bits_of(rules.a));
    store(to.b, true, tile.b, use.n, bits_of(rules.b));
    store(to.c, false, tile.c, use.m, bits_of(rules.c));
    if (rules.scale) {
        store(to.scale_a, false, tile.scale_a, use.m, bits_of(*rules.scale));
        store(to.scale_b, true, tile.scale_b, use.n, bits_of(*rules.scale));
    }
    if (rules.metadata_count() != 0)
        store(to.metadata, false, tile.metadata, use.m, bits_of(karat::kMetadataFormat));
}

}  // namespace

extern "C" {

karat_status karat_stimulus_kind_count(karat_model* model, size_t* count) {
    return guarded([&] {
        const Reading use(model);
        require(count, "count") = karat::tb::source_kinds(use->dot().spec()).size();
        return KARAT_OK;
    });
}

karat_status karat_stimulus_kind(karat_model* model, size_t kind, char* buffer, size_t size, size_t* length) {
    return guarded([&] {
        const Reading use(model);
        const auto kinds = karat::tb::source_kinds(use->dot().spec());
        if (kind >= kinds.size()) {
            throw Refusal(KARAT_BAD_ARGUMENT, "kind = " + std::to_string(kind) + ": this model has " +
                                                  std::to_string(kinds.size()) +
                                                  " kinds of stimulus, numbered from 0");
        }
        return give_text(std::string(kinds[kind]), buffer, size, length);
    });
}

karat_status karat_stimulus_open(karat_model* model, const char* kind, size_t m, size_t n, uint64_t seed,
                                 karat_stimulus** stimulus) {
    return guarded([&] {
        require(stimulus, "stimulus") = nullptr;
        const Reading use(model);
        const karat::Spec& spec = use->dot().spec();
        const std::string_view name = &require(kind, "kind");
        const Lanes lanes = kept_lanes(*use, m, n, "stimulus");
        auto opened = std::make_unique<Stimulus>();
        opened->rules = use->dot().operands();
        opened->scales = use->dot().scale_count();
        opened->m = lanes.m;
        opened->n = lanes.n;
        if (name == "steered")
            steer(*opened, *use, seed);
        else
            opened->source = karat::tb::make_source(name, spec, lanes.m, lanes.n, seed);
        if (!use->has_c) opened->source = std::make_unique<karat::tb::WithoutC>(std::move(opened->source));
        *stimulus = open_handle(std::move(opened));
        return KARAT_OK;
    });
}

karat_status karat_stimulus_next(karat_stimulus* stimulus, const karat_tile_room* out,
                                 const char** operand_class) {
    return guarded([&] {
        const Drawing use(stimulus);
        const Rooms to = rooms(*use, require(out, "out"));
        const auto tile = next_tile(*use);
        if (!tile) return fail(KARAT_END, "the stimulus has no more tiles");
        store(to, *use, *tile);
        // class_name returns views of string literals, which are NUL-terminated
        if (operand_class != nullptr) *operand_class = karat::tb::class_name(tile->operand_class).data();
        return KARAT_OK;
    });
}

karat_status karat_stimulus_close(karat_stimulus* stimulus) {
    return guarded([&] {
        close_handle<Stimulus>(stimulus);
        return KARAT_OK;
    });
}

}  // extern "C"
