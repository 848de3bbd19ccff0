// SPDX-License-Identifier: Apache-2.0
// karat show: an instruction or a specification, with its recipe.
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
#include "karat/recipe/recipe_text.hpp"
#include "karat/recipe/summary.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/instruction_text.hpp"
#include "karat_cli/named_instruction.hpp"
#include "karat_cli/spec_file.hpp"

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
        const bool settled = question.evidence == Evidence::hardware_checked;
        std::cout << (settled ? "  settled   " : "  open      ") << question.knob << " ("
                  << name_of(question.evidence) << "): " << question.text << '\n';
    }
    if (const std::string open = undecided(found); !open.empty())
        std::cout << "  not settled by any source: " << open << '\n';
}

void print_indented(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) std::cout << "    " << line << '\n';
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
        std::cout << spec_file_text(subject.spec);
        return 0;
    }
    const Recipe recipe = expand(subject.spec);
    if (values->contains("recipe")) {
        std::cout << indented(json::parse(to_json_text(recipe)));
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
