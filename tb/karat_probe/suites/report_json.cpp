// SPDX-License-Identifier: Apache-2.0
#include <boost/json/array.hpp>

#include "karat/text/text.hpp"
#include "karat_probe/suites/report.hpp"

namespace karat::probe {
namespace {

namespace json = boost::json;

json::array hex_list(const std::vector<std::uint64_t>& values, Format format) {
    json::array out;
    for (const std::uint64_t value : values) out.emplace_back(to_hex(value, format));
    return out;
}

json::object to_json(const VectorRow& row, const OperandRules& formats) {
    json::object out{{"a", hex_list(row.a, formats.a)}, {"b", hex_list(row.b, formats.b)}};
    if (formats.scale) {
        out["scale_a"] = hex_list(row.scale_a, *formats.scale);
        out["scale_b"] = hex_list(row.scale_b, *formats.scale);
    }
    if (!row.metadata.empty()) out["metadata"] = hex_list(row.metadata, Format::uint4);
    out["c"] = to_hex(row.c, formats.c);
    out["d"] = row.d ? json::value(to_hex(*row.d, formats.d)) : json::value(nullptr);
    out["operands"] = operands_in_words(row, formats);
    out["output"] = answer_in_words(row, formats);
    return out;
}

json::object to_json(const Finding& finding, const OperandRules& formats) {
    json::array questions;
    for (const Question& question : finding.questions) questions.push_back(to_json(question.row, formats));
    return {{"test", finding.id},
            {"name", finding.name},
            {"outcome", name_of(finding.outcome)},
            {"result", finding.result},
            {"verdict", finding.verdict},
            {"excludes", finding.excludes},
            {"among_trees_of_sums", finding.among_sums},
            {"dot_adds", finding.asked},
            {"questions", std::move(questions)}};
}

}  // namespace

json::object report_json(const ProbeReport& report) {
    json::array all;
    for (const SuiteReport& suite : report.suites) {
        json::array findings;
        for (const Finding& finding : suite.findings) findings.push_back(to_json(finding, report.formats));
        json::object entry{{"suite", name_of(suite.suite)},
                           {"paper", suites()[static_cast<std::size_t>(suite.suite)].paper},
                           {"findings", std::move(findings)}};
        if (suite.settled.tree) {
            entry["tree"] = to_json(*suite.settled.tree);
            entry["shape"] = shape_of(*suite.settled.tree);
        }
        all.push_back(std::move(entry));
    }
    return {{"target", report.target},
            {"formats", formats_in_words(report.formats)},
            {"steady", report.steadiness.steady()},
            {"steadiness", report.steadiness.text()},
            {"contradiction",
             report.contradiction.empty() ? json::value(nullptr) : json::value(report.contradiction)},
            {"dot_adds", report.asked},
            {"suites", std::move(all)}};
}

}  // namespace karat::probe
