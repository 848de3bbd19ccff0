// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iomanip>

#include "karat/recipe/recipe_text.hpp"
#include "karat_cli/probe/diff_json.hpp"
#include "karat_cli/probe/diff_text.hpp"
#include "karat_cli/probe/identify_report.hpp"
#include "karat_probe/identify/knobs/knob_form.hpp"

namespace karat::cli {
namespace {

using probe::AttributeEvidence;
using probe::Identification;

constexpr std::size_t kShort = 6;  ///< undecided attributes that are listed without --all

/// Operands with many nonzero elements are cut short.
std::string operands_in_short(const VectorRow& row, const OperandRules& formats, bool all) {
    constexpr std::size_t most = 120;
    std::string text = operands_text(row, formats);
    if (all || text.size() <= most) return text;
    return text.substr(0, text.rfind(", ", most)) + ", ...";
}

std::string indented(const std::string& text, const std::string& indent) {
    std::string out;
    for (const char ch : text) {
        if (out.empty() || out.back() == '\n') out += indent;
        out += ch;
    }
    return out;
}

void print_verdict(std::ostream& out, const IdentifyReport& report) {
    const Identification& found = report.found;
    out << report.target << ": " << report.verdict() << ", " << found.asked << " dot-adds, " << std::fixed
        << std::setprecision(1) << found.seconds << " s\n"
        << report.steadiness() << '\n';
    if (!found.changed.empty()) {
        const OperandRules& formats = found.recipe.operands;
        const probe::ChangedAnswer& first = found.changed.front();
        out << "  first " << operands_text(first.question, formats) << ": "
            << result_text(first.usual, formats.d) << ", then " << result_text(first.other, formats.d)
            << '\n';
    }
    if (found.found) out << report.tested() << '\n';
}

/// Why nothing was identified, how near the nearest recipe is, and where it is wrong.
void print_failure(std::ostream& out, const IdentifyReport& report) {
    const Identification& found = report.found;
    if (found.unconfirmed) {
        out << "a recipe gives every answer, but " << report.stopped << " before it was tested enough\n";
        return;
    }
    out << "the search stopped: " << report.stopped << "\nthe nearest recipe gets " << report.wrong << " of "
        << found.record.size() << " answers wrong\n";
    if (!found.counterexample) return;
    const OperandRules& formats = found.recipe.operands;
    const VectorRow& row = *found.counterexample;
    out << "the simplest: " << operands_text(row, formats) << "\n  the target gives "
        << result_text(*row.d, formats.d) << "\n  the nearest recipe gives "
        << result_text(*report.counterexample_gives, formats.d) << '\n';
}

/// "Hopper/HMMA.16816.F32, Blackwell/HMMA.16816.F32 and 3 more"
std::string names_text(const std::vector<std::string>& names, bool all) {
    const std::size_t most = all ? names.size() : 3;
    std::string out;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) out += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > most) out += " and " + std::to_string(names.size() - most) + " more";
    return out;
}

void print_nearest(std::ostream& out, const IdentifyReport& report, bool all) {
    const auto groups = grouped(report);
    if (groups.empty()) {
        out << "no instruction of the registry has these formats\n";
        return;
    }
    out << "nearest instructions\n";
    for (const auto& [what, names] : groups) out << "  " << names_text(names, all) << ": " << what << '\n';
}

void print_evidence(std::ostream& out, const IdentifyReport& report, bool all) {
    const Identification& found = report.found;
    const OperandRules& formats = found.recipe.operands;
    out << "decided by\n";
    std::size_t hidden = 0;
    for (const AttributeEvidence& each : report.evidence) {
        const probe::Alternative* by = each.decided_by();
        if (by == nullptr) continue;
        if (!all && !is_main(each, report)) {
            ++hidden;
            continue;
        }
        const std::size_t row = *by->excluded_by;
        out << "  " << each.key << " = " << value_text(each.value) << ", not " << value_text(by->value)
            << ": " << operands_in_short(found.record.row(row), formats, all) << " gives "
            << result_text(found.record.answer(row), formats.d) << '\n';
    }
    if (hidden != 0) out << "  and " << hidden << " more attributes, which --all prints\n";
}

void print_open(std::ostream& out, const IdentifyReport& report, bool all) {
    std::vector<const AttributeEvidence*> open;
    for (const AttributeEvidence& each : report.evidence) {
        if (!each.left().empty()) open.push_back(&each);
    }
    if (open.empty()) {
        out << "undecided: nothing; every other value is excluded by a dot-add or proved to make no "
               "difference\n";
        return;
    }
    out << "undecided: no dot-add was found that excludes\n";
    std::size_t printed = 0;
    for (const AttributeEvidence* each : open) {
        if (!all && (printed == kShort || restates(*each))) continue;
        ++printed;
        out << "  " << each->key << " = " << values_text(each->left()) << '\n';
    }
    if (open.size() > printed)
        out << "  and values of " << open.size() - printed << " more attributes, which --all prints\n";
}

void print_proved(std::ostream& out, const IdentifyReport& report, bool all) {
    std::vector<const AttributeEvidence*> settled;
    std::size_t values = 0;
    for (const AttributeEvidence& each : report.evidence) {
        values += proved(each).size();
        if (!proved(each).empty()) settled.push_back(&each);
    }
    if (settled.empty()) return;
    out << "proved to make no difference";
    if (!all) {
        out << ": " << values << (values == 1 ? " value of " : " values of ") << settled.size()
            << (settled.size() == 1 ? " attribute" : " attributes") << ", which --all prints\n";
        return;
    }
    out << '\n';
    for (const AttributeEvidence* each : settled)
        out << "  " << each->key << " = " << values_text(proved(*each)) << '\n';
}

}  // namespace

void print_identification(std::ostream& out, const IdentifyReport& report, bool all) {
    print_verdict(out, report);
    if (report.found.unsteady) {
        out << "nothing is inferred: every conclusion assumes that answers do not change\n";
        return;
    }
    if (!report.found.found) print_failure(out, report);
    out << (report.found.found ? "recipe\n" : "nearest recipe\n")
        << indented(recipe_text(report.found.recipe), "  ");
    if (report.knobs) out << "knobs\n  " << probe::knob_settings(*report.knobs) << '\n';
    print_nearest(out, report, all);
    if (!report.found.found) return;
    print_evidence(out, report, all);
    print_open(out, report, all);
    print_proved(out, report, all);
}

}  // namespace karat::cli
