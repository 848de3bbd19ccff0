// SPDX-License-Identifier: Apache-2.0
// The page of karat identify --html, in the style of the pages of karat probe.
#include <sstream>

#include "karat/evaluate/dot_add.hpp"
#include "karat/recipe/program.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat_cli/probe/diff_json.hpp"
#include "karat_cli/probe/diff_text.hpp"
#include "karat_cli/probe/identify_report.hpp"
#include "karat_probe/identify/knobs/knob_form.hpp"
#include "karat_probe/suites/report.hpp"
#include "karat_probe/suites/tree.hpp"

namespace karat::cli {
namespace {

using probe::AttributeEvidence;
using probe::escaped;

/// The sums of a recipe as a tree, without sums of a single addend.
class RecipeTree {
   public:
    explicit RecipeTree(const Recipe& recipe) : program_(recipe) {}
    [[nodiscard]] probe::SumTree build() const { return node(program_.operations().back()); }

   private:
    [[nodiscard]] probe::SumTree node(const Operation& operation) const {
        probe::SumTree out;
        for (const AddendGroup& group : program_.groups(operation)) {
            for (const Slot slot : program_.addends(group)) {
                if (slot <= program_.c_slot()) {
                    out.children.push_back({slot, {}});
                } else if (slot >= program_.first_result()) {
                    out.children.push_back(node(program_.operation_of(slot)));
                }
            }
        }
        if (out.children.size() != 1) return out;
        probe::SumTree only = out.children[0];
        return only;
    }
    Program program_;
};

void paragraph(std::ostream& out, const std::string& text) { out << "<p>" << escaped(text) << "</p>\n"; }

std::string code(const std::string& text) { return "<code>" + escaped(text) + "</code>"; }

void write_recipe(std::ostream& out, const IdentifyReport& report) {
    const Recipe& recipe = report.found.recipe;
    out << "<h2>" << (report.found.found ? "Recipe" : "Nearest recipe") << "</h2>\n<pre>"
        << escaped(recipe_text(recipe)) << "</pre>\n";
    if (report.knobs) out << "<p>As knobs: " << code(probe::knob_settings(*report.knobs)) << "</p>\n";
    const probe::SumTree tree = RecipeTree(recipe).build();
    if (!tree.is_leaf()) out << "<div class='tree'>" << draw_svg(tree, "Sums of the recipe") << "</div>\n";
}

void write_counterexample(std::ostream& out, const IdentifyReport& report) {
    const probe::Identification& found = report.found;
    if (found.found) return;
    if (found.unconfirmed) {
        paragraph(out,
                  "A recipe gives every answer, but " + report.stopped + " before it was tested enough.");
        return;
    }
    paragraph(out, "The search stopped: " + report.stopped + ". The nearest recipe gets " +
                       std::to_string(report.wrong) + " of " + std::to_string(found.record.size()) +
                       " answers wrong.");
    if (!found.counterexample) return;
    const OperandRules& formats = found.recipe.operands;
    const VectorRow& row = *found.counterexample;
    const DotAdd dot(found.recipe);
    Trace trace;
    (void)dot.traced(row.operands(), trace);
    out << "<h2>Where it is wrong</h2>\n<p>" << code(operands_text(row, formats)) << "<br>the target gives "
        << code(result_text(*row.d, formats.d)) << "<br>the nearest recipe gives "
        << code(result_text(*report.counterexample_gives, formats.d)) << "</p>\n<div class='wide'><pre>"
        << escaped(draw(trace, {false, 160})) << "</pre></div>\n";
}

void write_nearest(std::ostream& out, const IdentifyReport& report) {
    const auto groups = grouped(report);
    out << "<h2>Nearest instructions</h2>\n";
    if (groups.empty()) return paragraph(out, "No instruction of the registry has these formats.");
    out << "<table><thead><tr><th>instructions</th><th>difference</th></tr></thead><tbody>\n";
    for (const auto& [what, names] : groups) {
        out << "<tr><td>";
        for (std::size_t i = 0; i < names.size(); ++i) out << (i == 0 ? "" : "<br>") << escaped(names[i]);
        out << "</td><td>" << escaped(what) << "</td></tr>\n";
    }
    out << "</tbody></table>\n";
}

void write_attribute(std::ostream& out, const AttributeEvidence& each, const IdentifyReport& report) {
    const probe::Identification& found = report.found;
    const OperandRules& formats = found.recipe.operands;
    out << "<tr><td title=\"" << escaped(each.meaning) << "\">" << escaped(each.key)
        << "</td><td class='result'>" << escaped(value_text(each.value)) << "</td><td>";
    if (const probe::Alternative* by = each.decided_by()) {
        const std::size_t row = *by->excluded_by;
        out << "not " << escaped(value_text(by->value)) << ": "
            << code(operands_text(found.record.row(row), formats)) << " gives "
            << code(result_text(found.record.answer(row), formats.d));
    }
    out << "</td><td>" << escaped(values_text(each.left())) << "</td><td>"
        << escaped(values_text(proved(each))) << "</td></tr>\n";
}

void write_attributes(std::ostream& out, const IdentifyReport& report) {
    const auto table = [&](bool main) {
        out << "<div class='wide'><table><thead><tr><th>attribute</th><th>value</th><th>decided by</th>"
               "<th>undecided</th><th>proved to make no difference</th></tr></thead><tbody>\n";
        for (const AttributeEvidence& each : report.evidence) {
            if (is_main(each, report) == main) write_attribute(out, each, report);
        }
        out << "</tbody></table></div>\n";
    };
    out << "<h2>Attributes</h2>\n<p>An answer that another value would not give decides an attribute. "
           "Undecided are values that no dot-add was found to exclude.</p>\n";
    table(true);
    out << "<details><summary>The other attributes</summary>\n";
    table(false);
    out << "</details>\n";
}

}  // namespace

std::string identification_page(const IdentifyReport& report) {
    const probe::Identification& found = report.found;
    std::ostringstream out;
    out << "<!DOCTYPE html>\n<html lang='en'><head>" << probe::page_style() << "<title>"
        << escaped(report.target) << ", " << escaped(std::string(report.verdict()))
        << "</title></head><body>\n<h1>" << escaped(report.target) << "</h1>\n<p><b>"
        << escaped(std::string(report.verdict())) << "</b>, with " << found.asked
        << " dot-adds. The target is " << escaped(report.steadiness()) << ".</p>\n";
    if (found.found) paragraph(out, report.tested());
    if (!found.unsteady) {
        paragraph(out, probe::formats_in_words(found.recipe.operands));
        write_counterexample(out, report);
        write_recipe(out, report);
        write_nearest(out, report);
        if (found.found) write_attributes(out, report);
    }
    out << "</body></html>\n";
    return out.str();
}

}  // namespace karat::cli
