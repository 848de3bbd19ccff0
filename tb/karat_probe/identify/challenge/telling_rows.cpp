// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/telling_rows.hpp"

#include <utility>

#include "karat_probe/separate/crafted_rows.hpp"

namespace karat::probe {

TellingRows::TellingRows(const Evaluator& guess, const std::vector<Neighbour>& neighbours, std::uint64_t seed,
                         std::function<bool(std::size_t)> wanted)
    : guess_(guess), neighbours_(neighbours), random_(seed), wanted_(std::move(wanted)) {}

void TellingRows::choose_neighbour() {
    constexpr int of_each = 4;
    constexpr int tries = 20;
    const Neighbour* neighbour = nullptr;
    for (int i = 0; i < tries; ++i) {
        std::size_t drawn = random_.below(neighbours_.size());
        // another structure or rule more often: a number shows in many rows
        if (neighbours_[drawn].edit.value.is_number()) drawn = random_.below(neighbours_.size());
        neighbour = &neighbours_[drawn];
        if (wanted_(drawn)) break;
    }
    rows_ = crafted_rows(guess_.program(), neighbour->evaluator.program(), random_.bits());
    unmasking_ = std::make_unique<Unmasking>(guess_, neighbour->evaluator, random_.bits());
    left_ = of_each;
}

VectorRow TellingRows::next() {
    constexpr int tries = 20;
    if (left_-- == 0 || !rows_) choose_neighbour();
    VectorRow row;
    for (int i = 0; i < tries; ++i) {
        row = *rows_->next();
        if (unmasking_->differ(row)) break;
        if (auto changed = (*unmasking_)(row)) return std::move(*changed);
    }
    return row;
}

}  // namespace karat::probe
