// SPDX-License-Identifier: Apache-2.0

#include "reference/recorded.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace reference {

namespace {

RecordedRow row_of(const std::string& line, std::size_t k, const std::string& path) {
    std::istringstream blanks(line);
    const std::vector<std::string> words{std::istream_iterator<std::string>(blanks), {}};
    if (words.size() != 2 * k + 2) {
        throw std::runtime_error(path + ": a row has " + std::to_string(words.size()) + " columns");
    }
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i <= 2 * k; ++i) {
        values.push_back(std::stoull(words[i], nullptr, 16));
    }
    RecordedRow row;
    const auto b = values.begin() + static_cast<std::ptrdiff_t>(k);
    row.a.assign(values.begin(), b);
    row.b.assign(b, values.end() - 1);
    row.c = values.back();
    if (words.back() != "nan") {
        row.d = std::stoull(words.back(), nullptr, 16);
    }
    return row;
}

}  // namespace

std::vector<RecordedRow> recorded_rows(const std::string& path) {
    std::ifstream file(path);
    if (!file) {
        throw std::runtime_error(path + ": cannot be read");
    }
    const std::string key = "# k:";
    std::size_t k = 0;
    std::vector<RecordedRow> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key)) {
            k = std::stoul(line.substr(key.size()));
        }
        if (line.empty() || line.front() == '#') {
            continue;
        }
        if (k == 0) {
            throw std::runtime_error(path + ": no k before the first row");
        }
        rows.push_back(row_of(line, k, path));
    }
    return rows;
}

std::vector<std::string> recorded_files(const std::string& folder, const std::string& prefix) {
    std::vector<std::string> files;
    if (!std::filesystem::is_directory(folder)) {
        return files;
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::filesystem::path& path = entry.path();
        if (path.extension() == ".vec" && path.stem().string().starts_with(prefix)) {
            files.push_back(path.string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace reference
