// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/mode_boards.hpp"

#include <algorithm>
#include <numeric>

namespace karat::tb {
namespace {

bool same_size(Format x, Format y) { return info(x).bits == info(y).bits; }

/// Whether tiles of one specification can be evaluated by the other. Formats may differ: a unit in the wrong
/// mode reads the same bits as another format.
bool same_operands(const Spec& x, const Spec& y) {
    return same_size(x.a, y.a) && same_size(x.b, y.b) && same_size(x.c, y.c) && same_size(x.d, y.d) &&
           x.k == y.k && x.scale == y.scale && x.scale_block_or_default() == y.scale_block_or_default() &&
           x.metadata == y.metadata;
}

}  // namespace

std::size_t ModeBoards::entry_of(std::uint32_t mode) const {
    const auto at = std::ranges::find(entries_, mode, &Entry::mode);
    return entries_.size() == 1 || at == entries_.end() ? 0 : static_cast<std::size_t>(at - entries_.begin());
}

void ModeBoards::compare(Tile tile, std::vector<Answer> answers, std::uint64_t cycle) {
    Scoreboard& board = board_of(tile);
    if (entries_.size() == 1) return board.compare(std::move(tile), std::move(answers), cycle);
    const std::uint64_t before = board.mismatches();
    board.compare(tile, answers, cycle);
    judge_by_neighbours({std::move(tile), std::move(answers), board.mismatches() != before});
}

void ModeBoards::compare(Tile tile, const std::vector<std::uint64_t>& expected, std::vector<Answer> answers,
                         std::uint64_t cycle) {
    Scoreboard& board = board_of(tile);
    const std::uint64_t before = board.mismatches();
    board.compare(tile, expected, answers, cycle);
    if (entries_.size() != 1)
        judge_by_neighbours({std::move(tile), std::move(answers), board.mismatches() != before});
}

void ModeBoards::judge_by_neighbours(Compared now) {
    by_mode_.resize(entries_.size());
    if (previous_ && previous_->wrong) {
        ++after_.known;
        if (right_by(*previous_, entry_of(now.tile.mode))) ++after_.right;
    }
    if (now.wrong) {
        ++wrong_;
        if (previous_) ++before_.known;
        if (previous_ && right_by(now, entry_of(previous_->tile.mode))) ++before_.right;
        for (std::size_t i = 0; i < entries_.size(); ++i) by_mode_[i] += right_by(now, i) ? 1 : 0;
    }
    previous_ = std::move(now);
}

bool ModeBoards::right_by(const Compared& compared, std::size_t entry) const {
    const Scoreboard& board = *entries_[entry].board;
    const DotAdd& own = entries_[entry_of(compared.tile.mode)].board->dot();
    const DotAdd& dot = board.dot();
    if (!same_operands(own.spec(), dot.spec())) return false;
    const std::size_t n = board.columns();
    for (std::size_t lane = 0; lane < compared.answers.size(); ++lane) {
        if (!is_right(dot, dot(compared.tile.operands(lane / n, lane % n, n)), compared.answers[lane]))
            return false;
    }
    return true;
}

std::optional<std::string> ModeBoards::mistaken_mode() const {
    if (wrong_ == 0) return std::nullopt;
    const std::string all = wrong_ == 1
                                ? "the answer to the wrong tile is right"
                                : "the answers to all " + std::to_string(wrong_) + " wrong tiles are right";
    // the first tile has none before it and the last one none after it
    const auto explains = [&](const Side& side) {
        return side.known != 0 && side.known + 1 >= wrong_ && side.right == side.known;
    };
    if (explains(before_)) return all + " by the mode of the tile before";
    if (explains(after_)) return all + " by the mode of the tile after";
    const auto stuck = std::ranges::find(by_mode_, wrong_);
    if (stuck == by_mode_.end()) return std::nullopt;
    return all + " by mode " +
           std::to_string(entries_[static_cast<std::size_t>(stuck - by_mode_.begin())].mode);
}

namespace {

std::uint64_t total(std::span<const ModeBoards::Entry> entries, std::uint64_t (Scoreboard::*count)() const) {
    return std::accumulate(
        entries.begin(), entries.end(), std::uint64_t{0},
        [&](std::uint64_t sum, const ModeBoards::Entry& x) { return sum + (x.board->*count)(); });
}

}  // namespace

std::uint64_t ModeBoards::tiles() const { return total(entries_, &Scoreboard::tiles); }
std::uint64_t ModeBoards::lanes() const { return total(entries_, &Scoreboard::lanes); }
std::uint64_t ModeBoards::mismatches() const { return total(entries_, &Scoreboard::mismatches); }

}  // namespace karat::tb
