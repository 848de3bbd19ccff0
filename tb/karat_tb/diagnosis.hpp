// SPDX-License-Identifier: Apache-2.0
// Which change of the specification makes a wrong design right.
#pragma once
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "karat_tb/scoreboard.hpp"

namespace karat::tb {

struct KnobChange {
    std::string_view key;
    boost::json::value value;
};

/// A specification that agrees with every answer seen, right and wrong ones.
struct Explanation {
    std::vector<KnobChange> changes;
    Spec spec;
};

struct Diagnosis {
    std::vector<Explanation> explanations;  ///< all that change one knob, or if none does, that change two; empty: none explains it
    std::size_t tried = 0;                  ///< specifications
    std::uint64_t lanes = 0;                ///< answers each explanation agrees with
    bool whole = true;                      ///< they are all the answers there were
};

/// Tries every value of every knob (Knob::values; for counts those near the specification's own), alone and then in pairs, on the kept
/// mismatches and then on the scoreboard's history. Formats change only to others of the same width. No mismatch: no explanation.
[[nodiscard]] Diagnosis diagnose(const Scoreboard& board);

/// "the design behaves as F = 24: fraction bits kept in the alignment"
[[nodiscard]] std::string sentence(const Explanation& explanation);
/// [{"F": 24}, ...]
[[nodiscard]] boost::json::array to_json(const Diagnosis& diagnosis);

}  // namespace karat::tb
