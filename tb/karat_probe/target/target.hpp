// SPDX-License-Identifier: Apache-2.0
// A black box that computes dot-adds: a model, Verilated RTL, a program, a shared library. The commands
// probe, identify, diff and witness see nothing else of it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "karat/error.hpp"
#include "karat/vectors/vector_file.hpp"

namespace karat::probe {

/// A target cannot be opened, does not answer, or answers nonsense. `what()` is one sentence that names it.
class TargetError : public Error {
   public:
    using Error::Error;
};

/// The part of the operand rules that one must know to ask a question: formats, k, scale factors, metadata
/// and multiplier. Everything else is at its default.
[[nodiscard]] OperandRules formats_of(const OperandRules& rules);

/// Answers dot-adds. An answer may be wrong, noisy or depend on its neighbours; finding that out is the
/// caller's task.
class Target {
   public:
    virtual ~Target() = default;
    /// A name for reports: "Hopper/HMMA.16816.F32", "./unit".
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// As formats_of() returns it.
    [[nodiscard]] virtual const OperandRules& formats() const = 0;
    /// The encodings of d for dot-adds that fit formats(); `d` of a question is ignored. Throws TargetError.
    [[nodiscard]] std::vector<std::uint64_t> operator()(std::span<const VectorRow> questions) {
        asked_ += questions.size();
        return answers(questions);
    }
    [[nodiscard]] std::uint64_t operator()(const VectorRow& question) {
        return operator()(std::span(&question, 1))[0];
    }
    /// Dot-adds asked so far.
    [[nodiscard]] std::uint64_t asked() const { return asked_; }

   protected:
    Target() = default;
    Target(const Target&) = default;
    Target& operator=(const Target&) = default;

   private:
    [[nodiscard]] virtual std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) = 0;
    std::uint64_t asked_ = 0;
};

}  // namespace karat::probe
