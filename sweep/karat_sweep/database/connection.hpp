// SPDX-License-Identifier: Apache-2.0
// SQLite, as far as a sweep needs it.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_set>

#include "karat_sweep/database/database.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace karat::sweep {

/// An open database of rows. Every member throws DatabaseError, beginning with `path`.
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
    /// The first column of a query.
    [[nodiscard]] std::unordered_set<std::string> texts(const std::string& sql) const;
    [[nodiscard]] std::unordered_set<std::string> columns() const;
    void open_to_write();
    void open_to_read();
    /// False if there are no tables at all. Throws if there are, but not that of a sweep.
    [[nodiscard]] bool has_rows() const;
};

/// A prepared statement: values are bound, then columns read, from left to right.
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
    /// NULL for a NaN.
    void bind(double number);
    /// Goes to the next row; false if there is none.
    [[nodiscard]] bool next();
    /// Of a statement that has no rows.
    void run() { (void)next(); }
    [[nodiscard]] std::string text();
    [[nodiscard]] std::int64_t integer();
    /// NaN for NULL.
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
