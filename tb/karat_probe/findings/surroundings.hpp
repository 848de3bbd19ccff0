// SPDX-License-Identifier: Apache-2.0
// What surrounds an answer: the tiles before and after, and the other lanes of its own.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "karat/vectors/vector_file.hpp"
#include "karat_tb/check/scoreboard.hpp"
#include "karat_tb/record/answer_record.hpp"

namespace karat::probe {

/// What is known of the surroundings of a dot-add; rows have no d.
struct Surroundings {
    std::optional<VectorRow> previous = {};  ///< the same lane of the tile before
    std::optional<VectorRow> next = {};      ///< of the tile after
    /// All lanes of its own tile, which has so many columns; null: not known, or it has one lane.
    std::shared_ptr<const TileElements> tile = {};
    std::size_t columns = 0;
};

/// Those in the history of a scoreboard, which must outlive it. Each tile is copied once, as long as there is
/// room.
class BoardHistory {
   public:
    explicit BoardHistory(const tb::Scoreboard& board) : board_(board) {}
    [[nodiscard]] Surroundings around(std::uint64_t tile, std::size_t lane);

   private:
    [[nodiscard]] std::shared_ptr<const TileElements> whole_tile(std::uint64_t tile);

    const tb::Scoreboard& board_;
    std::map<std::uint64_t, std::shared_ptr<const TileElements>> tiles_;
    std::size_t words_ = 0;
};

/// Those in a record, which must outlive it. A row without a class has no note, so its place is not known.
class RecordPlaces {
   public:
    explicit RecordPlaces(const tb::AnswerRecord& record);
    [[nodiscard]] std::size_t lane(const LaneMismatch& at) const { return at.m * columns_ + at.n; }
    [[nodiscard]] Surroundings around(const LaneMismatch& at) const;

   private:
    [[nodiscard]] const tb::RecordedAnswer* find(std::uint64_t tile, std::size_t m, std::size_t n) const;
    [[nodiscard]] std::shared_ptr<const TileElements> whole_tile(std::uint64_t tile) const;

    std::size_t m_;
    std::size_t columns_;
    std::map<std::tuple<std::uint64_t, std::size_t, std::size_t>, const tb::RecordedAnswer*> rows_;
    mutable std::map<std::uint64_t, std::shared_ptr<const TileElements>> tiles_;
};

}  // namespace karat::probe
