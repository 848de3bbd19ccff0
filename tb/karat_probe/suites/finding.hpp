// SPDX-License-Identifier: Apache-2.0
// What a test of a suite reports.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "karat/vectors/vector_file.hpp"

namespace karat::probe {

enum class SuiteName : std::uint8_t { mma_sim, fttn, fasi };

/// `found`: the test has an answer. `undecided`: the outputs fit none of the answers that the test knows.
/// `not_applicable`: the test cannot be stated for this target.
enum class Outcome : std::uint8_t { found, undecided, not_applicable };

}  // namespace karat::probe

namespace karat {
template <>
struct EnumNames<probe::SuiteName> {
    static constexpr std::array<std::string_view, 3> names{"mma-sim", "fttn", "fasi"};
};
template <>
struct EnumNames<probe::Outcome> {
    static constexpr std::array<std::string_view, 3> names{"found", "undecided", "not applicable"};
};
}  // namespace karat

namespace karat::probe {

/// A dot-add that was asked, and its answer (`row.d`).
struct Question {
    VectorRow row;
};

struct Finding {
    SuiteName suite = SuiteName::mma_sim;
    std::string id;    ///< of the test, in the paper's terms: "T_1_bit", "3"
    std::string name;  ///< what the test asks
    Outcome outcome = Outcome::found;
    std::string result;               ///< in a word, for tables: "RZ", "24", "yes"; empty unless found
    std::string verdict;              ///< a sentence
    std::string excludes;             ///< what the outputs rule out; empty unless found
    bool among_sums = false;          ///< `excludes` holds among trees of sums
    std::vector<Question> questions;  ///< those that decide; at least one unless not applicable
    std::uint64_t asked = 0;          ///< dot-adds of this test
};

/// The nonzero operands: "a0*b0 = 1 * 2^-24, c = 1"; "all operands 0" if there are none. Scale factors other
/// than 1 are listed.
[[nodiscard]] std::string operands_in_words(const VectorRow& row, const OperandRules& formats);
/// The answer: "1+2^-23".
[[nodiscard]] std::string answer_in_words(const VectorRow& row, const OperandRules& formats);

}  // namespace karat::probe
