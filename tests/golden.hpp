// SPDX-License-Identifier: Apache-2.0
// Golden text files. They are kept beside the tests so that every change of the text shows up in review.
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace karat::test {

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
}

/// Compares `now` line by line with the file `name`, a path below tests/. KARAT_UPDATE_GOLDEN=1 rewrites the
/// file.
inline void expect_golden(const std::string& name, const std::string& now) {
    const std::string path = KARAT_TEST_SOURCES + name;
    if (std::getenv("KARAT_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << now;
    std::ostringstream golden;
    golden << std::ifstream(path).rdbuf();
    const auto expected = lines_of(golden.str());
    const auto got = lines_of(now);
    int shown = 0;
    for (std::size_t i = 0; i < std::max(expected.size(), got.size()) && shown < 8; ++i) {
        const std::string old_line = i < expected.size() ? expected[i] : "(no line)";
        const std::string new_line = i < got.size() ? got[i] : "(no line)";
        if (old_line == new_line) continue;
        ++shown;
        ADD_FAILURE() << path << ':' << i + 1 << "\n  golden  " << old_line << "\n  now     " << new_line;
    }
}

}  // namespace karat::test
