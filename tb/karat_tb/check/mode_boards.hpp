// SPDX-License-Identifier: Apache-2.0
// The scoreboards of a design with a mode input: one for each of its modes.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "karat_tb/check/scoreboard.hpp"

namespace karat::tb {

class ModeBoards {
   public:
    struct Entry {
        std::uint32_t mode = 0;
        Scoreboard* board = nullptr;
    };
    /// One scoreboard for all tiles, whatever Tile::mode says.
    ModeBoards(std::uint32_t mode, Scoreboard& board) : entries_{{mode, &board}} {}
    /// One scoreboard for each mode. Precondition: at least one; the modes differ; the lanes are the same.
    explicit ModeBoards(std::vector<Entry> entries) : entries_(std::move(entries)) {}

    [[nodiscard]] std::span<const Entry> entries() const { return entries_; }
    /// The index of a mode in entries(). Precondition: there is one, or there is only one entry.
    [[nodiscard]] std::size_t entry_of(std::uint32_t mode) const;

    /// Compares the answers to one tile, by the scoreboard of its mode. Call it for the tiles in order.
    void compare(Tile tile, std::vector<Answer> answers, std::uint64_t cycle = 0);
    /// The same with expected results from another source (Scoreboard::compare).
    void compare(Tile tile, const std::vector<std::uint64_t>& expected, std::vector<Answer> answers,
                 std::uint64_t cycle = 0);

    [[nodiscard]] std::uint64_t tiles() const;
    [[nodiscard]] std::uint64_t lanes() const;
    [[nodiscard]] std::uint64_t mismatches() const;

    /// What the design answers to a tile in the mode of an entry if it is in no other; nothing: not known.
    using Alone = std::function<std::optional<std::vector<Answer>>(std::size_t entry, const Tile& tile)>;
    /// From now on the design's own answers take the place of the golden ones in what is said of modes: a
    /// tile is wrong if its answer is another one than in its mode alone. So faults of the arithmetic do not
    /// hide those of the mode. Only tiles that are wrong by their scoreboard are asked for, and not many.
    void judge_by(Alone alone) { alone_ = std::move(alone); }

    /// A sentence, if the answers to all wrong tiles are right by the mode of the tile before, by that of the
    /// tile after, by one and the same mode, or if some bits of the mode are those of a neighbouring tile;
    /// or, if none of these explains them, that all wrong tiles are next to one of another mode. `but`: modes
    /// whose wrong tiles have another reason.
    [[nodiscard]] std::optional<std::string> mistaken_mode(const std::set<std::uint32_t>& but = {}) const;
    /// Which mode the answers to all wrong tiles have: "the mode of the tile before"; empty: not known.
    [[nodiscard]] std::string mode_of_all_wrong(const std::set<std::uint32_t>& but = {}) const;

    /// The tiles around a wrong tile.
    struct Between {
        std::uint32_t mode = 0;  ///< of the wrong tile
        Tile before, after;
    };
    /// The tiles around the first wrong tiles of each mode, at most kMostBetween of one mode.
    [[nodiscard]] const std::vector<Between>& wrong_between() const { return between_; }
    static constexpr std::ptrdiff_t kMostBetween = 6;

   private:
    struct Compared {
        Tile tile;
        std::vector<Answer> answers;
        bool wrong = false;
        std::vector<bool> right_by = {};  ///< each entry, if the tile is wrong
    };
    [[nodiscard]] bool is_wrong_among_modes(const Compared& now);
    [[nodiscard]] bool right_by(const Compared& compared, std::size_t entry) const;
    void judge_by_bits(const Compared& wrong, std::uint32_t neighbour, bool is_before);
    void judge_by_neighbours(Compared now);
    void keep_between(const Tile& after);
    [[nodiscard]] Scoreboard& board_of(const Tile& tile) { return *entries_[entry_of(tile.mode)].board; }

    std::vector<Entry> entries_;
    Alone alone_;
    std::size_t asked_ = 0;  ///< tiles that were judged by alone_
    std::optional<Compared> previous_;
    std::optional<Tile> before_previous_;
    std::vector<Between> between_;
    /// Wrong tiles that have a neighbour on one side, and those of them that are right by its mode.
    /// `left_out`: others, whose neighbour has a mode that is wrong by itself.
    struct Side {
        std::uint64_t known = 0, right = 0, left_out = 0;
    };
    using Sides = std::map<std::uint32_t, Side>;  // by the mode of the neighbour
    /// Wrong tiles under the assumption that some bits of their mode are those of a neighbouring tile.
    struct BitsSide {
        std::uint64_t right = 0;
        std::uint64_t unknown = 0;  ///< the mode that results is none of the entries
        bool refuted = false;
    };
    /// What is known of wrong tiles.
    struct Wrong {
        std::uint64_t tiles = 0;
        Sides before, after;
        std::uint64_t changed_before = 0, changed_after = 0;         // beside one of another mode
        std::map<std::pair<bool, std::uint32_t>, BitsSide> by_bits;  // before or after, and the bits
        std::vector<std::uint64_t> by_mode;  // that are right by the mode of each entry
        void add(const Wrong& other);
    };
    [[nodiscard]] Wrong all_wrong(const std::set<std::uint32_t>& but) const;
    [[nodiscard]] std::string mode_of(const Wrong& wrong, const std::set<std::uint32_t>& but) const;
    [[nodiscard]] static std::optional<std::string> mistaken_bits(const Wrong& wrong,
                                                                  const std::string& tiles);
    [[nodiscard]] static std::optional<std::string> beside_other_modes(const Wrong& wrong,
                                                                       const std::string& tiles);

    std::map<std::uint32_t, Wrong> wrong_;  // of each mode
};

}  // namespace karat::tb
