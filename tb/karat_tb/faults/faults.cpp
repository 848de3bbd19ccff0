// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/faults/faults.hpp"

#include <array>

#include "karat_tb/faults/instances.hpp"
#include "karat_tb/faults/kinds/specials_as_numbers.hpp"

namespace karat::tb {
namespace {

std::array<std::span<const FaultKind>, 8> tables() {
    return {operand_faults(),  selection_faults(), product_faults(), special_faults(),
            exponent_faults(), alignment_faults(), sum_faults(),     rounding_faults()};
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
    return instances.take();
}

std::vector<NeighbourFault> neighbour_faults_of(const Recipe& recipe) {
    const Program program(recipe);
    std::vector<NeighbourFault> out;
    for (const NeighbourKind& kind : neighbour_faults()) {
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
    for (const NeighbourKind& kind : neighbour_faults()) out.push_back({kind.kind, kind.meaning, true});
    return out;
}

NeighbourModel::NeighbourModel(const Recipe& recipe, NeighbourFault fault)
    : fault_(std::move(fault)), correct_(recipe), numbers_(recipe, specials_are_numbers()) {}

}  // namespace karat::tb
