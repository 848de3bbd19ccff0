// SPDX-License-Identifier: Apache-2.0
// The findings as JSON.
#include <boost/json/array.hpp>
#include <utility>

#include "karat/recipe/json/recipe_json.hpp"
#include "karat/text/text.hpp"
#include "karat_probe/findings/bugs_output.hpp"

namespace karat::probe {
namespace {

namespace json = boost::json;

json::array hex_of(const std::vector<std::uint64_t>& values, Format format) {
    json::array all;
    for (const std::uint64_t value : values) all.emplace_back(to_hex(value, format));
    return all;
}

json::object row_members(BugKind kind, const VectorRow& row, std::uint64_t expected, std::size_t lane,
                         const OperandRules& formats) {
    json::object out{{"a", hex_of(row.a, formats.a)},
                     {"b", hex_of(row.b, formats.b)},
                     {"c", to_hex(row.c, formats.c)},
                     {"expected", answer_text(kind, expected, formats.d)},
                     {"got", answer_text(kind, *row.d, formats.d)},
                     {"lane", lane}};
    if (formats.scale) {
        out["scale_a"] = hex_of(row.scale_a, *formats.scale);
        out["scale_b"] = hex_of(row.scale_b, *formats.scale);
    }
    if (!row.metadata.empty()) out["metadata"] = hex_of(row.metadata, Format::uint4);
    return out;
}

json::array shapes_of(const Bug& bug, const OperandRules& formats) {
    json::array out;
    for (const FailureShape& one : bug.example.others)
        out.push_back(
            json::object{{"name", one.shape + ": " + one.difference},
                         {"mismatches", one.rows},
                         {"example", row_members(bug.kind, one.example, one.expected, one.lane, formats)}});
    return out;
}

json::object findings_of(const BugReport& report) {
    json::array bugs;
    for (const Bug& bug : report.bugs) {
        const OperandRules& formats = report.recipe.operands;
        json::object example =
            row_members(bug.kind, bug.example.example, bug.example.expected, bug.example.lane, formats);
        example["repeats"] = bug.example.repeats;
        json::object one{{"kind", name_of(bug.kind)},
                         {"name", bug.name},
                         {"mismatches", bug.rows.size()},
                         {"once_reduced", bug.reduced.size()},
                         {"share", bug.share},
                         {"assumed", bug.example.assumed},
                         {"contradicts", bug.contradicts},
                         {"first_tile", bug.first.tile},
                         {"example", std::move(example)}};
        if (!bug.alternative.empty()) one["fault"] = bug.alternative;
        if (bug.unseen != 0) one["unseen"] = bug.unseen;
        if (bug.only_lane) one["only_lane"] = *bug.only_lane;
        if (!bug.setting.empty()) one["set_by"] = bug.setting;
        if (!bug.example.others.empty()) one["shapes"] = shapes_of(bug, formats);
        if (bug.condition)
            one["condition"] = json::object{{"operands", bug.condition->words},
                                            {"wrong", bug.condition->precision},
                                            {"of_these", bug.condition->share}};
        bugs.push_back(std::move(one));
    }
    json::object out{{"start", report.start},
                     {"unexplained", report.unexplained},
                     {"right", report.right},
                     {"kept", report.kept},
                     {"unnamed", report.unnamed},
                     {"unknown", report.unknown},
                     {"nearest", to_json(report.recipe)},
                     {"findings", std::move(bugs)}};
    if (!report.typed.empty()) out["nearest_typed"] = report.typed;
    if (report.replayed_unknown != 0) out["replayed_unknown"] = report.replayed_unknown;
    if (!report.not_replayed.empty()) out["not_replayed"] = report.not_replayed;
    if (report.flags_kept != 0)
        out["flags"] = json::object{
            {"kept", report.flags_kept}, {"right", report.flags_right}, {"wrong", report.flags_wrong}};
    return out;
}

}  // namespace

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
