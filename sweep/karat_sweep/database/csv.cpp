// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <sstream>

#include "karat_sweep/database/columns.hpp"
#include "karat_sweep/database/database.hpp"

namespace karat::sweep {
namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + '"';
}

/// For names of files, which may contain any character.
std::string quoted_if_need_be(const std::string& text) {
    return text.find_first_of(",\"\n") == std::string::npos ? text : quoted(text);
}

}  // namespace

std::string to_csv(const std::vector<Row>& rows) {
    std::ostringstream out;
    out.precision(17);
    const auto numbers = [&out](const Metrics& m, std::span<double Metrics::*const> all) {
        for (double Metrics::*const number : all) {
            out << ',';
            if (!std::isnan(m.*number)) out << m.*number;
        }
    };
    std::string header = all_columns();
    std::erase(header, ' ');
    out << header << '\n';
    for (const Row& r : rows) {
        out << quoted(r.key) << ',' << r.algorithm << ',' << r.format << ',' << r.k << ',' << r.F << ','
            << r.align_rounding << ',' << r.order << ',' << quoted_if_need_be(r.distribution) << ','
            << r.length << ',' << r.samples << ',' << r.seed << ',' << r.version << ',' << quoted(r.spec);
        numbers(r.metrics, measured_numbers());
        out << ',' << r.metrics.not_finite << ',' << quoted(histogram_text(r.metrics)) << ',';
        if (r.cost) {
            out << r.cost->area << ',' << r.cost->depth;
        } else {
            out << ',';
        }
        numbers(r.metrics, interval_numbers());
        numbers(r.metrics, later_numbers());
        out << ',' << quoted_if_need_be(r.instruction) << ',' << r.c_distribution;
        out << ',' << r.conversion << ',' << r.metrics.converted << '\n';
    }
    return out.str();
}

}  // namespace karat::sweep
