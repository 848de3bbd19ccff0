// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "karat/instruction/instruction.hpp"
#include "karat/simd/tile_engine.hpp"
#include "karat_coverage/coverage.hpp"
#include "karat_dpi/recording.hpp"

namespace karat::dpi {

/// Coverage that is being collected. A steered stimulus shares it and may outlive the model.
struct Collected {
    Collected(const DotAdd& dot, std::size_t m, std::size_t n, bool has_c) : coverage(dot, m, n, has_c) {}

    std::mutex lock;  ///< guards the members below
    Coverage coverage;
    bool is_stopped = false;
};

/// The object of a model handle, guarded by the lock of the handle. Readers also modify the coverage and
/// `bins`, which have locks of their own.
struct Model {
    Model(const Spec& spec, const Shape& tile) : engine(DotAdd(spec)), shape(tile) {}
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    ~Model() { stop_collecting(); }
    [[nodiscard]] const DotAdd& dot() const { return engine.dot(); }
    /// Stops collecting, if coverage is being collected, for the model and for every stimulus that shares it.
    void stop_collecting() {
        if (!collected) return;
        const std::scoped_lock hold(collected->lock);
        collected->is_stopped = true;
    }

    TileEngine engine;
    Shape shape;
    bool has_c = true;  ///< of the unit; without it c is +0 in every tile
    std::shared_ptr<Collected> collected;
    std::mutex bins_lock;                       ///< guards `bins`
    std::shared_ptr<const CoverageModel> bins;  ///< built on first use; reset by what changes them
    mutable std::mutex record_lock;             ///< guards the members below
    mutable std::optional<std::uint32_t> mode;  ///< of the unit, in the comparisons that follow
    /// For each mode, from its first comparison, if KARAT_RECORD is set.
    mutable std::map<std::optional<std::uint32_t>, std::unique_ptr<Recording>> recordings;
};

}  // namespace karat::dpi
