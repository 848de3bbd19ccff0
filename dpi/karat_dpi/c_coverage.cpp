// SPDX-License-Identifier: Apache-2.0
// C ABI: functional coverage.
#include "karat_dpi/handles.hpp"
#include "karat_dpi/matrices.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the C ABI of this namespace

namespace {

/// The coverage that is being collected, with its lock held.
class Started {
   public:
    explicit Started(const Model& model) : collected_(required(model)), hold_(collected_.lock) {}
    karat::Coverage* operator->() const { return &collected_.coverage; }

   private:
    static Collected& required(const Model& model) {
        if (model.collected) return *model.collected;
        throw Refusal(KARAT_BAD_STATE, "coverage is not being collected; call karat_coverage_start first");
    }

    Collected& collected_;
    std::scoped_lock<std::mutex> hold_;
};

std::string lanes(std::size_t m, std::size_t n) { return std::to_string(m) + " x " + std::to_string(n); }

}  // namespace

extern "C" {

karat_status karat_coverage_start(karat_model* model, size_t m, size_t n) {
    return guarded([&] {
        const Changing use(model);
        if (use->collected) throw Refusal(KARAT_BAD_STATE, "coverage is already being collected");
        const Lanes lanes = kept_lanes(*use, m, n, "coverage");
        use->collected = std::make_shared<Collected>(use->dot(), lanes.m, lanes.n, use->has_c);
        return KARAT_OK;
    });
}

karat_status karat_coverage_sample(karat_model* model, const karat_tile_operands* in) {
    return guarded([&] {
        const Reading use(model);
        const Started coverage(*use);
        karat_tile_operands tile = require(in, "in");
        if (tile.m == 0 && tile.n == 0) {
            tile.m = coverage->rows();
            tile.n = coverage->columns();
        }
        if (tile.m != coverage->rows() || tile.n != coverage->columns()) {
            throw Refusal(KARAT_BAD_ARGUMENT, "the tile has " + lanes(tile.m, tile.n) +
                                                  " lanes; coverage was started for " +
                                                  lanes(coverage->rows(), coverage->columns()));
        }
        coverage->sample(tile_elements(*use, tile_call(*use, tile, 1)));
        return KARAT_OK;
    });
}

karat_status karat_coverage_get(karat_model* model, karat_coverage_figures* figures) {
    return guarded([&] {
        const Reading use(model);
        const Started coverage(*use);
        const std::size_t excluded = coverage->excluded().size();
        require(figures, "figures") = {coverage->tiles(), coverage->bins().size() - excluded,
                                       coverage->hole_count(), excluded, coverage->percentage()};
        return KARAT_OK;
    });
}

karat_status karat_coverage_report(karat_model* model, size_t holes, char* buffer, size_t size,
                                   size_t* length) {
    return guarded([&] {
        const Reading use(model);
        return give_text(Started(*use)->report(holes), buffer, size, length);
    });
}

karat_status karat_coverage_save(karat_model* model, const char* path) {
    return guarded([&] {
        const Reading use(model);
        Started(*use)->save(&require(path, "path"));
        return KARAT_OK;
    });
}

karat_status karat_coverage_stop(karat_model* model) {
    return guarded([&] {
        const Changing use(model);
        static_cast<void>(Started(*use));
        use->stop_collecting();
        use->collected.reset();
        return KARAT_OK;
    });
}

}  // extern "C"
