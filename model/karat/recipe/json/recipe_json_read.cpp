// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <initializer_list>

#include "karat/error.hpp"
#include "karat/recipe/check.hpp"
#include "karat/recipe/json/attributes.hpp"
#include "karat/recipe/json/codec.hpp"
#include "karat/recipe/json/json_text.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/program.hpp"
#include "karat/text/nearest.hpp"

namespace karat {

namespace json = boost::json;

namespace {

constexpr std::string_view kVersionKey = "karat_recipe";

[[noreturn]] void refuse(const std::string& path, const std::string& sentence) {
    throw SpecError(path, path + ": " + sentence);
}

std::string below(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : path + "." + std::string(key);
}

/// The beginning of a value, enough to recognise it.
std::string shown(const json::value& value) {
    constexpr std::size_t kEnough = 60;
    const std::string all = json::serialize(value);
    return all.size() <= kEnough ? all : all.substr(0, kEnough) + "...";
}

/// One JSON object being read. It records the keys that are looked up; refuse_unknown() rejects all others.
class Node {
   public:
    Node(const json::value& value, std::string path, std::string_view what) : path_(std::move(path)) {
        if (!value.is_object()) refuse(path_, shown(value) + " is not " + std::string(what));
        object_ = &value.get_object();
    }
    explicit Node(const json::object& root) : object_(&root) {}

    [[nodiscard]] const std::string& path() const { return path_; }
    /// Null where the key is absent.
    [[nodiscard]] const json::value* find(std::string_view key) {
        known_.emplace_back(key);
        return object_->if_contains(key);
    }
    [[nodiscard]] const json::value& need(std::string_view key, std::string_view what) {
        const json::value* found = find(key);
        if (found == nullptr) {
            refuse_unknown();  // a misspelt key is the likely cause
            refuse(path_, "\"" + std::string(key) + "\" is missing; it is " + std::string(what));
        }
        return *found;
    }
    template <class Target>
    void read_attributes(Target& target) {
        for (const Attribute<Target>& attribute : attributes<Target>()) {
            if (const json::value* value = find(attribute.key))
                attribute.set(target, *value, below(path_, attribute.key));
        }
    }
    /// Declares keys that are looked up later.
    void announce(std::initializer_list<std::string_view> keys) {
        known_.insert(known_.end(), keys.begin(), keys.end());
    }
    void refuse_unknown() const {
        for (const auto& [key, value] : *object_) {
            const std::string_view name(key);
            if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
            refuse(below(path_, name),
                   "unknown key \"" + std::string(name) + "\"" + nearest_hint(name, known_, 3));
        }
    }

   private:
    const json::object* object_ = nullptr;
    std::string path_;
    std::vector<std::string> known_;
};

constexpr std::string_view kExpression =
    R"("product", "c", "acc", "zero", or an object with "sum" or "chain")";

OutputRule read_round(const json::value& value, const std::string& path) {
    Node node(value, path, R"(a rounding such as {"format": "fp32", "rounding": "RNE"})");
    for (const Attribute<OutputRule>& attribute : attributes<OutputRule>()) node.announce({attribute.key});
    const json::value& format = node.need("format", "the format to round to");
    OutputRule out =
        plain_round(format_from_json<Format>(format, below(path, "format"), formats_that(fits_result)));
    node.read_attributes(out);
    node.refuse_unknown();
    return out;
}

Expression read_expression(const json::value& value, const std::string& path, int depth);

Term read_term(const json::value& value, const std::string& path, int depth) {
    Node node(value, path, R"(an addend such as {"of": "product", "F": 25})");
    Term out;
    node.read_attributes(out);
    node.read_attributes(out.select);
    const json::value& of = node.need("of", kExpression);
    node.refuse_unknown();
    out.of = read_expression(of, below(path, "of"), depth + 1);
    return out;
}

Sum read_sum(Node& node, int depth) {
    Sum out;
    node.read_attributes(out);
    const std::string path = below(node.path(), "sum");
    node.announce({"round"});
    const json::value& terms = node.need("sum", "the list of addends");
    const json::value* round = node.find("round");
    node.refuse_unknown();
    if (!terms.is_array()) refuse(path, shown(terms) + " is not a list of addends");
    const json::array& list = terms.get_array();
    for (std::size_t i = 0; i < list.size(); ++i) {
        out.terms.push_back(read_term(list[i], path + "[" + std::to_string(i) + "]", depth));
    }
    if (round != nullptr) out.round = read_round(*round, below(node.path(), "round"));
    return out;
}

void read_start(Chain& chain, const json::value& value, const std::string& path, int depth) {
    if (!value.is_object()) {
        chain.start = read_expression(value, path, depth + 1);
        return;
    }
    Node node(value, path, kExpression);
    node.read_attributes(chain.start_select);
    const json::value& of = node.need("of", kExpression);
    node.refuse_unknown();
    chain.start = read_expression(of, below(path, "of"), depth + 1);
}

Chain read_chain(Node& node, int depth) {
    Chain out;
    node.read_attributes(out);
    node.announce({"chain", "last"});
    const json::value& start = node.need("start", R"("c", "zero", or an object with "of" and its part of k)");
    const json::value* step = node.find("chain");
    const json::value* last = node.find("last");
    node.refuse_unknown();
    read_start(out, start, below(node.path(), "start"), depth);
    Node inner(*step, below(node.path(), "chain"), R"(the step, an object with "sum")");
    out.step = Child<Sum>(read_sum(inner, depth + 1));
    if (last != nullptr) out.last = read_round(*last, below(node.path(), "last"));
    return out;
}

Expression read_expression(const json::value& value, const std::string& path, int depth) {
    if (depth > kMaxDepth) refuse(path, "nested deeper than " + std::to_string(kMaxDepth) + " sums");
    if (value.is_string()) {
        const auto kind = enum_from_name<ExpressionKind>(std::string_view(value.get_string()));
        const bool leaf = kind && *kind != ExpressionKind::sum && *kind != ExpressionKind::chain;
        if (!leaf) refuse_value(path, value, std::string(kExpression));
        return {*kind, {}, {}};
    }
    if (!value.is_object()) refuse_value(path, value, std::string(kExpression));
    Node node(value, path, kExpression);
    if (value.get_object().contains("chain")) {
        return {ExpressionKind::chain, {}, Child<Chain>(read_chain(node, depth))};
    }
    return {ExpressionKind::sum, Child<Sum>(read_sum(node, depth)), {}};
}

}  // namespace

Recipe recipe_from_json(const json::object& object) {
    check_version(object, kVersionKey, kRecipeVersion, "a recipe");
    Node node(object);
    node.announce({kVersionKey, "operands", "result"});
    node.refuse_unknown();
    Recipe out;
    if (const json::value* operands = object.if_contains("operands")) {
        Node inner(*operands, "operands",
                   R"(an object such as {"a": "fp16", "b": "fp16", "c": "fp32", "d": "fp32", "k": 16})");
        inner.read_attributes(out.operands);
        inner.refuse_unknown();
    }
    const json::value* result = object.if_contains("result");
    if (result == nullptr)
        throw SpecError("result", R"(result is missing; it is an object with "sum" or "chain")");
    out.result = read_expression(*result, "result", 0);
    (void)Program(out);  // throws if the recipe is invalid
    return out;
}

Recipe recipe_from_json_text(std::string_view text) {
    return recipe_from_json(parse_object(
        text, R"(a recipe is a JSON object, as in {"karat_recipe": 1, "operands": ..., "result": ...})"));
}

}  // namespace karat
