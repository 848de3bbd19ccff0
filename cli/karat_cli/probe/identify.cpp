// SPDX-License-Identifier: Apache-2.0
// karat identify: the recipe of a black box, from its answers alone.
#include "karat_probe/identify/identify.hpp"

#include <boost/json/serialize.hpp>
#include <iostream>
#include <sstream>

#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/probe/identify_report.hpp"
#include "karat_cli/probe/target_options.hpp"

namespace karat::cli {
namespace {

probe::IdentifySettings read_settings(const po::variables_map& values) {
    probe::IdentifySettings out;
    out.most_asked = read_count(values, "dot-adds", 3000, 10000000);
    out.seconds = static_cast<double>(read_count(values, "seconds", 1, 86400));
    out.seed = read_count(values, "seed", 0, ~std::uint64_t{0});
    out.use_registry = !values.contains("blind");
    if (values.contains("verbose")) out.progress = [](const std::string& line) { std::cerr << line << '\n'; };
    return out;
}

/// Every question with its answer as a vector file. Questions of a target with metadata are shown as the
/// dense ones.
std::string recorded(const probe::Identification& found, const std::string& target) {
    VectorFile file;
    Recipe recipe = found.recipe;
    recipe.operands.metadata = Metadata::none;
    file.spec = spec_of(std::move(recipe));
    file.source = "answers of " + target + " to karat identify";
    for (std::size_t i = 0; i < found.record.size(); ++i) {
        file.rows.push_back(found.record.row(i));
        file.rows.back().d = found.record.answer(i);
    }
    std::ostringstream out;
    write_vectors(out, file);
    return out.str();
}

}  // namespace

Interface identify_interface() {
    Interface out{"identify TARGET [--like TARGET] [--out FILE.json] [--json]", kTargetWord};
    out.options.add_options()("out", po::value<std::string>(),
                              "FILE.json: write the recipe found, for --spec")(
        "answers", po::value<std::string>(), "FILE.vec: write every dot-add asked, with the target's answer")(
        "dot-adds", po::value<std::string>()->default_value("20000"),
        "ask at most about so many, 3000..10^7")("seconds", po::value<std::string>()->default_value("60"),
                                                 "stop the search after this time, 1..86400")(
        "seed", po::value<std::string>()->default_value("1"), "seed of the dot-adds")(
        "blind", "do not start from the arithmetics of the registry")(
        "verbose", "print each step of the search to stderr")("json", "print the result as JSON");
    add_target_options(out.options);
    return out;
}

int identify_command(const Arguments& arguments) {
    const auto values = parse(arguments, identify_interface());
    if (!values) return 0;
    const auto words = read_target_words(*values, 1, "karat identify TARGET");
    const probe::IdentifySettings settings = read_settings(*values);
    const NamedPath recipe{"--out", values->contains("out") ? (*values)["out"].as<std::string>() : ""};
    const NamedPath answers{"--answers",
                            values->contains("answers") ? (*values)["answers"].as<std::string>() : ""};
    std::vector<NamedPath> outputs;
    for (const NamedPath& path : {recipe, answers}) {
        if (!path.path.empty()) outputs.push_back(path);
    }
    require_outputs(outputs, {});
    const auto target = probe::open_target(read_target(*values, words[0]));
    const IdentifyReport report(target->name(), probe::identify(*target, settings));
    if (values->contains("json")) {
        std::cout << boost::json::serialize(to_json(report)) << '\n';
    } else {
        print_identification(std::cout, report);
    }
    if (!recipe.path.empty() && report.found.found)
        write_output(recipe, to_json_text(report.found.recipe) + "\n");
    if (!answers.path.empty() && !report.found.unsteady)
        write_output(answers, recorded(report.found, report.target));
    return report.found.found ? 0 : 1;
}

}  // namespace karat::cli
