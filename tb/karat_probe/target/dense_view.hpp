// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// A target with metadata, seen as the dense dot-add that is left after the selection. Each dense question
/// becomes a sparse one with metadata that depends on the question alone; elements of B that are not selected
/// hold other values, so that a wrong selection shows.
class DenseView final : public Target {
   public:
    /// Precondition: the target has metadata. It must outlive the view.
    explicit DenseView(Target& sparse);
    [[nodiscard]] const std::string& name() const override { return sparse_.name(); }
    [[nodiscard]] const OperandRules& formats() const override { return formats_; }
    /// The question that the target is asked.
    [[nodiscard]] VectorRow expanded(const VectorRow& dense) const;

   private:
    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override;

    Target& sparse_;
    OperandRules formats_;
};

}  // namespace karat::probe
