// SPDX-License-Identifier: Apache-2.0
// The cheapest design that is accurate enough.
#include "karat_sweep/report/choice.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "karat/recipe/json/spec_json.hpp"
#include "karat_sweep/report/report.hpp"

namespace karat::sweep {
namespace {

Row row(int F, double error, double interval, double area, int depth) {
    Row out;
    out.algorithm = "fda";
    out.format = "fp16";
    out.spec = std::to_string(F);
    out.order = "natural";
    out.distribution = "normal";
    out.k = 4;
    out.length = 4;
    out.F = F;
    out.metrics.mse = error;
    out.metrics.relative_error = error;
    out.metrics.relative_error_interval = interval;
    out.metrics.operand_error = 1e-3;
    if (area > 0) out.cost = Cost{area, depth};
    return out;
}

std::vector<std::string> names(const Choice& choice) {
    std::vector<std::string> out;
    for (const Designed& design : choice.ranked) out.push_back(design.name);
    return out;
}

TEST(Choice, IsTheCheapestThatIsSurelyAccurateEnough) {
    const std::vector<Row> rows{
        row(8, 1e-3, 1e-5, 400, 50),  row(12, 9.9e-5, 2e-6, 440, 52),  // its interval: no
        row(14, 5e-5, 1e-6, 520, 61), row(16, 1e-5, 1e-6, 520, 60),
        row(20, 1e-6, 1e-7, 600, 55), row(24, 1e-7, 1e-8, 0, 0)};
    const std::vector<Designed> designs = designs_of(rows);
    ASSERT_EQ(designs.size(), 6U);
    Question question{1e-4, Objective::area};
    const Choice by_area = choose(designs, question);
    EXPECT_EQ(names(by_area),  // of equal area, the lesser depth
              (std::vector<std::string>{"fda K=4 F=16", "fda K=4 F=14", "fda K=4 F=20"}));
    EXPECT_EQ(by_area.without_cost, 1U);
    EXPECT_EQ(
        answer(by_area, question),
        "fda K=4 F=16 is the smallest of the 3 designs with a relative error of at most 0.0001: relative "
        "error 1e-05 +- 1e-06, 130 NAND2 per product, depth 60 gates.");
    EXPECT_NE(runner_up(by_area, 2, question).find("(+15 % area)"), std::string::npos);
    EXPECT_NE(operand_note(by_area, question).find("0.001, more than the target"), std::string::npos);
    question.minimise = Objective::depth;
    EXPECT_EQ(choose(designs, question).ranked[0].name, "fda K=4 F=20");
    question.target = 1e-2;
    EXPECT_EQ(operand_note(choose(designs, question), question), "");
    question.target = 1e-8;
    EXPECT_EQ(
        answer(choose(designs, question), question),
        "No design of the sweep has a relative error of at most 1e-08; the most accurate is fda K=4 F=24 "
        "with 1e-07.");
}

TEST(Choice, ALargerFThatGainsNothingNeedsNoSynthesis) {
    std::vector<Row> rows{row(8, 1e-3, 1e-5, 400, 50), row(12, 5e-5, 2e-6, 440, 52),
                          row(16, 1e-6, 1e-7, 0, 0),   row(18, 9.9e-7, 1e-7, 0, 0),
                          row(20, 9.8e-7, 1e-7, 0, 0), row(22, 1e-8, 1e-9, 0, 0)};
    Spec spec;
    for (Row& one : rows) {
        spec.F.bits = one.F;
        one.spec = to_json_text(spec);
    }
    const Question question{1e-4, Objective::area};
    const auto worth = [&] {
        std::vector<int> out;
        for (const Designed& design : worth_a_synthesis(designs_of(rows), question))
            out.push_back(design.row->F);
        return out;
    };
    EXPECT_EQ(worth(), (std::vector<int>{12, 16, 22}));
    const Choice choice = choose(designs_of(rows), question);
    EXPECT_EQ(choice.larger, 2U);
    EXPECT_EQ(without_cost_note(choice),
              "2 accurate designs were not synthesised: a smaller F is as accurate. 2 accurate designs have "
              "no cost: not synthesised yet, or without reference RTL.");
    EXPECT_NE(answer(choice, question).find("the smallest of the 3 designs"), std::string::npos);
    EXPECT_EQ(algorithms_in_words(choice).size(), 1U);
    EXPECT_TRUE(algorithms_in_words(choice)[0].starts_with("fda is fused: "));
    spec.F.bits = 18;
    spec.sticky = Sticky::ored;
    rows[3].spec = to_json_text(spec);  // another design
    EXPECT_EQ(worth(), (std::vector<int>{12, 16, 18, 22}));
}

TEST(Choice, SaysWhatIsUndecidedAndWhatWasMeasured) {
    std::vector<Row> rows{row(8, 1e-3, 1e-5, 400, 50), row(12, 9.9e-5, 2e-6, 440, 52),
                          row(13, 1.01e-4, 2e-6, 440, 52), row(16, 1e-5, 1e-6, 520, 60)};
    const Choice choice = choose(designs_of(rows), {1e-4, Objective::area});
    ASSERT_EQ(choice.undecided.size(), 2U);
    EXPECT_EQ(undecided_note(choice),
              "Undecided, because the confidence interval contains the target: fda K=4 F=12 (9.9e-05 +- "
              "2e-06); fda K=4 F=13 (0.000101 +- 2e-06). More --samples decide.");
    EXPECT_EQ(undecided_note(choose(designs_of(rows), {1e-6, Objective::area})), "");
    for (Row& one : rows) {
        one.samples = 500;
        one.seed = 7;
    }
    EXPECT_EQ(conditions(rows),
              "Measured on dot products of length 4 (K: one dot-add), normal operands, c = 0, 500 samples, "
              "seed 7. Other operands and lengths may change the order.");
    rows[0].length = 64;
    rows[1].distribution = "outliers";
    rows[2].c_distribution = "normal";
    EXPECT_EQ(conditions(rows),
              "Measured on dot products of length 4 to 64, normal and outliers operands, c = 0 and c normal, "
              "500 samples, seed 7. Other operands and lengths may change the order.");
}

TEST(Choice, TakesTheWorstDistributionAndNoUnknownError) {
    std::vector<Row> rows{row(8, 1e-5, 0, 400, 50),          row(8, 1e-3, 1e-4, 400, 50),
                          row(8, 1e-5, 0, 400, 50),          row(10, 1e-6, 0, 500, 50),
                          row(10, std::nan(""), 0, 500, 50), row(12, 1e-6, 0, 600, 50)};
    rows[1].distribution = rows[4].distribution = "outliers";
    const std::vector<Designed> designs = designs_of(rows);
    ASSERT_EQ(designs.size(), 2U);
    EXPECT_EQ(designs[0].error, 1e-3);
    EXPECT_EQ(designs[0].bound, 1.1e-3);
    EXPECT_EQ(designs[0].name, "fda K=4 F=8");
    EXPECT_EQ(designs[0].worst, "outliers");
    EXPECT_NE(answer(choose(designs, {1e-2, Objective::area}), {1e-2, Objective::area})
                  .find("relative error 0.001 +- 0.0001 (at worst: outliers), 100 NAND2"),
              std::string::npos);
    EXPECT_EQ(names(choose(designs, {1e-4, Objective::area})).size(), 1U);
    rows[1].spec = "another";  // another design
    EXPECT_EQ(designs_of(rows).size(), 3U);
    rows[1].spec = "8";
    rows[1].order = "kahan";
    EXPECT_EQ(designs_of(rows).size(), 3U);
}

TEST(Choice, RunnersUpShowTheOtherOrganisation) {
    std::vector<Row> rows;
    for (int i = 0; i < 6; ++i) rows.push_back(row(8 + i, 1e-5, 0, 400 + 10 * i, 50));
    for (int i = 0; i < 3; ++i) rows.push_back(row(20 + i, 1e-5, 0, 500 + 10 * i, 50));
    for (std::size_t i = 6; i < rows.size(); ++i) rows[i].algorithm = "sda";
    const Choice choice = choose(designs_of(rows), {1e-4, Objective::area});
    EXPECT_EQ(runners_up(choice), (std::vector<std::size_t>{1, 2, 3, 6}));
    EXPECT_EQ(names(choice)[6], "sda K=4 F=20");
    const Report report = make_report(rows, "t", Question{1e-4, Objective::area});
    EXPECT_TRUE(report.answer[6].starts_with("  next: sda K=4 F=20")) << report.answer[6];
}

TEST(Choice, NamesTheFormatIfThereAreSeveral) {
    std::vector<Row> rows{row(8, 1e-5, 0, 400, 50), row(8, 1e-5, 0, 500, 50)};
    rows[1].format = "bf16";
    rows[1].spec = "another";
    EXPECT_EQ(names(choose(designs_of(rows), {1e-4, Objective::area})),
              (std::vector<std::string>{"fda K=4 fp16 F=8", "fda K=4 bf16 F=8"}));
}

TEST(Choice, IsInTheReport) {
    const std::vector<Row> rows{row(8, 1e-3, 0, 400, 50), row(16, 1e-5, 0, 520, 60),
                                row(20, 1e-6, 0, 600, 61)};
    const Report report = make_report(rows, "t", Question{1e-4, Objective::area});
    ASSERT_TRUE(report.choice);
    EXPECT_EQ(report.choice->row, &rows[1]);
    // the choice, what was measured, the netlists, one runner-up, the operands, the algorithm
    ASSERT_EQ(report.answer.size(), 6U);
    EXPECT_TRUE(make_report(rows, "t").answer.empty());
    EXPECT_FALSE(make_report(rows, "t", Question{1e-9, Objective::area}).choice);
}

}  // namespace
}  // namespace karat::sweep
