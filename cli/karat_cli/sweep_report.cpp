// SPDX-License-Identifier: Apache-2.0
// karat report: a sweep's database as a page, charts and tables.
#include <iostream>

#include "karat/text/file.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/picture.hpp"
#include "karat_cli/sweep_choice.hpp"
#include "karat_sweep/report/report.hpp"

namespace karat::cli {
namespace {

using namespace sweep;

/// The output files of a report. `texts`: with their contents; `charts`: with what is to be drawn.
struct Outputs {
    std::vector<std::pair<NamedPath, std::string>> texts;
    std::vector<NamedPath> charts;
    std::vector<Picture> pictures;
};

/// Collects the output files. Throws, before any is written, if one of them cannot be.
Outputs outputs_of(const po::variables_map& values, const std::string& database, const std::vector<Row>& rows,
                   const Report& report) {
    const std::vector<NamedPath> inputs{{"the command", database}, {"the command", database + "-wal"}};
    Outputs out;
    if (values.contains("output"))
        out.texts.push_back({{"-o", values["output"].as<std::string>()}, report.html});
    if (values.contains("csv"))
        out.texts.push_back({{"--csv", values["csv"].as<std::string>()}, to_csv(rows)});
    std::vector<NamedPath> named;
    for (const auto& [output, text] : out.texts) named.push_back(output);
    require_outputs(named, inputs);
    for (const auto& [name, chart] : report.charts) {
        for (const std::string kind : {"svg", "png"}) {
            if (!values.contains(kind)) continue;
            std::string path = values[kind].as<std::string>();
            path.append(name).append(".").append(kind);
            out.charts.push_back({"--" + kind, std::move(path)});
            out.pictures.push_back({chart, kind == "png"});
            named.push_back(out.charts.back());
            require_outputs(named, inputs);
            named.pop_back();  // the names of charts differ: no need to compare them
        }
    }
    return out;
}

}  // namespace

Interface report_interface() {
    Interface out{"report SWEEP.db [-o PAGE.html] [--csv ROWS.csv] [--svg PREFIX] [--png PREFIX]",
                  "a database"};
    po::options_description& options = out.options;
    options.add_options()("output,o", po::value<std::string>(),
                          "PAGE.html: write a self-contained HTML page")(
        "csv", po::value<std::string>(), "ROWS.csv: write the rows as a table")(
        "svg", po::value<std::string>(), "PREFIX: write each chart to PREFIX<name>.svg; needs Node.js")(
        "png", po::value<std::string>(),
        "PREFIX: write each chart to PREFIX<name>.png; needs Node.js and librsvg")(
        "title", po::value<std::string>()->default_value(""), "title of the page (default: its question)")(
        "json", "print rows, thresholds and Pareto fronts as JSON");
    add_question_options(options);
    return out;
}

int report_command(const Arguments& arguments) {
    const auto values = parse(arguments, report_interface());
    if (!values) return 0;
    if (!values->contains("words") || (*values)["words"].as<std::vector<std::string>>().size() != 1)
        throw UsageError("report needs exactly one database");
    const std::string path = (*values)["words"].as<std::vector<std::string>>()[0];
    (void)open_text_file(path);  // for a missing file, a clearer error than SQLite's
    const std::vector<Row> rows = Database(path, Access::read).rows();
    if (rows.empty()) throw UsageError(path + ": has no rows");
    const Report report = make_report(rows, (*values)["title"].as<std::string>(), read_question(*values));
    const Outputs outputs = outputs_of(*values, path, rows, report);
    const std::vector<std::string> drawn = draw(outputs.pictures);
    for (const auto& [output, text] : outputs.texts) write_output(output, text);
    for (std::size_t i = 0; i < drawn.size(); ++i) write_output(outputs.charts[i], drawn[i]);
    if (values->contains("json")) {
        std::cout << to_json(report, rows) << '\n';
        return 0;
    }
    for (const std::string& line : report.defaults) std::cout << "  " << line << '\n';
    for (const std::string& sentence : report.answer) std::cout << sentence << '\n';
    for (const OperandRounding& e : report.operands)
        std::cout << e.group << ": operand error" << e.operands << ' ' << e.relative_error << '\n';
    for (const Threshold& t : report.thresholds) {
        std::cout << t.series << " (" << t.group << "): " << t.text() << ", MSE " << t.plateau << '\n';
    }
    for (const FrontPoint& p : report.front) {
        std::cout << "Pareto front (" << p.group << "): " << p.series
                  << (p.F ? " F = " + std::to_string(*p.F) : "") << ", area per product " << p.area
                  << " NAND2, relative error " << p.relative_error << '\n';
    }
    return 0;
}

}  // namespace karat::cli
