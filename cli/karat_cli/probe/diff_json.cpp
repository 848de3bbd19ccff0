// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/probe/diff_json.hpp"

#include <array>
#include <boost/json/serialize.hpp>

#include "karat/evaluate/dot_add.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/text/text.hpp"
#include "karat_cli/probe/operands_json.hpp"
#include "karat_probe/diff/tree_words.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

json::object rates_json(const std::vector<probe::Rate>& rates) {
    json::object out;
    for (const probe::Rate& rate : rates)
        out[rate.distribution] = json::object{{"differ", rate.differ}, {"of", rate.of}};
    return out;
}

json::object side(const probe::NamedModel& model) {
    return {{"name", model.name}, {"spec", to_json(model.spec)}};
}

}  // namespace

std::string_view verdict(const probe::Diff& diff) {
    if (diff.equal) return "equal";
    return diff.witness ? "different" : "no difference found";
}

std::string_view effect_name(probe::Effect effect) {
    static constexpr std::array<std::string_view, 4> names{"shown", "masked", "unseen", "void"};
    return names[static_cast<std::size_t>(effect)];
}

std::string value_text(const json::value& value) {
    if (value.is_null()) return "default";
    if (value.is_string()) return std::string(value.get_string());
    if (!value.is_array()) return json::serialize(value);
    std::string out;
    for (const json::value& each : value.get_array()) out += (out.empty() ? "" : ", ") + value_text(each);
    return out;
}

json::object to_json(const probe::Witness& witness, const OperandRules& formats) {
    json::object out = operands_json(witness.row, formats);
    out["x"] = to_hex(witness.x, formats.d);
    out["y"] = to_hex(witness.y, formats.d);
    return out;
}

json::object to_json(const probe::AttributeDiff& attribute, const OperandRules& formats) {
    json::object out{{"key", attribute.change.key},
                     {"x", attribute.change.x},
                     {"y", attribute.change.y},
                     {"effect", effect_name(attribute.effect)}};
    if (attribute.change.key == "recipe") {
        json::array words;
        for (const probe::TreeWords& each :
             probe::tree_words(attribute.change.without, attribute.change.alone))
            words.push_back(json::object{{"what", each.what}, {"x", each.x}, {"y", each.y}});
        out["in_words"] = std::move(words);
    }
    if (!attribute.reason.empty()) out["reason"] = attribute.reason;
    if (attribute.tried != 0) out["tried"] = attribute.tried;
    if (attribute.witness) {
        out["witness"] = to_json(*attribute.witness, formats);
        out["as_given"] = attribute.as_given;
    }
    if (!attribute.rates.empty()) out["rates"] = rates_json(attribute.rates);
    return out;
}

json::object to_json(const probe::NamedModel& x, const probe::NamedModel& y, const probe::Diff& diff) {
    const OperandRules formats = DotAdd(x.spec).operands();
    json::object out{{"x", side(x)}, {"y", side(y)}, {"verdict", verdict(diff)}, {"tried", diff.tried}};
    json::array set_aside;
    for (const probe::VoidAttribute& each : diff.set_aside)
        set_aside.push_back(json::object{{"path", each.path}, {"reason", each.reason}});
    if (diff.equal) out["set_aside"] = std::move(set_aside);
    json::array attributes;
    for (const probe::AttributeDiff& each : diff.attributes) attributes.push_back(to_json(each, formats));
    out["attributes"] = std::move(attributes);
    if (diff.witness) out["witness"] = to_json(*diff.witness, formats);
    if (!diff.rates.empty()) out["rates"] = rates_json(diff.rates);
    return out;
}

}  // namespace karat::cli
