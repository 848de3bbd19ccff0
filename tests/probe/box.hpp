// SPDX-License-Identifier: Apache-2.0
// A target that computes a function of the products and c, in float.
#pragma once
#include <bit>
#include <functional>

#include "karat/text/text.hpp"
#include "karat_probe/suites/probe_target.hpp"

namespace karat::probe::test {

inline constexpr std::array kAll{SuiteName::mma_sim, SuiteName::fttn, SuiteName::fasi};

/// Products and c of a question, to be added in float.
struct Terms {
    std::vector<float> products;
    float c = 0;
};

/// A box of fp16 x fp16 + fp32 with k = 4 that computes a function.
class Box final : public Target {
   public:
    using Compute = std::function<float(const Terms&)>;
    explicit Box(Compute compute) : compute_(std::move(compute)) { formats_.k = 4; }
    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const OperandRules& formats() const override { return formats_; }

   private:
    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override {
        std::vector<std::uint64_t> out;
        for (const VectorRow& row : questions) {
            Terms terms{{}, static_cast<float>(to_double(row.c, Format::fp32))};
            for (std::size_t k = 0; k < row.a.size(); ++k)
                terms.products.push_back(static_cast<float>(to_double(row.a[k], Format::fp16) *
                                                            to_double(row.b[k], Format::fp16)));
            const float d = compute_(terms);
            out.push_back(d != d ? 0x7fc00000U : std::bit_cast<std::uint32_t>(d));
        }
        return out;
    }

    Compute compute_;
    OperandRules formats_;
    std::string name_ = "box";
};

inline float sum_of(const Terms& terms) {
    volatile float out = terms.c;
    for (const float product : terms.products) out = out + product;
    return out;
}

/// Runs all suites.
inline ProbeReport probed(const Box::Compute& compute) {
    Box box(compute);
    return probe_target(box, kAll);
}

}  // namespace karat::probe::test
