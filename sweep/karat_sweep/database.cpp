// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/database.hpp"

#include <sqlite3.h>

#include <array>
#include <cmath>
#include <limits>
#include <sstream>

#include "karat/algorithm/spec_json.hpp"

namespace karat::sweep {
namespace {

constexpr const char* kMeasured =
    "key, algorithm, format, k, F, align_rounding, accumulation_order, distribution, length, samples, seed, version, spec, mse, "
    "mse_interval, variance_of_squared_error, bias, bias_interval, mean_ulp, max_ulp, relative_error, cosine, vrr, bit_exact, swamped, "
    "not_finite, histogram";
constexpr const char* kCost = "area, depth";
constexpr const char* kIntervals =
    "variance_of_squared_error_interval, mean_ulp_interval, relative_error_interval, cosine_interval, vrr_interval, bit_exact_interval, "
    "swamped_interval";
constexpr const char* kTable =
    "CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, algorithm TEXT, format TEXT, k INTEGER, F INTEGER, "
    "align_rounding TEXT, accumulation_order TEXT, distribution TEXT, length INTEGER, samples INTEGER, seed TEXT, version TEXT, spec TEXT, "
    "mse REAL, "
    "mse_interval REAL, variance_of_squared_error REAL, bias REAL, bias_interval REAL, mean_ulp REAL, max_ulp REAL, relative_error REAL, "
    "cosine REAL, vrr REAL, bit_exact REAL, swamped REAL, not_finite INTEGER, histogram TEXT)";
/// The first version of the table had none of these.
constexpr std::array<std::pair<const char*, const char*>, 9> kLaterColumns{{{"area", "REAL"},
                                                                            {"depth", "INTEGER"},
                                                                            {"variance_of_squared_error_interval", "REAL"},
                                                                            {"mean_ulp_interval", "REAL"},
                                                                            {"relative_error_interval", "REAL"},
                                                                            {"cosine_interval", "REAL"},
                                                                            {"vrr_interval", "REAL"},
                                                                            {"bit_exact_interval", "REAL"},
                                                                            {"swamped_interval", "REAL"}}};

std::string all_columns() {
    std::string out = kMeasured;
    for (const char* const part : {kCost, kIntervals}) out.append(", ").append(part);
    return out;
}

/// "fp16", "e4m3*e5m2", "e2m1 ue4m3/16".
std::string formats_of(const Spec& spec) {
    std::string out(name_of(spec.a));
    if (spec.a != spec.b) out += '*' + std::string(name_of(spec.b));
    if (spec.scale) out += ' ' + std::string(name_of(*spec.scale)) + '/' + std::to_string(spec.scale_block_or_default());
    return out;
}

std::string histogram_text(const Metrics& metrics) {
    std::string out;
    for (const std::size_t count : metrics.histogram) out += (out.empty() ? "" : " ") + std::to_string(count);
    return out;
}

std::vector<double> numbers_of(const Metrics& m) {
    return {m.mse,     m.mse_interval,   m.variance_of_squared_error,
            m.bias,    m.bias_interval,  m.mean_ulp,
            m.max_ulp, m.relative_error, m.cosine,
            m.vrr,     m.bit_exact,      m.swamped};
}

std::vector<double> intervals_of(const Metrics& m) {
    return {m.variance_of_squared_error_interval,
            m.mean_ulp_interval,
            m.relative_error_interval,
            m.cosine_interval,
            m.vrr_interval,
            m.bit_exact_interval,
            m.swamped_interval};
}

}  // namespace

struct Database::Connection {
    std::string path;
    sqlite3* handle = nullptr;

    explicit Connection(std::string file) : path(std::move(file)) {}
    ~Connection() { sqlite3_close(handle); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    Connection(Connection&&) = delete;
    Connection& operator=(Connection&&) = delete;

    [[noreturn]] void fail() const { throw DatabaseError(path + ": " + sqlite3_errmsg(handle)); }
    void execute(const char* sql) const {
        if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
    }
    /// The first column of a query.
    [[nodiscard]] std::unordered_set<std::string> texts(const char* sql) const;
    [[nodiscard]] std::unordered_set<std::string> columns() const { return texts("SELECT name FROM pragma_table_info('rows')"); }
};

namespace {

/// A prepared statement.
class Statement {
   public:
    Statement(sqlite3* handle, const std::string& sql) {
        if (sqlite3_prepare_v2(handle, sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK) statement_ = nullptr;
    }
    ~Statement() { sqlite3_finalize(statement_); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    Statement(Statement&&) = delete;
    Statement& operator=(Statement&&) = delete;

    [[nodiscard]] bool good() const { return statement_ != nullptr; }
    [[nodiscard]] int step() { return sqlite3_step(statement_); }
    void bind(const std::string& text) { sqlite3_bind_text(statement_, ++bound_, text.c_str(), -1, SQLITE_TRANSIENT); }
    void bind(std::int64_t number) { sqlite3_bind_int64(statement_, ++bound_, number); }
    void bind(double number) { sqlite3_bind_double(statement_, ++bound_, number); }
    std::string text() {
        const auto* const value = reinterpret_cast<const char*>(sqlite3_column_text(statement_, read_++));
        return value == nullptr ? "" : value;
    }
    std::int64_t integer() { return sqlite3_column_int64(statement_, read_++); }
    double number() { return sqlite3_column_double(statement_, read_++); }
    /// NaN for a value that an older version did not write.
    double number_if_any() { return is_null() ? (++read_, std::numeric_limits<double>::quiet_NaN()) : number(); }
    void skip(int columns) { read_ += columns; }
    [[nodiscard]] bool is_null() const { return sqlite3_column_type(statement_, read_) == SQLITE_NULL; }
    void next_row() { read_ = 0; }

   private:
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0;
    int read_ = 0;
};

}  // namespace

std::unordered_set<std::string> Database::Connection::texts(const char* sql) const {
    Statement s(handle, sql);
    if (!s.good()) fail();
    std::unordered_set<std::string> out;
    int status = s.step();
    for (; status == SQLITE_ROW; status = s.step()) {
        s.next_row();
        out.insert(s.text());
    }
    if (status != SQLITE_DONE) fail();
    return out;
}

namespace {

Row read_row(Statement& s) {
    Row row;
    s.next_row();
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
    row.seed = std::stoull(s.text());
    row.version = s.text();
    row.spec = s.text();
    Metrics& m = row.metrics;
    for (double* const x : {&m.mse, &m.mse_interval, &m.variance_of_squared_error, &m.bias, &m.bias_interval, &m.mean_ulp, &m.max_ulp,
                            &m.relative_error, &m.cosine, &m.vrr, &m.bit_exact, &m.swamped}) {
        *x = s.number();
    }
    m.not_finite = static_cast<std::size_t>(s.integer());
    std::istringstream histogram(s.text());
    for (std::size_t& count : m.histogram) histogram >> count;
    if (!s.is_null()) {
        row.cost.emplace().area = s.number();
        row.cost->depth = static_cast<int>(s.integer());
    } else {
        s.skip(2);
    }
    for (double* const x : {&m.variance_of_squared_error_interval, &m.mean_ulp_interval, &m.relative_error_interval, &m.cosine_interval,
                            &m.vrr_interval, &m.bit_exact_interval, &m.swamped_interval}) {
        *x = s.number_if_any();
    }
    return row;
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + '"';
}

/// A file's name may hold anything.
std::string quoted_if_need_be(const std::string& text) { return text.find_first_of(",\"\n") == std::string::npos ? text : quoted(text); }

}  // namespace

Database::Database(const std::string& path) : connection_(std::make_unique<Connection>(path)) {
    if (sqlite3_open(path.c_str(), &connection_->handle) != SQLITE_OK) connection_->fail();
    sqlite3_busy_timeout(connection_->handle, 10000);
    connection_->execute("PRAGMA journal_mode=WAL");
    connection_->execute("PRAGMA synchronous=NORMAL");  // with WAL: a killed program loses nothing that was committed
    connection_->execute(kTable);
    const std::unordered_set<std::string> there = connection_->columns();
    for (const auto& [name, type] : kLaterColumns) {
        if (!there.contains(name)) connection_->execute((std::string("ALTER TABLE rows ADD COLUMN ") + name + ' ' + type).c_str());
    }
}
Database::~Database() = default;

std::unordered_set<std::string> Database::keys() const { return connection_->texts("SELECT key FROM rows"); }

std::unordered_set<std::string> Database::specs_without_cost() const {
    return connection_->texts("SELECT DISTINCT spec FROM rows WHERE area IS NULL AND version = '" KARAT_VERSION "'");
}

void Database::set_cost(const std::string& spec, const Cost& cost) {
    Statement s(connection_->handle, "UPDATE rows SET area = ?, depth = ? WHERE spec = ? AND version = '" KARAT_VERSION "'");
    if (!s.good()) connection_->fail();
    s.bind(cost.area);
    s.bind(std::int64_t{cost.depth});
    s.bind(spec);
    if (s.step() != SQLITE_DONE) connection_->fail();
}

void Database::insert(const Point& point, const Metrics& metrics) {
    const std::string columns = std::string(kMeasured).append(", ").append(kIntervals);
    std::string places = "?";
    for (const char c : columns) places.append(c == ',' ? ", ?" : "");
    Statement s(connection_->handle,
                std::string("INSERT OR IGNORE INTO rows (").append(columns).append(") VALUES (").append(places).append(")"));
    if (!s.good()) connection_->fail();
    const Spec& spec = point.spec;
    s.bind(point.key());
    s.bind(std::string(name_of(spec.algorithm)));
    s.bind(formats_of(spec));
    s.bind(std::int64_t{spec.k});
    s.bind(std::int64_t{spec.F.bits});
    s.bind(std::string(name_of(spec.align_rounding)));
    s.bind(std::string(name_of(point.order)));
    s.bind(point.distribution_name());
    s.bind(static_cast<std::int64_t>(point.length));
    s.bind(static_cast<std::int64_t>(point.samples));
    s.bind(std::to_string(point.seed));
    s.bind(std::string(KARAT_VERSION));
    s.bind(to_json_text(spec));
    for (const double number : numbers_of(metrics)) s.bind(number);
    s.bind(static_cast<std::int64_t>(metrics.not_finite));
    s.bind(histogram_text(metrics));
    for (const double number : intervals_of(metrics)) s.bind(number);
    if (s.step() != SQLITE_DONE) connection_->fail();
}

std::vector<Row> Database::rows() const {
    Statement s(connection_->handle, std::string("SELECT ").append(all_columns()).append(" FROM rows ORDER BY id"));
    if (!s.good()) connection_->fail();
    std::vector<Row> out;
    int status = s.step();
    for (; status == SQLITE_ROW; status = s.step()) out.push_back(read_row(s));
    if (status != SQLITE_DONE) connection_->fail();
    return out;
}

std::string to_csv(const std::vector<Row>& rows) {
    std::ostringstream out;
    out.precision(17);
    std::string header = all_columns();
    std::erase(header, ' ');
    out << header << '\n';
    for (const Row& r : rows) {
        out << quoted(r.key) << ',' << r.algorithm << ',' << r.format << ',' << r.k << ',' << r.F << ',' << r.align_rounding << ','
            << r.order << ',' << quoted_if_need_be(r.distribution) << ',' << r.length << ',' << r.samples << ',' << r.seed << ','
            << r.version << ',' << quoted(r.spec);
        for (const double number : numbers_of(r.metrics)) out << ',' << number;
        out << ',' << r.metrics.not_finite << ',' << quoted(histogram_text(r.metrics)) << ',';
        if (r.cost) {
            out << r.cost->area << ',' << r.cost->depth;
        } else {
            out << ',';
        }
        for (const double number : intervals_of(r.metrics)) {
            out << ',';
            if (!std::isnan(number)) out << number;
        }
        out << '\n';
    }
    return out.str();
}

}  // namespace karat::sweep
