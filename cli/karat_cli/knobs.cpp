// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/knobs/knobs.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "karat_cli/command_table.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

/// A name without quotes, a number, true or false.
std::string json_word(const json::value& value) {
    return value.is_string() ? std::string(value.get_string()) : json::serialize(value);
}

}  // namespace

Interface knobs_interface() {
    Interface out{"knobs [--json]"};
    po::options_description& options = out.options;
    options.add_options()("json", "print the list as JSON");
    return out;
}

int knobs_command(const Arguments& arguments) {
    const auto values = parse(arguments, knobs_interface());
    if (!values) return 0;
    json::array all;
    const Spec defaults;
    for (const Knob& knob : knobs()) {
        const json::value value = knob.get(defaults);
        std::string algorithms;
        for (std::size_t i = 0; i < EnumNames<Algorithm>::names.size(); ++i) {
            if (knob.applies_to(static_cast<Algorithm>(i)))
                algorithms += (algorithms.empty() ? "" : " ") + std::string(EnumNames<Algorithm>::names[i]);
        }
        if (values->contains("json")) {
            all.push_back(json::object{{"key", knob.key},
                                       {"meaning", knob.meaning},
                                       {"allowed", knob.allowed()},
                                       {"algorithms", algorithms},
                                       {"default", value},
                                       {"unset", knob.unset}});
        } else {
            std::cout << knob.key << ": " << knob.meaning
                      << "\n    default: " << (value.is_null() ? std::string(knob.unset) : json_word(value))
                      << "\n    allowed: " << knob.allowed() << "\n    algorithms: " << algorithms << '\n';
        }
    }
    if (values->contains("json")) std::cout << json::serialize(all) << '\n';
    return 0;
}

}  // namespace karat::cli
