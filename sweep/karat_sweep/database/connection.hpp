// SPDX-License-Identifier: Apache-2.0
// A thin wrapper around SQLite.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_set>

#include "karat_sweep/database/database.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace karat::sweep {

/// An open sweep database. Members throw DatabaseError with a message that begins with `path`.
struct Connection {
    std::string path;
    sqlite3* handle = nullptr;

    explicit Connection(std::string file) : path(std::move(file)) {}
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    Connection(Connection&&) = delete;
    Connection& operator=(Connection&&) = delete;

    [[noreturn]] void fail() const;
    void execute(const std::string& sql) const;
    /// The distinct values in the first column of a query.
    [[nodiscard]] std::unordered_set<std::string> texts(const std::string& sql) const;
    [[nodiscard]] std::unordered_set<std::string> columns() const;
    void open_to_write();
    void open_to_read();
    /// Whether the database has a sweep's table. False if it has no tables; throws if that table is missing
    /// or incomplete.
    [[nodiscard]] bool has_rows() const;
};

/// A prepared statement. Values are bound and columns read from left to right.
class Statement {
   public:
    Statement(const Connection& connection, const std::string& sql);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    Statement(Statement&&) = delete;
    Statement& operator=(Statement&&) = delete;

    void bind(const std::string& text);
    void bind(std::int64_t number);
    /// Binds NULL for a NaN.
    void bind(double number);
    /// Advances to the next row; false if there is none.
    [[nodiscard]] bool next();
    /// Runs a statement that returns no rows.
    void run() { (void)next(); }
    [[nodiscard]] std::string text();
    [[nodiscard]] std::int64_t integer();
    /// Returns NaN for NULL.
    [[nodiscard]] double number();
    [[nodiscard]] bool is_null() const;
    void skip(int columns) { read_ += columns; }

   private:
    const Connection& connection_;
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0;
    int read_ = 0;
};

}  // namespace karat::sweep
