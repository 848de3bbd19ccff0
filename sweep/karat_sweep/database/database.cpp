// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/database/database.hpp"

#include <charconv>
#include <limits>
#include <sstream>

#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat_sweep/database/columns.hpp"
#include "karat_sweep/database/connection.hpp"

namespace karat::sweep {
namespace {

/// "fp16", "e4m3*e5m2", "e2m1 ue4m3/16".
std::string formats_of(const Spec& spec) {
    std::string out(name_of(spec.a));
    if (spec.a != spec.b) out += '*' + std::string(name_of(spec.b));
    if (spec.scale)
        out += ' ' + std::string(name_of(*spec.scale)) + '/' + std::to_string(spec.scale_block_or_default());
    return out;
}

std::uint64_t seed_of(const std::string& text, const std::string& row) {
    std::uint64_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        throw DatabaseError(row + ": seed \"" + text + "\" is not a number below 2^64");
    return out;
}

/// Reads the current row. Throws DatabaseError quoting a seed that is not a number.
Row read_row(Statement& s, const std::string& path) {
    Row row;
    row.key = s.text();
    row.algorithm = s.text();
    row.format = s.text();
    row.k = static_cast<int>(s.integer());
    row.F = static_cast<int>(s.integer());
    row.align_rounding = s.text();
    row.order = s.text();
    row.distribution = s.text();
    row.length = static_cast<std::size_t>(s.integer());
    row.samples = static_cast<std::size_t>(s.integer());
    row.seed = seed_of(s.text(), path + ": row " + row.key);
    row.version = s.text();
    row.spec = s.text();
    Metrics& m = row.metrics;
    for (double Metrics::*const number : measured_numbers()) m.*number = s.number();
    m.not_finite = static_cast<std::size_t>(s.integer());
    std::istringstream histogram(s.text());
    for (std::size_t& count : m.histogram) histogram >> count;
    if (!s.is_null()) {
        row.cost.emplace().area = s.number();
        row.cost->depth = static_cast<int>(s.integer());
    } else {
        s.skip(2);
    }
    for (double Metrics::*const number : interval_numbers()) m.*number = s.number();
    for (double Metrics::*const number : later_numbers()) m.*number = s.number();
    row.instruction = s.text();
    row.c_distribution = s.text();
    if (row.c_distribution.empty()) row.c_distribution = DrawnC().name();  // all that older versions know
    row.conversion = s.text();
    m.converted = static_cast<std::size_t>(s.integer());
    if (row.order != name_of(Order::natural))
        m.swamped = m.swamped_interval = std::numeric_limits<double>::quiet_NaN();  // older versions wrote 0
    return row;
}

}  // namespace

Database::Database(const std::string& path, Access access) : connection_(std::make_unique<Connection>(path)) {
    // for SQLite, both name temporary databases
    if (path.empty() || path == ":memory:")
        throw DatabaseError("\"" + path + "\": is a temporary database; name a file");
    access == Access::write ? connection_->open_to_write() : connection_->open_to_read();
}
Database::~Database() = default;

std::unordered_set<std::string> Database::keys() const { return connection_->texts("SELECT key FROM rows"); }

std::unordered_set<std::string> Database::specs_without_cost() const {
    return connection_->texts(
        "SELECT DISTINCT spec FROM rows WHERE area IS NULL AND version = '" KARAT_VERSION "'");
}

void Database::set_cost(const std::string& spec, const Cost& cost) {
    Statement s(*connection_,
                "UPDATE rows SET area = ?, depth = ? WHERE spec = ? AND version = '" KARAT_VERSION "'");
    s.bind(cost.area);
    s.bind(std::int64_t{cost.depth});
    s.bind(spec);
    s.run();
}

void Database::insert(const Point& point, const Metrics& metrics) {
    std::string columns = kMeasured;
    for (const char* const part : {kIntervals, kLaterMetrics, kLaterNames, kConversion})
        columns.append(", ").append(part);
    std::string places = "?";
    for (const char c : columns) places.append(c == ',' ? ", ?" : "");
    Statement s(*connection_, std::string("INSERT OR IGNORE INTO rows (")
                                  .append(columns)
                                  .append(") VALUES (")
                                  .append(places)
                                  .append(")"));
    const Spec& spec = point.spec;
    s.bind(point.key());
    s.bind(std::string(name_of(spec.algorithm)));
    s.bind(formats_of(spec));
    s.bind(std::int64_t{spec.k});
    s.bind(std::int64_t{find_knob("F").applies_to(spec.algorithm) ? spec.F.bits : Width::kExact});
    s.bind(std::string(name_of(spec.align_rounding)));
    s.bind(std::string(name_of(point.order)));
    s.bind(point.distribution_name());
    s.bind(static_cast<std::int64_t>(point.length));
    s.bind(static_cast<std::int64_t>(point.samples));
    s.bind(std::to_string(point.seed));
    s.bind(std::string(KARAT_VERSION));
    s.bind(to_json_text(spec));
    for (double Metrics::*const number : measured_numbers()) s.bind(metrics.*number);
    s.bind(static_cast<std::int64_t>(metrics.not_finite));
    s.bind(histogram_text(metrics));
    for (double Metrics::*const number : interval_numbers()) s.bind(metrics.*number);
    for (double Metrics::*const number : later_numbers()) s.bind(metrics.*number);
    s.bind(point.instruction_name());
    s.bind(point.c.name());
    s.bind(std::string(name_of(point.conversion)));
    s.bind(static_cast<std::int64_t>(metrics.converted));
    s.run();
}

std::vector<Row> Database::rows() const {
    const std::unordered_set<std::string> there = connection_->columns();
    std::string columns;
    for (const std::string& name : names_in(all_columns()))
        columns += (columns.empty() ? "" : ", ") + (there.contains(name) ? name : "NULL");
    Statement s(*connection_, "SELECT " + columns + " FROM rows ORDER BY id");
    std::vector<Row> out;
    while (s.next()) out.push_back(read_row(s, connection_->path));
    return out;
}

}  // namespace karat::sweep
