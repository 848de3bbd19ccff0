// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/probe/identify_report.hpp"

#include <algorithm>
#include <array>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/names.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_cli/probe/diff_json.hpp"
#include "karat_probe/identify/knobs/knob_form.hpp"
#include "karat_probe/target/confidence.hpp"

namespace karat::cli {
namespace {

using probe::AttributeEvidence;
using probe::Identification;

/// Why a search without a result ended. The search checks its limits before a step, so that it stops short
/// of them.
std::string reason_to_stop(const Identification& found, const probe::IdentifySettings& settings) {
    constexpr double nearly = 0.98;
    constexpr std::uint64_t step = 1100;  // dot-adds of one step
    const bool late = found.seconds >= nearly * settings.seconds;
    if (!late && found.asked + step > settings.most_asked) return "the dot-adds ran out (--dot-adds)";
    if (late || found.unconfirmed) return "the time ran out (--seconds)";
    return "no edit of the recipe explains more answers";
}

}  // namespace

IdentifyReport::IdentifyReport(std::string name, Identification identification,
                               const probe::IdentifySettings& settings)
    : target(std::move(name)), found(std::move(identification)) {
    if (found.unsteady) return;
    if (found.found) {
        evidence = probe::evidence_of(found);
        knobs = probe::knob_form(found.recipe);
    } else {
        stopped = reason_to_stop(found, settings);
    }
    if (found.counterexample) counterexample_gives = DotAdd(found.recipe)(found.counterexample->operands());
    wrong = probe::wrong_answers(found.recipe, found.record);
    nearest = probe::nearest_instructions(found, 3);
}

std::string_view IdentifyReport::verdict() const {
    if (found.unsteady) return "not steady";
    if (found.found) return found.changed.empty() ? "identified" : "identified, but not steady";
    return found.unconfirmed ? "not confirmed" : "not identified";
}

std::string IdentifyReport::steadiness() const {
    if (found.unsteady) return found.unsteady->text();
    if (!found.changed.empty()) {
        const std::string count = std::to_string(found.changed.size());
        return "not steady: " + count + (found.changed.size() == 1 ? " answer" : " answers") +
               " changed when asked again";
    }
    return found.steadiness ? found.steadiness->text() : "not tested";
}

std::string IdentifyReport::tested() const {
    const auto& [answers, drawn] = found.tested;
    std::string all = "tested: " + std::to_string(answers) + " more answers agree";
    if (drawn == 0) return all;
    return all + "; with 95 % confidence fewer than one in " +
           std::to_string(probe::fewer_than_one_in(drawn)) + " random dot-adds differs";
}

Spec IdentifyReport::spec() const { return knobs ? *knobs : spec_of(found.recipe); }

std::string values_text(const std::vector<boost::json::value>& values) {
    std::vector<std::int64_t> numbers;
    std::vector<std::string> words;
    for (const boost::json::value& value : values) {
        if (value.is_int64())
            numbers.push_back(value.get_int64());
        else
            words.push_back(value_text(value));
    }
    std::sort(numbers.begin(), numbers.end());
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i;
        while (end + 1 < numbers.size() && numbers[end + 1] <= numbers[end] + 1) ++end;
        parts.push_back(end == i ? std::to_string(numbers[i])
                                 : std::to_string(numbers[i]) + ".." + std::to_string(numbers[end]));
        i = end + 1;
    }
    parts.insert(parts.end(), words.begin(), words.end());
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
    return out;
}

std::vector<boost::json::value> proved(const AttributeEvidence& attribute) {
    std::vector<boost::json::value> out;
    for (const probe::Alternative& x : attribute.alternatives) {
        if (x.proved_void) out.push_back(x.value);
    }
    return out;
}

bool restates(const AttributeEvidence& attribute) {
    const std::string& key = attribute.key;
    return key.find('@') != std::string::npos || key.find("_and_") != std::string::npos ||
           key.find(',') != std::string::npos || key.ends_with("_every");
}

bool is_main(const AttributeEvidence& attribute, const IdentifyReport& report) {
    static constexpr std::array<std::string_view, 14> always{"F",
                                                             "align_rounding",
                                                             "output_rounding",
                                                             "output_fraction",
                                                             "terms",
                                                             "c_place",
                                                             "sticky",
                                                             "nan",
                                                             "flush_a",
                                                             "flush_b",
                                                             "flush_c",
                                                             "flush_output",
                                                             "exponent_floor",
                                                             "overflow"};
    static constexpr std::array<std::string_view, 9> usual{"none",    "own",      "exact", "held",  "ignored",
                                                           "addends", "positive", "false", "signed"};
    const std::string& key = attribute.key;
    if (std::find(always.begin(), always.end(), key) != always.end()) return true;
    if (restates(attribute)) return false;
    const std::string value = value_text(attribute.value);
    if (attribute.value.is_null() || std::find(usual.begin(), usual.end(), value) != usual.end())
        return false;
    // what says the same of a part
    const bool width = key.starts_with("F_");
    const bool rounding = key == "products_rounding" || key == "c_rounding";
    if (!width && !rounding) return true;
    for (const AttributeEvidence& other : report.evidence) {
        if (other.key == (width ? "F" : "align_rounding")) return other.value != attribute.value;
    }
    return true;
}

std::string difference_text(const probe::NearInstruction& near, const Identification& found) {
    if (near.same_tree && near.differs_in.empty()) return "the same arithmetic";
    std::string out = std::to_string(near.disagrees) + " of " + std::to_string(found.record.size()) +
                      " answers differ; " + (near.same_tree ? "" : "written as another tree of sums");
    for (std::size_t i = 0; i < near.differs_in.size(); ++i) out += (i == 0 ? "" : ", ") + near.differs_in[i];
    return out;
}

std::vector<std::pair<std::string, std::vector<std::string>>> grouped(const IdentifyReport& report) {
    std::vector<std::pair<std::string, std::vector<std::string>>> out;
    for (const probe::NearInstruction& near : report.nearest) {
        const std::string what = difference_text(near, report.found);
        if (out.empty() || out.back().first != what) out.push_back({what, {}});
        out.back().second.push_back(std::string(name_of(near.instruction->arch)) + '/' +
                                    shown(near.instruction->name));
    }
    return out;
}

}  // namespace karat::cli
