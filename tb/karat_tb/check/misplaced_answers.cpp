// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/misplaced_answers.hpp"

#include <algorithm>
#include <vector>

namespace karat::tb {
namespace {

constexpr std::size_t kTilesLookedAt = 2000;

/// The model's results for every lane of the first kTilesLookedAt tiles.
class Expected {
   public:
    explicit Expected(const Scoreboard& board) : board_(board) {
        const std::size_t n = board.columns();
        for (const Observation& seen : board.history()) {
            if (tiles_.size() == kTilesLookedAt) break;
            tiles_.emplace_back();
            for (std::size_t lane = 0; lane < seen.answers.size(); ++lane)
                tiles_.back().push_back(board.dot()(seen.tile.operands(lane / n, lane % n, n)));
        }
        while (first_wrong_ < tiles_.size() && tile_right(first_wrong_, first_wrong_)) ++first_wrong_;
    }
    [[nodiscard]] std::size_t tiles() const { return tiles_.size(); }
    /// True if the answer of lane `answering` of tile `t` is right for lane `asked` of tile `of`.
    [[nodiscard]] bool right(std::size_t t, std::size_t answering, std::size_t of, std::size_t asked) const {
        const Answer& answer = board_.history()[t].answers[answering];
        return answer.unknown == 0 && board_.dot().matches(tiles_[of][asked], answer.d);
    }
    [[nodiscard]] bool tile_right(std::size_t t, std::size_t of) const {
        for (std::size_t lane = 0; lane < tiles_[of].size(); ++lane) {
            if (!right(t, lane, of, lane)) return false;
        }
        return true;
    }
    /// The first tile with a wrong answer; tiles() if there is none.
    [[nodiscard]] std::size_t first_wrong() const { return first_wrong_; }

   private:
    const Scoreboard& board_;
    std::vector<std::vector<std::uint64_t>> tiles_;
    std::size_t first_wrong_ = 0;
};

std::string lane_text(std::size_t lane, std::size_t columns) {
    return "(" + std::to_string(lane / columns) + "," + std::to_string(lane % columns) + ")";
}

std::optional<std::string> exchanged_lanes(const Scoreboard& board, const Expected& expected) {
    std::string out;
    const std::size_t lanes = board.rows() * board.columns();
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto answers_for = [&](std::size_t other) {
            for (std::size_t t = expected.first_wrong(); t < expected.tiles(); ++t) {
                if (!expected.right(t, lane, t, other)) return false;
            }
            return true;
        };
        if (answers_for(lane)) continue;
        std::size_t other = 0;
        while (other < lanes && !answers_for(other)) ++other;
        if (other == lanes) return std::nullopt;
        out += (out.empty() ? "lane " : ", lane ") + lane_text(lane, board.columns()) +
               " outputs what lane " + lane_text(other, board.columns()) + " should output";
    }
    if (out.empty()) return std::nullopt;
    return out;
}

/// Checks whether, from the first wrong tile on, every answer belongs to the tile `offset` places later. At
/// least 8 tiles must agree, because a single one may do so by chance.
std::optional<std::string> shifted_tiles(const Expected& expected) {
    constexpr std::size_t least = 8;
    const std::size_t first = expected.first_wrong();
    const auto follows = [&](std::ptrdiff_t offset) {
        std::size_t seen = 0;
        for (std::size_t t = first; t < expected.tiles(); ++t) {
            const std::ptrdiff_t of = static_cast<std::ptrdiff_t>(t) + offset;
            if (of < 0 || of >= static_cast<std::ptrdiff_t>(expected.tiles())) continue;
            if (!expected.tile_right(t, static_cast<std::size_t>(of))) return false;
            ++seen;
        }
        return seen >= least;
    };
    if (follows(1))
        return "from tile " + std::to_string(first) +
               " on, each answer belongs to the next tile: an answer was dropped";
    if (follows(-1))
        return "from tile " + std::to_string(first) +
               " on, each answer belongs to the previous tile: an answer was given twice";
    return std::nullopt;
}

/// Checks whether the answer of every wrong tile is right for a nearby tile that was itself answered wrong.
/// The second condition holds because an exchanged answer is missing elsewhere. Without it, a design that
/// outputs 0 too often would seem to answer for nearby tiles whose result is 0. The neighbours of the last
/// tiles may not have been answered yet, so some of the last wrong tiles may have no match. These must be a
/// minority; otherwise wrong values in a short run would count as reordering.
std::optional<std::string> reordered_tiles(const Expected& expected) {
    constexpr std::size_t reach = 8;
    std::size_t found = 0;
    std::size_t lost = 0;
    for (std::size_t t = 0; t < expected.tiles(); ++t) {
        if (expected.tile_right(t, t)) continue;
        bool here = false;
        for (std::size_t of = t < reach ? 0 : t - reach;
             !here && of < std::min(t + reach + 1, expected.tiles()); ++of)
            here = of != t && expected.tile_right(t, of) && !expected.tile_right(of, of);
        if (!here && t + reach < expected.tiles()) return std::nullopt;
        (here ? found : lost) += 1;
    }
    if (found < 2 || found <= lost) return std::nullopt;
    return "the answers of " + std::to_string(found) +
           " tiles belong to nearby tiles: answers are out of order";
}

}  // namespace

std::optional<std::string> misplaced_answers(const Scoreboard& board) {
    if (board.mismatches() == 0 || board.history().empty()) return std::nullopt;
    const Expected expected(board);
    if (auto found = exchanged_lanes(board, expected)) return found;
    if (auto found = shifted_tiles(expected)) return found;
    return reordered_tiles(expected);
}

}  // namespace karat::tb
