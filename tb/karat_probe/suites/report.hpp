// SPDX-License-Identifier: Apache-2.0
// The findings as text, JSON and a page.
#pragma once
#include <boost/json/object.hpp>
#include <string>

#include "karat_probe/suites/probe_target.hpp"

namespace karat::probe {

/// "fp16 x fp16 + fp32 -> fp32, k = 16".
[[nodiscard]] std::string formats_in_words(const OperandRules& formats);

/// How far the findings can be trusted: sentences without a full stop, the first on steadiness.
[[nodiscard]] std::vector<std::string> remarks(const ProbeReport& report);

/// The suites as tables, `columns` wide, and the summation tree.
[[nodiscard]] std::string report_text(const ProbeReport& report, std::size_t columns = 110);
/// Every finding with all its questions: operands and answers in hexadecimal and in words.
[[nodiscard]] boost::json::object report_json(const ProbeReport& report);
/// One self-contained page, with the summation tree as a drawing.
[[nodiscard]] std::string report_html(const ProbeReport& report);

/// The tree found by the MMA-Sim suite, if it ran and found one.
[[nodiscard]] const SumTree* tree_in(const ProbeReport& report);

/// The text with blanks on the right, at least `width` characters.
[[nodiscard]] std::string padded(const std::string& text, std::size_t width);

/// Breaks text into lines of at most `columns` characters at blanks; the lines after the first begin with
/// `indent`.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t columns, const std::string& indent);

/// The style sheet of the pages.
[[nodiscard]] const char* page_style();

}  // namespace karat::probe
