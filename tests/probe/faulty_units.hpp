// SPDX-License-Identifier: Apache-2.0
// Units that functions describe, and what is found in their answers.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat_probe/findings/bugs.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "probe/function_target.hpp"

namespace karat::probe {

inline Spec volta() { return find_instruction("Volta", "HMMA.884.F32.F32").spec; }

inline Spec with(Spec spec, std::initializer_list<std::pair<const char*, const char*>> settings) {
    for (const auto& [key, value] : settings) set_knob(spec, key, value);
    return spec;
}

/// The unit's answers to directed tiles of one lane.
inline UnitAnswers asked(const Spec& golden, const Answering& unit, std::uint64_t tiles = 12000) {
    const DotAdd dot(golden);
    tb::Scoreboard board(dot, 1, 1, {.mismatches = 1000, .history_bytes = std::size_t{1} << 27});
    const auto source = tb::make_source("directed", golden, 1, 1, 1);
    for (std::uint64_t i = 0; i < tiles; ++i) {
        tb::Tile tile = *source->next();
        VectorRow row;
        row.a = tile.a;
        row.b = tile.b;
        row.c = tile.c[0];
        board.compare(std::move(tile), {{unit(row), 0}});
    }
    return answers_of(board);
}

struct Findings {
    UnitAnswers answers;
    BugReport report;
};

inline Findings findings(const Spec& golden, const Answering& unit) {
    FunctionTarget target(expand(golden), unit);
    Findings out{asked(golden, unit), {}};
    out.report = find_bugs(expand(golden), out.answers, &target);
    return out;
}

/// A unit of another specification, behind a change of its operands.
inline Answering unit_of(const Spec& spec, const std::function<void(VectorRow&)>& deform = {}) {
    const auto evaluator = std::make_shared<Evaluator>(expand(spec));
    return [evaluator, deform](VectorRow row) {
        if (deform) deform(row);
        return (*evaluator)(row.operands());
    };
}

inline std::vector<std::string> names(const BugReport& report, BugKind kind) {
    std::vector<std::string> out;
    for (const Bug& bug : report.bugs) {
        if (bug.kind == kind) out.push_back(bug.name.substr(0, bug.name.find(' ')));
    }
    return out;
}

}  // namespace karat::probe
