// SPDX-License-Identifier: Apache-2.0
// What an explanation does to the answers of a unit, and whether that is enough to believe it.
#pragma once
#include <cstddef>

namespace karat::probe {

struct Balance {
    std::size_t gained = 0;  ///< wrong answers that it explains
    std::size_t missed = 0;  ///< wrong answers that it changes and does not explain
    std::size_t spoilt = 0;  ///< right answers that it contradicts
    bool confirmed = false;  ///< the unit sides with it when it is asked further dot-adds

    static constexpr std::size_t kFewest = 3;   ///< answers that it must explain
    static constexpr std::size_t kFifty = 50;   ///< explained answers for each contradicted one
    static constexpr std::size_t kTwenty = 20;  ///< the same, if it is confirmed

    /// Whether it explains enough. Another fault that acts on the same operands leaves many of them wrong.
    [[nodiscard]] bool is_substantial() const { return gained >= kFewest && missed * 2 <= gained * 3; }
    [[nodiscard]] bool is_sound() const {
        return is_substantial() && spoilt * (confirmed ? kTwenty : kFifty) <= gained;
    }
    /// Whether it would be sound if it were confirmed: other faults may have spoilt what it contradicts.
    [[nodiscard]] bool awaits_confirmation() const {
        return is_substantial() && !is_sound() && spoilt * kTwenty <= gained;
    }
};

}  // namespace karat::probe
