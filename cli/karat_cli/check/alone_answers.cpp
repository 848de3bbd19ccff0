// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/alone_answers.hpp"

#include "karat_cli/command_table.hpp"
#include "karat_probe/separate/row_source.hpp"
#include "karat_probe/target/candidate_target.hpp"

namespace karat::cli {

AloneAnswers::AloneAnswers(const Design& design, const Lanes& lanes, const std::vector<Mode>& modes,
                           bool has_c)
    : lanes_(lanes) {
    for (const Mode& mode : modes) {
        const OperandRules formats = DotAdd(mode.subject.spec).operands();
        units_.push_back(probe::drive_candidate(tb::in_mode(design.open(), mode.value), program(), formats,
                                                {.rows = lanes.m, .columns = lanes.n, .has_c = has_c}));
    }
}

std::optional<std::vector<tb::Answer>> AloneAnswers::operator()(std::size_t mode, const tb::Tile& tile) {
    probe::Target& unit = *units_[mode];
    std::vector<tb::Answer> out;
    try {
        for (std::size_t lane = 0; lane < lanes_.m * lanes_.n; ++lane) {
            if (unit.lanes() > 1) unit.use_lane(lane);
            const VectorRow row = probe::row_of(tile.operands(lane / lanes_.n, lane % lanes_.n, lanes_.n));
            out.push_back({unit(row), 0});
        }
    } catch (const probe::TargetError&) {
        return std::nullopt;
    }
    return out;
}

}  // namespace karat::cli
