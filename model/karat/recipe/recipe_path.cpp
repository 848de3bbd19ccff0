// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/recipe_path.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <charconv>
#include <string>

#include "karat/error.hpp"
#include "karat/recipe/recipe_json.hpp"

namespace karat {
namespace {

namespace json = boost::json;

[[noreturn]] void refuse(std::string_view path, const std::string& sentence) {
    throw SpecError(std::string(path), std::string(path) + ": " + sentence);
}

/// Takes "name" or "[3]" off the front of what is left of a path.
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

}  // namespace

bool is_recipe_path(std::string_view key) {
    return key.starts_with("result.") || key.starts_with("operands.");
}

Recipe with_attribute(const Recipe& recipe, std::string_view path, const json::value& value) {
    json::object all = to_json(recipe);
    std::string_view rest = path;
    json::value* node = all.if_contains(take_step(rest));
    if (node == nullptr) refuse(path, "a path begins with result or operands");
    while (true) {
        const std::string_view step = take_step(rest);
        if (step.empty()) refuse(path, "a path ends with the name of an attribute");
        if (step[0] == '[') {
            node = &element(*node, step, path);
            if (rest.empty()) refuse(path, "a path ends with the name of an attribute");
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
