// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/json/array.hpp>

#include "karat/instruction/names.hpp"
#include "karat/recipe/summary.hpp"
#include "karat_cli/probe/diff_json.hpp"
#include "karat_cli/probe/diff_text.hpp"
#include "karat_cli/probe/matrix_output.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

std::string full_name(const Instruction& instruction) {
    return std::string(name_of(instruction.arch)) + "/" + shown(instruction.name);
}

/// "#1", "#2", ...
std::string number(std::size_t index) { return "#" + std::to_string(index + 1); }

/// `text` in lines of at most `columns`, broken at blanks; the first line has `indent` columns already.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t columns) {
    std::string out;
    std::size_t line = indent;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (line > indent && line + 1 + end - at > columns) {
            out += '\n' + std::string(indent, ' ');
            line = indent;
        } else if (line > indent) {
            out += ' ';
            ++line;
        }
        out += text.substr(at, end - at);
        line += end - at;
        at = end + 1;
    }
    return out;
}

void print_diff(std::ostream& out, const probe::ClassDiff& each) {
    out << "  " << number(each.first) << " / " << number(each.second) << "  ";
    if (!each.witness) {
        out << "no difference found in " << each.tried << " dot-adds\n";
        return;
    }
    std::string text;
    for (const probe::AttributeDiff* attribute : seen(each))
        text += (text.empty() ? "" : "; ") + both_values(attribute->change);
    out << wrapped(text, 11, 110) << '\n';
}

json::object group_json(const probe::FormatGroup& group) {
    json::array classes;
    for (const probe::InstructionClass& each : group.classes) {
        json::array members;
        for (const Instruction* instruction : each.members) members.emplace_back(full_name(*instruction));
        classes.push_back(
            json::object{{"instructions", std::move(members)}, {"summary", summary(each.spec)}});
    }
    json::array diffs;
    for (const probe::ClassDiff& each : group.diffs) {
        json::array attributes;
        for (const probe::AttributeDiff& attribute : each.attributes)
            attributes.push_back(to_json(attribute, group.formats));
        json::object diff{{"first", each.first}, {"second", each.second}, {"tried", each.tried}};
        diff["verdict"] = each.witness ? "different" : "no difference found";
        diff["attributes"] = std::move(attributes);
        if (each.witness) diff["witness"] = to_json(*each.witness, group.formats);
        diffs.push_back(std::move(diff));
    }
    return {{"formats", probe::formats_text(group.formats)},
            {"classes", std::move(classes)},
            {"diffs", std::move(diffs)}};
}

}  // namespace

std::string members_text(const probe::InstructionClass& members) {
    std::vector<std::pair<std::string, std::string>> names;  // instruction, architectures
    for (const Instruction* each : members.members) {
        const std::string name = shown(each->name);
        const auto found =
            std::find_if(names.begin(), names.end(), [&](const auto& known) { return known.first == name; });
        if (found == names.end()) {
            names.emplace_back(name, name_of(each->arch));
        } else {
            found->second += ", " + std::string(name_of(each->arch));
        }
    }
    std::string out;
    for (const auto& [name, architectures] : names) {
        if (!out.empty()) out += "; ";
        out.append(name).append(" (").append(architectures).append(")");
    }
    return out;
}

std::vector<const probe::AttributeDiff*> seen(const probe::ClassDiff& diff) {
    std::vector<const probe::AttributeDiff*> out;
    std::vector<const probe::AttributeDiff*> all;
    all.reserve(diff.attributes.size());
    for (const probe::AttributeDiff& each : diff.attributes) {
        all.push_back(&each);
        if (each.witness) out.push_back(&each);
    }
    return out.empty() ? all : out;
}

void print_matrix(std::ostream& out, const std::vector<probe::FormatGroup>& groups) {
    std::size_t alone = 0;
    for (const probe::FormatGroup& group : groups) {
        if (group.instructions() == 1) {
            ++alone;
            continue;
        }
        out << probe::formats_text(group.formats) << '\n';
        for (std::size_t i = 0; i < group.classes.size(); ++i) {
            const std::string text =
                number(i) + "  " + summary(group.classes[i].spec) + ": " + members_text(group.classes[i]);
            out << "  " << wrapped(text, 2, 110) << '\n';
        }
        for (const probe::ClassDiff& each : group.diffs) print_diff(out, each);
        out << '\n';
    }
    out << alone << (alone == 1 ? " instruction has" : " instructions have")
        << " formats and a k that no other one has\n";
}

json::object to_json(const std::vector<probe::FormatGroup>& groups) {
    json::array all;
    for (const probe::FormatGroup& group : groups) all.push_back(group_json(group));
    return {{"karat_matrix", 1}, {"groups", std::move(all)}};
}

}  // namespace karat::cli
