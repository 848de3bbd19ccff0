// SPDX-License-Identifier: Apache-2.0
// What karat identify reports: as text, JSON and a web page.
#pragma once
#include <boost/json/object.hpp>
#include <ostream>
#include <string>

#include "karat_probe/identify/evidence.hpp"

namespace karat::cli {

/// What was inferred of a target, ready to print.
struct IdentifyReport {
    std::string target;
    probe::Identification found;
    std::vector<probe::AttributeEvidence> evidence;
    std::vector<probe::NearInstruction> nearest;
    std::optional<Spec> knobs;                          ///< the recipe found in knob form, if it has one
    std::size_t wrong = 0;                              ///< answers that the recipe does not give
    std::string stopped;                                ///< if not identified: why the search ended
    std::optional<std::uint64_t> counterexample_gives;  ///< what the nearest recipe gives for it

    IdentifyReport(std::string name, probe::Identification identification,
                   const probe::IdentifySettings& settings);

    /// "identified", "identified, but not steady", "not identified", "not confirmed", "not steady": the
    /// exit status is 0 for the first two.
    [[nodiscard]] std::string_view verdict() const;
    /// Whether answers changed when asked again: "steady: ...", "not steady: ..." or "not tested", without a
    /// full stop.
    [[nodiscard]] std::string steadiness() const;
    /// What was asked about the recipe after it was inferred, and how rare a fault is at most: "tested: ...",
    /// without a full stop. Precondition: it was identified.
    [[nodiscard]] std::string tested() const;
    /// The recipe found as a specification: by knobs, or as a recipe.
    [[nodiscard]] Spec spec() const;
};

/// Attributes that a reader looks for: widths, roundings, places, and whatever is not at its default. The
/// others restate them for other groups of addends, or say that something unusual is absent.
[[nodiscard]] bool is_main(const probe::AttributeEvidence& attribute, const IdentifyReport& report);

/// Whether an attribute is that of one addend, or of several kinds of addends together, beside those of each
/// kind.
[[nodiscard]] bool restates(const probe::AttributeEvidence& attribute);

/// Values as a list, with runs of numbers joined: "1..23, 26..80, exact".
[[nodiscard]] std::string values_text(const std::vector<boost::json::value>& values);
/// The alternatives that a proof settles.
[[nodiscard]] std::vector<boost::json::value> proved(const probe::AttributeEvidence& attribute);
/// "0 of 5312 answers differ; F, sticky", or "the same arithmetic".
[[nodiscard]] std::string difference_text(const probe::NearInstruction& near,
                                          const probe::Identification& found);
/// Instructions of the same arithmetic in one line: what differs, and their names.
[[nodiscard]] std::vector<std::pair<std::string, std::vector<std::string>>> grouped(
    const IdentifyReport& report);

/// The verdict, the recipe, the nearest instructions, the dot-adds that decided the main attributes, and what
/// no dot-add decides; with `all`, everything of every attribute.
void print_identification(std::ostream& out, const IdentifyReport& report, bool all);
[[nodiscard]] boost::json::object to_json(const IdentifyReport& report);
/// The same as one web page that loads nothing.
[[nodiscard]] std::string identification_page(const IdentifyReport& report);

}  // namespace karat::cli
