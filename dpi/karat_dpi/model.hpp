// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <mutex>

#include "karat/instruction/instruction.hpp"
#include "karat/simd/tile_engine.hpp"
#include "karat_coverage/coverage.hpp"

namespace karat::dpi {

/// Coverage that is being collected. A steered stimulus looks at it too, for longer than the model may have
/// it.
struct Collected {
    Collected(const DotAdd& dot, std::size_t m, std::size_t n) : coverage(dot, m, n) {}

    std::mutex lock;  ///< of what follows
    Coverage coverage;
    bool is_stopped = false;
};

/// What a handle stands for. Its handle's lock guards everything but what its readers change.
struct Model {
    Model(const Spec& spec, const Shape& tile) : engine(DotAdd(spec)), shape(tile) {}
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    ~Model() { stop_collecting(); }
    [[nodiscard]] const DotAdd& dot() const { return engine.dot(); }
    /// Ends collecting, if it was under way, for the model and for every stimulus that looks at it.
    void stop_collecting() {
        if (!collected) return;
        const std::scoped_lock hold(collected->lock);
        collected->is_stopped = true;
    }

    TileEngine engine;
    Shape shape;
    std::shared_ptr<Collected> collected;
    std::mutex bins_lock;                       ///< of `bins`
    std::shared_ptr<const CoverageModel> bins;  ///< made when first asked for; none after a knob was set
};

}  // namespace karat::dpi
