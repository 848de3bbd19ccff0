// SPDX-License-Identifier: Apache-2.0
// Which faults of the library explain mismatches.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "karat_probe/findings/answers.hpp"
#include "karat_probe/findings/balance.hpp"

namespace karat::probe {

/// A fault that explains mismatches.
struct NamedFault : Balance {
    std::string key = {};  ///< of the library: the same fault of another recipe has it too
    std::string meaning = {};
    std::vector<std::size_t> rows = {};  ///< of UnitAnswers::wrong: what it explains
    /// What a unit with this fault answers, without neighbouring tiles. Empty if the fault mixes tiles.
    std::function<std::uint64_t(const Operands&)> answer = {};
    /// What it answers without this fault, if another one was given. Else empty.
    std::function<std::uint64_t(const Operands&)> before = {};
};

/// The faults that explain the mismatches `rows` of answers.wrong against a recipe, the one that explains
/// most first; each explains some that those before it do not. A fault counts if it explains at least three
/// mismatches, contradicts at most one answer for every fifty that it explains, and does not change many
/// more in vain. `mixing`: the faults that mix tiles, else all others.
[[nodiscard]] std::vector<NamedFault> named_faults(const Recipe& recipe, const UnitAnswers& answers,
                                                   std::vector<std::size_t> rows, bool mixing);

/// The same for a unit that also has the fault `beside` of the library, which explains none of `rows`: faults
/// that show only together with it.
[[nodiscard]] std::vector<NamedFault> faults_beside(const std::string& beside, const Recipe& recipe,
                                                    const UnitAnswers& answers,
                                                    std::vector<std::size_t> rows);

/// What a unit of another recipe with the fault `key` answers; empty if it cannot have the fault.
[[nodiscard]] std::function<std::uint64_t(const Operands&)> fault_of(const Recipe& recipe,
                                                                     const std::string& key);

}  // namespace karat::probe
