// SPDX-License-Identifier: Apache-2.0
// karat show: an instruction or a specification, with its recipe.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <sstream>

#include "karat/error.hpp"
#include "karat/instruction/names.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat/recipe/summary.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/instruction_text.hpp"
#include "karat_cli/named_instruction.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

void print_names(const Instruction& found) {
    const Shape& shape = found.shape;
    std::cout << name_of(found.arch) << ' ' << shown(found.name) << '\n';
    for (const std::string& alias : found.aliases) std::cout << "  also      " << shown(alias) << '\n';
    std::cout << "  computes  " << summary(found.spec) << ", M=" << shape.m << " N=" << shape.n
              << " K=" << k_text(found);
    if (shape.blocks > 1) std::cout << ", " << shape.blocks << " blocks";
    std::cout << "\n  evidence  " << found.evidence_text() << '\n';
    print_sources(found, "  source    ");
    for (const OpenQuestion& question : found.open) {
        std::cout << "  open      " << question.knob << " (" << name_of(question.evidence)
                  << "): " << question.text << '\n';
    }
    if (const std::string open = undecided(found); !open.empty())
        std::cout << "  not settled by any source: " << open << '\n';
}

void print_indented(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) std::cout << "    " << line << '\n';
}

/// An object or a list over several lines, two columns deeper for each level. What holds nothing but
/// values, or one object of values, stays on a line.
void print_json(std::ostream& out, const json::value& value, std::size_t margin) {
    constexpr std::size_t longest = 90;
    const std::string flat = json::serialize(value);
    if (margin > 0 && flat.size() + margin <= longest) {
        out << flat;
        return;
    }
    const std::string deeper(margin + 2, ' ');
    const char* separator = "\n";
    if (value.is_object()) {
        out << '{';
        for (const auto& [key, of] : value.get_object()) {
            out << separator << deeper << json::serialize(json::value(key)) << ": ";
            print_json(out, of, margin + 2);
            separator = ",\n";
        }
    } else if (value.is_array()) {
        out << '[';
        for (const json::value& of : value.get_array()) {
            out << separator << deeper;
            print_json(out, of, margin + 2);
            separator = ",\n";
        }
    } else {
        out << flat;
        return;
    }
    out << '\n' << std::string(margin, ' ') << (value.is_object() ? '}' : ']');
}

/// The specification with the values of knobs that follow the algorithm, where they can be set, and those
/// that follow other knobs if `followers`. Its recipe is the same. A file has no followers, so that a changed
/// k or F still changes them.
Spec completed(const Spec& spec, bool followers) {
    if (spec.algorithm == Algorithm::recipe) return spec;
    const std::string recipe = to_json_text(expand(spec));
    Spec out = spec;
    const auto complete = [&](const char* knob, auto member, auto value) {
        if (out.*member || !find_knob(knob).applies_to(spec.algorithm)) return;
        if (info(spec.d).is_integer() && !find_knob(knob).integers) return;
        Spec tried = out;
        tried.*member = value;
        try {
            validate(tried);
            if (to_json_text(expand(tried)) == recipe) out = tried;
        } catch (const SpecError&) {
            return;  // it cannot be set beside the other knobs
        }
    };
    complete("output_rounding", &Spec::output_rounding, spec.output_rounding_or_default());
    complete("c_place", &Spec::c_place, spec.c_place_or_default());
    if (!followers) return out;
    complete("terms", &Spec::terms, spec.terms_or_default());
    complete("group", &Spec::group, spec.group_or_default());
    complete("F_c", &Spec::F_c, spec.F_c_or_default());
    complete("c_rounding", &Spec::c_rounding, spec.c_rounding_or_default());
    complete("chain_format", &Spec::chain_format, spec.chain_format_or_default());
    complete("chain_rounding", &Spec::chain_rounding, spec.chain_rounding_or_default());
    complete("product_format", &Spec::product_format, spec.product_format_or_default());
    complete("acc_format", &Spec::acc_format, spec.acc_format_or_default());
    complete("dot_format", &Spec::dot_format, spec.dot_format_or_default());
    complete("dot_rounding", &Spec::dot_rounding, spec.dot_rounding_or_default());
    return out;
}

/// The subject of show: the instruction given as a word, the subject options, or the default specification
/// with --set.
Subject shown_subject(const po::variables_map& values) {
    if (!values.contains("words") && !has_subject(values)) {
        Subject out;
        out.changed = apply_settings(values, out.spec);
        return out;
    }
    if (!values.contains("words")) return read_subject(values);
    const auto& words = values["words"].as<std::vector<std::string>>();
    if (words.size() != 1 || has_subject(values)) {
        throw UsageError(
            "show takes one instruction, as in karat show HMMA.16816.F32 --arch Hopper, or --spec FILE");
    }
    Subject out;
    out.instruction = named_instruction(values["arch"].as<std::string>(), words[0]);
    out.spec = out.instruction->spec;
    out.changed = apply_settings(values, out.spec);
    return out;
}

}  // namespace

Interface show_interface() {
    Interface out{
        "show INSTRUCTION [--arch ARCH] [--set KEY=VALUE] [--json | --recipe]\n"
        "karat show --spec FILE.json [--set KEY=VALUE] [--json | --recipe]\n"
        "karat show --set KEY=VALUE [--json | --recipe]",
        "the instruction"};
    po::options_description& options = out.options;
    add_subject_options(options);
    options.add_options()("json", "print only the specification, as JSON for --spec")(
        "recipe", "print only the recipe it expands to, as JSON for --spec");
    return out;
}

int show_command(const Arguments& arguments) {
    const auto values = parse(arguments, show_interface());
    if (!values) return 0;
    if (!values->contains("words") && !has_subject(*values) && !values->contains("set"))
        throw UsageError(
            "show needs one instruction, as in karat show HMMA.16816.F32 --arch Hopper, --spec FILE, or "
            "--set "
            "KEY=VALUE for the default specification");
    const Subject subject = shown_subject(*values);
    if (values->contains("json")) {
        print_json(std::cout, json::parse(to_json_text(completed(subject.spec, false))), 0);
        std::cout << '\n';
        return 0;
    }
    const Recipe recipe = expand(subject.spec);
    if (values->contains("recipe")) {
        print_json(std::cout, json::parse(to_json_text(recipe)), 0);
        std::cout << '\n';
        return 0;
    }
    if (subject.instruction && !subject.changed) {
        print_names(*subject.instruction);
    } else {
        std::cout << subject_arguments(subject) << "\n  computes  " << summary(subject.spec) << '\n';
    }
    std::cout << "  recipe\n";
    print_indented(recipe_text(recipe));
    if (subject.spec.algorithm == Algorithm::recipe) return 0;
    std::cout << "  specification\n";
    const bool integers = info(subject.spec.d).is_integer();
    for (const auto& [key, value] : to_json(completed(subject.spec, true))) {
        if (integers && key != "karat_spec" && !find_knob(std::string_view(key)).integers) continue;
        std::cout << "    " << std::string_view(key) << ": " << json::serialize(value) << '\n';
    }
    return 0;
}

}  // namespace karat::cli
