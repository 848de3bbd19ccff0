// SPDX-License-Identifier: Apache-2.0
// Does a target give the same answer whenever it is asked the same question? Everything that probing
// concludes assumes so.
#pragma once
#include <array>
#include <optional>
#include <string>

#include "karat/enum_names.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// What an answer may depend on besides its operands.
///   repetition  nothing was changed: the same questions in the same calls again (noise, or hidden state)
///   batch       the same order in calls of other sizes
///   order       another order
///   neighbours  the same order with zeros, the largest operands or NaNs between the questions
///   lane        each lane in turn, of targets that let one choose
enum class Influence : std::uint8_t { repetition, batch, order, neighbours, lane };
inline constexpr std::size_t kInfluences = 5;

}  // namespace karat::probe

template <>
struct karat::EnumNames<karat::probe::Influence> {
    static constexpr std::array<std::string_view, 5> names{"repetition", "batch", "order", "neighbours",
                                                           "lane"};
};

namespace karat::probe {

/// One question and two of its answers.
struct ChangedAnswer {
    VectorRow question;
    std::uint64_t usual = 0;          ///< with repetition: the answer before
    std::uint64_t other = 0;          ///< the answer that differs
    std::optional<std::size_t> lane;  ///< of the other answer, if a lane was chosen
};

/// What was seen of one influence.
struct Observation {
    std::uint64_t compared = 0;  ///< answers that were compared; 0: not tested
    std::uint64_t changed = 0;
    std::optional<ChangedAnswer> first;
};

struct Steadiness {
    std::array<Observation, kInfluences> seen;
    std::uint64_t answers = 0;  ///< that the target gave
    OperandRules formats;

    [[nodiscard]] const Observation& of(Influence influence) const {
        return seen[static_cast<std::size_t>(influence)];
    }
    [[nodiscard]] bool steady() const;
    /// The probability that a target stays unnoticed if each of its answers is wrong with this probability,
    /// independently of everything else: (1 - probability)^answers.
    [[nodiscard]] double unnoticed(double probability) const;
    /// One sentence, without a full stop: what changed and how often, with the first example; or how rare
    /// changes are at most, with 95 % confidence.
    [[nodiscard]] std::string text() const;
};

struct SteadinessEffort {
    std::uint64_t answers = 20000;  ///< asked at least; a whole round is always finished
    std::size_t questions = 256;    ///< different ones, 1 or more
    std::uint64_t seed = 1;         ///< of the questions and the arrangements
};

/// The answers to ask for, so that a target whose answers are wrong with this probability (above 0, below 1)
/// is noticed with this confidence (likewise). Once in 10^5 needs 921,030 for 99.99 %.
[[nodiscard]] std::uint64_t answers_needed(double probability, double confidence);

/// Asks random dot-adds in rounds. A round asks them as at first, in calls of other sizes, in another order,
/// among extreme neighbours, and in each lane. Every arrangement is asked twice in a row: if the two passes
/// differ, the answer changes with repetition; if they agree with each other but not with the usual answer,
/// it depends on the arrangement. The usual answer is what two of the first three passes gave.
///
/// It cannot notice a fault that gives the same wrong answer whenever the operands are the same: that is an
/// arithmetic, and comparing it with a recipe finds it. Lies that depend on each other (all on one day, or
/// only when hot) may take longer than unnoticed() says. Throws TargetError.
[[nodiscard]] Steadiness check_steadiness(Target& target, const SteadinessEffort& effort = {});

}  // namespace karat::probe
