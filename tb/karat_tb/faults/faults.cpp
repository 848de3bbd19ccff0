// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/faults/faults.hpp"

#include <array>
#include <set>

#include "karat_tb/faults/instances.hpp"
#include "karat_tb/faults/kinds/specials_as_numbers.hpp"

namespace karat::tb {
namespace {

std::array<std::span<const FaultKind>, 11> tables() {
    // cells of a multiplier come before faults of its products
    return {operand_faults(),    selection_faults(),     multiplier_faults(), product_faults(),
            special_faults(),    exponent_faults(),      alignment_faults(),  sum_faults(),
            two_addend_faults(), normalisation_faults(), rounding_faults()};
}

std::vector<NeighbourKind> all_neighbour_faults() {
    std::vector<NeighbourKind> out(neighbour_faults().begin(), neighbour_faults().end());
    out.insert(out.end(), lane_faults().begin(), lane_faults().end());
    return out;
}

/// Whether a fault acts where sums of two addends read and add them.
bool acts_in_adder(const Fault& fault, const std::set<int>& adders) {
    const Hooks& hooks = fault.hooks.front();
    return hooks.node ? adders.contains(*hooks.node)
                      : (fault.key.ends_with("[c]") || fault.key.ends_with("[c,operand]")) && hooks.read;
}

/// The faults of sums of two addends as they are in units in which a zero addend bypasses the adder.
void add_bypassed(std::span<const SumFacts> sums, std::vector<Fault>& faults) {
    std::set<int> adders;
    for (const SumFacts& sum : sums) {
        if (sum.addends == 2 && sum.rounds() && sum.has_number) adders.insert(sum.number);
    }
    const std::size_t count = faults.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (!acts_in_adder(faults[i], adders) || faults[i].hooks.front().unless_zero) continue;
        Fault fault = faults[i];
        fault.hooks.front().unless_zero = true;
        fault.key += "(bypass)";
        fault.meaning += "; a zero addend bypasses it";
        faults.push_back(std::move(fault));
    }
}

Hooks specials_are_numbers() {
    Hooks hooks;
    hooks.read = [](const ReadSite& site, Unpacked& x) { read_special_as_number(site, x); };
    return hooks;
}

}  // namespace

std::vector<Fault> faults_of(const Recipe& recipe) {
    Instances instances(recipe);
    for (const std::span<const FaultKind> table : tables()) {
        for (const FaultKind& kind : table) {
            instances.start(kind.kind);
            kind.instances(instances);
        }
    }
    std::vector<Fault> out = instances.take();
    add_bypassed(instances.sums(), out);
    int order = 0;
    for (Fault& fault : out) fault.hooks.front().order = order++;
    return out;
}

std::vector<NeighbourFault> neighbour_faults_of(const Recipe& recipe) {
    const Program program(recipe);
    std::vector<NeighbourFault> out;
    for (const NeighbourKind& kind : all_neighbour_faults()) {
        auto answer = kind.answer(program);
        const std::string name(kind.kind);
        if (answer) out.push_back({name, name, std::string(kind.meaning), std::move(answer)});
    }
    return out;
}

std::vector<FaultRow> fault_rows() {
    std::vector<FaultRow> out;
    for (const std::span<const FaultKind> table : tables()) {
        for (const FaultKind& kind : table) out.push_back({kind.kind, kind.meaning, false});
    }
    for (const NeighbourKind& kind : all_neighbour_faults()) out.push_back({kind.kind, kind.meaning, true});
    return out;
}

namespace {

std::vector<Hooks> with_specials_as_numbers(std::vector<Hooks> hooks) {
    hooks.push_back(specials_are_numbers());
    return hooks;
}

}  // namespace

NeighbourModel::NeighbourModel(const Recipe& recipe, NeighbourFault fault, std::vector<Hooks> arithmetic)
    : fault_(std::move(fault)),
      correct_(recipe, arithmetic),
      numbers_(recipe, with_specials_as_numbers(std::move(arithmetic))) {}

}  // namespace karat::tb
