// SPDX-License-Identifier: Apache-2.0
// The status flags of a unit: which, where, and what raises them.
#include <algorithm>

#include "karat_tb/unit/contract_parts.hpp"

namespace karat::tb {
namespace {

namespace json = boost::json;

constexpr std::size_t kWidest = 32;

/// The bit of a flag in Flags::bits().
int flag_named(const json::value& value, const std::string& key) {
    const std::string text = value.is_string() ? std::string(value.get_string()) : std::string();
    const auto at = std::ranges::find(kFlagNames, text);
    if (at == kFlagNames.end()) refuse_value(key, value, "invalid, overflow, underflow or inexact");
    return static_cast<int>(at - kFlagNames.begin());
}

std::vector<std::optional<int>> read_bits(Members& object) {
    const json::value& value = object.get("bits");
    if (!value.is_array() || value.get_array().empty() || value.get_array().size() > kWidest)
        object.refuse("bits",
                      "a list of 1 to 32 flags, the least significant one first; null for a bit that "
                      "is not compared");
    std::vector<std::optional<int>> out;
    for (const json::value& one : value.get_array())
        out.push_back(one.is_null() ? std::nullopt : std::optional(flag_named(one, object.full("bits"))));
    return out;
}

/// One port with several flags, or `ports`: one for each flag.
void read_flag_ports(Members& object, const json::value& value, UnitFlags& flags) {
    if (!object.has("ports")) {
        flags.ports.push_back({"flags", read_operand(object, "mn"), read_bits(object)});
        return;
    }
    Members ports(object.get("ports"), object.full("ports"));  // its keys are checked by flag_named
    for (const auto& [name, port] : value.get_object().at("ports").get_object()) {
        const std::string key = object.full("ports." + std::string(name));
        const int bit = flag_named(json::value(name), object.full("ports"));
        flags.ports.push_back({key, read_operand(port, key, "mn"), {bit}});
    }
}

/// Every flag at most once, and one at least.
std::uint32_t compared_flags(const UnitFlags& flags) {
    std::uint32_t out = 0;
    for (const FlagsPort& port : flags.ports) {
        for (const std::optional<int>& bit : port.bits) {
            if (!bit) continue;
            if ((out >> *bit & 1U) != 0)
                refuse_contract(port.key,
                                std::string(kFlagNames[static_cast<std::size_t>(*bit)]) + " is named twice");
            out |= 1U << *bit;
        }
    }
    if (out == 0) refuse_contract("flags", "no flag is named");
    return out;
}

}  // namespace

void read_flags(Members& file, Contract& contract) {
    if (!file.has("flags")) return;
    const json::value& value = file.get("flags");
    Members object(value, "flags");
    UnitFlags out;
    read_flag_ports(object, value, out);
    out.what.compared = compared_flags(out);
    out.what.per_lane = !object.second_of("per", "lane", "tile");
    out.what.sticky = object.flag("sticky");
    out.what.rule.alignment = !object.second_of("inexact", "sums", "roundings");
    if (object.has("tiny")) out.what.rule.tiny_when = object.choice<FlushWhen>("tiny");
    object.done();
    contract.flags = out;
}

}  // namespace karat::tb
