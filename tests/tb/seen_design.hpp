// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/knobs/knobs.hpp"
#include "karat_tb/check/check.hpp"
#include "karat_tb/stimulus/stimulus.hpp"
#include "tb/fake_design.hpp"

namespace karat::test {

/// A scoreboard for `golden`, after running a design that computes `actual`.
struct Seen {
    DotAdd golden, actual;
    tb::Scoreboard board;
    tb::CheckResult result;

    Seen(const Spec& spec, const Spec& design_spec, Fault fault = Fault::none, std::uint64_t count = 1500)
        : golden(spec), actual(design_spec), board(golden, 2, 3, {.history_bytes = std::size_t{1} << 28}) {
        FakeDesign design(actual, fault, 3);
        tb::Stimulus stimulus(spec, 2, 3, 7);
        tb::CheckSettings settings;
        settings.count = count;
        settings.max_mismatches = 0;
        settings.patience = 200;
        result = tb::run_check(design, stimulus, board, settings);
    }
};

inline Spec changed(Spec spec, const std::vector<std::pair<std::string, std::string>>& settings) {
    for (const auto& [key, value] : settings) set_knob(spec, key, value);
    return spec;
}

}  // namespace karat::test
