// SPDX-License-Identifier: Apache-2.0
// The files of --junit and --html: the reports of all runs of a check.
#include <sstream>

#include "karat_cli/check/check_page.hpp"
#include "karat_cli/check/check_run.hpp"
#include "karat_tb/check/junit.hpp"

namespace karat::cli {
namespace {

std::string junit_text(const JudgedRuns& runs, const ReportStyle& style) {
    std::vector<tb::ReportInput> inputs;
    for (const auto& run : runs) inputs.push_back(report_input(*run, style));
    std::ostringstream text;
    tb::write_junit(text, inputs);
    return text.str();
}

}  // namespace

void write_report_files(const po::variables_map& values, const JudgedRuns& runs, const ReportStyle& style,
                        const std::string& modes, Troubles& troubles) {
    const auto write = [&](const char* name, const auto& text) {
        if (!values.contains(name)) return;
        const NamedPath file{std::string("--") + name, values[name].as<std::string>()};
        (void)troubles.attempt(file.option.c_str(), [&] { write_output(file, text()); });
    };
    write("junit", [&] { return junit_text(runs, style); });
    write("html", [&] { return check_page(runs, style, modes); });
}

}  // namespace karat::cli
