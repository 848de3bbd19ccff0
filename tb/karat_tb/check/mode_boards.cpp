// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/mode_boards.hpp"

#include <algorithm>
#include <bit>
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

namespace {

bool same_answers(const std::vector<Answer>& x, const std::vector<Answer>& y) {
    return std::ranges::equal(
        x, y, [](const Answer& a, const Answer& b) { return a.d == b.d && a.unknown == b.unknown; });
}

}  // namespace

bool ModeBoards::is_wrong_among_modes(const Compared& now) {
    constexpr std::size_t most = 400;
    if (!alone_) return true;
    if (asked_++ >= most) return false;
    const auto alone = alone_(entry_of(now.tile.mode), now.tile);
    return alone && !same_answers(*alone, now.answers);
}

void ModeBoards::judge_by_neighbours(Compared now) {
    now.wrong = now.wrong && is_wrong_among_modes(now);
    if (previous_ && previous_->wrong) {
        keep_between(now.tile);
        Wrong& wrong = wrong_[previous_->tile.mode];
        Side& side = wrong.after[now.tile.mode];
        ++side.known;
        if (previous_->right_by[entry_of(now.tile.mode)]) ++side.right;
        if (previous_->tile.mode != now.tile.mode) ++wrong.changed_after;
        judge_by_bits(*previous_, now.tile.mode, false);
    }
    if (now.wrong) {
        Wrong& wrong = wrong_[now.tile.mode];
        wrong.by_mode.resize(entries_.size());
        ++wrong.tiles;
        for (std::size_t i = 0; i < entries_.size(); ++i) now.right_by.push_back(right_by(now, i));
        for (std::size_t i = 0; i < entries_.size(); ++i) wrong.by_mode[i] += now.right_by[i] ? 1 : 0;
        if (previous_) ++wrong.before[previous_->tile.mode].known;
        if (previous_ && now.right_by[entry_of(previous_->tile.mode)])
            ++wrong.before[previous_->tile.mode].right;
        if (previous_ && previous_->tile.mode != now.tile.mode) ++wrong.changed_before;
        if (previous_) judge_by_bits(now, previous_->tile.mode, true);
    }
    before_previous_.reset();
    if (previous_) before_previous_ = std::move(previous_->tile);
    previous_ = std::move(now);
}

void ModeBoards::keep_between(const Tile& after) {
    const std::uint32_t mode = previous_->tile.mode;
    if (!before_previous_ || std::ranges::count(between_, mode, &Between::mode) >= kMostBetween) return;
    between_.push_back({mode, *before_previous_, after});
}

void ModeBoards::judge_by_bits(const Compared& wrong, std::uint32_t neighbour, bool is_before) {
    constexpr std::uint32_t most = 64;  // more bits would take too many sets
    std::uint32_t used = 0;
    for (const Entry& entry : entries_) used |= entry.mode;
    for (std::uint32_t bits = 1; bits < std::min(used, most); ++bits) {
        BitsSide& side = wrong_[wrong.tile.mode].by_bits[{is_before, bits}];
        if (side.refuted) continue;
        const std::uint32_t mode = (wrong.tile.mode & ~bits) | (neighbour & bits);
        const auto at = std::ranges::find(entries_, mode, &Entry::mode);
        if (at == entries_.end()) {
            ++side.unknown;
        } else if (wrong.right_by[static_cast<std::size_t>(at - entries_.begin())]) {
            ++side.right;
        } else {
            side.refuted = true;
        }
    }
}

bool ModeBoards::right_by(const Compared& compared, std::size_t entry) const {
    const Scoreboard& board = *entries_[entry].board;
    const DotAdd& own = entries_[entry_of(compared.tile.mode)].board->dot();
    const DotAdd& dot = board.dot();
    if (!same_operands(own.spec(), dot.spec())) return false;
    if (alone_) {
        const auto alone = alone_(entry, compared.tile);
        return alone && same_answers(*alone, compared.answers);
    }
    const std::size_t n = board.columns();
    for (std::size_t lane = 0; lane < compared.answers.size(); ++lane) {
        if (!is_right(dot, dot(compared.tile.operands(lane / n, lane % n, n)), compared.answers[lane]))
            return false;
    }
    return true;
}

void ModeBoards::Wrong::add(const Wrong& other) {
    const auto add_sides = [](Sides& to, const Sides& from) {
        for (const auto& [mode, side] : from) {
            to[mode].known += side.known;
            to[mode].right += side.right;
        }
    };
    tiles += other.tiles;
    add_sides(before, other.before);
    add_sides(after, other.after);
    changed_before += other.changed_before;
    changed_after += other.changed_after;
    by_mode.resize(std::max(by_mode.size(), other.by_mode.size()));
    for (std::size_t i = 0; i < other.by_mode.size(); ++i) by_mode[i] += other.by_mode[i];
    for (const auto& [key, side] : other.by_bits) {
        BitsSide& sum = by_bits[key];
        sum.right += side.right;
        sum.unknown += side.unknown;
        sum.refuted = sum.refuted || side.refuted;
    }
}

ModeBoards::Wrong ModeBoards::all_wrong(const std::set<std::uint32_t>& but) const {
    Wrong out;
    for (const auto& [mode, wrong] : wrong_) {
        if (!but.contains(mode)) out.add(wrong);
    }
    return out;
}

std::optional<std::string> ModeBoards::mistaken_mode(const std::set<std::uint32_t>& but) const {
    const Wrong wrong = all_wrong(but);
    if (wrong.tiles == 0) return std::nullopt;
    const std::string tiles = alone_        ? " tiles that are wrong only among other modes"
                              : but.empty() ? " wrong tiles"
                                            : " wrong tiles of modes that are right alone";
    const std::string one = alone_ ? "the answer to the tile that is wrong only among other modes is that"
                                   : "the answer to the wrong tile is right";
    const std::string all = wrong.tiles == 1 ? one
                                             : "the answers to all " + std::to_string(wrong.tiles) + tiles +
                                                   (alone_ ? " are those" : " are right");
    if (const std::string mode = mode_of(wrong, but); !mode.empty())
        return all + (alone_ ? " of " : " by ") + mode;
    const auto bits = mistaken_bits(wrong, tiles);
    return bits ? bits : beside_other_modes(wrong, tiles);
}

std::string ModeBoards::mode_of_all_wrong(const std::set<std::uint32_t>& but) const {
    return mode_of(all_wrong(but), but);
}

std::string ModeBoards::mode_of(const Wrong& wrong, const std::set<std::uint32_t>& but) const {
    if (wrong.tiles == 0) return {};
    // the first tile has none before it and the last one none after it
    const auto explains = [&](const Sides& sides) {
        Side all;
        for (const auto& [mode, side] : sides) {
            const bool is_left_out = but.contains(mode);
            all.left_out += is_left_out ? side.known : 0;
            all.known += is_left_out ? 0 : side.known;
            all.right += is_left_out ? 0 : side.right;
        }
        return all.known != 0 && all.known + all.left_out + 1 >= wrong.tiles && all.right == all.known;
    };
    if (explains(wrong.before)) return "the mode of the tile before";
    if (explains(wrong.after)) return "the mode of the tile after";
    const auto stuck = std::ranges::find(wrong.by_mode, wrong.tiles);
    if (stuck == wrong.by_mode.end()) return {};
    return "mode " + std::to_string(entries_[static_cast<std::size_t>(stuck - wrong.by_mode.begin())].mode);
}

namespace {

/// "bit 3" or "bits 0 and 2".
std::string bits_text(std::uint32_t bits) {
    std::string out;
    for (std::uint32_t left = bits; left != 0; left &= left - 1) {
        const bool is_last = (left & (left - 1)) == 0;
        out += out.empty() ? "" : is_last ? " and " : ", ";
        out += std::to_string(std::countr_zero(left));
    }
    return (std::has_single_bit(bits) ? "bit " : "bits ") + out;
}

}  // namespace

std::optional<std::string> ModeBoards::mistaken_bits(const Wrong& wrong, const std::string& tiles) {
    constexpr std::uint64_t fewest = 3;
    const std::pair<const std::pair<bool, std::uint32_t>, BitsSide>* best = nullptr;
    for (const auto& one : wrong.by_bits) {
        const auto& [key, side] = one;
        if (side.refuted || side.right < std::max(fewest, side.unknown)) continue;
        if (best == nullptr || std::popcount(key.second) < std::popcount(best->first.second)) best = &one;
    }
    if (best == nullptr) return std::nullopt;
    const auto& [key, side] = *best;
    std::string out = "the answers to " + std::to_string(side.right) + " of " + std::to_string(wrong.tiles) +
                      tiles + " are right if " + bits_text(key.second) + " of the mode " +
                      (std::has_single_bit(key.second) ? "is" : "are") + " of the tile " +
                      (key.first ? "before" : "after");
    if (side.unknown != 0) out += "; the mode that results in the others was not given";
    return out;
}

std::optional<std::string> ModeBoards::beside_other_modes(const Wrong& wrong, const std::string& tiles) {
    constexpr std::uint64_t fewest = 8;
    const std::string all = "all " + std::to_string(wrong.tiles) + tiles + ' ';
    if (wrong.tiles >= fewest && wrong.changed_before == wrong.tiles)
        return all + "follow a tile of another mode";
    if (wrong.tiles >= fewest && wrong.changed_after == wrong.tiles)
        return all + "precede a tile of another mode";
    return std::nullopt;
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
