// SPDX-License-Identifier: Apache-2.0
// The table of knobs: name, who has it, allowed values, how to read and write it. JSON, CLI, C ABI and docs
// read it.
#pragma once
#include <boost/json/value.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "karat/recipe/spec.hpp"

namespace karat {

struct Knob {
    std::string_view key;
    unsigned algorithms;       ///< bit i: knob of Algorithm(i)
    std::string_view meaning;  ///< one line; docs/knobs.md has the full contract
    /// Allowed values as text for help and error sentences.
    std::string (*allowed)();
    /// Every value a search should try: all names, both truth values, widths to 80 and "exact". Empty for
    /// counts, whose sensible values depend on the rest of the specification.
    std::vector<boost::json::value> (*values)();
    /// JSON null where the knob is unset (it follows another one).
    boost::json::value (*get)(const Spec&);
    /// Throws SpecError (key, value, allowed) for a wrong type or value; the spec is unchanged then. Null
    /// unsets.
    void (*set)(Spec&, const boost::json::value&, std::string_view key);

    [[nodiscard]] bool applies_to(Algorithm algorithm) const {
        return ((algorithms >> static_cast<unsigned>(algorithm)) & 1U) != 0;
    }
};

/// Every knob, in the order of docs/knobs.md.
[[nodiscard]] std::span<const Knob> knobs();
/// Throws SpecError with the nearest names.
[[nodiscard]] const Knob& find_knob(std::string_view key);

/// Sets one knob from text, as `--set key=value` does: numbers, true/false, names; "default" unsets. The path
/// of a recipe's attribute
/// (`result.sum[1].F`) makes the specification that recipe. Throws SpecError. Does not validate the whole.
void set_knob(Spec& spec, std::string_view key, std::string_view text);

}  // namespace karat
