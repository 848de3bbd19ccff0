// SPDX-License-Identifier: Apache-2.0
// karat identify: the recipe of a black box, from its answers alone.
#include "karat_probe/identify/identify.hpp"

#include <boost/json/serialize.hpp>
#include <iostream>

#include "karat/recipe/json/spec_json.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/probe/answer_log.hpp"
#include "karat_cli/probe/identify_report.hpp"
#include "karat_cli/probe/progress_line.hpp"
#include "karat_cli/probe/target_options.hpp"

namespace karat::cli {
namespace {

probe::IdentifySettings identify_settings(const po::variables_map& values) {
    probe::IdentifySettings out;
    out.most_asked = read_count(values, "dot-adds", 3000, 10000000);
    out.seconds = static_cast<double>(read_count(values, "seconds", 1, 86400));
    out.seed = read_count(values, "seed", 0, ~std::uint64_t{0});
    out.use_registry = !values.contains("blind");
    if (values.contains("verbose")) out.progress = [](const std::string& step) { std::cerr << step << '\n'; };
    return out;
}

/// The files that the options name.
struct Outputs {
    NamedPath recipe, answers, page;
    bool nearest = false;

    explicit Outputs(const po::variables_map& values)
        : recipe(named(values, "out")),
          answers(named(values, "answers")),
          page(named(values, "html")),
          nearest(values.contains("nearest")) {
        if (nearest && recipe.path.empty()) throw UsageError("--nearest: applies only with --out");
        std::vector<NamedPath> all;
        for (const NamedPath& each : {recipe, answers, page}) {
            if (!each.path.empty()) all.push_back(each);
        }
        require_outputs(all, {});
    }
    void write(const IdentifyReport& report, const AnswerLog& log) const {
        const probe::Identification& found = report.found;
        if (!answers.path.empty()) write_output(answers, log.text(found.unsteady ? nullptr : &found.recipe));
        if (!page.path.empty()) write_output(page, identification_page(report));
        if (recipe.path.empty()) return;
        if (found.found || (nearest && !found.unsteady)) {
            write_output(recipe, to_json_text(report.spec()) + "\n");
        } else {
            std::cerr << "--out " << recipe.path << ": not written, because the target was not identified"
                      << (!found.unsteady ? "; --nearest writes the nearest recipe"
                          : nearest       ? ", and no recipe was inferred from answers that change"
                                          : "")
                      << '\n';
        }
    }

   private:
    static NamedPath named(const po::variables_map& values, const char* option) {
        return {std::string("--") + option, values.contains(option) ? values[option].as<std::string>() : ""};
    }
};

/// Writes the answers so far if the target fails.
probe::Identification identified(AnswerLog& log, const Outputs& outputs,
                                 const probe::IdentifySettings& settings) {
    try {
        return probe::identify(log, settings);
    } catch (const probe::TargetError&) {
        if (!outputs.answers.path.empty()) write_output(outputs.answers, log.text(nullptr));
        throw;
    }
}

}  // namespace

Interface identify_interface() {
    Interface out{"identify TARGET [--like MODEL] [--out FILE.json] [--html FILE.html] [--all] [--json]",
                  kTargetWord};
    out.options.add_options()("all", "print every attribute, not only those that matter most")(
        "out", po::value<std::string>(),
        "FILE.json: write what was identified as a specification, by knobs if knobs describe it; nothing is "
        "written if the target was not identified")(
        "nearest", "with --out: write the nearest recipe if the target was not identified")(
        "answers", po::value<std::string>(),
        "FILE.vec: write every dot-add asked, in order, with the target's answer, whatever the outcome")(
        "html", po::value<std::string>(), "FILE.html: write the report as a web page")(
        "dot-adds", po::value<std::string>()->default_value("20000"),
        "stop after about N dot-adds, 3000..10^7")("seconds", po::value<std::string>()->default_value("60"),
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
    const Outputs outputs(*values);
    probe::IdentifySettings settings = identify_settings(*values);
    std::optional<ProgressLine> line(std::in_place, settings.seconds);
    if (!settings.progress) settings.progress = [&line](const std::string& step) { (*line)(step); };
    const auto target = probe::open_target(read_target(*values, words[0]));
    AnswerLog log(*target);
    const IdentifyReport report(target->name(), identified(log, outputs, settings), settings);
    line.reset();
    if (values->contains("json")) {
        std::cout << boost::json::serialize(to_json(report)) << '\n';
    } else {
        print_identification(std::cout, report, values->contains("all"));
    }
    outputs.write(report, log);
    return report.found.found ? 0 : 1;
}

}  // namespace karat::cli
