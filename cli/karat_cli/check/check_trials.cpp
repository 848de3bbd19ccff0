// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_trials.hpp"

#include <algorithm>

#include "karat_cli/check/check_output.hpp"
#include "karat_tb/unit/contract_trials.hpp"

namespace karat::cli {
namespace {

using tb::ContractTrial;

/// A mistake in a contract shows at once. What shows later is a fault of the unit, and a trial that passes
/// would say little.
constexpr std::uint64_t kShowsWithin = 4000;  // tiles
constexpr std::uint64_t kFewestTiles = 1000;
constexpr std::uint64_t kTilesToCompare = 256;  // of a value with which some answers are wrong
constexpr std::uint64_t kPatience = 2048;       // cycles; more than a segment of traffic waits

class Trials {
   public:
    Trials(const Run& run, std::uint64_t tiles) : run_(run), values_(run.values), tiles_(tiles) {
        for (const char* option : {"coverage", "until-coverage"}) values_.erase(option);
    }

    /// Whether the run passes with a plusarg of the adapter, or without one.
    [[nodiscard]] bool passes(const std::string& plusarg) const {
        tb::Scoreboard board(run_.dot, run_.lanes.m, run_.lanes.n, {.mismatches = 0});
        return run(plusarg, board, tiles_, 1).verdict == tb::Verdict::passed;
    }

    /// The value with which the run passes.
    [[nodiscard]] const ContractTrial::Value* right_one(const ContractTrial& trial) const {
        const auto right = [&](const ContractTrial::Value& value) { return passes(value.plusarg); };
        if (!trial.fewest) {
            const auto at = std::ranges::find_if(trial.values, right);
            return at == trial.values.end() ? nullptr : &*at;
        }
        if (trial.values.empty() || !right(trial.values.front())) return nullptr;
        return &*(std::partition_point(trial.values.begin() + 1, trial.values.end(), right) - 1);
    }

    /// "most answers (95 %) fit ...": the value with which at most half as many lanes are wrong as with the
    /// contract's.
    [[nodiscard]] std::optional<std::string> nearest_one(const ContractTrial& trial) const {
        const std::optional<double> declared = share_of_wrong({});
        const ContractTrial::Value* best = nullptr;
        double fewest = declared.value_or(1) / 2;
        for (const ContractTrial::Value& value : trial.values) {
            const std::optional<double> share = share_of_wrong(value.plusarg);
            if (!share || *share > fewest) continue;
            best = &value;
            fewest = *share;
        }
        if (best == nullptr || fewest >= 0.5) return std::nullopt;
        return "most answers (" + std::to_string(static_cast<int>(100 * (1 - fewest))) + " %) fit " +
               best->text;
    }

   private:
    [[nodiscard]] tb::CheckResult run(const std::string& plusarg, tb::Scoreboard& board, std::uint64_t tiles,
                                      std::uint64_t most_mismatches) const {
        tb::CheckSettings settings = run_.settings;
        settings.count = tiles;
        settings.max_mismatches = most_mismatches;
        settings.patience = kPatience;
        settings.progress = nullptr;
        settings.flags = nullptr;
        settings.protocol = nullptr;
        StimulusRun stimulus(values_, run_.dot, run_.lanes, tiles);
        const auto candidate =
            run_.design.open(plusarg.empty() ? std::vector<std::string>{} : std::vector{plusarg});
        const DesignSilence silence;  // messages of a trial would mislead
        return tb::run_check(*candidate, stimulus.source(), board, settings);
    }

    /// Of the lanes. Nothing if the run ends early.
    [[nodiscard]] std::optional<double> share_of_wrong(const std::string& plusarg) const {
        tb::Scoreboard board(run_.dot, run_.lanes.m, run_.lanes.n, {.mismatches = 0});
        (void)run(plusarg, board, kTilesToCompare, 0);
        if (board.tiles() < kTilesToCompare / 2) return std::nullopt;
        return static_cast<double>(board.mismatches()) / static_cast<double>(board.lanes());
    }

    const Run& run_;
    po::variables_map values_;
    std::uint64_t tiles_;
};

}  // namespace

std::optional<std::string> contract_misfit(const Run& run, const Judged& failed) {
    const tb::Scoreboard& board = failed.board;
    if (run.contract == nullptr || !run.design.can_be_opened()) return std::nullopt;
    const bool only_flags = failed.result.verdict == tb::Verdict::mismatched && board.mismatches() == 0;
    if (only_flags) return std::nullopt;
    const std::uint64_t first = board.kept().empty() ? board.tiles() : board.kept().front().tile;
    if (first > kShowsWithin) return std::nullopt;
    const Trials trials(run, std::max(kFewestTiles, 8 * (first + 1)));
    if (trials.passes({})) return std::nullopt;  // a rare fault
    const std::vector<ContractTrial> all = tb::contract_trials(*run.contract);
    for (const ContractTrial& trial : all) {
        if (const ContractTrial::Value* const value = trials.right_one(trial))
            return "the answers fit " + value->text + "; " + trial.says;
    }
    // only then a value that most answers fit: those of a wrong depth look like answers a cycle early
    for (const ContractTrial& trial : all) {
        if (!trial.partly || board.mismatches() == 0) continue;
        if (const auto most = trials.nearest_one(trial)) return *most + "; " + trial.says;
    }
    return std::nullopt;
}

}  // namespace karat::cli
