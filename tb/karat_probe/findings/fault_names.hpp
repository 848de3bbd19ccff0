// SPDX-License-Identifier: Apache-2.0
// Which faults of the library explain mismatches.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "karat_probe/findings/answers.hpp"
#include "karat_probe/findings/balance.hpp"

namespace karat::probe {

/// A fault that explains mismatches.
struct NamedFault : Balance {
    /// Of the library: the same fault of another recipe has it too. Two for a pair.
    std::vector<std::string> keys = {};
    std::string meaning = {};
    std::vector<std::size_t> rows = {};  ///< of UnitAnswers::wrong: what it explains
    /// What a unit with this fault answers, without neighbouring tiles. Empty if the fault mixes tiles.
    std::function<std::uint64_t(const Operands&)> answer = {};
    /// What it answers without this fault, if another one was given. Else empty.
    std::function<std::uint64_t(const Operands&)> before = {};
    /// Of a fault that mixes tiles or lanes: what a unit with it answers; nothing if what it takes is not
    /// known.
    std::function<std::optional<std::uint64_t>(const UnitAnswer&)> mixed = {};
};

/// How many further answers of the unit speak against a fault that fits the mismatches, beside those named
/// before it; nothing if they refute it. Empty: every fault is believed.
using Believed =
    std::function<std::optional<std::size_t>(const NamedFault&, const std::vector<NamedFault>& named)>;

/// All keys of some faults.
[[nodiscard]] std::vector<std::string> keys_of(const std::vector<NamedFault>& faults);

/// The faults that explain the mismatches `rows` of answers.wrong against a recipe, the one that explains
/// most first; each explains some that those before it do not, one by one or together. A fault counts if it
/// explains at least three mismatches, contradicts at most one answer for every fifty that it explains, and
/// does not change many more in vain, and if it is believed. Of those that explain equally many, the one that
/// contradicts the fewest answers, and then the one against which the unit speaks the least.
[[nodiscard]] std::vector<NamedFault> named_faults(const Recipe& recipe, const UnitAnswers& answers,
                                                   std::vector<std::size_t> rows,
                                                   const Believed& believed = {});
/// The same of the faults that mix tiles or lanes, in a unit whose arithmetic has the faults `beside`.
[[nodiscard]] std::vector<NamedFault> mixing_faults(const std::vector<std::string>& beside,
                                                    const Recipe& recipe, const UnitAnswers& answers,
                                                    std::vector<std::size_t> rows);

/// The fault that explains most of `rows` in a unit that also has the faults `beside` of the library: one
/// that shows only together with them, or in another way. None of `rows` is what they explain.
[[nodiscard]] std::optional<NamedFault> fault_beside(const std::vector<std::string>& beside,
                                                     const Recipe& recipe, const UnitAnswers& answers,
                                                     std::vector<std::size_t> rows,
                                                     const Believed& believed = {});

/// What a unit of a recipe with these faults answers; empty if it cannot have one of them.
[[nodiscard]] std::function<std::uint64_t(const Operands&)> with_faults(const Recipe& recipe,
                                                                        const std::vector<std::string>& keys);

}  // namespace karat::probe
