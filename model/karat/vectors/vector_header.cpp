// SPDX-License-Identifier: Apache-2.0
#include "karat/vectors/vector_header.hpp"

#include <algorithm>
#include <array>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/text/text.hpp"

namespace karat {

std::string_view layout_of(Metadata kind) { return kind == Metadata::one_of_two ? "1:2" : "2:4"; }

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

void VectorHeader::fail(std::size_t line, const std::string& sentence) const {
    throw VectorError(file_ + ":" + std::to_string(line) + ": " + sentence);
}

void VectorHeader::fail_missing(const std::string& lines) const {
    throw VectorError(file_ + ": the header line " + lines + " is missing");
}

bool VectorHeader::add(const std::string& line, std::size_t number, bool after_rows) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) return false;  // a comment
    const std::string key = trimmed(line.substr(1, colon - 1));
    static constexpr std::array<std::string_view, 11> known{
        "arch", "instruction", "spec", "k", "a", "b", "c", "d", "scale", "metadata", "source"};
    if (std::ranges::find(known, key) == known.end()) {
        if (key.find(' ') != std::string::npos) return false;  // one with a colon in it
        fail(number, after_rows ? "header line after the first row" : "unknown key \"" + key + "\"");
    }
    if (after_rows) fail(number, "header line after the first row");
    if (!entries_.emplace(key, Entry{trimmed(line.substr(colon + 1)), number}).second)
        fail(number, "key \"" + key + "\" appears twice");
    return true;
}

const VectorHeader::Entry* VectorHeader::find(const std::string& key) const {
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : &found->second;
}

std::string VectorHeader::value_of(const std::string& key) const {
    const Entry* const entry = find(key);
    return entry == nullptr ? "" : entry->value;
}

Spec VectorHeader::read_spec() const {
    const Entry* const instruction = find("instruction");
    const Entry* const spec = find("spec");
    if (instruction == nullptr && spec == nullptr)
        fail_missing(R"("# instruction: NAME" or "# spec: {json}")");
    if (instruction != nullptr && spec != nullptr)
        fail(std::max(instruction->line, spec->line),
             R"(the header needs either "instruction" or "spec", not both)");
    const Entry& named = spec == nullptr ? *instruction : *spec;
    try {
        return spec == nullptr ? find_instruction(value_of("arch"), named.value).spec
                               : spec_from_json_text(named.value);
    } catch (const Error& error) {
        fail(named.line, error.what());
    }
}

void VectorHeader::read_into(VectorFile& out) const {
    out.spec = read_spec();
    out.arch = value_of("arch");
    out.instruction = value_of("instruction");
    out.source = value_of("source");
    require("k", std::to_string(out.spec.k));
    require("a", name_of(out.spec.a));
    require("b", name_of(out.spec.b));
    require("c", name_of(out.spec.c));
    require("d", name_of(out.spec.d));
    if (out.spec.scale) {
        require_if_given("scale", std::string(name_of(*out.spec.scale)) + " block " +
                                      std::to_string(out.spec.scale_block_or_default()));
    } else {
        require_absent("scale", "the specification has no scale factors");
    }
    if (out.spec.metadata == Metadata::none) {
        require_absent("metadata", "the specification has none");
    } else {
        require("metadata", layout_of(out.spec.metadata));
    }
}

void VectorHeader::require(const std::string& key, std::string_view wanted) const {
    if (find(key) == nullptr) fail_missing("\"# " + key + ": " + std::string(wanted) + '"');
    require_if_given(key, wanted);
}

void VectorHeader::require_if_given(const std::string& key, std::string_view wanted) const {
    const Entry* const entry = find(key);
    if (entry == nullptr || to_lower(entry->value) == wanted) return;
    fail(entry->line,
         key + ": " + entry->value + " contradicts the specification, which has " + std::string(wanted));
}

void VectorHeader::require_absent(const std::string& key, const std::string& reason) const {
    if (const Entry* const entry = find(key)) fail(entry->line, key + ": " + reason);
}

}  // namespace karat
