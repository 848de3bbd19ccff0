// SPDX-License-Identifier: Apache-2.0
// N-detect, which is known from test patterns for chips: patterns that detect each modelled fault n times,
// and not once, also detect most faults that nobody has modelled. Here the modelled faults are the neighbours
// of a guess, and the others are guesses that are wrong in several attributes at once.
#pragma once
#include <cstdint>
#include <vector>

#include "karat/evaluate/continued.hpp"
#include "karat_probe/identify/challenge/challenge.hpp"
#include "karat_probe/identify/challenge/chosen_rows.hpp"
#include "karat_probe/identify/challenge/telling_rows.hpp"

namespace karat::probe {

/// Chooses rows until n of each source have told every neighbour from the guess. Those that something has
/// excluded count, too; those that are proved equal do not. n grows so that the questions last as long as
/// the rows and the time: what shows rarely comes first.
class Detections {
   public:
    /// Keeps references to all but the seed.
    Detections(const Evaluator& guess, const std::vector<Neighbour>& neighbours,
               const DetectionEffort& effort, std::uint64_t seed, Budget& budget);
    Detections(const Detections&) = delete;
    Detections& operator=(const Detections&) = delete;

    /// The next few. None if no neighbour has differed for long, or if the effort is spent.
    [[nodiscard]] ChosenRows next(ChallengeRows& every);

   private:
    struct Neighbouring {
        Continued continued;
        std::size_t neighbour;
        int left;  ///< rows
    };
    struct Source {
        std::vector<Neighbouring> undetected, detected;  ///< n times
    };

    [[nodiscard]] bool ended();
    [[nodiscard]] bool falls_behind();
    void detect_more_often();
    /// A row, and the index of its source.
    [[nodiscard]] SourcedRow drawn(ChallengeRows& every);
    /// Whether a neighbour that is to be told from the guess differs.
    bool tells(Source& source, const Operands& in, std::uint64_t d, BaseValues& base_values);

    const Evaluator& guess_;
    const DetectionEffort& effort_;
    Budget& budget_;
    std::vector<Source> sources_;  ///< those of ChallengeRows; the last one is telling_
    TellingRows telling_;
    bool can_tell_;
    std::uint64_t asked_ = 0;
    int times_ = 4;  ///< n
    std::uint64_t drawn_ = 0;
    int in_vain_ = 0;  ///< rows since the last that was chosen
    Budget::Clock::time_point begin_, until_;
};

}  // namespace karat::probe
