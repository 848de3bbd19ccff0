// SPDX-License-Identifier: Apache-2.0
// Makes a record while a check runs.
#pragma once
#include <map>
#include <optional>

#include "karat_tb/check/scoreboard.hpp"
#include "karat_tb/record/answer_record.hpp"

namespace karat::tb {

/// Counts all answers and keeps at most `most_rows`. Half of the rows are for mismatches, shared among the
/// groups as in KeptMismatches; a fifth of this half is for the answers of the same lane to the tiles before
/// and after the first mismatches of each group, in which faults of a pipeline show. The other half is for
/// whole tiles, right and wrong lanes, that are spread evenly over the run and shared among the operand
/// classes. So a record can be stimulus again.
class AnswerRecorder {
   public:
    static constexpr std::size_t kMostRows = 20000;
    AnswerRecorder(const DotAdd& dot, std::size_t m, std::size_t n, std::size_t most_rows = kMostRows);

    /// Takes the tiles of a run in their order (Scoreboard::on_answers), or some of them: a number that is
    /// left out is a tile of another record, and no neighbour.
    void take(const ComparedTile& seen);
    /// The record so far; its rows are in the order of the run. `source` is left empty.
    [[nodiscard]] AnswerRecord record() const;

   private:
    struct KeptTile {
        Observation seen;
        std::vector<std::uint64_t> expected;
        std::uint64_t number = 0, cycle = 0;
    };
    /// Every `stride`-th tile of a class.
    struct Sample {
        std::vector<KeptTile> tiles;
        std::uint64_t seen = 0, stride = 1;
    };
    void make_room(Sample& latest);
    [[nodiscard]] RecordedAnswer answer_of(const KeptTile& tile, std::size_t lane) const;
    void keep_neighbours(const KeptTile& now);

    const DotAdd& dot_;
    std::size_t m_, n_;
    std::size_t most_tiles_;
    std::size_t tiles_ = 0;
    KeptMismatches mismatches_;
    std::array<Sample, kOperandClasses> samples_;
    AnswerTotals totals_;
    using Place = std::pair<std::uint64_t, std::size_t>;  // tile and lane
    std::size_t most_neighbours_;
    std::map<Place, RecordedAnswer> neighbours_;
    std::map<std::pair<OperandClass, DifferenceKind>, std::size_t> with_neighbours_;  // mismatches
    std::optional<KeptTile> previous_;
    std::vector<std::size_t> awaited_;  // lanes of the previous tile whose next answer is wanted
};

}  // namespace karat::tb
