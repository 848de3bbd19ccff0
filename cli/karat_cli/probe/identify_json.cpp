// SPDX-License-Identifier: Apache-2.0
#include <boost/json/array.hpp>

#include "karat/instruction/names.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat/text/text.hpp"
#include "karat_cli/probe/identify_report.hpp"
#include "karat_cli/probe/operands_json.hpp"
#include "karat_probe/target/confidence.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

json::object row_json(const VectorRow& row, std::uint64_t d, const OperandRules& formats) {
    json::object out = operands_json(row, formats);
    out["d"] = to_hex(d, formats.d);
    return out;
}

json::object attribute_json(const probe::AttributeEvidence& each, const probe::Identification& found) {
    const OperandRules& formats = found.recipe.operands;
    json::object out{{"key", each.key}, {"meaning", each.meaning}, {"value", each.value}};
    json::array excluded;
    json::array open;
    json::array proved;
    for (const probe::Alternative& x : each.alternatives) {
        if (x.excluded_by)
            excluded.push_back(json::object{{"value", x.value}, {"by", *x.excluded_by}});
        else
            (x.proved_void ? proved : open).push_back(x.value);
    }
    if (const probe::Alternative* by = each.decided_by()) {
        const std::size_t row = *by->excluded_by;
        const std::uint64_t d = found.record.answer(row);
        out["decided_by"] = row_json(found.record.row(row), d, formats);
    }
    out["excluded"] = std::move(excluded);
    out["open"] = std::move(open);
    out["proved_void"] = std::move(proved);
    return out;
}

}  // namespace

json::object to_json(const IdentifyReport& report) {
    const probe::Identification& found = report.found;
    json::object out{{"target", report.target},     {"identified", found.found},
                     {"verdict", report.verdict()}, {"unconfirmed", found.unconfirmed},
                     {"dot_adds", found.asked},     {"seconds", found.seconds}};
    if (found.unsteady) {
        out["steadiness"] = report.steadiness();
        out["unsteady"] = found.unsteady->text();
        return out;
    }
    out["steadiness"] = report.steadiness();
    out["changed_answers"] = found.changed.size();
    out["answers"] = found.record.size();
    out["wrong_answers"] = report.wrong;
    if (!report.stopped.empty()) out["stopped"] = report.stopped;
    if (found.found) {
        json::object tested{{"answers", found.tested.answers}, {"drawn_at_random", found.tested.drawn}};
        if (found.tested.drawn != 0)
            tested["fewer_than_one_in"] = probe::fewer_than_one_in(found.tested.drawn);
        out["tested"] = std::move(tested);
    }
    out["formula"] = formula(found.recipe);
    out["recipe"] = to_json(found.recipe);
    if (found.found) out["spec"] = to_json(report.spec());
    if (found.counterexample) {
        const OperandRules& formats = found.recipe.operands;
        json::object row = row_json(*found.counterexample, *found.counterexample->d, formats);
        row["nearest_gives"] = to_hex(*report.counterexample_gives, formats.d);
        out["counterexample"] = std::move(row);
    }
    json::array nearest;
    for (const probe::NearInstruction& near : report.nearest) {
        json::object one{{"arch", name_of(near.instruction->arch)},
                         {"instruction", shown(near.instruction->name)},
                         {"same_tree", near.same_tree},
                         {"answers_that_differ", near.disagrees}};
        json::array differs;
        for (const std::string& path : near.differs_in) differs.push_back(json::value(path));
        one["differs_in"] = std::move(differs);
        nearest.push_back(std::move(one));
    }
    out["nearest"] = std::move(nearest);
    json::array attributes;
    for (const probe::AttributeEvidence& each : report.evidence)
        attributes.push_back(attribute_json(each, found));
    out["attributes"] = std::move(attributes);
    return out;
}

}  // namespace karat::cli
