// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/unit/contract_trials.hpp"

namespace karat::tb {
namespace {

constexpr const char* kNotSet = "the contract does not have it";
constexpr int kNeighbours = 16;  // MORE of karat_latency, MOST of karat_result_offset

ContractTrial::Value value(const std::string& plusarg, const std::string& key, int number) {
    return {"+" + plusarg + "=" + std::to_string(number), key + " = " + std::to_string(number)};
}

ContractTrial neighbouring_latencies(const UnitOutput& output) {
    ContractTrial out{.says = "the contract says " + std::to_string(output.cycles), .partly = true};
    for (int distance = 1; distance <= kNeighbours; ++distance) {
        for (const int cycles : {output.cycles - distance, output.cycles + distance})
            if (cycles >= 1) out.values.push_back(value("karat_cycles", "output.cycles", cycles));
    }
    return out;
}

ContractTrial other_cycles_than_valid(const UnitOutput& output) {
    ContractTrial out{.says = "a contract means the same cycle, so this unit needs a wrapper",
                      .partly = true};
    for (int distance = 1; distance <= kNeighbours; ++distance) {
        const std::string number = std::to_string(distance);
        const std::string cycles = number + (distance == 1 ? " cycle " : " cycles ");
        for (const auto& [plusarg, side] : {std::pair{"late", "after "}, {"early", "before "}})
            out.values.push_back({"+karat_results_" + std::string(plusarg) + "=" + number,
                                  "results " + cycles + side + output.valid});
    }
    return out;
}

/// All numbers below the one that the contract has.
ContractTrial fewer(const std::string& plusarg, const std::string& key, int declared) {
    ContractTrial out{.says = "the contract says " + std::to_string(declared), .fewest = true};
    for (int number = 1; number < declared; ++number) out.values.push_back(value(plusarg, key, number));
    return out;
}

/// An attribute that the contract leaves out.
ContractTrial not_set(const std::string& plusarg, const std::string& key) {
    ContractTrial out{.says = kNotSet};
    out.values.push_back({"+" + plusarg, key});
    return out;
}

}  // namespace

std::vector<ContractTrial> contract_trials(const Contract& contract) {
    std::vector<ContractTrial> out;
    if (contract.output.handshake == OutputHandshake::latency)
        out.push_back(neighbouring_latencies(contract.output));
    if (contract.output.handshake == OutputHandshake::valid && !contract.tag)
        out.push_back(other_cycles_than_valid(contract.output));
    if (contract.k_beats.beats > 1 && !contract.k_beats.gapless && !contract.input.valid.empty())
        out.push_back(not_set("karat_gapless", "k_beats.gapless"));
    if (contract.stationary && !contract.stationary->once)
        out.push_back(not_set("karat_once", "stationary.once"));
    if (contract.counts_before_loads() && !contract.stationary->drain)
        out.push_back(not_set("karat_drain", "stationary.drain"));
    if (contract.input.handshake == InputHandshake::credit && contract.input.credits > 1)
        out.push_back(fewer("karat_credits", "input.credits", contract.input.credits));
    if (contract.keeps_results() && contract.depth > 1)
        out.push_back(fewer("karat_depth", "depth", contract.depth));
    return out;
}

}  // namespace karat::tb
