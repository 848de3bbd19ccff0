// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/whole_tiles.hpp"

#include <map>
#include <optional>

#include "karat_tb/stimulus/row_note.hpp"

namespace karat::tb {
namespace {

/// A row for each lane of a tile; null: not seen.
struct Lanes {
    std::vector<const VectorRow*> rows;
    OperandClass operand_class = OperandClass::recorded;
    bool broken = false;  ///< a lane is outside of the tile or there twice
};

bool same_a(const VectorRow& x, const VectorRow& y) {
    return x.a == y.a && x.scale_a == y.scale_a && x.metadata == y.metadata;
}
bool same_b(const VectorRow& x, const VectorRow& y) { return x.b == y.b && x.scale_b == y.scale_b; }

bool is_whole(const Lanes& lanes, std::size_t n) {
    if (lanes.broken) return false;
    for (std::size_t i = 0; i < lanes.rows.size(); ++i) {
        const VectorRow* const row = lanes.rows[i];
        if (row == nullptr || !same_a(*row, *lanes.rows[i - i % n]) || !same_b(*row, *lanes.rows[i % n]))
            return false;
    }
    return true;
}

Tile tile_of(const Lanes& lanes, std::size_t n) {
    Tile tile;
    tile.operand_class = lanes.operand_class;
    const auto append = [](std::vector<std::uint64_t>& out, const std::vector<std::uint64_t>& x) {
        out.insert(out.end(), x.begin(), x.end());
    };
    for (std::size_t i = 0; i < lanes.rows.size(); ++i) {
        const VectorRow& row = *lanes.rows[i];
        if (i % n == 0) {
            append(tile.a, row.a);
            append(tile.scale_a, row.scale_a);
            append(tile.metadata, row.metadata);
        }
        if (i < n) {
            append(tile.b, row.b);
            append(tile.scale_b, row.scale_b);
        }
        tile.c.push_back(row.c);
    }
    return tile;
}

}  // namespace

std::vector<Tile> take_whole_tiles(std::vector<VectorRow>& rows, std::size_t m, std::size_t n) {
    std::map<std::uint64_t, Lanes> tiles;
    std::vector<std::optional<std::uint64_t>> tile_of_row;
    for (const VectorRow& row : rows) {
        const auto note = read_note(row.note);
        tile_of_row.push_back(note ? std::optional(note->tile) : std::nullopt);
        if (!note) continue;
        Lanes& lanes = tiles[note->tile];
        lanes.rows.resize(m * n);
        if (note->operand_class) lanes.operand_class = *note->operand_class;
        if (note->m >= m || note->n >= n || lanes.rows[note->m * n + note->n] != nullptr) {
            lanes.broken = true;
        } else {
            lanes.rows[note->m * n + note->n] = &row;
        }
    }
    std::vector<Tile> out;
    for (auto& [number, lanes] : tiles) {
        lanes.broken = !is_whole(lanes, n);
        if (!lanes.broken) out.push_back(tile_of(lanes, n));
    }
    std::vector<VectorRow> rest;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!tile_of_row[i] || tiles.at(*tile_of_row[i]).broken) rest.push_back(std::move(rows[i]));
    }
    rows = std::move(rest);
    return out;
}

}  // namespace karat::tb
