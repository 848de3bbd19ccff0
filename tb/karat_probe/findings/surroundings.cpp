// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/surroundings.hpp"

#include <algorithm>
#include <utility>

#include "karat_probe/separate/row_source.hpp"

namespace karat::probe {
namespace {

void append_part(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& part) {
    to.insert(to.end(), part.begin(), part.end());
}

}  // namespace

Surroundings BoardHistory::around(std::uint64_t tile, std::size_t lane) {
    Surroundings out;
    const auto& history = board_.history();
    const std::size_t n = board_.columns();
    const auto row = [&](std::uint64_t at) {
        return probe::row_of(history[at].tile.operands(lane / n, lane % n, n));
    };
    if (tile != 0 && tile - 1 < history.size()) out.previous = row(tile - 1);
    if (tile + 1 < history.size()) out.next = row(tile + 1);
    if (tile < history.size() && board_.rows() * n > 1) out.tile = whole_tile(tile);
    out.columns = n;
    return out;
}

std::shared_ptr<const TileElements> BoardHistory::whole_tile(std::uint64_t tile) {
    constexpr std::size_t most_words = std::size_t{1} << 23;
    const auto known = tiles_.find(tile);
    if (known != tiles_.end()) return known->second;
    const TileElements& elements = board_.history()[tile].tile;
    words_ += elements.a.size() + elements.b.size() + elements.c.size() + elements.scale_a.size() +
              elements.scale_b.size() + elements.metadata.size();
    if (words_ > most_words) return {};
    return tiles_[tile] = std::make_shared<const TileElements>(elements);
}

RecordPlaces::RecordPlaces(const tb::AnswerRecord& record) : m_(record.m), columns_(record.n) {
    for (const tb::RecordedAnswer& row : record.rows) {
        if (record.n == 0) columns_ = std::max(columns_, row.n + 1);
        if (row.operand_class) rows_.emplace(std::tuple(row.tile, row.m, row.n), &row);
    }
}

const tb::RecordedAnswer* RecordPlaces::find(std::uint64_t tile, std::size_t m, std::size_t n) const {
    const auto at = rows_.find({tile, m, n});
    return at == rows_.end() ? nullptr : at->second;
}

Surroundings RecordPlaces::around(const LaneMismatch& at) const {
    Surroundings out;
    if (find(at.tile, at.m, at.n) == nullptr) return out;  // it has no place
    const auto* const before = at.tile == 0 ? nullptr : find(at.tile - 1, at.m, at.n);
    const auto* const after = find(at.tile + 1, at.m, at.n);
    if (before != nullptr) out.previous = probe::row_of(before->operands());
    if (after != nullptr) out.next = probe::row_of(after->operands());
    out.tile = whole_tile(at.tile);
    out.columns = columns_;
    return out;
}

std::shared_ptr<const TileElements> RecordPlaces::whole_tile(std::uint64_t tile) const {
    if (m_ * columns_ < 2) return {};
    const auto [known, is_new] = tiles_.try_emplace(tile);
    if (!is_new) return known->second;
    auto out = std::make_shared<TileElements>();
    for (std::size_t i = 0; i < m_; ++i) {
        for (std::size_t j = 0; j < columns_; ++j) {
            const tb::RecordedAnswer* const row = find(tile, i, j);
            if (row == nullptr) return {};  // not all lanes are in the record
            out->c.push_back(row->c);
            if (j == 0) {
                append_part(out->a, row->a);
                append_part(out->scale_a, row->scale_a);
                append_part(out->metadata, row->metadata);
            }
            if (i == 0) {
                append_part(out->b, row->b);
                append_part(out->scale_b, row->scale_b);
            }
        }
    }
    return known->second = std::move(out);
}

}  // namespace karat::probe
