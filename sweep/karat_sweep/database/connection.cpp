// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/database/connection.hpp"

#include <sqlite3.h>

#include <filesystem>
#include <limits>

#include "karat_sweep/database/columns.hpp"

namespace karat::sweep {
namespace {

constexpr int kPatience = 10000;  // milliseconds to wait for a database locked by another program

/// Escapes a path for a SQLite file URI.
std::string escaped_path(const std::string& path) {
    std::string out;
    for (const char c : path)
        out += c == '%' ? "%25" : c == '?' ? "%3f" : c == '#' ? "%23" : std::string(1, c);
    return out;
}

}  // namespace

Connection::~Connection() { sqlite3_close(handle); }

void Connection::fail() const { throw DatabaseError(path + ": " + sqlite3_errmsg(handle)); }

void Connection::execute(const std::string& sql) const {
    if (sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::unordered_set<std::string> Connection::texts(const std::string& sql) const {
    Statement s(*this, sql);
    std::unordered_set<std::string> out;
    while (s.next()) out.insert(s.text());
    return out;
}

std::unordered_set<std::string> Connection::columns() const {
    return texts("SELECT name FROM pragma_table_info('rows')");
}

bool Connection::has_rows() const {
    const std::unordered_set<std::string> there = columns();
    if (there.empty() && texts("SELECT name FROM sqlite_master").empty()) return false;
    for (const std::string& column : names_in(kMeasured)) {
        if (!there.contains(column))
            throw DatabaseError(path + ": is not a sweep database; its table rows has no column " + column);
    }
    return true;
}

void Connection::open_to_write() {
    if (sqlite3_open(path.c_str(), &handle) != SQLITE_OK) fail();
    sqlite3_busy_timeout(handle, kPatience);
    (void)has_rows();  // throws before the file changes
    execute("PRAGMA journal_mode=WAL");
    execute("PRAGMA synchronous=NORMAL");  // with WAL: a killed program loses no committed row
    execute(kTable);
    const std::unordered_set<std::string> there = columns();
    for (const auto& [name, type] : kLaterColumns) {
        if (!there.contains(name)) execute(std::string("ALTER TABLE rows ADD COLUMN ") + name + ' ' + type);
    }
}

/// Without a write-ahead log beside the file nobody is writing. The file is then opened as immutable, which
/// needs no permission to create a log.
void Connection::open_to_read() {
    std::error_code ignored;
    const bool alone = !std::filesystem::exists(path + "-wal", ignored);
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    const std::string uri = "file:" + escaped_path(std::filesystem::absolute(path, ignored).string()) +
                            (alone ? "?immutable=1" : "");
    if (sqlite3_open_v2(uri.c_str(), &handle, flags, nullptr) != SQLITE_OK) fail();
    sqlite3_busy_timeout(handle, kPatience);
    if (!has_rows()) throw DatabaseError(path + ": has no sweep rows");
}

Statement::Statement(const Connection& connection, const std::string& sql) : connection_(connection) {
    if (sqlite3_prepare_v2(connection.handle, sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK)
        connection.fail();
}
Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::bind(const std::string& text) {
    sqlite3_bind_text(statement_, ++bound_, text.c_str(), -1, SQLITE_TRANSIENT);
}
void Statement::bind(std::int64_t number) { sqlite3_bind_int64(statement_, ++bound_, number); }
void Statement::bind(double number) { sqlite3_bind_double(statement_, ++bound_, number); }

bool Statement::next() {
    read_ = 0;
    const int status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) connection_.fail();
    return status == SQLITE_ROW;
}

std::string Statement::text() {
    const auto* const value = reinterpret_cast<const char*>(sqlite3_column_text(statement_, read_++));
    return value == nullptr ? "" : value;
}
std::int64_t Statement::integer() { return sqlite3_column_int64(statement_, read_++); }
double Statement::number() {
    const double value =
        is_null() ? std::numeric_limits<double>::quiet_NaN() : sqlite3_column_double(statement_, read_);
    ++read_;
    return value;
}
bool Statement::is_null() const { return sqlite3_column_type(statement_, read_) == SQLITE_NULL; }

}  // namespace karat::sweep
