// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/model_target.hpp"

namespace karat::probe {

std::vector<std::uint64_t> ModelTarget::answers(std::span<const VectorRow> questions) {
    std::vector<std::uint64_t> out;
    out.reserve(questions.size());
    for (const VectorRow& question : questions) out.push_back(dot_(question.operands()));
    return out;
}

}  // namespace karat::probe
