// SPDX-License-Identifier: Apache-2.0
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cmath>

#include "karat_sweep/database/columns.hpp"
#include "karat_sweep/database/database.hpp"

namespace karat::sweep {
namespace {

namespace json = boost::json;

/// The specification as an object; a text that is none, from a damaged database, as a string.
json::value spec_of(const Row& row) {
    boost::system::error_code error;
    json::value out = json::parse(row.spec, error);
    return error ? json::value(row.spec) : out;
}

void add_numbers(json::object& out, const Metrics& metrics, const char* columns,
                 std::span<double Metrics::*const> numbers) {
    std::size_t i = 0;
    for (const std::string& name : names_in(columns)) {
        const double x = metrics.*numbers[i++];
        out[name] = std::isfinite(x) ? json::value(x) : json::value(nullptr);
    }
}

json::object object_of(const Row& row) {
    json::object out{{"algorithm", row.algorithm},
                     {"format", row.format},
                     {"k", row.k},
                     {"F", row.F},
                     {"align_rounding", row.align_rounding},
                     {"accumulation_order", row.order},
                     {"distribution", row.distribution},
                     {"length", row.length},
                     {"instruction", row.instruction},
                     {"c_distribution", row.c_distribution},
                     {"samples", row.samples},
                     {"seed", std::to_string(row.seed)},
                     {"version", row.version},
                     {"spec", spec_of(row)}};
    add_numbers(out, row.metrics, kMeasuredMetrics, measured_numbers());
    add_numbers(out, row.metrics, kIntervals, interval_numbers());
    add_numbers(out, row.metrics, kLaterMetrics, later_numbers());
    out["not_finite"] = row.metrics.not_finite;
    out["histogram"] = json::array(row.metrics.histogram.begin(), row.metrics.histogram.end());
    const bool counted = !row.conversion.empty();  // older versions did not count
    out["conversion"] = counted ? json::value(row.conversion) : json::value(nullptr);
    out["converted"] = counted ? json::value(row.metrics.converted) : json::value(nullptr);
    out["area"] = row.cost ? json::value(row.cost->area) : json::value(nullptr);
    out["depth"] = row.cost ? json::value(row.cost->depth) : json::value(nullptr);
    return out;
}

}  // namespace

std::string to_json(const std::vector<Row>& rows) {
    json::array out;
    for (const Row& row : rows) out.push_back(object_of(row));
    return json::serialize(out);
}

}  // namespace karat::sweep
