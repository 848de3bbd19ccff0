// SPDX-License-Identifier: Apache-2.0
// C ABI: the coverage bins of a model's recipe, and the bins that a tile hits.
#include <algorithm>

#include "karat_dpi/handles.hpp"
#include "karat_dpi/matrices.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the C ABI of this namespace

namespace {

/// Built on first use after the model is opened or changed.
std::shared_ptr<const karat::CoverageModel> bins_of(Model& model) {
    const std::scoped_lock hold(model.bins_lock);
    if (!model.bins)
        model.bins =
            std::make_shared<const karat::CoverageModel>(model.dot().program().recipe(), model.has_c);
    return model.bins;
}

const karat::Bin& bin_at(const karat::CoverageModel& model, std::size_t bin) {
    if (bin < model.bins().size()) return model.bins()[bin];
    throw Refusal(KARAT_BAD_ARGUMENT, "bin = " + std::to_string(bin) + ": this model has " +
                                          std::to_string(model.bins().size()) + " bins, numbered from 0");
}

}  // namespace

extern "C" {

karat_status karat_bin_count(karat_model* model, size_t* count) {
    return guarded([&] {
        const Reading use(model);
        require(count, "count") = bins_of(*use)->bins().size();
        return KARAT_OK;
    });
}

karat_status karat_bin_name(karat_model* model, size_t bin, char* buffer, size_t size, size_t* length) {
    return guarded([&] {
        const Reading use(model);
        return give_text(bin_at(*bins_of(*use), bin).name, buffer, size, length);
    });
}

karat_status karat_bin_reason(karat_model* model, size_t bin, char* buffer, size_t size, size_t* length) {
    return guarded([&] {
        const Reading use(model);
        return give_text(bin_at(*bins_of(*use), bin).reason, buffer, size, length);
    });
}

karat_status karat_tile_bins(karat_model* model, const karat_tile_operands* in, size_t first, uint32_t* lanes,
                             size_t count) {
    return guarded([&] {
        const Reading use(model);
        const karat_tile_operands& tile = require(in, "in");
        if (count != 0) static_cast<void>(require(lanes, "lanes"));
        const Lanes size = kept_lanes(*use, tile.m, tile.n, "bins");
        const karat::TileElements elements = tile_elements(*use, tile_call(*use, tile, 1));
        const auto bins = bins_of(*use);
        std::fill_n(lanes, count, 0);
        thread_local std::vector<std::uint32_t> hit;
        for (std::size_t lane = 0; lane < size.m * size.n; ++lane) {
            hit.clear();
            bins->evaluate(elements.operands(lane / size.n, lane % size.n, size.n), hit);
            for (const std::uint32_t bin : hit) {
                if (bin >= first && bin - first < count) ++lanes[bin - first];
            }
        }
        return KARAT_OK;
    });
}

}  // extern "C"
