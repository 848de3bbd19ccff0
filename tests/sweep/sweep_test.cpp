// SPDX-License-Identifier: Apache-2.0
// Sweeps: grids, the database, resuming; Pareto fronts and costs.
#include "karat_sweep/sweep.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/packed.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"
#include "karat_gemm/adder.hpp"
#include "karat_gemm/npy.hpp"
#include "karat_sweep/report/pareto.hpp"
#include "karat_sweep/report/report.hpp"
#include "karat_sweep/samples.hpp"
#include "points.hpp"

namespace karat::sweep {
namespace {

TEST(Grid, RangesAndLists) {
    EXPECT_EQ(parse_axis("F", "8:10").values, (std::vector<std::string>{"8", "9", "10"}));
    EXPECT_EQ(parse_axis("F", "8:16:4,exact").values, (std::vector<std::string>{"8", "12", "16", "exact"}));
    for (const char* wrong : {"", "8,", "10:8", "8:", "8:10:0", "a:b", "1:2:3:4", "1:9999999"}) {
        EXPECT_THROW((void)parse_axis("F", wrong), SpecError) << wrong;
    }
}

TEST(Grid, RangesAtTheEndsOf64Bits) {
    EXPECT_EQ(parse_axis("F", "9223372036854775806:9223372036854775807").values,
              (std::vector<std::string>{"9223372036854775806", "9223372036854775807"}));
    EXPECT_EQ(parse_axis("F", "-9223372036854775808:9223372036854775807:9223372036854775807").values,
              (std::vector<std::string>{"-9223372036854775808", "-1", "9223372036854775806"}));
    for (const char* wrong :
         {"-9223372036854775808:9223372036854775807", "8:9:", ":8:9", "8::9", "8:9223372036854775808"}) {
        EXPECT_THROW((void)parse_axis("F", wrong), SpecError) << wrong;
    }
}

TEST(Grid, NamesInAnyCase) {
    EXPECT_EQ(make_grid(small_point(), {parse_axis("order", "KAHAN")}).points[0].order, Order::kahan);
    EXPECT_EQ(make_grid(small_point(), {parse_axis("distribution", "ReLU")}).points[0].distribution,
              Distribution::relu);
}

TEST(Grid, EveryCombinationOnceLastAxisFastest) {
    Point base = small_point();
    base.length = 0;
    const Grid grid = make_grid(
        base, {parse_axis("k", "4,8"), parse_axis("algorithm", "fda,sda"), parse_axis("F", "8:10")});
    ASSERT_EQ(grid.points.size(), 12U);
    std::set<std::string> keys;
    for (const Point& point : grid.points) keys.insert(point.key());
    EXPECT_EQ(keys.size(), 12U);
    EXPECT_EQ(grid.points[1].spec.F.bits, 9);
    EXPECT_EQ(grid.points[3].spec.algorithm, Algorithm::sda);
    EXPECT_EQ(grid.points[6].spec.k, 8);
    EXPECT_EQ(grid.points[6].length, 8U);  // defaults to the k of the point
}

TEST(Grid, ImpossibleCombinationsAreListedAndBadNamesRefused) {
    const Grid grid = make_grid(small_point(), {parse_axis("terms", "4,5,16"), parse_axis("F", "8:9")});
    EXPECT_EQ(grid.points.size(), 4U);
    ASSERT_EQ(grid.refused.size(), 2U);
    EXPECT_EQ(grid.refused[0].settings, "terms=5 F=8");
    EXPECT_NE(grid.refused[0].reason.find("terms"), std::string::npos);
    EXPECT_THROW((void)make_grid(small_point(), {parse_axis("algorithm", "fda,fad")}), SpecError);
    EXPECT_THROW((void)make_grid(small_point(), {parse_axis("distribution", "gauss")}), SpecError);
    EXPECT_THROW((void)make_grid(small_point(), {parse_axis("nothing", "1")}), SpecError);
}

TEST(Sweep, ResumesWhereItWasAndDependsOnNoThreads) {
    Point base = small_point();
    const Grid grid = make_grid(base, {parse_axis("algorithm", "fda,sda"), parse_axis("F", "8:20:3")});
    ASSERT_EQ(grid.points.size(), 10U);
    const std::string path = fresh("resume");
    {
        Database database(path);
        const std::vector<Point> some(grid.points.begin(), grid.points.begin() + 4);
        EXPECT_EQ(run_sweep(some, database, 1).done, 4U);
    }
    Database again(path);
    Meter meter;
    const Outcome outcome = run_sweep(grid.points, again, 2, &meter);
    EXPECT_EQ(meter.done, 6U);
    EXPECT_EQ(meter.all, 6U);
    EXPECT_EQ(meter.fraction(), 1);
    EXPECT_EQ(outcome.present, 4U);
    EXPECT_EQ(outcome.done, 6U);
    Database whole(fresh("whole"));
    EXPECT_EQ(run_sweep(grid.points, whole, 1).done, 10U);
    EXPECT_EQ(to_csv(again.rows()), to_csv(whole.rows()));
    EXPECT_EQ(run_sweep(grid.points, again, 2).done, 0U);
}

TEST(Sweep, RowsAreWhatWasMeasured) {
    Database database(fresh("rows"));
    Point point = small_point(9);
    point.seed = ~std::uint64_t{0};
    EXPECT_EQ(run_sweep({point}, database, 1).done, 1U);
    const std::vector<Row> rows = database.rows();
    ASSERT_EQ(rows.size(), 1U);
    std::unique_ptr<Samples> samples;
    const Metrics metrics = measure(point, samples, 1);
    EXPECT_EQ(rows[0].key, point.key());
    EXPECT_EQ(rows[0].F, 9);
    EXPECT_EQ(rows[0].seed, point.seed);
    EXPECT_EQ(rows[0].metrics.mse, metrics.mse);
    EXPECT_EQ(rows[0].metrics.swamped, metrics.swamped);
    EXPECT_EQ(rows[0].metrics.histogram, metrics.histogram);
    const std::string csv = to_csv(rows);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2);
}

TEST(Sweep, ADatabaseThatIsNoneIsRefused) {
    const std::string path = fresh("none");
    std::ofstream(path) << "this is not a database, and it is too long to be mistaken for an empty one";
    EXPECT_THROW(Database{path}, DatabaseError);
    EXPECT_THROW(Database{"/nonexistent/folder/x.db"}, DatabaseError);
}

Row priced_row(int k, int F, double area, double error) {
    Row row;
    row.algorithm = "fda";
    row.format = "fp16";
    row.k = k;
    row.length = 16;
    row.F = F;
    row.metrics.relative_error = error;
    row.metrics.mse = error;
    if (area > 0) row.cost = Cost{area, 40 + F};
    return row;
}

TEST(Pareto, KeepsWhatNothingBeats) {
    // area per product: 10, 12, 12, 15, 9, none
    const std::vector<Row> rows{priced_row(4, 8, 40, 1e-3),   priced_row(4, 12, 48, 1e-4),
                                priced_row(8, 12, 96, 2e-4),  priced_row(4, 16, 60, 1e-4),
                                priced_row(16, 6, 144, 1e-2), priced_row(4, 20, 0, 1e-9)};
    std::vector<const Row*> pointers;
    for (const Row& row : rows) pointers.push_back(&row);
    EXPECT_EQ(pareto_front(pointers), (std::vector<const Row*>{&rows[4], &rows[0], &rows[1]}));
    EXPECT_TRUE(pareto_front({&rows[5]}).empty());
}

TEST(Pareto, KnowsNoGainWithinTheConfidenceInterval) {
    std::vector<Row> rows{priced_row(4, 8, 40, 1.00e-3), priced_row(4, 12, 48, 0.97e-3),
                          priced_row(4, 16, 60, 0.5e-3)};
    for (Row& row : rows) row.metrics.relative_error_interval = 3e-5;
    EXPECT_EQ(pareto_front({&rows[0], &rows[1], &rows[2]}), (std::vector<const Row*>{&rows[0], &rows[2]}));
    rows[1].metrics.relative_error_interval = rows[0].metrics.relative_error_interval = 1e-5;
    EXPECT_EQ(pareto_front({&rows[0], &rows[1], &rows[2]}).size(), 3U);
    rows[2].cost->depth = 1;
    EXPECT_EQ(pareto_front({&rows[0], &rows[1], &rows[2]}, Objective::depth).size(), 1U);
}

TEST(Pareto, IsDrawnAndListedLengthByLength) {
    std::vector<Row> rows{priced_row(4, 8, 40, 1e-3), priced_row(4, 12, 48, 1e-4),
                          priced_row(8, 8, 64, 5e-3)};
    const auto names = [](const Report& report) {
        std::vector<std::string> out;
        for (const auto& [name, svg] : report.charts) {
            if (name.find("pareto") != std::string::npos) out.push_back(name);
        }
        return out;
    };
    Report report = make_report(rows, "costs");
    EXPECT_EQ(names(report), (std::vector<std::string>{"0_pareto"}));
    ASSERT_EQ(report.front.size(), 3U);
    EXPECT_EQ(report.front[0].series, "fda K=8");
    EXPECT_EQ(report.front[0].area, 8);
    EXPECT_EQ(report.front[2].F, 12);
    EXPECT_NE(report.html.find("<td>64</td><td>48</td>"), std::string::npos);

    rows[2].length = rows[2].k = 8;  // a row whose length equals its k has no "length" in its name
    rows[0].length = rows[1].length = 4;
    report = make_report(rows, "costs");
    EXPECT_EQ(names(report), (std::vector<std::string>{"0_pareto", "0_pareto_1"}));
    ASSERT_EQ(report.front.size(), 3U);
    EXPECT_NE(report.front[2].group.find("length 8"), std::string::npos);

    for (Row& row : rows) row.cost.reset();
    EXPECT_TRUE(names(make_report(rows, "none")).empty());
    EXPECT_EQ(make_report(rows, "none").html.find("<th>area</th>"), std::string::npos);
}

TEST(Costs, ComeIntoEveryRowOfASpecification) {
    Database database(fresh("costs"));
    std::vector<Point> points{small_point(8), small_point(8), small_point(9)};
    points[1].seed = 2;
    EXPECT_EQ(run_sweep(points, database, 1).done, 3U);
    EXPECT_EQ(database.specs_without_cost().size(), 2U);
    EXPECT_FALSE(database.rows()[0].cost);
    const std::string without = to_csv(database.rows());
    EXPECT_NE(without.find("\",,,"), std::string::npos);  // empty cells

    database.set_cost(database.rows()[0].spec, {1234.5, 67});
    const std::vector<Row> rows = database.rows();
    for (const std::size_t i : {0U, 1U}) {
        ASSERT_TRUE(rows[i].cost);
        EXPECT_EQ(rows[i].cost->area, 1234.5);
        EXPECT_EQ(rows[i].cost->depth, 67);
    }
    EXPECT_FALSE(rows[2].cost);
    EXPECT_EQ(database.specs_without_cost(), (std::unordered_set<std::string>{rows[2].spec}));
    const std::string csv = to_csv(rows);
    EXPECT_NE(csv.substr(0, csv.find('\n')).find(",histogram,area,depth,"), std::string::npos);
    EXPECT_NE(csv.find("\",1234.5,67,"), std::string::npos);
}

TEST(Costs, AnOlderDatabaseGetsTheColumns) {
    const std::string path = fresh("older");
    {
        Database database(path);
        EXPECT_EQ(run_sweep({small_point(8)}, database, 1).done, 1U);
    }
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
    for (const char* column :
         {"area", "depth", "vrr_interval", "swamped_interval", "p99_ulp", "conversion", "converted"}) {
        ASSERT_EQ(sqlite3_exec(handle, (std::string("ALTER TABLE rows DROP COLUMN ") + column).c_str(),
                               nullptr, nullptr, nullptr),
                  SQLITE_OK);
    }
    sqlite3_close(handle);
    Database database(path);
    ASSERT_EQ(database.rows().size(), 1U);
    EXPECT_FALSE(database.rows()[0].cost);
    EXPECT_TRUE(std::isnan(database.rows()[0].metrics.vrr_interval));  // the older version has no such column
    EXPECT_TRUE(std::isnan(database.rows()[0].metrics.p99_ulp));
    EXPECT_GT(database.rows()[0].metrics.bit_exact_interval, 0);
    const std::string csv = to_csv(database.rows());
    EXPECT_EQ(csv.find(",nan"), std::string::npos);
    EXPECT_TRUE(csv.ends_with(",,zero,,0\n")) << csv;  // no instruction, no rule
    EXPECT_NE(csv.find(",,"), std::string::npos);      // an empty cell
    database.set_cost(database.rows()[0].spec, {1, 2});
    EXPECT_TRUE(database.rows()[0].cost);
}

}  // namespace
}  // namespace karat::sweep
