// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/unit/members.hpp"

#include <algorithm>
#include <cctype>

#include "karat/text/nearest.hpp"

namespace karat::tb {

namespace json = boost::json;

void refuse_contract(const std::string& key, const std::string& sentence) {
    throw SpecError(key, key + ": " + sentence);
}

void require_name(const std::string& text, const std::string& key) {
    const auto is_word = [](unsigned char ch) { return std::isalnum(ch) != 0 || ch == '_' || ch == '$'; };
    const bool good = !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
                      text[0] != '$' && std::ranges::all_of(text, is_word);
    if (!good) refuse_value(key, json::value(text), "a name of SystemVerilog: letters, digits, _ or $");
}

Members::Members(const json::value& value, std::string path) : path_(std::move(path)) {
    if (!value.is_object()) refuse_value(path_, value, "an object");
    object_ = &value.get_object();
}

std::string Members::full(std::string_view key) const {
    return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

const json::value* Members::find(std::string_view key) {
    if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
    const json::value* const value = object_->if_contains(key);
    return value == nullptr || value->is_null() ? nullptr : value;
}

bool Members::is_null(std::string_view key) {
    (void)find(key);
    const json::value* const value = object_->if_contains(key);
    return value != nullptr && value->is_null();
}

const json::value& Members::get(std::string_view key) {
    const json::value* const value = find(key);
    if (value == nullptr) refuse_contract(full(key), "missing; the contract needs it");
    return *value;
}

std::string Members::text(std::string_view key) {
    const json::value& value = get(key);
    if (!value.is_string() || value.get_string().empty()) refuse(key, "a text that is not empty");
    return std::string(value.get_string());
}

std::string Members::name(std::string_view key) {
    const std::string out = text(key);
    require_name(out, full(key));
    return out;
}

std::string Members::name_if(std::string_view key) { return has(key) ? name(key) : std::string(); }

int Members::number(std::string_view key, int low, int high) {
    const json::value& value = get(key);
    const std::string range = std::to_string(low) + ".." + std::to_string(high);
    if (!value.is_int64() || value.get_int64() < low || value.get_int64() > high) refuse(key, range);
    return static_cast<int>(value.get_int64());
}

int Members::number_or(std::string_view key, int low, int high, int otherwise) {
    return has(key) ? number(key, low, high) : otherwise;
}

bool Members::flag(std::string_view key) { return has(key) && Codec<bool>::from_json(get(key), full(key)); }

bool Members::second_of(std::string_view key, std::string_view first, std::string_view second) {
    if (!has(key)) return false;
    const json::value& value = get(key);
    if (value.is_string() && value.get_string() == second) return true;
    if (!value.is_string() || value.get_string() != first)
        refuse(key, "\"" + std::string(first) + "\" or \"" + std::string(second) + "\"");
    return false;
}

std::vector<std::string> Members::texts(std::string_view key) {
    std::vector<std::string> out;
    const json::value* const value = find(key);
    if (value == nullptr) return out;
    if (!value->is_array()) refuse(key, "a list of texts");
    for (const json::value& item : value->get_array()) {
        if (!item.is_string() || item.get_string().empty()) refuse(key, "a list of texts");
        out.emplace_back(item.get_string());
    }
    return out;
}

void Members::refuse(std::string_view key, const std::string& allowed) {
    refuse_value(full(key), get(key), allowed);
}

void Members::done() const {
    for (const auto& member : *object_) {
        const std::string key(member.key());
        if (std::ranges::find(known_, key) != known_.end()) continue;
        std::string keys;
        for (const std::string& known : known_) keys += (keys.empty() ? "" : ", ") + known;
        refuse_contract(full(key),
                        "not a key here" + nearest_hint(key, known_, 2) + "; the keys are " + keys);
    }
}

}  // namespace karat::tb
