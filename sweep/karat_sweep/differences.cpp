// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/differences.hpp"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <optional>

#include "karat/recipe/knobs/knobs.hpp"

namespace karat::sweep {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 8> kNamedAnyway{"algorithm", "k",     "F",           "a",
                                                       "b",         "scale", "scale_block", "align_rounding"};

/// Parses a JSON object. Other text gives an empty object, so that rows of older versions can still be shown.
json::object object_of(const std::string& text) {
    boost::system::error_code error;
    const json::value value = json::parse(text, error);
    return !error && value.is_object() ? value.get_object() : json::object();
}

std::string text_of(const json::object& object, std::string_view key) {
    const json::value* const value = object.if_contains(key);
    if (value == nullptr) return "default";
    return value->is_string() ? std::string(value->get_string()) : json::serialize(*value);
}

/// Distinguishes files with the same name: the fingerprint after the name in the row's key.
std::string contents_of(const Row& row) {
    const std::string drawn = text_of(object_of(row.key), "distribution");
    return drawn.starts_with(row.distribution + '#') ? drawn.substr(row.distribution.size() + 1) : "";
}

bool applies(const Knob& knob, const std::string& algorithm) {
    const auto known = enum_from_name<Algorithm>(algorithm);
    return known && knob.applies_to(*known);
}

/// Finds whether a sequence has more than one value. Empty values are ignored.
class Variety {
   public:
    void see(const std::string& value) {
        if (value.empty()) return;
        if (!first_) first_ = value;
        varies_ |= value != *first_;
    }
    [[nodiscard]] bool varies() const { return varies_; }

   private:
    std::optional<std::string> first_;
    bool varies_ = false;
};

}  // namespace

Differences::Differences(const std::vector<Row>& rows) {
    std::vector<Variety> knob_values(knobs().size());
    Variety versions;
    std::vector<std::pair<std::string, Variety>> files;  // by name
    for (const Row& row : rows) {
        const json::object spec = object_of(row.spec);
        for (std::size_t i = 0; i < knobs().size() && row.instruction.empty(); ++i) {
            if (applies(knobs()[i], row.algorithm)) knob_values[i].see(text_of(spec, knobs()[i].key));
        }
        versions.see(row.version);
        const std::string contents = contents_of(row);
        if (contents.empty()) continue;
        auto file = std::ranges::find(files, row.distribution, &std::pair<std::string, Variety>::first);
        if (file == files.end()) file = files.insert(file, {row.distribution, {}});
        file->second.see(contents);
    }
    for (std::size_t i = 0; i < knobs().size(); ++i) {
        const std::string_view key = knobs()[i].key;
        if (knob_values[i].varies() && std::ranges::find(kNamedAnyway, key) == kNamedAnyway.end())
            names_.emplace_back(key);
    }
    if (versions.varies()) names_.emplace_back("version");
    if (std::ranges::any_of(files, [](const auto& file) { return file.second.varies(); }))
        names_.emplace_back("contents");
}

std::vector<std::string> Differences::values(const Row& row) const {
    std::vector<std::string> out;
    if (names_.empty()) return out;
    const json::object spec = object_of(row.spec);
    for (const std::string& name : names_) {
        if (name == "version")
            out.push_back(row.version);
        else if (name == "contents")
            out.push_back(contents_of(row));
        else
            out.push_back(applies(find_knob(name), row.algorithm) ? text_of(spec, name) : "");
    }
    return out;
}

bool takes_fraction(const Row& row) { return applies(find_knob("F"), row.algorithm); }
bool has_fraction(const Row& row) { return row.F >= 0 && takes_fraction(row); }

}  // namespace karat::sweep
