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

/// The database cannot be opened, read or written. `what()` begins with its name.
class DatabaseError : public Error {
   public:
    using Error::Error;
};

/// What the reference RTL of a specification costs (tb/karat_tb/rtl/rtl_cost.hpp): one lane, no pipeline.
struct Cost {
    double area = 0;  ///< in two-input NANDs, mapped for the least area
    int depth = 0;    ///< in gates, mapped for the least depth
};

/// One row as it was written.
struct Row {
    std::string key, algorithm, format, align_rounding, order, distribution, version, spec;
    int k = 0;
    int F = 0;  ///< -1: exact
    std::size_t length = 0, samples = 0;
    std::uint64_t seed = 0;
    Metrics metrics;
    std::optional<Cost> cost;  ///< nothing: not asked for, or there is no such RTL
};

struct Connection;

enum class Access : std::uint8_t { write, read };

/// Every row is on the disk when insert returns, so that a killed sweep loses none that it had finished.
class Database {
   public:
    /// To write: creates the file and the table where they are missing; a table of an earlier version gets
    /// the columns it lacks. To read: changes nothing, so the file and its folder may be read-only. Throws
    /// DatabaseError for a name that keeps nothing ("" and ":memory:", to SQLite), and for a file that holds
    /// something else than the rows of a sweep, which stays as it was.
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
    /// Into every row of this version with that specification.
    void set_cost(const std::string& spec, const Cost& cost);
    /// In the order they were written.
    [[nodiscard]] std::vector<Row> rows() const;

   private:
    std::unique_ptr<Connection> connection_;
};

/// One line a row, a header first; text in quotes.
[[nodiscard]] std::string to_csv(const std::vector<Row>& rows);

}  // namespace karat::sweep
