// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/report/lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"

namespace karat::sweep {
namespace {

/// The rounding of the result, from the specification; empty for a text that is none.
std::string output_rounding(const Row& row) {
    try {
        return std::string(name_of(spec_from_json_text(row.spec).output_rounding_or_default()));
    } catch (const std::exception&) {
        return "";
    }
}

/// A setting in words, which is part of the headings if all rows agree on it, else of the names of lines.
struct Setting {
    std::string (*words)(const Row& row);
    bool of_operands;  ///< of the measurement, not of the design
    bool varies = false;
    std::string common = {};  ///< the value of all rows to which the setting applies
};

/// Empty for a row whose algorithm does not align.
std::string alignment_of(const Row& row) {
    const auto algorithm = enum_from_name<Algorithm>(row.algorithm);
    const bool aligns = algorithm && find_knob("align_rounding").applies_to(*algorithm);
    return aligns ? "alignment " + row.align_rounding : "";
}

/// Empty for a row whose formats hold every operand.
std::string conversion_of(const Row& row) {
    return row.metrics.converted == 0 ? "" : "values beyond the format: " + row.conversion;
}

/// What a name tells apart.
enum class Naming : std::uint8_t { line, design, operands };

/// The settings that apply to all rows of a database.
class Settings {
   public:
    explicit Settings(const std::vector<Row>& rows) {
        std::map<std::string, std::string> outputs;  // by specification
        for (const Row& row : rows) outputs.try_emplace(row.spec, output_rounding(row));
        std::set<std::string> different;
        for (const auto& [spec, output] : outputs) different.insert(output);
        if (different.size() == 1 && !different.begin()->empty()) output_ = ", output " + *different.begin();
        chains_ = std::ranges::any_of(
            rows, [](const Row& row) { return row.length != static_cast<std::size_t>(row.k); });
        for (Setting& setting : settings_) agree(setting, rows);
        agree(conversion_, rows);
    }

    /// "fp16, normal, alignment RZ, output RZ, natural order, 2000 samples, seed 1"
    [[nodiscard]] std::string heading(const Row& row) const {
        std::string out = row.format;
        for (const Setting& setting : settings_) {
            if (!setting.common.empty() && setting.common != "c zero") out += ", " + setting.common;
            if (setting.words == alignment_of) out += output_;
        }
        if (chains_) out += ", length " + std::to_string(row.length);
        // operands converted by different rules do not compare, so that each rule has its own heading
        const std::string rule = conversion_.varies ? conversion_of(row) : conversion_.common;
        if (!rule.empty()) out += ", " + rule;
        return out + ", " + std::to_string(row.samples) + " samples, seed " + std::to_string(row.seed);
    }

    /// What tells the row's line, design or operands from others: " alignment RZ kahan order"
    [[nodiscard]] std::string difference(const Row& row, Naming naming) const {
        std::string out;
        for (const Setting& setting : settings_) {
            if (naming != Naming::line && setting.of_operands != (naming == Naming::operands)) continue;
            const std::string words = setting.words(row);
            const bool named = setting.words == alignment_of && !row.instruction.empty();
            if (setting.varies && !words.empty() && !named) out += ' ' + words;
        }
        return out;
    }

   private:
    static void agree(Setting& setting, const std::vector<Row>& rows) {
        std::set<std::string> values;
        for (const Row& row : rows) values.insert(setting.words(row));
        values.erase("");
        setting.varies = values.size() > 1;
        if (values.size() == 1) setting.common = *values.begin();
    }

    std::string output_;
    Setting conversion_{conversion_of, true};
    bool chains_ = false;  ///< some dot product is longer than a dot-add
    std::array<Setting, 4> settings_{{{[](const Row& row) { return row.distribution; }, true},
                                      {[](const Row& row) { return "c " + row.c_distribution; }, true},
                                      {alignment_of, false},
                                      {[](const Row& row) { return row.order + " order"; }, false}}};
};

/// Replaces every character but letters, digits, dots and minus signs by an underscore.
std::string in_a_file_name(std::string text) {
    const auto is_kept = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.';
    };
    for (char& c : text) c = is_kept(c) || c == '-' ? c : '_';
    return text;
}

/// The line of a row, or that of its design, whatever it was measured with.
Line line_of(const Row& row, const Differences& differences, const Settings& settings,
             Naming naming = Naming::line) {
    const std::string k = std::to_string(row.k);
    Line out{
        row.algorithm + " K=" + k, row.algorithm + '_' + k, row.algorithm, row.k, !has_fraction(row), {}, {}};
    if (!row.instruction.empty()) {
        out.name = row.instruction;
        out.file = in_a_file_name(row.instruction);
    }
    if (out.across && takes_fraction(row)) {
        out.name += " F=exact";
        out.file += "_F_exact";
    }
    const std::vector<std::string> values = differences.values(row);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string& key = differences.names()[i];
        const bool is_knob = key != "version" && key != "contents";
        if (values[i].empty() || (is_knob ? !row.instruction.empty() : naming == Naming::design)) continue;
        out.name += ' ' + key + '=' + values[i];
        out.file += in_a_file_name('_' + key + '_' + values[i]);
    }
    const std::string difference = settings.difference(row, naming);
    out.name += difference;
    out.file += in_a_file_name(difference);
    return out;
}

/// The index of a text among those seen so far; a new text is added.
std::size_t place_of(const std::string& text, std::vector<std::string>& seen) {
    const auto found = std::ranges::find(seen, text);
    const auto out = static_cast<std::size_t>(found - seen.begin());
    if (found == seen.end()) seen.push_back(text);
    return out;
}

/// A colour for each algorithm and a pattern for each K and rest of the name, if there are enough of both and
/// several algorithms; otherwise a style for each line in turn.
void give_styles(std::vector<Line>& lines) {
    std::vector<std::string> algorithms;
    std::vector<std::string> rests;
    for (Line& line : lines) {
        line.style.colour = place_of(line.algorithm, algorithms);
        line.style.pattern = place_of(
            line.name.starts_with(line.algorithm) ? line.name.substr(line.algorithm.size()) : line.name,
            rests);
    }
    if (algorithms.size() > 1 && algorithms.size() <= kColours && rests.size() <= kPatterns) return;
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i].style = {i % kColours, i / kColours % kPatterns};
}

/// How many different values of F are above this one. The rows are sorted by F.
std::size_t larger(const std::vector<const Row*>& rows, int F) {
    std::size_t out = 0;
    for (const Row* row : rows) {
        if (row->F > F) ++out, F = row->F;
    }
    return out;
}

}  // namespace

std::vector<Group> groups_of(const std::vector<Row>& rows, const Differences& differences) {
    std::vector<Group> out;
    const Settings settings(rows);
    for (const Row& row : rows) {
        const std::string name = settings.heading(row);
        auto group = std::ranges::find(out, name, &Group::name);
        if (group == out.end()) group = out.insert(group, Group{name, {}});
        Line own = line_of(row, differences, settings);
        auto line = std::ranges::find(group->lines, own.name, &Line::name);
        if (line == group->lines.end()) line = group->lines.insert(line, std::move(own));
        line->rows.push_back(&row);
    }
    for (Group& group : out) {
        std::ranges::stable_sort(group.lines, {}, [](const Line& line) {
            return std::tuple(line.across, line.algorithm, line.k);
        });
        for (Line& line : group.lines) std::ranges::stable_sort(line.rows, {}, &Row::F);
        give_styles(group.lines);
    }
    return out;
}

std::vector<DesignName> design_names(const std::vector<Row>& rows) {
    const Differences differences(rows);
    const Settings settings(rows);
    std::map<std::string, std::set<int>> fractions;  // of the designs that have this name
    std::set<std::size_t> lengths;
    std::set<std::string> formats;
    for (const Row& row : rows) {
        lengths.insert(row.length);
        formats.insert(row.format);
    }
    std::vector<DesignName> out;
    for (const Row& row : rows) {
        out.push_back({line_of(row, differences, settings, Naming::design).name,
                       settings.difference(row, Naming::operands)});
        if (formats.size() > 1 && row.instruction.empty()) out.back().design += ' ' + row.format;
        fractions[out.back().design].insert(row.F);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool plain = rows[i].instruction.empty() && has_fraction(rows[i]);
        if (plain || fractions[out[i].design].size() > 1) out[i].design += " F=" + std::to_string(rows[i].F);
        if (lengths.size() > 1) out[i].operands += " length " + std::to_string(rows[i].length);
        if (!out[i].operands.empty()) out[i].operands.erase(0, 1);  // the blank
    }
    return out;
}

bool is_one_instruction(const Line& line) {
    return line.rows.size() == 1 && !line.rows.front()->instruction.empty();
}

std::optional<Stable> stable_part(const Line& line) {
    std::vector<const Row*> known;
    std::ranges::copy_if(line.rows, std::back_inserter(known),
                         [](const Row* row) { return std::isfinite(row->metrics.mse); });
    if (known.empty() || line.across) return std::nullopt;
    const double plateau = known.back()->metrics.mse;
    std::size_t first = known.size() - 1;
    while (first > 0 && std::abs(known[first - 1]->metrics.mse - plateau) <= 0.01 * plateau) --first;
    const bool confirmed = larger(known, known[first]->F) >= kConfirmations;
    return Stable{confirmed ? known[first] : nullptr, known.back()};
}

}  // namespace karat::sweep
