// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <mutex>

#include "karat/coverage/coverage.hpp"
#include "karat/engine/tile_engine.hpp"
#include "karat/instruction/instruction.hpp"

namespace karat::dpi {

/// What a handle stands for. Its handle's lock guards everything; `coverage_lock` what its readers change.
struct Model {
    Model(const Spec& spec, const Shape& tile) : engine(DotAdd(spec)), shape(tile) {}
    [[nodiscard]] const DotAdd& dot() const { return engine.dot(); }

    TileEngine engine;
    Shape shape;
    std::mutex coverage_lock;
    std::unique_ptr<Coverage> coverage;
};

}  // namespace karat::dpi
