// SPDX-License-Identifier: Apache-2.0
// SQLite, as far as a sweep needs it.
#pragma once
#include <sqlite3.h>

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_set>

#include "karat_sweep/database.hpp"

namespace karat::sweep {

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
    /// NaN for NULL, as which bind() writes a NaN.
    double number() {
        const double value = is_null() ? std::numeric_limits<double>::quiet_NaN() : sqlite3_column_double(statement_, read_);
        ++read_;
        return value;
    }
    void skip(int columns) { read_ += columns; }
    [[nodiscard]] bool is_null() const { return sqlite3_column_type(statement_, read_) == SQLITE_NULL; }
    void next_row() { read_ = 0; }

   private:
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0;
    int read_ = 0;
};

/// An open database of rows.
struct Connection {
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
    void open_to_write();
    void open_to_read();
    /// Throws DatabaseError if there are tables, but not that of a sweep; false if there are none.
    [[nodiscard]] bool has_rows() const;
};

}  // namespace karat::sweep
