// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>

#include "karat/evaluate/dot_add.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// The golden model of a specification as a target.
class ModelTarget final : public Target {
   public:
    /// Throws SpecError for an invalid specification.
    ModelTarget(const Spec& spec, std::string name)
        : dot_(spec), name_(std::move(name)), formats_(formats_of(dot_.operands())) {}

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const OperandRules& formats() const override { return formats_; }
    [[nodiscard]] const DotAdd& dot() const { return dot_; }

   private:
    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override;

    DotAdd dot_;
    std::string name_;
    OperandRules formats_;
};

}  // namespace karat::probe
