// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/unit/uvm_text.hpp"

#include <sstream>

#include "karat/recipe/json/spec_json.hpp"
#include "karat_tb/unit/contract_modes.hpp"

namespace karat::tb {
namespace {

/// The words of a contract's settings, which blanks divide, with commas between them.
std::string with_commas(const std::string& settings) {
    std::istringstream words(settings);
    std::string out;
    for (std::string word; words >> word;) out += (out.empty() ? "" : ",") + word;
    return out;
}

/// Whether the settings begin with another specification (spec= or instruction=), or have characters with
/// which a list of modes divides its parts.
bool needs_json(const std::string& settings) {
    return settings.find("spec=") != std::string::npos ||
           settings.find("instruction=") != std::string::npos ||
           settings.find_first_of(",;{}") != std::string::npos;
}

}  // namespace

std::string sv_literal(const std::string& text) {
    std::string out = "\"";
    for (const char ch : text) out += ch == '"' || ch == '\\' ? std::string("\\") + ch : std::string(1, ch);
    return out + "\"";
}

std::string uvm_modes(const Contract& contract) {
    std::string out;
    std::size_t i = 0;
    for (const auto& [value, spec] : mode_specs(contract)) {
        const std::string& settings = contract.mode->values[i++].second;
        out += (out.empty() ? "" : ";") + std::to_string(value) + ":" +
               (needs_json(settings) ? to_json_text(spec) : with_commas(settings));
    }
    return out;
}

std::string uvm_flags(const Contract& contract) {
    if (!contract.flags) return {};
    const FlagPort& port = contract.flags->what;
    std::string bits;
    for (std::size_t i = kFlagNames.size(); i-- > 0;)
        if ((port.compared >> i & 1U) != 0) bits += (bits.empty() ? "" : "+") + std::string(kFlagNames[i]);
    std::string out = "bits=" + bits + ",per=" + (port.per_lane ? "lane" : "tile") +
                      ",sticky=" + (port.sticky ? "true" : "false") +
                      ",inexact=" + (port.rule.alignment ? "sums" : "roundings");
    if (port.rule.tiny_when) out += ",tiny=" + std::string(name_of(*port.rule.tiny_when));
    return out;
}

}  // namespace karat::tb
