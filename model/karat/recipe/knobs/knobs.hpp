// SPDX-License-Identifier: Apache-2.0
// The table of knobs: the name, the algorithms it applies to, the allowed values, and how to read and write
// it. JSON, CLI, C ABI and documentation use it.
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
    unsigned algorithms;       ///< bit i: applies to Algorithm(i)
    std::string_view meaning;  ///< one line; docs/reference/knobs.md has the full contract
    /// Allowed values as text for help and error messages.
    std::string (*allowed)();
    /// Every value that a search should try: all names, true and false, widths up to 80 and "exact". Empty
    /// for counts, whose useful values depend on the rest of the specification.
    std::vector<boost::json::value> (*values)();
    /// JSON null if the knob is unset (it follows another knob).
    boost::json::value (*get)(const Spec&);
    /// JSON null unsets the knob. Throws SpecError (key, value, allowed values) for a wrong type or value,
    /// and leaves the specification unchanged.
    void (*set)(Spec&, const boost::json::value&, std::string_view key);

    std::string_view unset = {};  ///< what an unset knob follows, where get() of the default is null

    bool integers = true;  ///< has an effect on integers

    [[nodiscard]] bool applies_to(Algorithm algorithm) const {
        return ((algorithms >> static_cast<unsigned>(algorithm)) & 1U) != 0;
    }
};

/// Every knob, in the order of docs/reference/knobs.md.
[[nodiscard]] std::span<const Knob> knobs();
/// Throws SpecError with the nearest names if there is no such knob.
[[nodiscard]] const Knob& find_knob(std::string_view key);

/// Sets one knob from text, as `--set key=value` does: a number, true, false or a name; "default" unsets the
/// knob. Formats, roundings and algorithms may have other names (knobs/aliases.hpp). If `key` is the path of
/// a recipe's attribute (`result.sum[1].F`), the specification becomes that recipe with the attribute
/// changed. Throws SpecError. Does not validate the whole specification.
void set_knob(Spec& spec, std::string_view key, std::string_view text);

}  // namespace karat
