// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/sweep_choice.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <set>

#include "karat/error.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/progress.hpp"
#include "karat_cli/spec_file.hpp"
#include "karat_sweep/report/report.hpp"
#include "karat_tb/rtl/rtl_build.hpp"

namespace karat::cli {
namespace {

using namespace sweep;

/// The rows of these points, in the order of the database.
std::vector<Row> rows_of(const std::vector<Point>& points, const Database& database) {
    std::set<std::string> keys;
    for (const Point& point : points) keys.insert(point.key());
    std::vector<Row> rows = database.rows();
    std::erase_if(rows, [&](const Row& row) { return !keys.contains(row.key); });
    return rows;
}

/// The points of the designs that need a synthesis.
std::vector<Point> points_to_synthesise(const std::vector<Point>& points, const std::vector<Row>& rows,
                                        const Question& question) {
    std::set<std::string> wanted;
    for (const Designed& design : worth_a_synthesis(designs_of(rows), question))
        wanted.insert(design.row->spec);
    std::vector<Point> out;
    std::ranges::copy_if(points, std::back_inserter(out),
                         [&](const Point& point) { return wanted.contains(to_json_text(point.spec)); });
    return out;
}

/// The contract of the emitted RTL, so that karat check --contract checks these very files.
std::string contract_text(const Spec& spec) {
    namespace json = boost::json;
    const auto port = [](const char* name, const char* order) {
        return json::object{{"port", name}, {"style", "packed"}, {"order", order}};
    };
    const auto handshake = [](const char* valid, const char* ready) {
        return json::object{{"handshake", "valid_ready"}, {"valid", valid}, {"ready", ready}};
    };
    json::object out{{"karat_unit", 1},
                     {"top", "karat_choice"},
                     {"filelists", json::array{"karat_choice.f"}},
                     {"spec", "karat_choice.json"},
                     {"lanes", json::array{1, 1}},
                     {"clock", "clk_i"},
                     {"reset", {{"port", "rst_ni"}, {"active", "low"}}},
                     {"a", port("a_i", "mk")},
                     {"b", port("b_i", "nk")},
                     {"c", port("c_i", "mn")},
                     {"d", port("d_o", "mn")},
                     {"input", handshake("valid_i", "ready_o")},
                     {"output", handshake("valid_o", "ready_i")}};
    if (spec.scale) {
        out["scale_a"] = port("scale_a_i", "ms");
        out["scale_b"] = port("scale_b_i", "ns");
    }
    if (spec.metadata != Metadata::none) out["metadata"] = port("metadata_i", "mg");
    return json::serialize(out) + '\n';
}

void emit(const std::string& folder, const Designed& design, const Report& report) {
    const Spec spec = spec_from_json_text(design.row->spec);
    // as it was synthesised: one lane, no registers
    const auto written = tb::write_rtl({.m = 1, .n = 1, .stages = 0, .spec = spec}, "karat_choice", folder);
    write_output({"--emit", folder + "/karat_choice.json"}, spec_file_text(spec));
    write_output({"--emit", folder + "/report.html"}, report.html);
    write_output({"--emit", folder + "/karat_choice_unit.json"}, contract_text(spec));
    std::cerr
        << folder << ": " << written.size() + 2
        << " files; karat_choice.json is the specification, karat_choice.f lists the RTL, report.html is "
           "the page\n  karat check --contract "
        << folder << "/karat_choice_unit.json checks this RTL\n";
}

}  // namespace

void add_question_options(po::options_description& options) {
    options.add_options()("target-error", po::value<std::string>(),
                          "ERROR: find the cheapest design whose relative error is at most this, with its "
                          "confidence interval (default: no question)")(
        "minimise", po::value<std::string>()->default_value("area"),
        "what is cheap: area (per product) or depth; for --target-error");
}

std::optional<Question> read_question(const po::variables_map& values) {
    if (!values.contains("target-error")) {
        if (!values["minimise"].defaulted()) throw UsageError("--minimise: applies only with --target-error");
        if (values.contains("emit")) throw UsageError("--emit: applies only with --target-error");
        return std::nullopt;
    }
    if (values.contains("emit")) {
        const auto& folder = values["emit"].as<std::string>();
        if (folder.empty() || folder.find_first_of(" \t") != std::string::npos ||
            (std::filesystem::exists(folder) && !std::filesystem::is_directory(folder)))
            throw UsageError("--emit: \"" + folder + "\" is not allowed; name a folder without blanks");
    }
    const auto& text = values["target-error"].as<std::string>();
    Question out;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.target);
    if (error != std::errc() || end != text.data() + text.size() || !(out.target > 0) ||
        !std::isfinite(out.target))
        throw UsageError("--target-error: \"" + text +
                         "\" is not allowed; use a positive number, as in 1e-4");
    const auto& word = values["minimise"].as<std::string>();
    if (word != "area" && word != "depth")
        throw UsageError("--minimise: \"" + word + "\" is not allowed; use area or depth");
    out.minimise = word == "area" ? Objective::area : Objective::depth;
    return out;
}

int report_choice(const po::variables_map& values, const Question& question, const std::vector<Point>& points,
                  Database& database, int threads, boost::json::object* summary) {
    {
        Progress progress("accurate designs synthesised");
        (void)add_costs(points_to_synthesise(points, rows_of(points, database), question), database, threads,
                        &progress.meter);
    }
    const std::vector<Row> rows = rows_of(points, database);
    const Report report = make_report(rows, "", question);
    if (summary != nullptr) {
        (*summary)["answer"] = boost::json::array(report.answer.begin(), report.answer.end());
        (*summary)["undecided"] = boost::json::array(report.undecided.begin(), report.undecided.end());
        (*summary)["choice"] =
            report.choice ? boost::json::parse(spec_file_text(spec_from_json_text(report.choice->row->spec)))
                          : boost::json::value(nullptr);
    } else {
        for (const std::string& sentence : report.answer) std::cout << sentence << '\n';
    }
    if (!report.choice) return 1;
    if (values.contains("emit")) emit(values["emit"].as<std::string>(), *report.choice, report);
    return 0;
}

}  // namespace karat::cli
