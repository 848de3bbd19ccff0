// SPDX-License-Identifier: Apache-2.0
// The rows of a sweep in an SQLite database.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "karat/error.hpp"
#include "karat_sweep/metrics.hpp"

namespace karat::sweep {

/// The database cannot be opened, read or written. `what()` begins with the file's path.
class DatabaseError : public Error {
   public:
    using Error::Error;
};

/// Cost of a specification's reference RTL (tb/karat_tb/rtl/rtl_cost.hpp): one lane, no pipeline registers.
struct Cost {
    double area = 0;  ///< in two-input NANDs, mapped for the least area
    int depth = 0;    ///< in gates, mapped for the least depth
};

/// One row of the database.
struct Row {
    std::string key, algorithm, format, align_rounding, order, distribution, version, spec;
    std::string instruction;              ///< with the knobs that were changed; empty: no name
    std::string c_distribution = "zero";  ///< Point::c
    int k = 0;
    int F = 0;  ///< -1: exact
    std::size_t length = 0, samples = 0;
    std::uint64_t seed = 0;
    std::string conversion;  ///< rule of the operands; empty: an older version wrote the row and saturated
    Metrics metrics;
    std::optional<Cost> cost;  ///< empty: not requested, or there is no reference RTL
};

struct Connection;

enum class Access : std::uint8_t { write, read };

/// A row is committed when insert returns, so that a killed sweep loses no finished row.
class Database {
   public:
    /// Access::write creates the file and the table if they are missing, and adds missing columns to a table
    /// of an earlier version. Access::read changes nothing, so the file and its folder may be read-only.
    /// Throws DatabaseError for SQLite's temporary databases ("" and ":memory:"), and for a file that holds
    /// anything but sweep rows, which is left unchanged.
    explicit Database(const std::string& path, Access access = Access::write);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    Database(Database&&) = delete;
    Database& operator=(Database&&) = delete;

    [[nodiscard]] std::unordered_set<std::string> keys() const;
    void insert(const Point& point, const Metrics& metrics);
    /// Specifications (as in Row::spec) of this version's rows that have no cost yet.
    [[nodiscard]] std::unordered_set<std::string> specs_without_cost() const;
    /// Sets the cost in every row of this version with that specification.
    void set_cost(const std::string& spec, const Cost& cost);
    /// All rows, in the order in which they were written.
    [[nodiscard]] std::vector<Row> rows() const;

   private:
    std::unique_ptr<Connection> connection_;
};

/// Every column of every row as a JSON array of objects, with null for a value that is not known.
[[nodiscard]] std::string to_json(const std::vector<Row>& rows);

/// A header, then one line per row. Keys, specifications and histograms are in quotes.
[[nodiscard]] std::string to_csv(const std::vector<Row>& rows);

}  // namespace karat::sweep
