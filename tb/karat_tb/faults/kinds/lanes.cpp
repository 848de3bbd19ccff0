// SPDX-License-Identifier: Apache-2.0
// Wires of the wrong lane: a lane takes operands of another row or column of its tile.
#include <array>

#include "karat_tb/faults/instances.hpp"

namespace karat::tb {
namespace {

using FromLane = decltype(NeighbourFault::answer);
using Take = void (*)(Words& in, const Operands& other);

/// Which row and column of m x n are taken; those after the last one are the first ones.
struct Place {
    std::size_t i, j;
};
using Choose = Place (*)(const LaneOfTile& lane, std::size_t m);

FromLane of_lane(Choose choose, Take take) {
    return [choose, take](const NeighbourModel& model, const Operands& in,
                          const Neighbours& around) -> std::optional<std::uint64_t> {
        if (!around.lane) return std::nullopt;
        const LaneOfTile& lane = *around.lane;
        const auto [i, j] = choose(lane, lane.tile.c.size() / lane.n);
        Words words(in);
        take(words, lane.tile.operands(i, j, lane.n));
        return model.correct()(words.operands());
    };
}

Place next_row(const LaneOfTile& lane, std::size_t m) { return {(lane.i + 1) % m, lane.j}; }
Place previous_row(const LaneOfTile& lane, std::size_t m) { return {(lane.i + m - 1) % m, lane.j}; }
Place first_row(const LaneOfTile& lane, std::size_t /*m*/) { return {0, lane.j}; }
Place next_column(const LaneOfTile& lane, std::size_t /*m*/) { return {lane.i, (lane.j + 1) % lane.n}; }
Place previous_column(const LaneOfTile& lane, std::size_t /*m*/) {
    return {lane.i, (lane.j + lane.n - 1) % lane.n};
}
Place first_column(const LaneOfTile& lane, std::size_t /*m*/) { return {lane.i, 0}; }
Place first_lane(const LaneOfTile& /*lane*/, std::size_t /*m*/) { return {0, 0}; }

template <auto Member>
std::vector<std::uint64_t> part(const Operands& other) {
    return {(other.*Member).begin(), (other.*Member).end()};
}
void take_a(Words& in, const Operands& other) { in.a = part<&Operands::a>(other); }
void take_b(Words& in, const Operands& other) { in.b = part<&Operands::b>(other); }
void take_c(Words& in, const Operands& other) { in.c = other.c; }
void take_scale_a(Words& in, const Operands& other) { in.scale_a = part<&Operands::scale_a>(other); }
void take_scale_b(Words& in, const Operands& other) { in.scale_b = part<&Operands::scale_b>(other); }
void take_metadata(Words& in, const Operands& other) { in.metadata = part<&Operands::metadata>(other); }

template <Choose Where, Take What>
FromLane from(const Program& program) {
    const OperandRules& rules = program.operands();
    const bool is_scale = What == take_scale_a || What == take_scale_b;
    if ((is_scale && !rules.scale) || (What == take_metadata && rules.metadata == Metadata::none))
        return nullptr;
    return of_lane(Where, What);
}

constexpr auto kLaneFaults = std::to_array<NeighbourKind>({
    {"a_next_row", "a is that of the next row", from<next_row, take_a>},
    {"a_previous_row", "a is that of the previous row", from<previous_row, take_a>},
    {"a_first_row", "a is that of row 0", from<first_row, take_a>},
    {"b_next_column", "b is that of the next column", from<next_column, take_b>},
    {"b_previous_column", "b is that of the previous column", from<previous_column, take_b>},
    {"b_first_column", "b is that of column 0", from<first_column, take_b>},
    {"c_next_row", "c is that of the lane in the next row", from<next_row, take_c>},
    {"c_previous_row", "c is that of the lane in the previous row", from<previous_row, take_c>},
    {"c_next_column", "c is that of the lane in the next column", from<next_column, take_c>},
    {"c_previous_column", "c is that of the lane in the previous column", from<previous_column, take_c>},
    {"c_first_lane", "c is that of lane (0,0)", from<first_lane, take_c>},
    {"scale_a_first_row", "the scale factors of a are those of row 0", from<first_row, take_scale_a>},
    {"scale_b_first_column", "the scale factors of b are those of column 0",
     from<first_column, take_scale_b>},
    {"metadata_first_row", "the metadata is that of row 0", from<first_row, take_metadata>},
});

}  // namespace

std::span<const NeighbourKind> lane_faults() { return kLaneFaults; }

}  // namespace karat::tb
