// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/unmask.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "karat_probe/separate/sum_shift.hpp"

namespace karat::probe {
namespace {

/// The number from one to the other that has the fewest bits.
double simplest_between(double low, double high) {
    if (low > high) std::swap(low, high);
    if (low <= 0 && high >= 0) return 0;
    if (high < 0) return -simplest_between(-high, -low);
    for (int unit = std::ilogb(high);; --unit) {
        const double above = std::ldexp(std::ceil(std::ldexp(low, -unit)), unit);
        if (above <= high) return above;
    }
}

}  // namespace

Unmasking::Unmasking(const Evaluator& x, const Evaluator& y, std::uint64_t seed)
    : x_(x),
      both_(x, y),
      wide_x_(x.program().recipe()),
      wide_y_(y.program().recipe()),
      wide_(wide_x_.evaluator(), wide_y_.evaluator()),
      random_(seed) {}

std::optional<VectorRow> Unmasking::operator()(const VectorRow& row) {
    constexpr int tries = 6;
    const auto first = between_sums(row);
    SumShift shift(x_.program().operands(), random_);
    if (!first) return std::nullopt;
    for (int i = 0; i < tries; ++i) {
        VectorRow changed = row;
        std::optional<double> between = first;
        // once more, because an addend that is larger than the others changes the sums
        for (int turn = 0; turn < 2 && between; ++turn) {
            shift(changed, boundary(*between) - *between);
            if (differ(changed)) return changed;
            if (turn == 0) between = between_sums(changed);
        }
    }
    return std::nullopt;
}

double Unmasking::boundary(double between) {
    return boundary_near(between, (random_.coin() ? wide_x_ : wide_y_).roundings(), random_);
}

std::optional<double> Unmasking::between_sums(const VectorRow& row) {
    evaluations_ += 2;
    const auto [of_x, of_y] = wide_(row.operands());
    const auto x = WideSum::value(of_x);
    const auto y = WideSum::value(of_y);
    if (!x || !y || *x == *y) return std::nullopt;
    return simplest_between(*x, *y);
}

bool Unmasking::differ(const VectorRow& row) {
    evaluations_ += 2;
    return both_.differ(row.operands());
}

}  // namespace karat::probe
