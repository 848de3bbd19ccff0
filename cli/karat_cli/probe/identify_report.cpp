// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/probe/identify_report.hpp"

#include <algorithm>
#include <iomanip>

#include "karat/evaluate/dot_add.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat/text/text.hpp"
#include "karat_cli/probe/diff_json.hpp"
#include "karat_cli/probe/diff_text.hpp"

namespace karat::cli {
namespace {

using probe::AttributeEvidence;
using probe::Identification;

std::string value_of(const boost::json::value& value) {
    return value.is_null() ? "default" : value_text(value);
}

std::string indented(const std::string& text, const std::string& indent) {
    std::string out;
    for (const char ch : text) {
        if (out.empty() || out.back() == '\n') out += indent;
        out += ch;
    }
    return out;
}

/// "1..23, 26..80, exact": runs of numbers are joined.
std::string values_text(const std::vector<boost::json::value>& values) {
    std::vector<std::int64_t> numbers;
    std::vector<std::string> words;
    for (const boost::json::value& value : values) {
        if (value.is_int64())
            numbers.push_back(value.get_int64());
        else
            words.push_back(value_of(value));
    }
    std::sort(numbers.begin(), numbers.end());
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i;
        while (end + 1 < numbers.size() && numbers[end + 1] <= numbers[end] + 1) ++end;
        parts.push_back(end == i ? std::to_string(numbers[i])
                                 : std::to_string(numbers[i]) + ".." + std::to_string(numbers[end]));
        i = end + 1;
    }
    parts.insert(parts.end(), words.begin(), words.end());
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
    return out;
}

void print_verdict(std::ostream& out, const IdentifyReport& report) {
    const Identification& found = report.found;
    const std::string cost = std::to_string(found.asked) + " dot-adds";
    out << report.target << ": ";
    if (found.unsteady) {
        out << "not identified: " << found.unsteady->text() << '\n';
        return;
    }
    out << (found.found ? "identified, "
            : found.unconfirmed
                ? "not confirmed (every answer agrees, but the time ran out; give --seconds), "
                : "not identified, ")
        << cost << ", " << std::fixed << std::setprecision(1) << found.seconds << " s\n";
    if (!found.changed.empty()) {
        const OperandRules& formats = found.recipe.operands;
        const probe::ChangedAnswer& first = found.changed.front();
        out << "the target is not steady: " << found.changed.size()
            << (found.changed.size() == 1 ? " answer" : " answers") << " changed when asked again, first "
            << operands_text(first.question, formats) << ": " << result_text(first.usual, formats.d)
            << ", then " << result_text(first.other, formats.d) << '\n';
    }
}

void print_counterexample(std::ostream& out, const Identification& found) {
    if (!found.counterexample) return;
    const OperandRules& formats = found.recipe.operands;
    const VectorRow& row = *found.counterexample;
    const DotAdd dot(found.recipe);
    out << "the nearest recipe found gives " << result_text(dot(row.operands()), formats.d) << " for "
        << operands_text(row, formats) << "; the target gives " << result_text(*row.d, formats.d) << '\n';
}

/// "Hopper/HMMA.16816.F32, Blackwell/HMMA.16816.F32 and 3 more"
std::string names_text(const std::vector<std::string>& names) {
    constexpr std::size_t most = 3;
    std::string out;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) out += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > most) out += " and " + std::to_string(names.size() - most) + " more";
    return out;
}

/// "0 of 5312 answers differ; F, sticky", or "the same arithmetic".
std::string difference_text(const probe::NearInstruction& near, const Identification& found) {
    if (near.same_tree && near.differs_in.empty()) return "the same arithmetic";
    std::string out = std::to_string(near.disagrees) + " of " + std::to_string(found.record.size()) +
                      " answers differ; " + (near.same_tree ? "" : "written as another tree of sums");
    for (std::size_t i = 0; i < near.differs_in.size(); ++i) out += (i == 0 ? "" : ", ") + near.differs_in[i];
    return out;
}

void print_nearest(std::ostream& out, const IdentifyReport& report) {
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;  // difference, names
    for (const probe::NearInstruction& near : report.nearest) {
        const std::string what = difference_text(near, report.found);
        if (groups.empty() || groups.back().first != what) groups.push_back({what, {}});
        groups.back().second.push_back(std::string(name_of(near.instruction->arch)) + '/' +
                                       near.instruction->name);
    }
    if (!groups.empty()) out << "nearest instructions\n";
    for (const auto& [what, names] : groups) out << "  " << names_text(names) << ": " << what << '\n';
}

void print_evidence(std::ostream& out, const IdentifyReport& report) {
    const Identification& found = report.found;
    const OperandRules& formats = found.recipe.operands;
    out << "decided by\n";
    for (const AttributeEvidence& each : report.evidence) {
        const probe::Alternative* by = each.decided_by();
        if (by == nullptr) continue;
        const std::size_t row = *by->excluded_by;
        out << "  " << each.key << " = " << value_of(each.value) << ", not " << value_of(by->value) << ": "
            << operands_text(found.record.row(row), formats) << " gives "
            << result_text(found.record.answer(row), formats.d) << '\n';
    }
}

void print_open(std::ostream& out, const IdentifyReport& report) {
    bool any = false;
    for (const AttributeEvidence& each : report.evidence) {
        const auto left = each.left();
        if (left.empty()) continue;
        if (!any) out << "no dot-add was found that excludes\n";
        any = true;
        out << "  " << each.key << " = " << values_text(left) << '\n';
    }
    any = false;
    for (const AttributeEvidence& each : report.evidence) {
        std::vector<boost::json::value> proved;
        for (const probe::Alternative& x : each.alternatives) {
            if (x.proved_void) proved.push_back(x.value);
        }
        if (proved.empty()) continue;
        if (!any) out << "proved to make no difference\n";
        any = true;
        out << "  " << each.key << " = " << values_text(proved) << '\n';
    }
}

}  // namespace

IdentifyReport::IdentifyReport(std::string name, probe::Identification identification)
    : target(std::move(name)), found(std::move(identification)) {
    if (found.unsteady) return;
    if (found.found) evidence = probe::evidence_of(found);
    nearest = probe::nearest_instructions(found, 3);
}

void print_identification(std::ostream& out, const IdentifyReport& report) {
    print_verdict(out, report);
    if (report.found.unsteady) return;
    out << (report.found.found ? "recipe\n" : "nearest recipe\n")
        << indented(recipe_text(report.found.recipe), "  ");
    print_counterexample(out, report.found);
    print_nearest(out, report);
    if (!report.found.found) return;
    print_evidence(out, report);
    print_open(out, report);
}

}  // namespace karat::cli
