// SPDX-License-Identifier: Apache-2.0
// C ABI: functional coverage.
#include "karat_dpi/handles.hpp"
#include "karat_dpi/matrices.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): this file is their C face

namespace {

constexpr std::size_t kMaxCoverageLanes = 65536;

karat::Coverage& started(Model& model) {
    if (!model.coverage)
        throw Refusal(KARAT_BAD_STATE, "coverage is not being collected; karat_coverage_start comes first");
    return *model.coverage;
}

std::string lanes(std::size_t m, std::size_t n) { return std::to_string(m) + " x " + std::to_string(n); }

}  // namespace

extern "C" {

karat_status karat_coverage_start(karat_model* model, size_t m, size_t n) {
    return guarded([&] {
        const Changing use(model);
        if (use->coverage) throw Refusal(KARAT_BAD_STATE, "coverage is already being collected");
        if ((m == 0) != (n == 0)) throw Refusal(KARAT_BAD_ARGUMENT, "m and n: give both, or 0 for both");
        const std::size_t rows = m == 0 ? static_cast<std::size_t>(use->shape.m) : m;
        const std::size_t columns = n == 0 ? static_cast<std::size_t>(use->shape.n) : n;
        if (rows == 0 || columns == 0 || rows > kMaxCoverageLanes || columns > kMaxCoverageLanes / rows) {
            throw Refusal(KARAT_BAD_ARGUMENT,
                          "coverage of " + lanes(rows, columns) + " lanes: 1 to 65536 lanes are allowed");
        }
        use->coverage = std::make_unique<karat::Coverage>(use->dot(), rows, columns);
        return KARAT_OK;
    });
}

karat_status karat_coverage_sample(karat_model* model, const karat_tile_operands* in) {
    return guarded([&] {
        const Reading use(model);
        const std::scoped_lock hold(use->coverage_lock);
        karat::Coverage& coverage = started(*use);
        karat_tile_operands tile = require(in, "in");
        if (tile.m == 0 && tile.n == 0) {
            tile.m = coverage.rows();
            tile.n = coverage.columns();
        }
        if (tile.m != coverage.rows() || tile.n != coverage.columns()) {
            throw Refusal(KARAT_BAD_ARGUMENT, "a tile of " + lanes(tile.m, tile.n) +
                                                  " lanes; coverage was started for " +
                                                  lanes(coverage.rows(), coverage.columns()));
        }
        coverage.sample(tile_elements(*use, tile_call(*use, tile, 1)));
        return KARAT_OK;
    });
}

karat_status karat_coverage_get(karat_model* model, karat_coverage_figures* figures) {
    return guarded([&] {
        const Reading use(model);
        const std::scoped_lock hold(use->coverage_lock);
        const karat::Coverage& coverage = started(*use);
        const std::size_t excluded = coverage.excluded().size();
        require(figures, "figures") = {coverage.tiles(), coverage.bins().size() - excluded,
                                       coverage.hole_count(), excluded, coverage.percentage()};
        return KARAT_OK;
    });
}

karat_status karat_coverage_report(karat_model* model, size_t holes, char* buffer, size_t size,
                                   size_t* length) {
    return guarded([&] {
        const Reading use(model);
        const std::scoped_lock hold(use->coverage_lock);
        return give_text(started(*use).report(holes), buffer, size, length);
    });
}

karat_status karat_coverage_save(karat_model* model, const char* path) {
    return guarded([&] {
        const Reading use(model);
        const std::scoped_lock hold(use->coverage_lock);
        started(*use).save(&require(path, "path"));
        return KARAT_OK;
    });
}

karat_status karat_coverage_stop(karat_model* model) {
    return guarded([&] {
        const Changing use(model);
        static_cast<void>(started(*use));
        use->coverage.reset();
        return KARAT_OK;
    });
}

}  // extern "C"
