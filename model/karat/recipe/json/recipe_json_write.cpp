// SPDX-License-Identifier: Apache-2.0
#include <boost/json/serialize.hpp>

#include "karat/recipe/json/attributes.hpp"
#include "karat/recipe/json/recipe_json.hpp"

namespace karat {

namespace json = boost::json;

namespace {

template <class Node>
void write_attributes(json::object& out, const Node& node, const Node& defaults) {
    for (const Attribute<Node>& attribute : attributes<Node>()) {
        json::value value = attribute.get(node);
        if (attribute.always || value != attribute.get(defaults)) out[attribute.key] = std::move(value);
    }
}

json::object write(const OutputRule& rule) {
    json::object out;
    write_attributes(out, rule, plain_round(rule.format));
    return out;
}

json::value write(const Expression& e);

json::object write(const Term& term) {
    json::object out;
    json::value of = write(term.of);
    const bool nested = of.is_object();
    if (!nested) out["of"] = of;
    write_attributes(out, term, Term{});
    write_attributes(out, term.select, Select{});
    if (nested) out["of"] = std::move(of);  // a nested node is long, so the attributes come first
    return out;
}

json::object write(const Sum& sum) {
    json::object out;
    write_attributes(out, sum, Sum{});
    json::array terms;
    for (const Term& term : sum.terms) terms.emplace_back(write(term));
    out["sum"] = std::move(terms);
    if (sum.round) out["round"] = write(*sum.round);
    return out;
}

/// The name alone, or an object with the part of k that it works on.
json::value write_start(const Chain& chain) {
    json::value of = write(chain.start);
    if (of.is_string() && chain.start_select == Select{}) return of;
    json::object out;
    write_attributes(out, chain.start_select, Select{});
    out["of"] = std::move(of);
    return out;
}

json::object write(const Chain& chain) {
    json::object out;
    write_attributes(out, chain, Chain{});
    out["start"] = write_start(chain);
    out["chain"] = write(*chain.step);
    if (chain.last) out["last"] = write(*chain.last);
    return out;
}

json::value write(const Expression& e) {
    if (e.kind == ExpressionKind::sum) return write(*e.sum);
    if (e.kind == ExpressionKind::chain) return write(*e.chain);
    return json::string(name_of(e.kind));
}

}  // namespace

json::object to_json(const Recipe& recipe) {
    json::object operands;
    write_attributes(operands, recipe.operands, OperandRules{});
    json::object out;
    out["karat_recipe"] = kRecipeVersion;
    out["operands"] = std::move(operands);
    out["result"] = write(recipe.result);
    return out;
}

std::string to_json_text(const Recipe& recipe) { return json::serialize(to_json(recipe)); }

}  // namespace karat
