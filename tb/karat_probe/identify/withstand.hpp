// SPDX-License-Identifier: Apache-2.0
// The attempt to refute a guess that gives every answer so far.
#pragma once
#include <cstdint>
#include <functional>

#include "karat_probe/identify/inquiry.hpp"
#include "karat_probe/identify/step.hpp"

namespace karat::probe {

enum class Challenged : std::uint8_t {
    refuted,     ///< an answer differs
    withstood,   ///< every answer agrees
    unfinished,  ///< every answer agrees, but time or dot-adds ended before enough was asked
};

/// Whether the guess gives every answer to questions chosen to refute it. They, and the neighbours of the
/// guess that they exclude, are added to the identification. `round` varies the questions. `rivalled` asks
/// what tells the guess apart from recipes that are no neighbours, and returns whether the target contradicts
/// the guess.
[[nodiscard]] Challenged withstands(const Guess& guess, Inquiry& inquiry, int round,
                                    const std::function<bool()>& rivalled);

}  // namespace karat::probe
