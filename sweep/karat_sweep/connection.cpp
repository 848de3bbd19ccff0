// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/connection.hpp"

#include <filesystem>

#include "karat_sweep/columns.hpp"

namespace karat::sweep {
namespace {

constexpr int kPatience = 10000;  // milliseconds that another program may hold the database

/// For SQLite's URI of a file.
std::string escaped_path(const std::string& path) {
    std::string out;
    for (const char c : path) out += c == '%' ? "%25" : c == '?' ? "%3f" : c == '#' ? "%23" : std::string(1, c);
    return out;
}

}  // namespace

std::unordered_set<std::string> Connection::texts(const char* sql) const {
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

bool Connection::has_rows() const {
    const std::unordered_set<std::string> there = columns();
    if (there.empty() && texts("SELECT name FROM sqlite_master").empty()) return false;
    for (const std::string& column : names_in(kMeasured)) {
        if (!there.contains(column)) throw DatabaseError(path + ": is no database of a sweep; its table rows has no column " + column);
    }
    return true;
}

void Connection::open_to_write() {
    if (sqlite3_open(path.c_str(), &handle) != SQLITE_OK) fail();
    sqlite3_busy_timeout(handle, kPatience);
    (void)has_rows();  // before the file changes
    execute("PRAGMA journal_mode=WAL");
    execute("PRAGMA synchronous=NORMAL");  // with WAL: a killed program loses nothing that was committed
    execute(kTable);
    const std::unordered_set<std::string> there = columns();
    for (const auto& [name, type] : kLaterColumns) {
        if (!there.contains(name)) execute((std::string("ALTER TABLE rows ADD COLUMN ") + name + ' ' + type).c_str());
    }
}

/// Without a log beside it nobody is writing: then the file alone is read, which needs no right to make a log.
void Connection::open_to_read() {
    std::error_code ignored;
    const bool alone = !std::filesystem::exists(path + "-wal", ignored);
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    const std::string uri = "file:" + escaped_path(std::filesystem::absolute(path, ignored).string()) + (alone ? "?immutable=1" : "");
    if (sqlite3_open_v2(uri.c_str(), &handle, flags, nullptr) != SQLITE_OK) fail();
    sqlite3_busy_timeout(handle, kPatience);
    if (!has_rows()) throw DatabaseError(path + ": has no rows of a sweep");
}

}  // namespace karat::sweep
