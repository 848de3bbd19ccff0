// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/answers.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "karat/format/format.hpp"
#include "karat/format/unpack.hpp"
#include "karat_probe/findings/surroundings.hpp"
#include "karat_probe/separate/row_source.hpp"

namespace karat::probe {
namespace {

std::vector<std::uint64_t> key_of(const VectorRow& row) {
    std::vector<std::uint64_t> out{row.c, *row.d};
    for (const auto* part : {&row.a, &row.b, &row.scale_a, &row.scale_b, &row.metadata})
        out.insert(out.end(), part->begin(), part->end());
    return out;
}

VectorRow row_of(const Operands& in, std::uint64_t d) {
    VectorRow row = probe::row_of(in);
    row.d = d;
    return row;
}

UnitAnswer answer_at(const RecordPlaces& places, const LaneMismatch& at, tb::OperandClass operand_class,
                     std::uint64_t d) {
    return {row_of(at.operands(), d), at.tile, places.lane(at), operand_class, places.around(at)};
}

tb::KeptMismatches mismatches_of(const tb::AnswerRecord& record) {
    tb::KeptMismatches out(tb::Scoreboard::Limits{}.mismatches);
    for (const tb::RecordedAnswer& row : record.rows) {
        if (row.right()) continue;
        tb::Mismatch wrong;
        wrong.tile = row.tile;
        wrong.m = row.m;
        wrong.n = row.n;
        wrong.expected = row.expected;
        wrong.got = row.got;
        wrong.operand_class = row.operand_class.value_or(tb::OperandClass::recorded);
        wrong.kind = row.kind;
        out.add(wrong, row.operands());
    }
    return out;
}

/// How many mismatches of the run a row of a record stands for, by class and kind of difference. A class or
/// kind of which the file has no count is taken as it is.
auto weights_of(const tb::AnswerRecord& record) {
    tb::AnswerTotals rows;
    for (const tb::RecordedAnswer& row : record.rows)
        rows.count(row.operand_class.value_or(tb::OperandClass::recorded), row.kind);
    return [rows, &record](const tb::Mismatch& wrong) {
        const auto operand_class = static_cast<std::size_t>(wrong.operand_class);
        const auto kind = static_cast<std::size_t>(wrong.kind);
        const std::uint64_t all = record.totals.wrong[operand_class][kind];
        const std::uint64_t here = rows.wrong[operand_class][kind];
        return all > here && here != 0 ? static_cast<double>(all) / static_cast<double>(here) : 1.0;
    };
}

void count_unknown(const LaneMismatch& at, std::size_t lane, UnitAnswers& out) {
    if (out.unknown++ == 0 || at.tile < out.unknown_tile) {
        out.unknown_tile = at.tile;
        out.unknown_lane = lane;
    }
}

/// Lets the right answers stand for all right ones of the run.
void weigh_right(UnitAnswers& out) {
    if (out.right.empty() || out.lanes <= out.mismatches) return;
    const double weight =
        static_cast<double>(out.lanes - out.mismatches) / static_cast<double>(out.right.size());
    for (UnitAnswer& answer : out.right) answer.weight = std::max(1.0, weight);
}

/// Which of many answers are taken: one of each `stride`, but not always at the same place, because the
/// classes of operands follow each other in turn.
class Spread {
   public:
    explicit Spread(std::size_t all) : stride_(all / UnitAnswers::kMostRight + 1) {}
    [[nodiscard]] bool takes(std::size_t i) const {
        std::uint64_t turn = i / stride_ + 1;
        turn *= 0x9e3779b97f4a7c15;
        return i % stride_ == (turn >> 32U) % stride_;
    }

   private:
    std::size_t stride_;
};

}  // namespace

UnitAnswers answers_of(const tb::AnswerRecord& record) {
    UnitAnswers out;
    out.lanes = record.totals.all_answers();
    out.mismatches = record.totals.all_wrong();
    const RecordPlaces places(record);
    std::set<std::vector<std::uint64_t>> seen;
    const tb::KeptMismatches wrong = mismatches_of(record);
    const auto weight = weights_of(record);
    for (const tb::Mismatch& mismatch : wrong.all()) {
        if (mismatch.got.unknown != 0) {
            count_unknown(mismatch, places.lane(mismatch), out);
            continue;
        }
        out.wrong.push_back(answer_at(places, mismatch, mismatch.operand_class, mismatch.got.d));
        out.wrong.back().weight = weight(mismatch) * wrong.weight(mismatch);
        seen.insert(key_of(out.wrong.back().row));
    }
    const DotAdd dot(record.spec);
    const auto right = static_cast<std::size_t>(
        std::ranges::count_if(record.rows, [](const tb::RecordedAnswer& row) { return row.right(); }));
    const Spread spread(right);
    std::size_t number = 0;
    for (const tb::RecordedAnswer& row : record.rows) {
        if (!row.right() || !spread.takes(number++)) continue;
        const bool same = dot.matches(row.expected, row.got.d);
        UnitAnswer answer = answer_at(places, row, row.operand_class.value_or(tb::OperandClass::recorded),
                                      same ? row.got.d : row.expected);
        if (seen.insert(key_of(answer.row)).second) out.right.push_back(std::move(answer));
    }
    weigh_right(out);
    return out;
}

UnitAnswers answers_of(const tb::Scoreboard& board) {
    UnitAnswers out;
    out.lanes = board.lanes();
    out.mismatches = board.mismatches();
    std::set<std::vector<std::uint64_t>> seen;
    const std::size_t columns = board.columns();
    BoardHistory history(board);
    for (const tb::Mismatch& mismatch : board.kept()) {
        const std::size_t lane = mismatch.m * columns + mismatch.n;
        if (mismatch.got.unknown != 0) {
            count_unknown(mismatch, lane, out);
            continue;
        }
        VectorRow row = row_of(mismatch.operands(), mismatch.got.d);
        if (seen.insert(key_of(row)).second)
            out.wrong.push_back({std::move(row), mismatch.tile, lane, mismatch.operand_class,
                                 history.around(mismatch.tile, lane),
                                 board.kept_mismatches().weight(mismatch)});
    }
    const std::size_t lanes = board.history().size() * board.rows() * columns;
    const Spread spread(lanes);
    for (std::size_t i = 0; i < lanes; ++i) {
        if (!spread.takes(i)) continue;
        const std::uint64_t tile = i / (board.rows() * columns);
        const tb::Observation& observed = board.history()[tile];
        const std::size_t lane = i % (board.rows() * columns);
        const Operands in = observed.tile.operands(lane / columns, lane % columns, columns);
        const tb::Answer& got = observed.answers[lane];
        if (!is_right(board.dot(), board.dot()(in), got)) continue;
        VectorRow row = row_of(in, got.d);
        if (seen.insert(key_of(row)).second)
            out.right.push_back(
                {std::move(row), tile, lane, observed.tile.operand_class, history.around(tile, lane)});
    }
    weigh_right(out);
    return out;
}

std::size_t operands_in(const VectorRow& row) {
    std::size_t out = row.c == 0 ? 0 : 1;
    for (const auto* part : {&row.a, &row.b})
        out += part->size() - static_cast<std::size_t>(std::count(part->begin(), part->end(), 0));
    return out;
}

UnitAnswers judged_by(const Recipe& recipe, const UnitAnswers& answers) {
    const Agreement agrees(recipe);
    UnitAnswers out;
    for (const auto* list : {&answers.wrong, &answers.right}) {
        for (const UnitAnswer& answer : *list) (agrees(answer) ? out.right : out.wrong).push_back(answer);
    }
    double mismatches = 0;
    for (const UnitAnswer& answer : out.wrong) mismatches += answer.weight;
    out.mismatches = static_cast<std::uint64_t>(std::llround(mismatches)) + answers.unknown;
    out.lanes = std::max<std::uint64_t>(answers.lanes, out.mismatches);
    out.unknown = answers.unknown;
    out.unknown_tile = answers.unknown_tile;
    out.unknown_lane = answers.unknown_lane;
    return out;
}

std::vector<UnitAnswer> answers_against(const Agreement& agreement, const tb::Scoreboard& board,
                                        std::size_t most) {
    std::vector<UnitAnswer> out;
    BoardHistory history(board);
    const std::size_t n = board.columns();
    for (std::size_t tile = 0; tile < board.history().size(); ++tile) {
        const tb::Observation& seen = board.history()[tile];
        for (std::size_t lane = 0; lane < seen.answers.size(); ++lane) {
            if (out.size() == most) return out;
            const tb::Answer& got = seen.answers[lane];
            if (got.unknown != 0) continue;
            UnitAnswer one{row_of(seen.tile.operands(lane / n, lane % n, n), got.d),
                           tile,
                           lane,
                           seen.tile.operand_class,
                           {}};
            if (agreement(one)) continue;
            one.around = history.around(tile, lane);
            out.push_back(std::move(one));
        }
    }
    return out;
}

Agreement::Agreement(const Recipe& recipe)
    : evaluator_(Evaluator::without_bounds(recipe)),
      d_(evaluator_.program().operands().d),
      any_nan_(evaluator_.program().operations().back().round->nan == NanEncoding::any) {}

bool Agreement::agrees(std::uint64_t expected, std::uint64_t got) const {
    if (expected == got) return true;
    const auto is_nan = [&](std::uint64_t x) { return unpack(x, info(d_)).number_class == NumberClass::nan; };
    return any_nan_ && is_nan(expected) && is_nan(got);
}

}  // namespace karat::probe
