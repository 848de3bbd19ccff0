// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "karat_probe/target/target.hpp"

namespace karat::cli {

/// A target that keeps every question with its answer, in the order asked.
class AnswerLog final : public probe::Target {
   public:
    /// `target` must outlive the log.
    explicit AnswerLog(probe::Target& target) : target_(target) {}

    [[nodiscard]] const std::string& name() const override { return target_.name(); }
    [[nodiscard]] const OperandRules& formats() const override { return target_.formats(); }
    [[nodiscard]] std::size_t lanes() const override { return target_.lanes(); }
    void use_lane(std::optional<std::size_t> lane) override { target_.use_lane(lane); }

    [[nodiscard]] const std::vector<VectorRow>& rows() const { return rows_; }
    /// The answers as a vector file. `recipe`: the nearest recipe, if there is one.
    [[nodiscard]] std::string text(const Recipe* recipe) const;

   private:
    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override;

    probe::Target& target_;
    std::vector<VectorRow> rows_;
};

}  // namespace karat::cli
