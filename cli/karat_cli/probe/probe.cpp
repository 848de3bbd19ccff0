// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "karat_cli/command_table.hpp"
#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/probe/target_options.hpp"
#include "karat_probe/suites/published.hpp"
#include "karat_probe/suites/report.hpp"

namespace karat::cli {
namespace {

std::vector<probe::SuiteName> chosen_suites(const std::string& word) {
    std::vector<probe::SuiteName> out;
    for (const probe::Suite& suite : probe::suites())
        if (word == "all" || word == name_of(suite.name)) out.push_back(suite.name);
    if (out.empty())
        throw UsageError("--suite: \"" + word + "\" is not allowed; use mma-sim, fttn, fasi or all");
    return out;
}

std::vector<NamedPath> outputs_of(const po::variables_map& values) {
    std::vector<NamedPath> out;
    for (const char* option : {"html", "svg"})
        if (values.contains(option))
            out.push_back({std::string("--") + option, values[option].as<std::string>()});
    return out;
}

/// Writes the files; 1 if there is no summation tree to draw.
int write_outputs(const probe::ProbeReport& report, const std::vector<NamedPath>& outputs) {
    int status = 0;
    for (const NamedPath& output : outputs) {
        if (output.option == "--html") {
            write_output(output, probe::report_html(report));
            continue;
        }
        const probe::SumTree* const tree = probe::tree_in(report);
        if (tree == nullptr) {
            std::cerr << "karat: --svg " << output.path
                      << ": not written, because no summation tree was found\n";
            status = 1;
            continue;
        }
        write_output(output, probe::draw_svg(*tree, report.target + ": " + probe::shape_of(*tree)));
    }
    return status;
}

/// The comparison with the papers; 1 if a cell disagrees and nothing explains it.
int compare_published(const po::variables_map& values) {
    for (const auto& [option, value] : values)
        if (!value.defaulted() && option != "published" && option != "json" && option != "html")
            throw UsageError(
                "--published compares the golden models with the papers; it takes no TARGET, and no option "
                "but "
                "--json and --html");
    const std::vector<NamedPath> outputs = outputs_of(values);
    require_outputs(outputs, {});
    const std::vector<probe::ComparedCell> cells = probe::compare_published();
    if (values.contains("json")) {
        std::cout << boost::json::serialize(probe::published_json(cells)) << '\n';
    } else {
        std::cout << probe::published_text(cells);
    }
    for (const NamedPath& output : outputs) write_output(output, probe::published_html(cells));
    return probe::unexplained(cells) == 0 ? 0 : 1;
}

}  // namespace

Interface probe_interface() {
    Interface out{
        "probe TARGET [--suite NAME] [--json] [--html FILE] [--svg FILE]\n       karat probe --published\n\n"
        "Exit status: 0; 1 if the target is not steady, or its answers are those of no tree of sums.",
        kTargetWord};
    out.options.add_options()("suite", po::value<std::string>()->default_value("all"),
                              "NAME: mma-sim, fttn, fasi or all")(
        "json", "print every finding with all its dot-adds as JSON")(
        "html", po::value<std::string>(), "FILE.html: write the findings as a page that works offline")(
        "svg", po::value<std::string>(), "FILE.svg: draw the summation tree")(
        "published",
        "compare what the suites find on the golden models with the papers' tables, cell by cell");
    add_target_options(out.options);
    return out;
}

int probe_command(const Arguments& arguments) {
    const auto values = parse(arguments, probe_interface());
    if (!values) return 0;
    if (values->contains("published")) return compare_published(*values);
    const auto chosen = chosen_suites((*values)["suite"].as<std::string>());
    const std::vector<NamedPath> outputs = outputs_of(*values);
    require_outputs(outputs, {});
    if (values->contains("svg") && std::ranges::find(chosen, probe::SuiteName::mma_sim) == chosen.end())
        throw UsageError("--svg draws the summation tree, which --suite mma-sim finds");
    const auto target =
        probe::open_target(read_target(*values, read_target_words(*values, 1, "karat probe TARGET")[0]));
    const probe::ProbeReport report = probe::probe_target(*target, chosen);
    if (values->contains("json")) {
        std::cout << boost::json::serialize(probe::report_json(report)) << '\n';
    } else {
        std::cout << probe::report_text(report);
    }
    return write_outputs(report, outputs) != 0 || !report.trusted() ? 1 : 0;
}

}  // namespace karat::cli
