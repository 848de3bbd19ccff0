// SPDX-License-Identifier: Apache-2.0
// The dot-adds of a challenge.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "karat_probe/identify/challenge/challenge.hpp"
#include "karat_probe/identify/questions/questions.hpp"
#include "karat_probe/separate/row_source.hpp"
#include "karat_probe/separate/tie_rows.hpp"

namespace karat::probe {

struct SourcedRow {
    VectorRow row;
    std::size_t source;  ///< less than ChallengeRows::kSources
};

/// Rows for a guess: crafted ones, ties in spite of dropped bits, the directed stimulus, questions of every
/// kind, and rows for its coverage. If products have few exponents, also more that cancel: widths inside the
/// tree show only beside the largest products.
class ChallengeRows {
   public:
    ChallengeRows(const Recipe& guess, const Program& program, const OperandRules& formats,
                  std::uint64_t seed);
    static constexpr std::size_t kSources = 7;
    [[nodiscard]] VectorRow next() { return next_of_source().row; }
    [[nodiscard]] SourcedRow next_of_source();

   private:
    std::vector<std::unique_ptr<RowSource>> sources_;  ///< three, or two of integers
    Questions questions_;
    std::optional<TieRows> ties_;  ///< not of integers
    std::size_t tie_turns_ = 0;
    std::size_t far_turns_ = 0;  ///< of addends that are far apart
    std::size_t at_ = 0;
    std::size_t kind_ = 0;
};

/// Rows to ask: those on which the guess differs from a neighbour, what it expects there, and some others.
struct ChosenRows {
    std::vector<VectorRow> chosen;
    std::vector<std::uint64_t> expected;
    std::vector<VectorRow> unchosen;
};

/// Chooses rows that tell a guess from neighbours that nothing excludes, and marks those neighbours: the
/// answers exclude them if the guess is right.
class RowChooser {
   public:
    /// Keeps references to all but the seed.
    RowChooser(const Evaluator& guess, std::vector<Neighbour>& neighbours, const ChallengeEffort& effort,
               std::uint64_t seed, Budget& budget);
    ~RowChooser();
    RowChooser(const RowChooser&) = delete;
    RowChooser& operator=(const RowChooser&) = delete;

    /// The next few rows of every kind, judged by all neighbours; none are chosen after the last ones.
    /// `recorded`: size of the record.
    [[nodiscard]] ChosenRows judged(ChallengeRows& every, std::size_t recorded);
    /// Rows made for each neighbour that is left, as soon as there are some. None if the time of the effort
    /// is spent.
    [[nodiscard]] ChosenRows aimed(std::size_t recorded);

   private:
    class Chosen;
    std::unique_ptr<Chosen> choice_;
};

}  // namespace karat::probe
