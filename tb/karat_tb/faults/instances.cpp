// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/faults/instances.hpp"

#include <algorithm>
#include <set>

namespace karat::tb {
namespace {

SumFacts facts_of(const Program& program, const Operation& op, int number) {
    SumFacts out{number, op.path, &op, op.round, 0, false, false, false, false, 0};
    int widest = 0;
    for (const AddendGroup& group : program.groups(op)) {
        out.addends += group.count;
        for (const Slot slot : program.addends(group)) {
            const bool product = program.is_product(slot);
            out.has_products |= product;
            out.has_number |= !product && program.is_number(slot);
            out.has_sums |= !product && !program.is_number(slot);
        }
        const bool exact = group.term->F.is_exact() && op.sum->grid == GridRule::own;
        out.exact |= exact;
        if (!exact) widest = std::max(widest, group.term->F.bits);
    }
    // An addend is below 2^2 at its exponent, or below 2^4 if it is a small sum.
    out.bits = widest + (out.has_sums ? 4 : 2) + bit_length(std::uint64_t{out.addends} - 1);
    return out;
}

}  // namespace

Instances::Instances(const Recipe& recipe) : recipe_(recipe), program_(recipe) {
    const std::vector<int> numbers = sum_numbers(program_);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        SumFacts facts = facts_of(program_, program_.operations()[i], numbers[i]);
        const auto number = static_cast<std::size_t>(numbers[i]);
        if (number == sums_.size()) {
            sums_.push_back(std::move(facts));
        } else {
            sums_[number] = std::move(facts);
        }
    }
    const auto k = static_cast<std::size_t>(rules().k);
    for (const std::size_t place : std::set<std::size_t>{0, 1, 2, 3, k / 2, k - 2, k - 1}) {
        if (place < k) places_.push_back(place);
    }
}

std::vector<int> Instances::positions(int first, int last) const {
    const int most = 40;  // for all sums together
    const int step = 1 + (last - first) * static_cast<int>(sums_.size()) / most;
    std::vector<int> out;
    for (int i = first; i <= last; i += step) out.push_back(i);
    return out;
}

void Instances::add(const std::string& parameters, const std::string& meaning, Hooks hooks) {
    faults_.push_back(
        {kind_, parameters.empty() ? kind_ : kind_ + "[" + parameters + "]", meaning, {std::move(hooks)}});
}

void Instances::add(const SumFacts& sum, std::string parameters, std::string meaning, Hooks hooks) {
    hooks.node = sum.number;
    if (sums_.size() > 1) {
        parameters = "sum=" + sum.path + (parameters.empty() ? "" : "," + parameters);
        meaning += " (in " + sum.path + ")";
    }
    add(parameters, meaning, std::move(hooks));
}

}  // namespace karat::tb
