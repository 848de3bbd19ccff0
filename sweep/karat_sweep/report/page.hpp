// SPDX-License-Identifier: Apache-2.0
// The page of a report.
#pragma once
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "karat_sweep/differences.hpp"
#include "karat_sweep/report/report.hpp"

namespace karat::sweep {

/// The charts of a group on the page, as indices of Report::charts.
struct PageSection {
    std::string heading;
    std::size_t charts = 0;      ///< the first: fronts, then curves
    std::size_t histograms = 0;  ///< the first
    std::size_t end = 0;
};

/// The page: question, answer and first front; then the charts of each group with histograms folded away;
/// then tables. It needs no network.
[[nodiscard]] std::string page_of(const Report& report, const std::string& title,
                                  const std::optional<Question>& question,
                                  const std::vector<PageSection>& sections, const std::vector<Row>& rows,
                                  const Differences& differences);

/// Text with its own line breaks, below the charts; empty: none.
struct TextBelow {
    std::string heading, text;
};

/// Sentences above the charts, and below them. Those that begin with two blanks are notes to the one before.
struct Sentences {
    std::vector<std::string> lead, details;
};

/// A page with charts, specifications for Vega, one below the other.
[[nodiscard]] std::string page_of_charts(const std::string& title, const Sentences& sentences,
                                         const std::vector<std::string>& charts, const TextBelow& below = {});

/// Its parts.
[[nodiscard]] const char* page_head();    ///< up to the title
[[nodiscard]] const char* page_script();  ///< sorting, filtering, tips
void threshold_table(std::ostream& out, const std::vector<Threshold>& thresholds);
void front_table(std::ostream& out, const std::vector<FrontPoint>& front);
/// `target`: says of each row whether it meets this relative error.
void rows_table(std::ostream& out, const std::vector<Row>& rows, const Differences& differences,
                std::optional<double> target);

}  // namespace karat::sweep
