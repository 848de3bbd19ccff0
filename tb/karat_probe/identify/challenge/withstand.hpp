// SPDX-License-Identifier: Apache-2.0
// The attempt to refute a guess that gives every answer so far.
#pragma once
#include <cstdint>
#include <functional>

#include "karat_probe/identify/challenge/inquiry.hpp"
#include "karat_probe/identify/judging/step.hpp"

namespace karat::probe {

enum class Challenged : std::uint8_t {
    refuted,     ///< an answer differs
    withstood,   ///< every answer agrees
    unfinished,  ///< every answer agrees, but time or dot-adds ended before enough was asked
};

/// What a guess must pass besides the challenges. Each returns whether the search goes on instead: the target
/// contradicts the guess, or another one takes its place.
struct Doubts {
    std::function<bool()>
        simpler;  ///< looks for a simpler guess, soon and again before it costs much to wait
    std::function<bool()> rivalled;  ///< asks what tells the guess from recipes that are no neighbours
};

/// Whether the guess gives every answer to questions chosen to refute it. They, and the neighbours of the
/// guess that they exclude, are added to the identification. `round` varies the questions.
[[nodiscard]] Challenged withstands(const Guess& guess, Inquiry& inquiry, int round, const Doubts& doubts);

}  // namespace karat::probe
