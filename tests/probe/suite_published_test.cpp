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

const std::vector<ComparedCell>& compared() {
    static const std::vector<ComparedCell> cells = compare_published();
    return cells;
}

TEST(Published, EveryCell) {
    std::ifstream file(KARAT_TEST_SOURCES "/probe/published.golden");
    ASSERT_TRUE(file) << "probe/published.golden cannot be read";
    std::size_t at = 0;
    for (std::string line; std::getline(file, line); ++at) {
        ASSERT_LT(at, compared().size()) << "no such cell: " << line;
        EXPECT_EQ(line_of(compared()[at]), line) << "cell " << at;
    }
    EXPECT_EQ(at, compared().size());
}

// The disagreements are those that later work knows, and no others.
TEST(Published, KnownDisagreements) {
    std::set<std::string> found;
    for (const ComparedCell& cell : compared()) {
        if (cell.agreement == Agreement::agree) continue;
        EXPECT_FALSE(cell.cell.later.empty()) << line_of(cell);
        if (cell.agreement == Agreement::disagree) found.insert(cell.cell.row + ": " + cell.cell.column);
    }
    const std::set<std::string> expected{"FP16, MI250X: FMA width", "FP16, MI250X: order controllable",
                                         "BF16, MI250X: FMA width", "BF16, MI250X: order controllable",
                                         "TF32, A100: rounding",    "TF32, H100: FMA width"};
    EXPECT_EQ(found, expected);
    EXPECT_EQ(unexplained(compared()), 0U);
}

// Evidence is kept for cells that need it: an agreeing cell with "later evidence" would be a stale note.
TEST(Published, NoStaleEvidence) {
    for (const ComparedCell& cell : compared())
        EXPECT_EQ(cell.agreement == Agreement::agree, cell.cell.later.empty()) << line_of(cell);
}

TEST(Published, IsReported) {
    const std::string text = published_text(compared());
    const std::string html = published_html(compared());
    for (const ComparedCell& cell : compared()) {
        EXPECT_NE(text.find(cell.cell.row), std::string::npos) << cell.cell.row;
        EXPECT_NE(html.find(cell.cell.arch + "/" + cell.cell.instruction), std::string::npos);
    }
    EXPECT_EQ(published_json(compared()).at("cells").as_array().size(), compared().size());
    EXPECT_EQ(html.find("https://"), std::string::npos);
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
