// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/answers.hpp"

#include <set>
#include <utility>

#include "karat/format/format.hpp"
#include "karat/format/unpack.hpp"

namespace karat::probe {
namespace {

std::vector<std::uint64_t> key_of(const VectorRow& row) {
    std::vector<std::uint64_t> out{row.c, *row.d};
    for (const auto* part : {&row.a, &row.b, &row.scale_a, &row.scale_b, &row.metadata})
        out.insert(out.end(), part->begin(), part->end());
    return out;
}

VectorRow row_of(const Operands& in, std::uint64_t d) {
    VectorRow row;
    row.a.assign(in.a.begin(), in.a.end());
    row.b.assign(in.b.begin(), in.b.end());
    row.scale_a.assign(in.scale_a.begin(), in.scale_a.end());
    row.scale_b.assign(in.scale_b.begin(), in.scale_b.end());
    row.metadata.assign(in.metadata.begin(), in.metadata.end());
    row.c = in.c;
    row.d = d;
    return row;
}

}  // namespace

UnitAnswers answers_of(const tb::Scoreboard& board) {
    UnitAnswers out;
    out.lanes = board.lanes();
    out.mismatches = board.mismatches();
    std::set<std::vector<std::uint64_t>> seen;
    const std::size_t columns = board.columns();
    for (const tb::Mismatch& mismatch : board.kept()) {
        if (mismatch.got.unknown != 0) {
            ++out.unknown;
            continue;
        }
        VectorRow row = row_of(mismatch.operands(), mismatch.got.d);
        if (seen.insert(key_of(row)).second)
            out.wrong.push_back(
                {std::move(row), mismatch.tile, mismatch.m * columns + mismatch.n, mismatch.operand_class});
    }
    const std::size_t lanes = board.history().size() * board.rows() * columns;
    const std::size_t stride = lanes / UnitAnswers::kMostRight + 1;
    for (std::size_t i = 0; i < lanes; i += stride) {
        const std::uint64_t tile = i / (board.rows() * columns);
        const tb::Observation& observed = board.history()[tile];
        const std::size_t lane = i % (board.rows() * columns);
        const Operands in = observed.tile.operands(lane / columns, lane % columns, columns);
        const tb::Answer& got = observed.answers[lane];
        if (!is_right(board.dot(), board.dot()(in), got)) continue;
        VectorRow row = row_of(in, got.d);
        if (seen.insert(key_of(row)).second)
            out.right.push_back({std::move(row), tile, lane, observed.tile.operand_class});
    }
    return out;
}

UnitAnswers judged_by(const Recipe& recipe, const UnitAnswers& answers) {
    const Agreement agrees(recipe);
    UnitAnswers out;
    for (const auto* list : {&answers.wrong, &answers.right}) {
        for (const UnitAnswer& answer : *list) (agrees(answer) ? out.right : out.wrong).push_back(answer);
    }
    out.mismatches = out.wrong.size();
    out.lanes = out.wrong.size() + out.right.size();
    out.unknown = answers.unknown;
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
