// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <mutex>

#include "karat/coverage/coverage.hpp"
#include "karat/engine/dot_add.hpp"
#include "karat/instruction/instruction.hpp"

namespace karat::dpi {

/// What a handle stands for. Its handle's lock guards everything; `coverage_lock` what the readers among the calls change.
struct Model {
    Model(const Spec& spec, const Shape& tile) : dot(spec), shape(tile) {}

    DotAdd dot;
    Shape shape;
    std::mutex coverage_lock;
    std::unique_ptr<Coverage> coverage;
};

}  // namespace karat::dpi
