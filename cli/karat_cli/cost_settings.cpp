// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/cost_settings.hpp"

#include <algorithm>
#include <array>

#include "karat/enum_names.hpp"
#include "karat_sweep/point.hpp"

namespace karat::cli {
namespace {

/// The axes of karat sweep that change the specification, and their knobs.
constexpr std::array<std::array<const char*, 2>, 7> kKnobOptions{{{"algorithm", "algorithm"},
                                                                  {"format", "a"},
                                                                  {"scale", "scale"},
                                                                  {"K", "k"},
                                                                  {"F", "F"},
                                                                  {"align-rounding", "align_rounding"},
                                                                  {"output-rounding", "output_rounding"}}};

/// The settings of the knobs that --scale, --format, ... set: "scale=ue8m0" and "scale_block=32".
std::vector<std::string> settings_of(const std::string& option, const std::string& value) {
    if (option == "vary") return {value};
    if (option == "format") return {"a=" + value, "b=" + value};
    if (option == "scale") {
        const std::size_t slash = value.find('/');
        if (value == "none") return {"scale=default", "scale_block=default"};
        if (slash == std::string::npos) return {"scale=" + value};
        return {"scale=" + value.substr(0, slash), "scale_block=" + value.substr(slash + 1)};
    }
    const auto* const knob = std::ranges::find_if(
        kKnobOptions, [&](const auto& one) { return std::string_view(one[0]) == option; });
    return {(*knob)[1] + ('=' + value)};
}

}  // namespace

void add_knob_options(po::options_description& options) {
    options.add_options()("algorithm", po::value<std::string>(),
                          "algorithm, as --set algorithm=... (default: as specified, else fda)")(
        "format", po::value<std::string>(), "format of A and B (default: as specified, else fp16)")(
        "scale", po::value<std::string>(),
        "scale factors: none, or FORMAT/BLOCK as in ue8m0/32 (default: as specified, else none)")(
        "vary", po::value<std::vector<std::string>>()->composing(),
        "KEY=VALUE: any other knob, as --set; may be repeated")(
        "K", po::value<std::string>(), "products per dot-add (default: as specified, else 16)")(
        "F", po::value<std::string>(),
        "fraction bits kept in the alignment (default: as specified, else 24)")(
        "align-rounding", po::value<std::string>(),
        "rounding of the alignment (default: as specified, else RZ)")(
        "output-rounding", po::value<std::string>(),
        "rounding of the result (default: as specified, else RZ for fda and gfda, RNE for the others)");
}

namespace {

using Settings = std::vector<std::string>;

[[noreturn]] void refuse_twice(const std::string& setting, const std::string& key,
                               const std::string& option) {
    throw UsageError("--set " + setting + ": " + key + " is also set by --" + option +
                     "; leave out one of the two");
}

/// The settings with those of an option added.
Settings with_added(Settings settings, const std::string& option, const std::string& value) {
    for (std::string& added : settings_of(option, value)) {
        const std::string key = added.substr(0, added.find('='));
        for (const std::string& setting : settings) {
            if (to_lower(setting.substr(0, setting.find('='))) == to_lower(key))
                refuse_twice(setting, key, option);
        }
        settings.push_back(std::move(added));
    }
    return settings;
}

}  // namespace

std::vector<po::variables_map> with_settings(const po::variables_map& values) {
    std::vector<Settings> all{values.contains("set") ? values["set"].as<Settings>() : Settings{}};
    const auto add = [&](const std::string& option, const std::string& before, const std::string& list) {
        std::vector<Settings> out;
        for (const Settings& settings : all) {
            for (const std::string& value : sweep::parse_axis(option, list).values)
                out.push_back(with_added(settings, option, before + value));
        }
        all = std::move(out);
    };
    for (const auto& [option, knob] : kKnobOptions) {
        if (values.contains(option)) add(option, "", values[option].as<std::string>());
    }
    if (values.contains("vary")) {
        for (const std::string& one : values["vary"].as<Settings>()) {
            const std::size_t equals = one.find('=');
            if (equals == std::string::npos) throw UsageError("--vary " + one + ": write KEY=VALUE");
            add("vary", one.substr(0, equals + 1), one.substr(equals + 1));
        }
    }
    std::vector<po::variables_map> out;
    for (const Settings& settings : all) {
        out.push_back(values);
        out.back().erase("set");
        out.back().erase("vary");
        for (const auto& [option, knob] : kKnobOptions) out.back().erase(option);
        if (!settings.empty()) out.back().insert({"set", po::variable_value(boost::any(settings), false)});
    }
    return out;
}

}  // namespace karat::cli
