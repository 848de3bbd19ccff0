// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/record/answer_recorder.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace karat::tb {

AnswerRecorder::AnswerRecorder(const DotAdd& dot, std::size_t m, std::size_t n, std::size_t most_rows)
    : dot_(dot),
      m_(m),
      n_(n),
      most_tiles_(std::max<std::size_t>(1, most_rows / 2 / (m * n))),
      mismatches_(most_rows / 2) {}

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
    Sample& sample = samples_[static_cast<std::size_t>(operand_class)];
    if (sample.seen++ % sample.stride != 0) return;
    sample.tiles.push_back({{seen.tile, {seen.answers.begin(), seen.answers.end()}},
                            {seen.expected.begin(), seen.expected.end()},
                            seen.number,
                            seen.cycle});
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

AnswerRecord AnswerRecorder::record() const {
    AnswerRecord out;
    out.spec = dot_.spec();
    out.m = m_;
    out.n = n_;
    out.totals = totals_;
    std::set<std::uint64_t> whole;
    const auto add = [&](const LaneMismatch& lane, OperandClass operand_class, DifferenceKind kind,
                         std::uint64_t cycle) {
        out.rows.push_back({lane, operand_class, kind, cycle});
    };
    for (const Sample& sample : samples_) {
        for (const KeptTile& kept : sample.tiles) {
            whole.insert(kept.number);
            for (std::size_t lane = 0; lane < kept.expected.size(); ++lane) {
                const std::size_t i = lane / n_;
                const std::size_t j = lane % n_;
                const Answer& got = kept.seen.answers[lane];
                add(lane_mismatch(kept.number, i, j, kept.seen.tile.operands(i, j, n_), kept.expected[lane],
                                  got),
                    kept.seen.tile.operand_class, judge(dot_, kept.expected[lane], got), kept.cycle);
            }
        }
    }
    for (const Mismatch& wrong : mismatches_.all()) {
        if (!whole.contains(wrong.tile)) add(wrong, wrong.operand_class, wrong.kind, wrong.cycle);
    }
    std::ranges::sort(out.rows, {},
                      [](const RecordedAnswer& row) { return std::tuple(row.tile, row.m, row.n); });
    return out;
}

}  // namespace karat::tb
