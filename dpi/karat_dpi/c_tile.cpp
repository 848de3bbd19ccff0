// SPDX-License-Identifier: Apache-2.0
// C ABI: tiles, and the comparison of a design's results.
#include <limits>

#include "karat/compare/lane_mismatch.hpp"
#include "karat_dpi/handles.hpp"
#include "karat_dpi/matrices.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the C ABI of this namespace

namespace {

/// Compares the results of a design with the tile of the engine. `first` is set to the first mismatch, if
/// any, with its operands.
karat_comparison compare(const Model& model, std::uint64_t tile, const TileCall& call,
                         const std::vector<karat::Answer>& answers,
                         std::unique_ptr<karat::LaneMismatch>& first) {
    thread_local karat::TileWorkspace workspace;
    thread_local std::vector<std::byte> expected;
    const karat::DotAdd& dot = model.dot();
    const auto m = static_cast<std::size_t>(call.shape.m);
    const auto n = static_cast<std::size_t>(call.shape.n);
    const int bits = karat::info(dot.operands().d).bits;
    expected.resize((answers.size() * static_cast<std::size_t>(bits) + 7) / 8);
    model.engine.run(m, n, call.in, {expected, n, false}, workspace);
    constexpr std::uint64_t trial = std::numeric_limits<std::uint64_t>::max();
    if (tile != trial && !record_path().empty()) {
        std::vector<std::uint64_t> all(answers.size());
        for (std::size_t lane = 0; lane < all.size(); ++lane)
            all[lane] = karat::load_element(expected, lane, bits);
        const std::scoped_lock hold(model.record_lock);
        auto& recording = model.recordings[model.mode];
        if (!recording) recording = std::make_unique<Recording>(dot, m, n, model.mode);
        recording->take(tile, m, n, tile_elements(model, call), all, answers);
    }
    karat_comparison out{answers.size(), 0, 0, 0, 0, 0};
    for (std::size_t lane = 0; lane < answers.size(); ++lane) {
        const std::uint64_t right = karat::load_element(expected, lane, bits);
        if (karat::is_right(dot, right, answers[lane])) continue;
        if (out.mismatches++ != 0) continue;
        const karat::TileElements in = tile_elements(model, call);
        first = std::make_unique<karat::LaneMismatch>(karat::lane_mismatch(
            tile, lane / n, lane % n, in.operands(lane / n, lane % n, n), right, answers[lane]));
        out.m = first->m;
        out.n = first->n;
        out.expected = right;
        out.got = answers[lane].d;
    }
    return out;
}

}  // namespace

extern "C" {

karat_status karat_tile(karat_model* model, const karat_tile_operands* in, const karat_result* d) {
    return karat_tiles(model, 1, in, d);
}

karat_status karat_tiles(karat_model* model, size_t count, const karat_tile_operands* in,
                         const karat_result* d) {
    return guarded([&] {
        const Reading use(model);
        const TileCall call = tile_call(*use, require(in, "in"), count);
        thread_local karat::TileWorkspace workspace;
        use->engine.run(call.shape, call.in, result_matrix(call, require(d, "d"), "d"), workspace);
        return KARAT_OK;
    });
}

karat_status karat_compare(karat_model* model, uint64_t tile, const karat_tile_operands* in,
                           const karat_matrix* got, const karat_matrix* unknown, karat_comparison* comparison,
                           char* report, size_t size, size_t* length) {
    return guarded([&] {
        const Reading use(model);
        const TileCall call = tile_call(*use, require(in, "in"), 1);
        const auto values =
            result_elements(*use, call, result_matrix(call, require(got, "got"), "got"), "got");
        std::vector<karat::Answer> answers(values.size());
        for (std::size_t lane = 0; lane < values.size(); ++lane) answers[lane].d = values[lane];
        if (unknown != nullptr) {
            const auto bits =
                result_elements(*use, call, result_matrix(call, *unknown, "unknown"), "unknown");
            for (std::size_t lane = 0; lane < bits.size(); ++lane) answers[lane].unknown = bits[lane];
        }
        std::unique_ptr<karat::LaneMismatch> first;
        const karat_comparison out = compare(*use, tile, call, answers, first);
        if (!first) {
            const karat_status fit = give_text({}, report, size, length);
            if (comparison != nullptr) *comparison = out;
            return fit;
        }
        const std::string place = place_of(*first);
        const karat_status fit = guarded([&] {
            return give_text("mismatch: " + place + '\n' + describe(use->dot(), *first), report, size,
                             length);
        });
        if (fit != KARAT_OK && fit != KARAT_TRUNCATED) return fit;
        if (comparison != nullptr) *comparison = out;
        return fail(KARAT_MISMATCH, (place + ": " + std::to_string(out.mismatches) + " of " +
                                     std::to_string(out.lanes) + " lanes differ")
                                        .c_str());
    });
}

karat_status karat_record_mode(karat_model* model, uint32_t mode) {
    return guarded([&] {
        const Reading use(model);
        const std::scoped_lock hold(use->record_lock);
        use->mode = mode;
        return KARAT_OK;
    });
}

}  // extern "C"
