// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/record/answer_recorder.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace karat::tb {

AnswerRecorder::AnswerRecorder(const DotAdd& dot, std::size_t m, std::size_t n, std::size_t most_rows)
    : dot_(dot),
      m_(m),
      n_(n),
      most_tiles_(std::max<std::size_t>(1, most_rows / 2 / (m * n))),
      mismatches_(most_rows / 2 - most_rows / 10),
      most_neighbours_(most_rows / 10) {}

void AnswerRecorder::take(const ComparedTile& seen) {
    const OperandClass operand_class = seen.tile.operand_class;
    ++totals_.tiles;
    for (std::size_t lane = 0; lane < seen.answers.size(); ++lane) {
        const DifferenceKind kind = judge(dot_, seen.expected[lane], seen.answers[lane]);
        totals_.count(operand_class, kind);
        if (kind == DifferenceKind::none) continue;
        Mismatch wrong;
        wrong.tile = seen.number;
        wrong.m = lane / n_;
        wrong.n = lane % n_;
        wrong.expected = seen.expected[lane];
        wrong.got = seen.answers[lane];
        wrong.operand_class = operand_class;
        wrong.kind = kind;
        wrong.cycle = seen.cycle;
        mismatches_.add(wrong, seen.tile.operands(wrong.m, wrong.n, n_));
    }
    KeptTile now{{seen.tile, {seen.answers.begin(), seen.answers.end()}},
                 {seen.expected.begin(), seen.expected.end()},
                 seen.number,
                 seen.cycle};
    keep_neighbours(now);
    previous_ = now;
    Sample& sample = samples_[static_cast<std::size_t>(operand_class)];
    if (sample.seen++ % sample.stride != 0) return;
    sample.tiles.push_back(std::move(now));
    if (++tiles_ > most_tiles_) make_room(sample);
}

/// Drops every other tile of the largest sample. If none has two, there are more classes than room.
void AnswerRecorder::make_room(Sample& latest) {
    Sample& largest =
        *std::ranges::max_element(samples_, {}, [](const Sample& sample) { return sample.tiles.size(); });
    if (largest.tiles.size() < 2) {
        latest.tiles.pop_back();
        --tiles_;
        return;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < largest.tiles.size(); i += 2) {
        if (i != kept) largest.tiles[kept] = std::move(largest.tiles[i]);
        ++kept;
    }
    tiles_ -= largest.tiles.size() - kept;
    largest.tiles.resize(kept);
    largest.stride *= 2;
}

RecordedAnswer AnswerRecorder::answer_of(const KeptTile& tile, std::size_t lane) const {
    const std::size_t i = lane / n_;
    const std::size_t j = lane % n_;
    const std::uint64_t expected = tile.expected[lane];
    const Answer& got = tile.seen.answers[lane];
    return {lane_mismatch(tile.number, i, j, tile.seen.tile.operands(i, j, n_), expected, got),
            tile.seen.tile.operand_class, judge(dot_, expected, got), tile.cycle};
}

void AnswerRecorder::keep_neighbours(const KeptTile& now) {
    constexpr std::size_t of_each_group = 24;
    const auto keep = [&](const KeptTile& tile, std::size_t lane) {
        neighbours_.try_emplace(Place{tile.number, lane}, answer_of(tile, lane));
    };
    const bool follows = previous_ && previous_->number + 1 == now.number;
    if (follows) {
        for (const std::size_t lane : awaited_) keep(now, lane);
    }
    awaited_.clear();
    if (!follows) return;
    for (std::size_t lane = 0; lane < now.expected.size(); ++lane) {
        const DifferenceKind kind = judge(dot_, now.expected[lane], now.seen.answers[lane]);
        if (kind == DifferenceKind::none || neighbours_.size() + 2 * (awaited_.size() + 1) > most_neighbours_)
            continue;
        if (with_neighbours_[{now.seen.tile.operand_class, kind}]++ >= of_each_group) continue;
        keep(*previous_, lane);
        awaited_.push_back(lane);
    }
}

AnswerRecord AnswerRecorder::record() const {
    AnswerRecord out;
    out.spec = dot_.spec();
    out.m = m_;
    out.n = n_;
    out.totals = totals_;
    std::set<Place> known;
    const auto add = [&](RecordedAnswer row) {
        if (known.emplace(row.tile, row.m * n_ + row.n).second) out.rows.push_back(std::move(row));
    };
    for (const Sample& sample : samples_) {
        for (const KeptTile& kept : sample.tiles) {
            for (std::size_t lane = 0; lane < kept.expected.size(); ++lane) add(answer_of(kept, lane));
        }
    }
    for (const Mismatch& wrong : mismatches_.all())
        add({wrong, wrong.operand_class, wrong.kind, wrong.cycle});
    for (const auto& [place, row] : neighbours_) add(row);
    std::ranges::sort(out.rows, {},
                      [](const RecordedAnswer& row) { return std::tuple(row.tile, row.m, row.n); });
    return out;
}

}  // namespace karat::tb
