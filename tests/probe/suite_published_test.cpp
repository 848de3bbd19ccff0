// SPDX-License-Identifier: Apache-2.0
// The comparison with the papers' tables, cell by cell. published.golden holds the expected cells: agreement,
// table, row, column, printed, found, separated by tabs.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "karat_probe/suites/published.hpp"

namespace karat::probe::test {
namespace {

std::string line_of(const ComparedCell& cell) {
    return std::string(name_of(cell.agreement)) + '\t' + cell.cell.table + '\t' + cell.cell.row + '\t' +
           cell.cell.column + '\t' + cell.cell.printed + '\t' + cell.found;
}

using Cells = std::vector<ComparedCell>;

void expect_golden(const Cells& cells) {
    std::ifstream file(KARAT_TEST_SOURCES "/probe/published.golden");
    ASSERT_TRUE(file) << "probe/published.golden cannot be read";
    std::size_t at = 0;
    for (std::string line; std::getline(file, line); ++at) {
        ASSERT_LT(at, cells.size()) << "no such cell: " << line;
        EXPECT_EQ(line_of(cells[at]), line) << "cell " << at;
    }
    EXPECT_EQ(at, cells.size());
}

// The disagreements are those that later work knows, and no others.
void expect_known_disagreements(const Cells& cells) {
    std::set<std::string> found;
    for (const ComparedCell& cell : cells) {
        if (cell.agreement == Agreement::agree) continue;
        EXPECT_FALSE(cell.cell.later.empty()) << line_of(cell);
        if (cell.agreement == Agreement::disagree) found.insert(cell.cell.row + ": " + cell.cell.column);
    }
    const std::set<std::string> expected{"FP16, MI250X: FMA width", "FP16, MI250X: order controllable",
                                         "BF16, MI250X: FMA width", "BF16, MI250X: order controllable",
                                         "TF32, A100: rounding",    "TF32, H100: FMA width"};
    EXPECT_EQ(found, expected);
    EXPECT_EQ(unexplained(cells), 0U);
}

// Evidence is kept for cells that need it: an agreeing cell with "later evidence" would be a stale note.
void expect_no_stale_evidence(const Cells& cells) {
    for (const ComparedCell& cell : cells)
        EXPECT_EQ(cell.agreement == Agreement::agree, cell.cell.later.empty()) << line_of(cell);
}

void expect_reported(const Cells& cells) {
    const std::string text = published_text(cells);
    const std::string html = published_html(cells);
    for (const ComparedCell& cell : cells) {
        EXPECT_NE(text.find(cell.cell.row), std::string::npos) << cell.cell.row;
        EXPECT_NE(html.find(cell.cell.arch + "/" + cell.cell.instruction), std::string::npos);
    }
    EXPECT_EQ(published_json(cells).at("cells").as_array().size(), cells.size());
    EXPECT_EQ(html.find("https://"), std::string::npos);
}

// One test, because the comparison takes seconds and ctest runs every test in a process of its own.
TEST(Published, EveryCell) {
    const Cells cells = compare_published();
    expect_golden(cells);
    expect_known_disagreements(cells);
    expect_no_stale_evidence(cells);
    expect_reported(cells);
}

TEST(Published, AnUnexplainedDisagreementCounts) {
    std::vector<ComparedCell> cells{{{"t", "r", "c", "1", "a", "i", "x", ""}, "2", Agreement::disagree}};
    EXPECT_EQ(unexplained(cells), 1U);
    EXPECT_NE(published_text(cells).find("no later evidence is known"), std::string::npos);
    cells[0].cell.later = "measured since";
    EXPECT_EQ(unexplained(cells), 0U);
}

}  // namespace
}  // namespace karat::probe::test
