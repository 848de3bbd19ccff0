// SPDX-License-Identifier: Apache-2.0
// Every knob has a row in docs/reference/knobs.md, and every row of its tables of knobs is one.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "karat/recipe/knobs/knobs.hpp"

namespace karat::test {
namespace {

/// The words in backquotes in the first column of the tables whose head begins with "| knob".
std::set<std::string> documented_knobs() {
    std::ifstream in(KARAT_TEST_SOURCES "/../docs/reference/knobs.md");
    std::set<std::string> out;
    bool of_knobs = false;
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("| ")) of_knobs = of_knobs && line.starts_with("|---");
        if (line.starts_with("| knob")) of_knobs = true;
        if (!of_knobs || !line.starts_with("| `")) continue;
        const std::string cell = line.substr(0, line.find('|', 1));
        for (std::size_t at = cell.find('`'); at != std::string::npos; at = cell.find('`', at)) {
            const std::size_t end = cell.find('`', at + 1);
            out.insert(cell.substr(at + 1, end - at - 1));
            at = end + 1;
        }
    }
    return out;
}

TEST(DocumentedKnobs, AreAllKnobs) {
    const std::set<std::string> rows = documented_knobs();
    for (const Knob& knob : knobs())
        EXPECT_TRUE(rows.contains(std::string(knob.key))) << knob.key << " has no row in knobs.md";
    for (const std::string& row : rows)
        EXPECT_NO_THROW((void)find_knob(row)) << row << " in knobs.md is not a knob";
}

}  // namespace
}  // namespace karat::test
