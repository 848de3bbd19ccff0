// SPDX-License-Identifier: Apache-2.0
// A black box that computes dot-adds: a model, Verilated RTL, a program, a shared library. The commands
// probe, identify, diff and witness see nothing else of it; check and diagnose replay rows on it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "karat/error.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {

/// A target cannot be opened, does not answer, or answers nonsense. `what()` is one sentence that names it.
class TargetError : public Error {
   public:
    using Error::Error;
};

/// An answer has unknown (X or Z) bits. The target goes on answering.
class UnknownAnswer : public TargetError {
   public:
    using TargetError::TargetError;
};

/// Answers dot-adds. An answer may be wrong, noisy or depend on its neighbours; finding that out is the
/// caller's task.
class Target {
   public:
    virtual ~Target() = default;
    /// A name for reports: "Hopper/HMMA.16816.F32", "./unit".
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// As formats_of() returns it.
    [[nodiscard]] virtual const OperandRules& formats() const = 0;
    /// The lanes that use_lane() can choose. A tile of M x N lanes has M * N; lane (m, n) is m * N + n. 1:
    /// there is nothing to choose.
    [[nodiscard]] virtual std::size_t lanes() const { return 1; }
    /// From now on this lane, below lanes(), gives the answers. Empty, the default: the target spreads
    /// questions over its lanes as it likes.
    virtual void use_lane(std::optional<std::size_t> /*lane*/) {}
    /// How many questions a search may ask, so that its user does not wait for minutes.
    [[nodiscard]] virtual std::uint64_t patience() const { return 60000; }
    /// Whether the target has an input c. One without gets only questions with c = 0.
    [[nodiscard]] virtual bool takes_c() const { return true; }
    /// The encodings of d for dot-adds that fit formats(); `d` of a question is ignored. Throws TargetError,
    /// of which UnknownAnswer is about one of the questions, and others are about all that follow.
    [[nodiscard]] std::vector<std::uint64_t> operator()(std::span<const VectorRow> questions) {
        asked_ += questions.size();
        return answers(questions);
    }
    [[nodiscard]] std::uint64_t operator()(const VectorRow& question) {
        return operator()(std::span(&question, 1))[0];
    }
    /// The same, with nothing for an answer that has unknown bits.
    [[nodiscard]] std::vector<std::optional<std::uint64_t>> known(std::span<const VectorRow> questions) {
        try {
            const std::vector<std::uint64_t> all = operator()(questions);
            return {all.begin(), all.end()};
        } catch (const UnknownAnswer&) {
            if (questions.size() == 1) {
                ++unknown_;
                return {std::nullopt};
            }
        }
        std::vector<std::optional<std::uint64_t>> out;
        for (const VectorRow& question : questions) out.push_back(known(question));
        return out;
    }
    [[nodiscard]] std::optional<std::uint64_t> known(const VectorRow& question) {
        return known(std::span(&question, 1))[0];
    }
    /// Answers with unknown bits that known() has left out so far.
    [[nodiscard]] std::uint64_t unknown() const { return unknown_; }

    /// Dot-adds asked so far.
    [[nodiscard]] std::uint64_t asked() const { return asked_; }

    /// Changes a question so that the target can be asked it.
    void fit(VectorRow& question) const {
        if (!takes_c()) question.c = 0;
    }

   protected:
    Target() = default;
    Target(const Target&) = default;
    Target& operator=(const Target&) = default;

   private:
    [[nodiscard]] virtual std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) = 0;
    std::uint64_t asked_ = 0;
    std::uint64_t unknown_ = 0;
};

}  // namespace karat::probe
