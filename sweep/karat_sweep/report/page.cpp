// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/report/page.hpp"

#include <algorithm>
#include <sstream>

#include "karat_sweep/charts/vega_library.hpp"

namespace karat::sweep {
namespace {

/// The place of a chart; the script draws it there.
void chart(std::ostream& out, std::size_t index) {
    out << "<div class='chart' data-chart='" << index << "'></div>\n";
}

/// The end of a page: charts, as one JSON array without a "<" that could end the script, Vega, and the script
/// that draws them.
std::string page_end(const std::vector<std::string>& charts) {
    std::string out = "<script type='application/json' id='charts'>[";
    for (std::size_t i = 0; i < charts.size(); ++i) {
        out += i == 0 ? "" : ",\n";
        for (const char c : charts[i]) c == '<' ? out += "\\u003c" : out += c;
    }
    return out + "]</script>\n<script>\n" + std::string(vega_library()) + "</script>\n" + page_script() +
           "</body></html>\n";
}

/// A sentence for the page: escaped, and without a line break within "1e-06".
std::string prose(const std::string& text) {
    const std::string plain = escaped(text);
    std::string out;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const auto digit = [&](std::size_t at) { return plain[at] >= '0' && plain[at] <= '9'; };
        const bool joins = plain[i] == '-' && i > 1 && i + 1 < plain.size() && plain[i - 1] == 'e' &&
                           digit(i - 2) && digit(i + 1);
        out += joins ? std::string("\u2011") : std::string(1, plain[i]);
    }
    return out;
}

std::string question_text(const std::optional<Question>& question) {
    if (!question) return "What does accuracy cost?";
    std::ostringstream out;
    out << "Which design has the least "
        << (question->minimise == Objective::area ? "area per product" : "depth")
        << " with a relative error of at most " << question->target << '?';
    return out.str();
}

/// The chart of the first screen: the first front, by what the question minimises; without costs, the first
/// chart.
std::size_t first_chart(const Report& report, const std::optional<Question>& question) {
    const bool depth = question && question->minimise == Objective::depth;
    const auto found = std::ranges::find_if(report.charts, [&](const auto& named) {
        return named.first.find(depth ? "_depth" : "_pareto") != std::string::npos;
    });
    return found == report.charts.end() ? 0 : static_cast<std::size_t>(found - report.charts.begin());
}

/// Without a question, what there is to choose from.
void write_range(std::ostream& out, const Report& report) {
    if (report.front.empty()) {
        out << "<p class='note'>No design has a cost. <code>karat sweep --cost</code> adds area and depth; "
               "<code>--target-error</code> asks for a design.</p>\n";
        return;
    }
    const FrontPoint& cheap = report.front.front();
    const auto end = std::ranges::find_if(
        report.front, [&](const FrontPoint& point) { return point.group != cheap.group; });
    const FrontPoint& dear = *std::prev(end);
    out << "<p class='answer'>From " << cheap.area << " NAND2 per product at a relative error of "
        << cheap.relative_error << " to " << dear.area << " at " << dear.relative_error << ".</p>\n";
}

void write_first(std::ostream& out, const Report& report, const std::optional<Question>& question,
                 std::size_t shown) {
    if (!question) write_range(out, report);
    if (!report.answer.empty()) out << "<p class='answer'>" << prose(report.answer[0]) << "</p>\n";
    if (!report.charts.empty()) chart(out, shown);
    bool listing = false;
    for (std::size_t i = 1; i < report.answer.size(); ++i) {
        const std::string& sentence = report.answer[i];
        const bool next = sentence.starts_with("  next: ");
        if (next != listing) out << (next ? "<p class='note'>Runners-up:</p><ul>\n" : "</ul>\n");
        listing = next;
        if (next)
            out << "<li>" << prose(sentence.substr(8)) << "</li>\n";
        else
            out << "<p class='note'>" << prose(sentence) << "</p>\n";
    }
    if (listing) out << "</ul>\n";
    const bool told = std::ranges::any_of(report.answer, [](const std::string& sentence) {
        return sentence.starts_with("Rounding the operands");
    });
    for (const OperandRounding& of : report.operands) {
        if (told || report.operands.size() > 3) break;
        out << "<p class='note'>Rounding the operands alone is a relative error of " << of.relative_error
            << " (" << escaped(of.group + of.operands) << ").</p>\n";
    }
    for (const std::string& line : report.defaults)
        out << "<p class='note'>" << prose(line) << (line.ends_with('.') ? "" : ".") << "</p>\n";
}

}  // namespace

std::string page_of(const Report& report, const std::string& title, const std::optional<Question>& question,
                    const std::vector<PageSection>& sections, const std::vector<Row>& rows,
                    const Differences& differences) {
    std::ostringstream html;
    html.precision(5);
    const std::size_t shown = first_chart(report, question);
    const std::string asked = question_text(question);
    html << page_head() << "<title>" << escaped(title.empty() ? asked : title)
         << "</title></head><body>\n<section class='first'>\n";
    if (!title.empty()) html << "<p class='question'>" << escaped(title) << "</p>\n";
    html << "<h1>" << escaped(asked) << "</h1>\n";
    write_first(html, report, question, shown);
    html
        << "</section>\n<p class='note'>" << rows.size()
        << " rows. Errors are measured against the exact dot product of the rounded operands. A ring marks "
           "the "
           "first F from which the mean squared error stays within 1 % of its value at the largest F, if at "
           "least three larger F confirm it. What has "
           "no F is a line from edge to edge. A line named after others (=) hides them, because they are at "
           "the same places. A front has no design that is better only within its confidence interval.</p>\n";
    for (const PageSection& section : sections) {
        html << "<h2>" << escaped(section.heading) << "</h2>\n<div class='charts'>\n";
        for (std::size_t i = section.charts; i < section.histograms; ++i)
            if (i != shown) chart(html, i);
        html << "</div>\n";
        if (section.histograms == section.end) continue;
        html << "<details><summary>Histograms of the relative error</summary><div class='charts'>\n";
        for (std::size_t i = section.histograms; i < section.end; ++i) chart(html, i);
        html << "</div></details>\n";
    }
    threshold_table(html, report.thresholds);
    front_table(html, report.front);
    html << "<h2>All rows</h2>\n<p class='handling'><label>Filter: <input id='filter' placeholder='words "
            "that a row must have'>"
            "</label> Click a heading to sort.</p>\n";
    rows_table(html, rows, differences, question ? std::optional(question->target) : std::nullopt);
    std::vector<std::string> charts;
    for (const auto& [name, text] : report.charts) charts.push_back(text);
    std::string out = html.str();
    const std::string ascii = " +- ";
    for (std::size_t at = out.find(ascii); at != std::string::npos; at = out.find(ascii, at))
        out.replace(at, ascii.size(), " &plusmn; ");
    return out + page_end(charts);
}

std::string page_of_charts(const std::string& title, const Sentences& sentences,
                           const std::vector<std::string>& charts, const TextBelow& below) {
    std::ostringstream html;
    html << page_head() << "<title>" << escaped(title) << "</title></head><body class='single'>\n<h1>"
         << escaped(title) << "</h1>\n";
    const auto write = [&html](const std::vector<std::string>& lines, const char* of_whole) {
        for (const std::string& line : lines)
            html << "<p class='" << (line.starts_with("  ") ? "note" : of_whole) << "'>" << prose(line)
                 << "</p>\n";
    };
    write(sentences.lead, "answer");
    html << "<div class='charts'>\n";
    for (std::size_t i = 0; i < charts.size(); ++i) chart(html, i);
    html << "</div>\n";
    if (!sentences.details.empty()) html << "<h2>In numbers</h2>\n";
    write(sentences.details, "detail");
    if (!below.text.empty())
        html << "<h2>" << escaped(below.heading) << "</h2>\n<pre>" << escaped(below.text) << "</pre>\n";
    return html.str() + page_end(charts);
}

}  // namespace karat::sweep
