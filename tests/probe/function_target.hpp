// SPDX-License-Identifier: Apache-2.0
// A unit that a function describes.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "karat_probe/target/formats.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// d of a dot-add.
using Answering = std::function<std::uint64_t(const VectorRow&)>;

class FunctionTarget final : public Target {
   public:
    FunctionTarget(const OperandRules& formats, Answering answer)
        : formats_(formats_of(formats)), answer_(std::move(answer)) {}
    FunctionTarget(const Recipe& recipe, Answering answer)
        : FunctionTarget(recipe.operands, std::move(answer)) {}
    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const OperandRules& formats() const override { return formats_; }

   private:
    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override {
        std::vector<std::uint64_t> out;
        for (const VectorRow& row : questions) out.push_back(answer_(row));
        return out;
    }
    std::string name_ = "unit";
    OperandRules formats_;
    Answering answer_;
};

}  // namespace karat::probe
