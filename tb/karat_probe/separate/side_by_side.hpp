// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <utility>

#include "karat/evaluate/continued.hpp"

namespace karat::probe {

/// Evaluates two recipes with the same operands on one dot-add after another. What they have in common is
/// evaluated once. Keeps references to both.
class SideBySide {
   public:
    SideBySide(const Evaluator& x, const Evaluator& y) : x_(x, x), y_(x, y) {}

    /// d of either.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> operator()(const Operands& in) const {
        BaseValues values;
        const std::uint64_t of_x = x_(in, values);
        return {of_x, y_(in, values)};
    }
    [[nodiscard]] bool differ(const Operands& in) const {
        const auto [of_x, of_y] = (*this)(in);
        return of_x != of_y;
    }

   private:
    Continued x_, y_;
};

}  // namespace karat::probe
