// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/report/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "karat/error.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_sweep/charts/chart.hpp"
#include "karat_sweep/defaults.hpp"
#include "karat_sweep/report/lines.hpp"
#include "karat_sweep/report/page.hpp"
#include "karat_sweep/report/pareto.hpp"

namespace karat::sweep {
namespace {

struct Quantity {
    const char* file;
    const char* label;
    bool log_y;
    double Metrics::*of;
    double Metrics::*interval_of;
    [[nodiscard]] double value(const Metrics& m) const { return m.*of; }
    [[nodiscard]] double interval(const Metrics& m) const { return m.*interval_of; }
};
constexpr std::array<Quantity, 6> kQuantities{
    {{"relative", "relative error", true, &Metrics::relative_error, &Metrics::relative_error_interval},
     {"mse", "mean squared error", true, &Metrics::mse, &Metrics::mse_interval},
     {"variance", "variance of the squared error", true, &Metrics::variance_of_squared_error,
      &Metrics::variance_of_squared_error_interval},
     {"shrinkage", "shrinkage toward zero", false, &Metrics::shrinkage, &Metrics::shrinkage_interval},
     {"vrr", "variance retention ratio", false, &Metrics::vrr, &Metrics::vrr_interval},
     {"swamped", "swamped addends per dot-add", false, &Metrics::swamped, &Metrics::swamped_interval}}};

/// The error of rounding the operands, for each length and distribution in the group. Rows of older versions
/// do not have it.
std::vector<OperandRounding> operand_errors(const Group& group) {
    std::map<std::pair<std::size_t, std::string>, OperandRounding> out;
    std::set<std::size_t> lengths;
    std::set<std::string> distributions;
    for (const Line& line : group.lines) {
        for (const Row* row : line.rows) {
            const Metrics& m = row->metrics;
            if (!std::isfinite(m.operand_error) || !std::isfinite(m.relative_error)) continue;
            lengths.insert(row->length);
            distributions.insert(row->distribution);
            out.try_emplace(
                {row->length, row->distribution},
                OperandRounding{group.name, row->length, "", m.operand_error, m.operand_error_interval});
        }
    }
    std::vector<OperandRounding> list;
    for (auto& [key, error] : out) {
        if (distributions.size() > 1) error.operands = ", " + key.second;
        if (lengths.size() > 1) error.operands += ", length " + std::to_string(key.first);
        list.push_back(std::move(error));
    }
    return list;
}

/// "fda K=16, F = 20: relative error 1.2e-05 +- 3e-07"
std::string tip_of(const Line& line, const Row& row, const Quantity& quantity) {
    std::ostringstream out;
    out.precision(4);
    out << line.name;
    if (has_fraction(row)) out << ", F = " << row.F;
    out << ": " << quantity.label << ' ' << quantity.value(row.metrics);
    const double interval = quantity.interval(row.metrics);
    if (std::isfinite(interval)) out << " \u00b1 " << interval;
    return out.str();
}

Chart chart_of(const Group& group, const Quantity& quantity) {
    Chart out{
        quantity.label, group.name, "F, fraction bits kept in the alignment", quantity.label, quantity.log_y,
        true,           {}};
    for (const Line& line : group.lines) {
        Series series{line.name, {}, -1, false, line.across, line.style};
        const auto stable = stable_part(line);
        for (const Row* row : line.rows) {
            if (!std::isfinite(quantity.value(row->metrics))) continue;
            if (stable && row == stable->first) series.mark = static_cast<int>(series.points.size());
            series.points.emplace_back(row->F, quantity.value(row->metrics));
            series.tips.push_back(tip_of(line, *row, quantity));
        }
        if (!series.points.empty()) out.series.push_back(std::move(series));
    }
    if (std::string_view(quantity.file) == "relative") {
        std::size_t pattern = 2;
        for (const OperandRounding& of : operand_errors(group))
            out.series.push_back({"operand error" + of.operands,
                                  {{0, of.relative_error}},
                                  -1,
                                  false,
                                  true,
                                  Style{6, pattern++ % kPatterns}});
    }
    return out;
}

std::string histogram(const std::string& title, const Metrics& metrics) {
    std::vector<std::string> labels{"exact", "<1e-12"};
    std::vector<double> values;
    for (std::size_t i = 2; i < kHistogramBins; ++i)
        labels.push_back("1e" + std::to_string(static_cast<int>(i) - 14));
    for (const std::size_t count : metrics.histogram) values.push_back(static_cast<double>(count));
    return chart_of_counts(title, labels, values);
}

std::optional<int> fraction_of(const Row& row) {
    return has_fraction(row) ? std::optional(row.F) : std::nullopt;
}

/// Adds the Pareto fronts of a group to the report, with their charts by area and by depth. There is one
/// front for each length and distribution, because errors of different operands do not compare.
void add_fronts(const Group& group, int number, std::optional<double> target, Report& out) {
    const Row* const chosen = out.choice ? out.choice->row : nullptr;
    const auto is_chosen = [chosen](const Row& row) {
        return chosen != nullptr && row.spec == chosen->spec && row.instruction == chosen->instruction &&
               row.order == chosen->order;
    };
    std::map<std::string, std::vector<Drawn>> by_operands;
    for (const Line& line : group.lines) {
        for (const Row* row : line.rows) {
            if (!row->cost) continue;
            const bool at_f = has_fraction(*row) && (line.rows.size() > 1 || row->instruction.empty());
            const std::string label = at_f ? "F=" + std::to_string(row->F) : line.name;
            const std::string length = ", length " + std::to_string(row->length);
            const bool is_said = group.name.find(length + ',') != std::string::npos;
            const std::string operands =
                (is_said ? "" : length) + ", " + row->distribution + ", c " + row->c_distribution;
            by_operands[operands].push_back({row, line.name, label, line.style, is_chosen(*row)});
        }
    }
    int front = 0;
    for (const auto& [operands, drawn] : by_operands) {
        const std::string name = group.name + (by_operands.size() == 1 ? "" : operands);
        std::vector<const Row*> rows;
        for (const Drawn& one : drawn) rows.push_back(one.row);
        for (const Row* row : pareto_front(rows)) {
            out.front.push_back({name, std::ranges::find(drawn, row, &Drawn::row)->line, fraction_of(*row),
                                 area_of_product(*row), row->metrics.relative_error});
        }
        const std::string file = front == 0 ? "" : '_' + std::to_string(front);
        for (const Objective objective : {Objective::area, Objective::depth}) {
            const char* const kind = objective == Objective::area ? "_pareto" : "_depth";
            out.charts.emplace_back(std::to_string(number) + kind + file,
                                    chart_of_lines(pareto_chart(name, drawn, objective, target)));
        }
        ++front;
    }
}

/// Adds the threshold of a line and the histogram at it; for a line without F, its only histogram.
void add_line(const Group& group, const Line& line, int number, Report& out) {
    const auto stable = stable_part(line);
    if (stable) {
        const std::optional<int> first = stable->first ? std::optional(stable->first->F) : std::nullopt;
        out.thresholds.push_back({group.name, line.name, first, stable->last->F, stable->last->metrics.mse,
                                  is_one_instruction(line)});
    }
    if (!stable && !line.across) return;
    const Row& row = stable ? stable->shown() : *line.rows.front();
    const std::string at = stable ? ", F = " + std::to_string(row.F) : "";
    out.charts.emplace_back(std::to_string(number) + "_histogram_" + line.file,
                            histogram("relative error, " + line.name + at, row.metrics));
}

/// The defaults that differ between the algorithms of the rows.
std::vector<std::string> defaults_of(const std::vector<Row>& rows) {
    std::map<std::string, Compared> seen;  // by instruction and specification
    for (const Row& row : rows) {
        const std::string name = row.instruction.substr(0, row.instruction.find(' '));
        try {
            seen.try_emplace(name + ' ' + row.spec, Compared{name, spec_from_json_text(row.spec)});
        } catch (const Error&) {
            continue;  // a row of another version
        }
    }
    std::vector<Compared> all;
    for (auto& [key, one] : seen) all.push_back(std::move(one));
    return differing_defaults(chosen_specs(all), "--output-rounding", "--vary group=...");
}

/// The answer, the runners-up, and a note about the operands.
void add_answer(const std::vector<Row>& rows, const Question& question, Report& out) {
    const Choice choice = choose(designs_of(rows), question);
    out.answer.push_back(answer(choice, question));
    out.answer.push_back(conditions(rows));
    if (!choice.ranked.empty())
        out.answer.emplace_back(
            "Area and depth are of two netlists: one is mapped for the least area, the other one for the "
            "least depth. A few percent may be chance: the mapping takes other ways for similar logic.");
    for (const std::string& note : {without_cost_note(choice), undecided_note(choice)})
        if (!note.empty()) out.answer.push_back(note);
    for (const Designed& design : choice.undecided) out.undecided.push_back(design.name);
    for (const std::size_t i : runners_up(choice))
        out.answer.push_back("  next: " + runner_up(choice, i, question));
    const std::string note = operand_note(choice, question);
    if (!note.empty()) out.answer.push_back(note);
    if (choice.ranked.empty()) return;
    out.choice = choice.ranked[0];
    for (const std::string& words : algorithms_in_words(choice)) out.answer.push_back(words);
}

}  // namespace

Report make_report(const std::vector<Row>& rows, const std::string& title,
                   const std::optional<Question>& question) {
    Report out;
    if (question) add_answer(rows, *question, out);
    out.defaults = defaults_of(rows);
    const Differences differences(rows);
    std::vector<PageSection> sections;
    int number = 0;
    for (const Group& group : groups_of(rows, differences)) {
        PageSection section{group.name, out.charts.size(), 0, 0};
        add_fronts(group, number, question ? std::optional(question->target) : std::nullopt, out);
        for (const Quantity& quantity : kQuantities) {
            out.charts.emplace_back(std::to_string(number) + '_' + quantity.file,
                                    chart_of_lines(chart_of(group, quantity)));
        }
        for (OperandRounding& error : operand_errors(group)) out.operands.push_back(std::move(error));
        section.histograms = out.charts.size();
        for (const Line& line : group.lines) add_line(group, line, number, out);
        section.end = out.charts.size();
        sections.push_back(section);
        ++number;
    }
    out.html = page_of(out, title, question, sections, rows, differences);
    return out;
}

}  // namespace karat::sweep
