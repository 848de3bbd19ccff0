// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/report/choice.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "karat/error.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/summary.hpp"
#include "karat_sweep/report/lines.hpp"
#include "karat_sweep/report/pareto.hpp"

namespace karat::sweep {
namespace {

std::string figure(double value, int digits = 3) {
    std::ostringstream out;
    out.precision(digits);
    out << value;
    return out.str();
}

/// The specification with the default F; the text itself for a row of another version.
std::string apart_from_F(const std::string& text) {
    try {
        Spec spec = spec_from_json_text(text);
        spec.F = Spec{}.F;
        return to_json_text(spec);
    } catch (const Error&) {
        return text;
    }
}

double interval(const Designed& design) { return design.bound - design.error; }

/// "relative error 8.3e-05 +- 2e-06 (at worst: outliers), 412 NAND2 per product, depth 78"
std::string figures(const Designed& design) {
    const std::string worst = design.worst.empty() ? "" : " (at worst: " + design.worst + ')';
    return "relative error " + figure(design.error) + " +- " + figure(interval(design), 2) + worst + ", " +
           figure(area_of_product(*design.row), 4) + " NAND2 per product, depth " +
           std::to_string(design.row->cost->depth) + " gates";
}

}  // namespace

double Designed::cost(Objective objective) const {
    return objective == Objective::area ? area_of_product(*row) : row->cost->depth;
}

std::vector<Designed> designs_of(const std::vector<Row>& rows) {
    const std::vector<DesignName> names = design_names(rows);
    std::vector<Designed> out;
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> places;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        const auto [place, is_new] = places.try_emplace({row.spec, row.instruction, row.order}, out.size());
        if (is_new) out.push_back({names[i].design, "", &row, -1, -1, -1, 0, nullptr});
        Designed& design = out[place->second];
        const Metrics& m = row.metrics;
        const double bound = m.relative_error + m.relative_error_interval;
        // NaN stays, so that a design with a row that has no error is left out
        if (!std::isnan(design.bound))
            design.bound = std::isnan(bound) ? bound : std::max(design.bound, bound);
        design.least = std::max(design.least, m.relative_error - m.relative_error_interval);
        if (m.relative_error > design.error) {
            design.row = &row;
            design.worst = names[i].operands;
        }
        design.error = std::max(design.error, m.relative_error);
        if (m.operand_error > design.operand_error) {
            design.operand_error = m.operand_error;
            design.operands = &row;
        }
    }
    std::erase_if(out, [](const Designed& design) { return !std::isfinite(design.bound); });
    return out;
}

std::vector<Designed> worth_a_synthesis(const std::vector<Designed>& designs, const Question& question) {
    std::vector<Designed> accurate;
    for (const Designed& design : designs) {
        if (meets(design, question)) accurate.push_back(design);
    }
    std::ranges::stable_sort(accurate, {}, [](const Designed& design) { return design.row->F; });
    std::map<std::tuple<std::string, std::string, std::string>, const Designed*> best;  // apart from F
    std::vector<Designed> out;
    for (const Designed& design : accurate) {
        const Designed*& before =
            best[{apart_from_F(design.row->spec), design.row->instruction, design.row->order}];
        const double gain = before == nullptr ? 1 : before->error - design.error;
        const bool has_F = has_fraction(*design.row);
        if (has_F && before != nullptr && gain <= std::hypot(interval(*before), interval(design))) continue;
        out.push_back(design);
        if (has_F) before = &design;
    }
    return out;
}

Choice choose(const std::vector<Designed>& designs, const Question& question) {
    Choice out;
    for (const Designed& design : designs) {
        if (!out.accurate || design.error < out.accurate->error) out.accurate = design;
        if (is_undecided(design, question)) out.undecided.push_back(design);
        if (!meets(design, question)) continue;
        if (design.row->cost)
            out.ranked.push_back(design);
        else
            ++out.without_cost;
    }
    const auto worth = worth_a_synthesis(designs, question);
    const auto has_no_cost = [](const Designed& design) { return !design.row->cost; };
    out.larger = out.without_cost - static_cast<std::size_t>(std::ranges::count_if(worth, has_no_cost));
    std::ranges::stable_sort(out.undecided, {}, &Designed::error);
    const Objective other = question.minimise == Objective::area ? Objective::depth : Objective::area;
    std::ranges::stable_sort(out.ranked, {}, [&](const Designed& design) {
        return std::tuple(design.cost(question.minimise), design.cost(other), design.error);
    });
    return out;
}

std::string answer(const Choice& choice, const Question& question) {
    const std::string wanted = "a relative error of at most " + figure(question.target);
    if (choice.ranked.empty()) {
        std::string out = "No design of the sweep has " + wanted;
        if (choice.without_cost > 0)
            return out + " and a cost: " + std::to_string(choice.without_cost) +
                   " accurate enough without one. karat sweep with --target-error or --cost "
                   "synthesises them, if they have reference RTL.";
        if (choice.accurate)
            out +=
                "; the most accurate is " + choice.accurate->name + " with " + figure(choice.accurate->error);
        return out + '.';
    }
    const std::size_t accurate = choice.ranked.size() + choice.larger;
    return choice.ranked[0].name +
           (question.minimise == Objective::area ? " is the smallest" : " has the least depth") + " of the " +
           std::to_string(accurate) + (accurate == 1 ? " design" : " designs") + " with " + wanted + ": " +
           figures(choice.ranked[0]) + '.';
}

std::string runner_up(const Choice& choice, std::size_t i, const Question& question) {
    const double more =
        choice.ranked[i].cost(question.minimise) / choice.ranked[0].cost(question.minimise) - 1;
    return choice.ranked[i].name + ": " + figures(choice.ranked[i]) + " (+" + figure(100 * more, 2) +
           (question.minimise == Objective::area ? " % area)" : " % depth)");
}

std::vector<std::size_t> runners_up(const Choice& choice) {
    constexpr std::size_t next = 3;
    std::vector<std::size_t> out;
    std::set<std::pair<std::string, std::string>> shown;
    for (std::size_t i = 0; i < choice.ranked.size(); ++i) {
        const Row& row = *choice.ranked[i].row;
        const bool is_new = shown.insert({row.algorithm, row.instruction}).second;
        if (i > 0 && (i <= next || is_new)) out.push_back(i);
    }
    return out;
}

std::vector<std::string> algorithms_in_words(const Choice& choice) {
    std::vector<std::string> names;
    const auto note = [&](const Designed& design) {
        const std::string& name = design.row->algorithm;
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    if (!choice.ranked.empty()) note(choice.ranked[0]);
    for (const std::size_t i : runners_up(choice)) note(choice.ranked[i]);
    std::vector<std::string> out;
    for (const std::string& name : names) {
        if (const auto algorithm = enum_from_name<Algorithm>(name))
            out.push_back(name + " is " + std::string(in_words(*algorithm)) + '.');
    }
    return out;
}

std::string conditions(const std::vector<Row>& rows) {
    std::set<std::size_t> lengths;
    std::set<std::size_t> samples;
    std::set<std::uint64_t> seeds;
    std::vector<std::string> operands;
    std::vector<std::string> cs;
    const auto note = [](std::vector<std::string>& list, const std::string& word) {
        if (std::ranges::find(list, word) == list.end()) list.push_back(word);
    };
    for (const Row& row : rows) {
        lengths.insert(row.length);
        samples.insert(row.samples);
        seeds.insert(row.seed);
        note(operands, row.distribution);
        note(cs, row.c_distribution == "zero" ? "c = 0" : "c " + row.c_distribution);
    }
    const auto range = [](const auto& numbers) {
        const std::string first = std::to_string(*numbers.begin());
        return numbers.size() == 1 ? first : first + " to " + std::to_string(*numbers.rbegin());
    };
    const auto list = [](const std::vector<std::string>& words) {
        std::string out = words.front();
        for (std::size_t i = 1; i < words.size(); ++i)
            out += (i + 1 == words.size() ? " and " : ", ") + words[i];
        return out;
    };
    const bool single = std::ranges::all_of(
        rows, [](const Row& row) { return row.length == static_cast<std::size_t>(row.k); });
    return "Measured on dot products of length " + range(lengths) + (single ? " (K: one dot-add)" : "") +
           ", " + list(operands) + " operands, " + list(cs) + ", " + range(samples) + " samples, seed " +
           range(seeds) + ". Other operands and lengths may change the order.";
}

std::string without_cost_note(const Choice& choice) {
    if (choice.without_cost == 0 || choice.ranked.empty()) return "";
    const auto designs = [](std::size_t count) {
        return std::to_string(count) + (count == 1 ? " accurate design" : " accurate designs");
    };
    std::string out;
    if (choice.larger > 0)
        out = designs(choice.larger) + (choice.larger == 1 ? " was" : " were") +
              " not synthesised: a smaller F is as accurate.";
    const std::size_t rest = choice.without_cost - choice.larger;
    if (rest > 0)
        out += (out.empty() ? "" : " ") + designs(rest) + (rest == 1 ? " has" : " have") +
               " no cost: not synthesised yet, or without reference RTL.";
    return out;
}

std::string undecided_note(const Choice& choice) {
    constexpr std::size_t most = 3;
    if (choice.undecided.empty()) return "";
    std::string out = "Undecided, because the confidence interval contains the target: ";
    for (std::size_t i = 0; i < std::min(most, choice.undecided.size()); ++i) {
        const Designed& design = choice.undecided[i];
        out += (i == 0 ? "" : "; ") + design.name + " (" + figure(design.error) + " +- " +
               figure(interval(design), 2) + ')';
    }
    if (choice.undecided.size() > most)
        out += "; and " + std::to_string(choice.undecided.size() - most) + " more";
    return out + ". More --samples decide.";
}

std::string operand_note(const Choice& choice, const Question& question) {
    if (!choice.accurate || choice.accurate->operand_error <= question.target) return "";
    const Row& row = *choice.accurate->operands;
    const std::string converted =
        row.metrics.converted == 0
            ? ""
            : ", " + std::to_string(row.metrics.converted) + " of them beyond it (" + row.conversion + "),";
    return "Rounding the operands to " + row.format + converted + " alone is a relative error of " +
           figure(choice.accurate->operand_error) + ", more than the target.";
}

}  // namespace karat::sweep
