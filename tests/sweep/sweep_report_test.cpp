// SPDX-License-Identifier: Apache-2.0
// The report on a sweep: charts, lines, thresholds, and the HTML page.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "karat_sweep/charts/vega_library.hpp"
#include "karat_sweep/differences.hpp"
#include "karat_sweep/report/report.hpp"
#include "karat_sweep/sweep.hpp"
#include "points.hpp"

namespace karat::sweep {
namespace {

TEST(Report, FindsThresholdsAndNeedsNoNetwork) {
    std::vector<Row> rows;
    for (int F = 4; F <= 12; ++F) {
        Row row;
        row.algorithm = "fda";
        row.format = "fp16 <&>";
        row.k = 16;
        row.length = 16;
        row.F = F;
        row.metrics.mse = F < 9 ? std::exp2(-F) : 1e-6 * (F % 2 == 0 ? 1 : 1.005);
        rows.push_back(row);
    }
    const Report report = make_report(rows, "a title");
    ASSERT_EQ(report.thresholds.size(), 1U);
    EXPECT_EQ(report.thresholds[0].F, 9);
    EXPECT_EQ(report.charts.size(), 7U);
    EXPECT_EQ(report.html.find("fp16 <&>"), std::string::npos);
    EXPECT_NE(report.html.find("fp16 &lt;&amp;&gt;"), std::string::npos);
    std::string own = report.html;  // without the script of Vega, which could load data but is given none
    own.erase(own.find(vega_library()), vega_library().size());
    for (const char* network : {"src=", "href=", "@import", "url(", "://"})
        EXPECT_EQ(own.find(network), std::string::npos) << network;
}

/// Rows of one line from F = 4 on, with these errors.
std::vector<Row> rows_with(const std::vector<double>& errors) {
    std::vector<Row> out(errors.size());
    for (std::size_t i = 0; i < errors.size(); ++i) {
        out[i].algorithm = "fda";
        out[i].format = "fp16";
        out[i].k = 16;
        out[i].length = 16;
        out[i].F = 4 + static_cast<int>(i);
        out[i].metrics.mse = errors[i];
    }
    return out;
}

TEST(Report, StableNeedsThreeLargerF) {
    const auto text = [](const std::vector<Row>& rows) {
        return make_report(rows, "t").thresholds.at(0).text();
    };
    EXPECT_EQ(text(rows_with({8, 4, 2, 1})), "not stable by F = 7");
    EXPECT_EQ(text(rows_with({8, 4, 1, 1, 1})), "not stable by F = 8");
    EXPECT_EQ(text(rows_with({8, 4, 1, 1, 1, 1})), "stable from F = 6");
    EXPECT_EQ(text(rows_with({1})), "not stable by F = 4");
    std::vector<Row> twice = rows_with({8, 1, 1, 1, 1});
    for (Row& row : twice) row.F = std::min(row.F, 6);  // two different F, the larger one three times
    EXPECT_EQ(text(twice), "not stable by F = 6");
}

/// Runs a sweep and returns the report on it.
Report report_of(const std::string& name, const std::vector<Point>& points) {
    Database database(fresh(name));
    (void)run_sweep(points, database, 1);
    return make_report(database.rows(), name);
}

std::vector<std::string> series_of(const Report& report) {
    std::vector<std::string> out;
    for (const Threshold& threshold : report.thresholds) out.push_back(threshold.series);
    return out;
}

TEST(Report, SpecificationsAreLinesOfTheirOwn) {
    Point base = small_point();
    base.spec.c = Format::fp32;
    const Grid grid = make_grid(
        base, {parse_axis("d", "fp16,fp32"), parse_axis("sticky", "none,ored"), parse_axis("F", "8:10")});
    const Report report = report_of("lines", grid.points);
    EXPECT_EQ(series_of(report),
              (std::vector<std::string>{"fda K=16 d=fp16 sticky=none", "fda K=16 d=fp16 sticky=ored",
                                        "fda K=16 d=fp32 sticky=none", "fda K=16 d=fp32 sticky=ored"}));
    EXPECT_NE(report.html.find("<th>d</th><th>sticky</th>"), std::string::npos);
    EXPECT_NE(report.html.find("<td>fp16</td><td>ored</td>"), std::string::npos);
    std::set<std::string> files;
    for (const auto& [file, svg] : report.charts) files.insert(file);
    EXPECT_EQ(files.size(), 6U + 4U);
    EXPECT_TRUE(files.contains("0_histogram_fda_16_d_fp16_sticky_ored"));
}

TEST(Report, OneSpecificationHasAShortName) {
    const Report report = report_of(
        "short",
        make_grid(small_point(), {parse_axis("algorithm", "fda,sda"), parse_axis("F", "8:9")}).points);
    EXPECT_EQ(series_of(report), (std::vector<std::string>{"fda K=16", "sda K=16"}));
}

TEST(Report, AKnobThatFollowsAnotherIsTheDefault) {
    const Grid grid = make_grid(small_point(), {parse_axis("terms", "default,4"), parse_axis("F", "8")});
    EXPECT_EQ(series_of(report_of("default", grid.points)),
              (std::vector<std::string>{"fda K=16 terms=default", "fda K=16 terms=4"}));
}

TEST(Report, FilesOfOneNameAndVersionsAreToldApart) {
    std::vector<Point> points;
    for (const double value : {3.0, 4.0}) {
        Point point = small_point();
        point.distribution = Distribution::npy;
        point.tensors = std::make_shared<const Tensors>(
            make_tensors(Tensor{"same.npy", 1, 16, std::vector<double>(16, value)}, std::nullopt));
        points.push_back(point);
    }
    Database database(fresh("same"));
    (void)run_sweep(points, database, 1);
    std::vector<Row> rows = database.rows();
    EXPECT_EQ(Differences(rows).names(), (std::vector<std::string>{"contents"}));
    EXPECT_EQ(make_report(rows, "files").thresholds.size(), 2U);
    rows[1].key = rows[0].key;
    rows[1].version = "0.0.1";
    EXPECT_EQ(Differences(rows).names(), (std::vector<std::string>{"version"}));
}

TEST(Report, WithoutFALineGoesFromEdgeToEdge) {
    std::vector<Point> points =
        make_grid(small_point(), {parse_axis("algorithm", "fda,sda"), parse_axis("F", "8:9,exact")}).points;
    points.push_back(small_point());
    points.back().spec = {};
    points.back().spec.algorithm = Algorithm::fma;
    const Report report = report_of("across", points);
    EXPECT_EQ(series_of(report),
              (std::vector<std::string>{"fda K=16", "sda K=16"}));  // the other lines have no threshold
    const std::string& mse = report.charts[1].second;
    for (const char* name : {"fda K=16", "fda K=16 F=exact", "sda K=16 F=exact", "fma K=16"}) {
        EXPECT_NE(mse.find("\"series\":\"" + std::string(name) + '"'), std::string::npos) << name;
    }
}

TEST(Report, BeginsWithTheQuestionAndFoldsHistograms) {
    const Report report = report_of("first", make_grid(small_point(),
                                                       {
                                                           parse_axis("F", "8:10"),
                                                       })
                                                 .points);
    const std::size_t question = report.html.find("What does accuracy cost?");
    const std::size_t chart = report.html.find("data-chart=");
    EXPECT_LT(question, chart);
    EXPECT_LT(chart, report.html.find("</section>"));
    EXPECT_NE(report.html.find("<details><summary>Histograms"), std::string::npos);
    EXPECT_NE(report.html.find("alignment RZ, output RZ, natural order"), std::string::npos);
    EXPECT_NE(report.html.find("id='filter'"), std::string::npos);
    EXPECT_NE(report.html.find("prefers-color-scheme:dark"), std::string::npos);
    EXPECT_NE(report.html.find(vega_library()), std::string::npos);
    EXPECT_NE(vega_library().find("Redistributions in binary form must reproduce"), std::string::npos);
    EXPECT_LT(report.html.size(), 2000000U);
}

}  // namespace
}  // namespace karat::sweep
