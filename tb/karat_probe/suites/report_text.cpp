// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>

#include "karat_probe/suites/report.hpp"

namespace karat::probe {
namespace {

/// The question that decided: the last one.
std::string deciding(const Finding& finding, const OperandRules& formats) {
    if (finding.questions.empty()) return {};
    const VectorRow& row = finding.questions.back().row;
    return operands_in_words(row, formats) + "  ->  d = " + answer_in_words(row, formats);
}

void print(std::ostream& out, const Finding& finding, const OperandRules& formats, std::size_t columns,
           std::size_t id_width) {
    const std::string indent(id_width + 4, ' ');
    const bool found = finding.outcome == Outcome::found;
    const std::string result = found ? finding.result : std::string(name_of(finding.outcome));
    out << "  " << padded(finding.id, id_width) << "  " << finding.name << ": " << result << '\n';
    const auto line = [&](const std::string& text) {
        out << wrapped(indent + text, columns, indent + "  ") << '\n';
    };
    if (finding.outcome == Outcome::not_applicable) return line(finding.verdict.substr(16));
    line(finding.verdict);
    // long lists of operands are in the JSON and on the page
    const std::string text = deciding(finding, formats);
    if (!text.empty() && text.size() < 3 * columns) line("asked " + text);
    if (!finding.excludes.empty())
        line((finding.among_sums ? "excludes, among trees of sums, " : "excludes ") + finding.excludes);
}

}  // namespace

std::string padded(const std::string& text, std::size_t width) {
    return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

std::string wrapped(const std::string& text, std::size_t columns, const std::string& indent) {
    std::string out;
    std::string line;
    std::size_t at = text.find_first_not_of(' ');
    line = text.substr(0, at);
    bool empty = true;
    while (at != std::string::npos && at < text.size()) {
        std::size_t end = text.find(' ', at);
        if (end == std::string::npos) end = text.size();
        const std::string word = text.substr(at, end - at);
        if (!empty && line.size() + 1 + word.size() > columns) {
            out += line + '\n';
            line = indent;
            empty = true;
        }
        line += (empty ? "" : " ") + word;
        empty = false;
        at = text.find_first_not_of(' ', end);
    }
    return out + line;
}

std::string formats_in_words(const OperandRules& formats) {
    std::string out = std::string(name_of(formats.a)) + " x " + std::string(name_of(formats.b)) + " + " +
                      std::string(name_of(formats.c)) + " -> " + std::string(name_of(formats.d)) +
                      ", k = " + std::to_string(formats.k);
    if (formats.scale)
        out += ", a " + std::string(name_of(*formats.scale)) + " scale factor for " +
               std::to_string(formats.scale_block) + " products";
    if (formats.metadata != Metadata::none) out += ", metadata " + std::string(name_of(formats.metadata));
    if (formats.multiplier != Multiplier::product) out += ", exclusive or";
    return out;
}

std::vector<std::string> remarks(const ProbeReport& report) {
    std::vector<std::string> out{report.steadiness.text()};
    if (!report.steadiness.steady())
        out.emplace_back(
            "findings may be chance; those whose dot-adds were answered differently when asked again are "
            "undecided");
    if (!report.contradiction.empty())
        out.push_back((report.premise_holds ? "no tree of sums: " : "no findings: ") + report.contradiction);
    return out;
}

const SumTree* tree_in(const ProbeReport& report) {
    for (const SuiteReport& suite : report.suites)
        if (suite.settled.tree) return &*suite.settled.tree;
    return nullptr;
}

std::string report_text(const ProbeReport& report, std::size_t columns) {
    std::ostringstream out;
    out << report.target << ": " << formats_in_words(report.formats) << '\n';
    for (const std::string& remark : remarks(report)) out << wrapped(remark, columns, "  ") << '\n';
    for (const SuiteReport& suite : report.suites) {
        std::size_t id_width = 0;
        for (const Finding& finding : suite.findings) id_width = std::max(id_width, finding.id.size());
        out << '\n' << suites()[static_cast<std::size_t>(suite.suite)].paper << '\n';
        for (const Finding& finding : suite.findings) {
            print(out, finding, report.formats, columns, id_width);
            if (finding.id == "summation-order" && suite.settled.tree) {
                std::istringstream lines(draw_text(*suite.settled.tree));
                for (std::string line; std::getline(lines, line);)
                    out << std::string(id_width + 6, ' ') << line << '\n';
            }
        }
    }
    out << '\n' << report.asked << " dot-adds asked\n";
    return out.str();
}

}  // namespace karat::probe
