// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/recipe_path.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <charconv>
#include <string>

#include "karat/error.hpp"
#include "karat/recipe/json/recipe_json.hpp"

namespace karat {
namespace {

namespace json = boost::json;

[[noreturn]] void refuse(std::string_view path, const std::string& sentence) {
    throw SpecError(std::string(path), std::string(path) + ": " + sentence);
}

/// Takes "name" or "[3]" off the front of the remaining path.
std::string_view take_step(std::string_view& rest) {
    const std::size_t end = rest.find_first_of(".[", 1);
    const std::string_view step = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(rest[end] == '.' ? end + 1 : end);
    return step;
}

json::value& element(json::value& node, std::string_view step, std::string_view path) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(step.data() + 1, step.data() + step.size(), index);
    if (error != std::errc() || end + 1 != step.data() + step.size() || *end != ']')
        refuse(path, "use [0], [1], ...");
    if (!node.is_array() || index >= node.get_array().size())
        refuse(path, "there is no " + std::string(step));
    return node.get_array()[index];
}

bool is_node(const json::value& value) {
    return value.is_object() || (value.is_array() && !value.get_array().empty() && value.at(0).is_object());
}

/// Appends the attributes that differ below `path`. Returns false if the trees have different nodes.
bool compare(const json::value& was, const json::value& value, const std::string& path,
             std::vector<ChangedAttribute>& out) {
    if (was == value) return true;
    if (!is_node(was) && !is_node(value)) {
        out.push_back({path, value, was});
        return true;
    }
    if (was.kind() != value.kind() || !is_node(was) || !is_node(value)) return false;
    if (was.is_array()) {
        const json::array& x = was.get_array();
        const json::array& y = value.get_array();
        bool same = x.size() == y.size();
        for (std::size_t i = 0; same && i < x.size(); ++i)
            same = compare(x[i], y[i], path + '[' + std::to_string(i) + ']', out);
        return same;
    }
    const json::object& x = was.get_object();
    const json::object& y = value.get_object();
    const auto at = [](const json::object& object, std::string_view key) {
        const json::value* found = object.if_contains(key);
        return found == nullptr ? json::value() : *found;
    };
    bool same = true;
    for (const auto& [key, old] : x) {
        if (key != "name") same = same && compare(old, at(y, key), path + '.' + std::string(key), out);
    }
    for (const auto& [key, made] : y) {
        if (key != "name" && !x.contains(key))
            same = same && compare(json::value(), made, path + '.' + std::string(key), out);
    }
    return same;
}

}  // namespace

std::optional<std::vector<ChangedAttribute>> changed_attributes(const Recipe& from, const Recipe& to) {
    std::vector<ChangedAttribute> out;
    const json::object x = to_json(from);
    const json::object y = to_json(to);
    for (const char* part : {"operands", "result"}) {
        if (!compare(x.at(part), y.at(part), part, out)) return std::nullopt;
    }
    return out;
}

bool is_recipe_path(std::string_view key) {
    return key.starts_with("result.") || key.starts_with("operands.");
}

Recipe with_attribute(const Recipe& recipe, std::string_view path, const json::value& value) {
    json::object all = to_json(recipe);
    std::string_view rest = path;
    json::value* node = all.if_contains(take_step(rest));
    if (node == nullptr) refuse(path, "a path must begin with result or operands");
    while (true) {
        const std::string_view step = take_step(rest);
        if (step.empty()) refuse(path, "a path must end with the name of an attribute");
        if (step[0] == '[') {
            node = &element(*node, step, path);
            if (rest.empty()) refuse(path, "a path must end with the name of an attribute");
            continue;
        }
        if (!node->is_object()) refuse(path, "there is no " + std::string(step));
        json::object& object = node->get_object();
        if (rest.empty()) {
            object.erase(step);
            if (!value.is_null()) object[step] = value;
            return recipe_from_json(all);
        }
        node = object.if_contains(step);
        if (node == nullptr) refuse(path, "there is no " + std::string(step));
    }
}

}  // namespace karat
