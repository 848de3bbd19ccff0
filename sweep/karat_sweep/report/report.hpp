// SPDX-License-Identifier: Apache-2.0
// The rows of a sweep as charts and one self-contained page.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "karat_sweep/database/database.hpp"
#include "karat_sweep/report/choice.hpp"

namespace karat::sweep {

/// The first F of a line from which the MSE stays within 1 % of its value at the largest F, `plateau`, if at
/// least three larger F confirm it.
struct Threshold {
    std::string group;     ///< the settings that the lines of one chart share
    std::string series;    ///< "fda K=16", with the knobs that distinguish it from other lines
    std::optional<int> F;  ///< empty: not stable by `largest`
    int largest = 0;
    double plateau = 0;
    bool alone = false;  ///< an instruction with its own F only

    /// "stable from F = 24", "not stable by F = 12", or "its own F = 25".
    [[nodiscard]] std::string text() const {
        if (alone) return "its own F = " + std::to_string(largest);
        return F ? "stable from F = " + std::to_string(*F) : "not stable by F = " + std::to_string(largest);
    }
};

/// A point of an area-error Pareto front.
struct FrontPoint {
    std::string group;
    std::string series;
    std::optional<int> F;  ///< empty: exact, or not a knob of the algorithm
    double area = 0;       ///< per product, in two-input NANDs
    double relative_error = 0;
};

/// What rounding the operands to their formats costs before anything is added: a reference for every other
/// error of a group.
struct OperandRounding {
    std::string group;
    std::size_t length = 0;  ///< of the dot products
    std::string operands =
        {};  ///< ", activations, length 64": what differs in the group; empty if nothing does
    double relative_error = 0, interval = 0;
};

struct Report {
    /// File name without extension, and the chart as a specification for Vega.
    std::vector<std::pair<std::string, std::string>> charts;
    std::vector<Threshold> thresholds;
    std::vector<OperandRounding> operands;  ///< group by group, by ascending length
    std::vector<FrontPoint> front;          ///< of the rows with a cost, group by group
    std::vector<std::string> defaults;   ///< a sentence for each default that differs between the algorithms
    std::vector<std::string> answer;     ///< sentences: the choice, then runners-up; empty without a question
    std::vector<std::string> undecided;  ///< designs whose confidence interval contains the target
    std::optional<Designed> choice;      ///< empty: no question, or no design is accurate enough
    std::string html;
};

/// `rows` must outlive the report's choice. Rows without F, or with F = exact, are lines from edge to edge.
/// Unknown metrics are not drawn.
[[nodiscard]] Report make_report(const std::vector<Row>& rows, const std::string& title,
                                 const std::optional<Question>& question = {});

/// {"rows": ..., "operands": ..., "thresholds": ..., "front": ...}, and with a question "answer" and
/// "undecided", as one line of JSON.
[[nodiscard]] std::string to_json(const Report& report, const std::vector<Row>& rows);

}  // namespace karat::sweep
