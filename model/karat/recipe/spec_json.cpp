// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/spec_json.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <vector>

#include "karat/recipe/knobs.hpp"
#include "karat/recipe/validate.hpp"
#include "karat/error.hpp"

namespace karat {

namespace json = boost::json;

namespace {
constexpr std::string_view kVersionKey = "karat_spec";

void check_version(const json::object& object) {
    const json::value* version = object.if_contains(kVersionKey);
    if (version == nullptr) {
        throw SpecError(std::string(kVersionKey), "karat_spec is missing; a specification begins with \"karat_spec\": 1");
    }
    if (!version->is_int64() || version->get_int64() != kSpecVersion) {
        throw SpecError(std::string(kVersionKey),
                        "karat_spec: " + json::serialize(*version) + " is not a version this program reads; use 1");
    }
}
/// A specification is flat, so each string before a colon is a key; Boost.JSON would keep the last of two silently. Precondition: `text` is
/// JSON.
void refuse_repeated_keys(std::string_view text) {
    std::vector<std::string_view> seen;
    for (std::size_t at = text.find('"'); at != std::string_view::npos; at = text.find('"', at)) {
        const std::size_t begin = ++at;
        while (text[at] != '"') at += text[at] == '\\' ? 2 : 1;
        const std::string_view word = text.substr(begin, at - begin);
        const std::size_t next = text.find_first_not_of(" \t\r\n", ++at);
        if (next == std::string_view::npos || text[next] != ':') continue;
        if (std::find(seen.begin(), seen.end(), word) != seen.end()) {
            throw SpecError(std::string(word), "key \"" + std::string(word) + "\" appears twice");
        }
        seen.push_back(word);
    }
}
}  // namespace

json::object to_json(const Spec& spec) {
    json::object out;
    out[kVersionKey] = kSpecVersion;
    for (const Knob& knob : knobs()) {
        if (!knob.applies_to(spec.algorithm)) continue;
        json::value value = knob.get(spec);
        if (!value.is_null()) out[knob.key] = std::move(value);
    }
    return out;
}

std::string to_json_text(const Spec& spec) { return json::serialize(to_json(spec)); }

Spec spec_from_json(const json::object& object) {
    check_version(object);
    const json::value* algorithm = object.if_contains("algorithm");
    if (algorithm == nullptr) {
        throw SpecError("algorithm", "algorithm is missing; use " + allowed_names<Algorithm>());
    }
    Spec spec;
    find_knob("algorithm").set(spec, *algorithm, "algorithm");
    for (const auto& [key, value] : object) {
        if (std::string_view(key) == kVersionKey) continue;
        const Knob& knob = find_knob(std::string_view(key));
        if (knob.key != std::string_view(key)) {
            throw SpecError(std::string(key), "unknown knob \"" + std::string(key) + "\"; it is spelled " + std::string(knob.key));
        }
        if (!knob.applies_to(spec.algorithm)) {
            throw SpecError(std::string(key), std::string(key) + " is not a knob of algorithm \"" + std::string(name_of(spec.algorithm)) +
                                                  "\"; leave it out");
        }
        knob.set(spec, value, knob.key);
    }
    validate(spec);
    return spec;
}

Spec spec_from_json_text(std::string_view text) {
    json::error_code error;
    json::stream_parser parser;
    const std::size_t read = parser.write_some(text.data(), text.size(), error);
    const std::size_t rest = std::min(text.find_first_not_of(" \t\r\n", read), text.size());
    if (!error && rest < text.size()) {
        throw SpecError("", "not JSON at character " + std::to_string(rest) + ": text after the specification");
    }
    if (!error) parser.finish(error);
    if (error) throw SpecError("", "not JSON at character " + std::to_string(read) + ": " + error.message());
    const json::value value = parser.release();
    if (!value.is_object()) throw SpecError("", R"(a specification is a JSON object, as in {"karat_spec": 1, "algorithm": "fda"})");
    refuse_repeated_keys(text);
    return spec_from_json(value.get_object());
}

}  // namespace karat
