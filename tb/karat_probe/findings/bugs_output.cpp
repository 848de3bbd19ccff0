// SPDX-License-Identifier: Apache-2.0
// The findings as text and as JSON.
#include "karat_probe/findings/bugs_output.hpp"

#include <boost/json/array.hpp>
#include <string>

#include "karat/compare/lane_mismatch.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat/text/text.hpp"

namespace karat::probe {
namespace {

namespace json = boost::json;

std::string numbered(std::uint64_t count, const char* one, const char* more) {
    return std::to_string(count) + " " + (count == 1 ? one : more);
}

std::string indented(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        out += "     " + text.substr(at, end - at);
        at = end;
    }
    return out;
}

std::string place(const UnitAnswer& first) {
    return "first in tile " + std::to_string(first.tile) + ", lane " + std::to_string(first.lane) +
           ", class " + std::string(class_name(first.operand_class));
}

json::object findings_of(const BugReport& report) {
    json::array bugs;
    for (const Bug& bug : report.bugs) {
        const OperandRules& formats = report.recipe.operands;
        const auto hex = [](const std::vector<std::uint64_t>& values, Format format) {
            json::array all;
            for (const std::uint64_t value : values) all.emplace_back(to_hex(value, format));
            return all;
        };
        json::object example{{"a", hex(bug.example.example.a, formats.a)},
                             {"b", hex(bug.example.example.b, formats.b)},
                             {"c", to_hex(bug.example.example.c, formats.c)},
                             {"expected", to_hex(bug.example.expected, formats.d)},
                             {"got", to_hex(*bug.example.example.d, formats.d)},
                             {"lane", bug.example.lane},
                             {"repeats", bug.example.repeats}};
        if (formats.scale) {
            example["scale_a"] = hex(bug.example.example.scale_a, *formats.scale);
            example["scale_b"] = hex(bug.example.example.scale_b, *formats.scale);
        }
        if (!bug.example.example.metadata.empty())
            example["metadata"] = hex(bug.example.example.metadata, Format::uint4);
        json::object one{{"kind", name_of(bug.kind)},      {"name", bug.name},
                         {"mismatches", bug.rows.size()},  {"once_reduced", bug.reduced.size()},
                         {"contradicts", bug.contradicts}, {"first_tile", bug.first.tile},
                         {"example", std::move(example)}};
        if (!bug.alternative.empty()) one["fault"] = bug.alternative;
        if (bug.condition)
            one["condition"] = json::object{{"operands", bug.condition->words},
                                            {"wrong", bug.condition->precision},
                                            {"of_these", bug.condition->share}};
        bugs.push_back(std::move(one));
    }
    return {{"start", report.start},      {"unexplained", report.unexplained},
            {"right", report.right},      {"kept", report.kept},
            {"unnamed", report.unnamed},  {"nearest", to_json(report.recipe)},
            {"findings", std::move(bugs)}};
}

}  // namespace

std::string diagnosis(const BugReport& report) {
    constexpr std::size_t most = 6;
    std::string out;
    const auto& ways = report.explanations;
    for (std::size_t i = 0; i < std::min(ways.size(), most); ++i) {
        out += i == 0 ? "diagnosis: " : "       or: ";
        out += "the design behaves as " + (ways[i].empty() ? report.start : words(ways[i])) + '\n';
    }
    if (ways.size() > most) out += "       or: " + std::to_string(ways.size() - most) + " more\n";
    if (ways.empty()) return out;
    return out + "           agrees with all " + std::to_string(report.explained) + " answers seen" +
           (report.all_explained ? "" : " (the run had more)") + '\n';
}

std::string overview(const BugReport& report) {
    std::string out = numbered(report.bugs.size(), "finding", "findings") + ", from " +
                      std::to_string(report.kept) + " of " +
                      numbered(report.mismatches, "mismatch", "mismatches") + " and " +
                      std::to_string(report.right) + " right answers\n";
    if (!report.start.empty())
        out += "the nearest specification: " + formula(report.recipe, 1000) + "\n  from " + report.start +
               "; it leaves " + std::to_string(report.unexplained) + " of " +
               std::to_string(report.kept + report.right) + " answers unexplained\n";
    return out;
}

std::string counts(const Bug& bug, const BugReport& report) {
    std::string out =
        "explains " + std::to_string(bug.rows.size()) + " of " + std::to_string(report.kept) + " mismatches";
    if (bug.kind != BugKind::unnamed)
        out += ", contradicts " + numbered(bug.contradicts, "answer", "answers");
    if (!bug.reduced.empty())
        out += ", and " + std::to_string(bug.reduced.size()) + " more once they are reduced";
    if (bug.groups > 1) out += ", in " + std::to_string(bug.groups) + " shapes";
    return out + "; " + place(bug.first);
}

std::string drawing(const Bug& bug, bool color) {
    const FailureGroup& group = bug.example;
    LaneMismatch mismatch;
    mismatch.a = group.example.a;
    mismatch.b = group.example.b;
    mismatch.scale_a = group.example.scale_a;
    mismatch.scale_b = group.example.scale_b;
    mismatch.metadata = group.example.metadata;
    mismatch.c = group.example.c;
    mismatch.expected = group.expected;
    mismatch.got = {*group.example.d, 0};
    return describe(DotAdd(spec_of(bug.golden)), mismatch, {color, 160});
}

std::string text_of(const BugReport& report, bool color) {
    std::string out = diagnosis(report) + overview(report);
    constexpr std::size_t most_shown = 12;
    std::size_t number = 0;
    for (const Bug& bug : report.bugs) {
        if (number == most_shown) {
            out += "     and " + std::to_string(report.bugs.size() - most_shown) +
                   " smaller ones, which --json lists\n";
            break;
        }
        out +=
            " " + std::to_string(++number) + ". " + std::string(name_of(bug.kind)) + ": " + bug.name + '\n';
        out += "     " + counts(bug, report) + '\n';
        if (bug.condition) out += "     " + sentence(*bug.condition) + '\n';
        if (!bug.alternative.empty()) out += "     a fault explains the same: " + bug.alternative + '\n';
        if (!bug.example.repeats) out += "     not repeated: the unit is right when it is asked again\n";
        out += indented(drawing(bug, color));
    }
    return out;
}

json::object members_of(const BugReport& report) {
    json::array ways;
    for (const std::vector<Edit>& way : report.explanations) {
        json::object changes;
        for (const Edit& edit : way) changes[edit.key] = edit.value;
        ways.push_back(std::move(changes));
    }
    return {
        {"diagnosis", std::move(ways)}, {"diagnosis_lanes", report.explained}, {"bugs", findings_of(report)}};
}

}  // namespace karat::probe
