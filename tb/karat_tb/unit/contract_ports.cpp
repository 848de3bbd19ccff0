// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "karat_tb/unit/contract_parts.hpp"

namespace karat::tb {
namespace {

namespace json = boost::json;

/// A scalar's pattern must become a name when its indices are filled in, and have each index once.
void require_pattern(const std::string& pattern, const std::string& indices, const std::string& key) {
    std::string name = pattern;
    bool good = true;
    for (const char index : indices) {
        const std::string place = std::string("{") + index + "}";
        const std::size_t at = name.find(place);
        good = good && at != std::string::npos && name.find(place, at + 1) == std::string::npos;
        if (at != std::string::npos) name.replace(at, place.size(), "0");
    }
    if (!good || name.find_first_of("{}") != std::string::npos) {
        std::string example = "x";
        for (const char index : indices) example += std::string("_{") + index + "}";
        refuse_value(key, json::value(pattern), "a pattern with each index once, as in " + example);
    }
    require_name(name, key);
}

}  // namespace

OperandPort read_operand(const json::value& value, const std::string& key, const std::string& indices) {
    Members object(value, key);
    OperandPort out = read_operand(object, indices);
    object.done();
    return out;
}

OperandPort read_operand(Members& object, const std::string& indices) {
    OperandPort out;
    out.style = object.choice<PortStyle>("style");
    out.order = indices;
    if (out.style == PortStyle::scalar) {
        out.port = object.text("port");
        require_pattern(out.port, indices, object.full("port"));
    } else {
        out.port = object.name("port");
        const std::string turned(indices.rbegin(), indices.rend());
        if (object.second_of("order", indices, turned)) out.order = turned;
    }
    if (out.style == PortStyle::flat || out.style == PortStyle::packed)
        out.msb_first = object.second_of("first", "lsb", "msb");
    if (out.style == PortStyle::unpacked) out.descending = object.second_of("range", "up", "down");
    return out;
}

namespace {

std::optional<OperandPort> read_if(Members& file, const std::string& key, const std::string& indices) {
    if (!file.has(key)) return std::nullopt;
    return read_operand(file.get(key), key, indices);
}

void read_clock_and_reset(Members& file, Contract& contract) {
    const json::value& clock = file.get("clock");
    if (clock.is_string()) {
        contract.clock = file.name("clock");
    } else {
        Members object(clock, "clock");
        contract.clock = object.name("port");
        contract.falling = object.second_of("edge", "rising", "falling");
        object.done();
    }
    if (file.is_null("reset")) return;
    Members reset(file.get("reset"), "reset");
    contract.reset = reset.name("port");
    contract.reset_high = reset.second_of("active", "low", "high");
    reset.done();
}

constexpr int kMostModeBits = 32;

/// One port, or `ports`: several.
void read_mode_ports(Members& object, UnitMode& mode) {
    const auto add = [&](Members& port) {
        mode.ports.emplace_back(port.name("port"), port.number("bits", 1, kMostModeBits));
        mode.bits += mode.ports.back().second;
    };
    if (!object.has("ports")) return add(object);
    const json::value& list = object.get("ports");
    if (!list.is_array() || list.get_array().empty())
        object.refuse("ports", "a list of ports, as in [{\"port\": \"rm\", \"bits\": 3}]");
    for (const json::value& one : list.get_array()) {
        Members port(one, "mode.ports." + std::to_string(mode.ports.size()));
        add(port);
        port.done();
    }
    if (mode.bits > kMostModeBits)
        refuse_contract("mode.ports", std::to_string(mode.bits) + " bits together; at most " +
                                          std::to_string(kMostModeBits) + " are allowed");
}

void read_mode(Members& file, Contract& contract) {
    if (!file.has("mode")) return;
    Members object(file.get("mode"), "mode");
    UnitMode mode;
    read_mode_ports(object, mode);
    const json::value& values = object.get("values");
    Members named(values, "mode.values");  // its keys are free
    for (const auto& [value, settings] : values.get_object()) {
        if (!settings.is_string())
            refuse_value("mode.values." + std::string(value), settings,
                         "a text, as in \"output_rounding=RU\"");
        mode.values.emplace_back(std::string(value), std::string(settings.get_string()));
    }
    if (mode.values.empty()) refuse_contract("mode.values", "empty; name at least one value");
    object.done();
    contract.mode = mode;
}

/// A constant as SystemVerilog writes it: 0, 1'b1, 4'hf, '1.
std::string constant(const json::value& value, const std::string& key) {
    const std::string text = value.is_string() ? std::string(value.get_string()) : json::serialize(value);
    if (text == "0") return "'0";
    if (text == "1") return "1'b1";
    const std::size_t quote = text.find('\'');
    const auto word = [](unsigned char ch) { return std::isalnum(ch) != 0 || ch == '_'; };
    const bool good = quote != std::string::npos && quote + 1 < text.size() &&
                      std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(quote), word) &&
                      std::all_of(text.begin() + static_cast<std::ptrdiff_t>(quote) + 1, text.end(), word);
    if (!good) refuse_value(key, value, "0, 1, or a constant with its width, as in 4'h3");
    return text;
}

void read_ties(Members& file, Contract& contract) {
    if (file.has("ties")) {
        const json::value& value = file.get("ties");
        Members named(value, "ties");  // its keys are free
        for (const auto& [port, level] : value.get_object()) {
            require_name(std::string(port), "ties." + std::string(port));
            contract.ties.emplace_back(port, constant(level, "ties." + std::string(port)));
        }
    }
    if (file.has("flush")) {
        Members flush(file.get("flush"), "flush");
        const std::string port = flush.name("port");
        const bool low = flush.second_of("active", "high", "low");
        contract.flush = {port, !low, flush.flag("drops")};
        flush.done();
    }
    contract.open = file.texts("open");
    for (const std::string& port : contract.open) require_name(port, "open");
}

}  // namespace

void read_ports(Members& file, Contract& contract) {
    read_clock_and_reset(file, contract);
    contract.a = read_operand(file.get("a"), "a", "mk");
    contract.b = read_operand(file.get("b"), "b", "nk");
    if (!file.is_null("c")) contract.c = read_operand(file.get("c"), "c", "mn");
    contract.d = read_operand(file.get("d"), "d", "mn");
    contract.scale_a = read_if(file, "scale_a", "ms");
    contract.scale_b = read_if(file, "scale_b", "ns");
    contract.metadata = read_if(file, "metadata", "mg");
    read_mode(file, contract);
    read_flags(file, contract);
    read_ties(file, contract);
}

}  // namespace karat::tb
