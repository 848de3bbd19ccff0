// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/aims.hpp"

#include <algorithm>
#include <iterator>

namespace karat::probe {
namespace {

void note_range(const FormatInfo& format, int fraction, std::vector<int>& exponents) {
    if (format.is_integer()) return;
    exponents.insert(exponents.end(), {format.min_exponent(), format.min_exponent() - fraction,
                                       format.max_exponent(), format.max_exponent() + 1});
}

Aims own_aims(const Program& program) {
    Aims out;
    for (const Operation& op : program.operations()) {
        for (const AddendGroup& group : program.groups(op)) {
            const Term& term = *group.term;
            if (!term.F.is_exact()) out.distances.push_back(term.F.bits);
            if (term.cutoff) out.distances.push_back(*term.cutoff);
            if (term.least_exponent) out.exponents.push_back(*term.least_exponent);
        }
        if (op.sum->floor) out.exponents.push_back(*op.sum->floor);
        if (op.round == nullptr) continue;
        out.distances.push_back(op.round->fraction);
        out.fractions.push_back(op.round->fraction);
        note_range(info(op.round->format), op.round->fraction, out.exponents);
    }
    const OperandRules& rules = program.operands();
    for (const Format format : {rules.a, rules.b, rules.c})
        note_range(info(format), info(format).fraction_bits, out.exponents);
    out.exponents.insert(out.exponents.end(), {0, -126, 127});
    for (std::vector<int>* numbers : {&out.distances, &out.fractions, &out.exponents}) {
        std::sort(numbers->begin(), numbers->end());
        numbers->erase(std::unique(numbers->begin(), numbers->end()), numbers->end());
    }
    return out;
}

std::vector<int> joined(const std::vector<int>& x, const std::vector<int>& y) {
    std::vector<int> out;
    std::vector<int> one_sided;
    std::set_union(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(out));
    std::set_symmetric_difference(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(one_sided));
    constexpr int kWeight = 3;
    for (int i = 0; i < kWeight; ++i) out.insert(out.end(), one_sided.begin(), one_sided.end());
    return out;
}

}  // namespace

Aims aims_of(const Program& x, const Program& y) {
    const Aims of_x = own_aims(x);
    const Aims of_y = own_aims(y);
    return {joined(of_x.distances, of_y.distances), joined(of_x.fractions, of_y.fractions),
            joined(of_x.exponents, of_y.exponents)};
}

}  // namespace karat::probe
