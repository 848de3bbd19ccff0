// SPDX-License-Identifier: Apache-2.0
// The specifications of the charts. sweep_page_test.py looks at what Vega makes of them.
#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <set>

#include "karat_sweep/charts/chart.hpp"
#include "karat_sweep/report/report.hpp"
#include "karat_sweep/sweep.hpp"
#include "points.hpp"

namespace karat::sweep {
namespace {

namespace json = boost::json;

/// The values of the first data set, of a kind if one is given.
std::vector<json::object> values_of(const std::string& chart, const std::string& kind = "") {
    std::vector<json::object> out;
    const json::value parsed = json::parse(chart);
    for (const json::value& value : parsed.at("data").at(0).at("values").as_array())
        if (kind.empty() || value.at("kind").as_string() == kind) out.push_back(value.as_object());
    return out;
}

json::value scale_of(const std::string& chart, const std::string& name) {
    const json::value parsed = json::parse(chart);
    for (const json::value& scale : parsed.at("scales").as_array())
        if (scale.at("name").as_string() == name) return scale;
    ADD_FAILURE() << "no scale " << name;
    return {};
}

/// The names in the legend.
std::vector<std::string> names_of(const std::string& chart) {
    return json::value_to<std::vector<std::string>>(scale_of(chart, "colour").at("domain"));
}

TEST(Chart, ALonePointIsSeen) {
    const auto alone = [](const std::vector<std::pair<double, double>>& points) {
        const Series other{"other", {{8, 1}, {9, 2}}};
        return values_of(chart_of_lines({"t", "s", "x", "y", true, true, {other, {"one", points}}}), "alone")
            .size();
    };
    EXPECT_EQ(alone({{8, 1e-3}, {9, -1}}), 1U);  // a negative value has no place on a logarithmic axis
    EXPECT_EQ(alone({{8, 1e-3}, {9, 1e-4}}), 0U);
}

TEST(Chart, ZeroHasTheLowEndOfALogarithmicAxis) {
    const auto chart_with = [](double last, bool bars = false) {
        Series one{"one", {{8, 3e-4}, {9, 2e-4}, {10, last}}};
        if (bars) one.points.erase(one.points.begin(), one.points.begin() + 2);
        return chart_of_lines({"t", "s", "F", "y", true, true, {one}});
    };
    const auto low_of = [](const std::string& chart) {
        return json::value_to<double>(scale_of(chart, "y").at("domain").at(0));
    };
    const std::string chart = chart_with(0);
    const auto values = values_of(chart);
    ASSERT_EQ(values.size(), 3U);
    EXPECT_EQ(json::value_to<double>(values[2].at("y")), low_of(chart));
    EXPECT_LE(low_of(chart), 2e-5);  // at least a decade below the others
    EXPECT_NE(json::serialize(json::parse(chart).at("axes")).find("? '0' : datum.label"), std::string::npos);
    // without a zero the axis has no 0
    EXPECT_GT(low_of(chart_with(1e-4)), 2e-5);
    EXPECT_EQ(json::serialize(json::parse(chart_with(1e-4)).at("axes")).find("'0'"), std::string::npos);
    EXPECT_NO_THROW((void)chart_with(0, true));  // a bar of 0
}

TEST(Chart, WithoutFALineGoesFromEdgeToEdge) {
    const Chart chart{"t",
                      "s",
                      "x",
                      "y",
                      false,
                      true,
                      {{"one", {{4, 1}, {6, 2}}}, {"flat", {{99, 1.5}}, -1, false, true, {}}}};
    std::vector<double> ends;
    for (const json::object& value : values_of(chart_of_lines(chart)))
        if (value.at("series").as_string() == "flat") ends.push_back(value.at("x").to_number<double>());
    EXPECT_EQ(ends, (std::vector<double>{4, 6}));
}

TEST(Chart, LinesThatCoincideAreSaidTo) {
    const std::string chart = chart_of_lines(
        {"t",
         "s",
         "x",
         "y",
         true,
         true,
         {{"one", {{4, 1}, {6, 2}}}, {"two", {{4, 1}, {6, 2.0001}}}, {"three", {{4, 1}, {6, 3}}}}});
    EXPECT_EQ(names_of(chart), (std::vector<std::string>{"one", "= two", "three"}));
    std::set<std::string> lines;
    for (const json::object& value : values_of(chart, "line"))
        lines.insert(json::serialize(value.at("series")));
    EXPECT_EQ(lines.size(), 2U);
}

TEST(Chart, OfOneFIsBars) {
    const std::string bars =
        chart_of_lines({"t", "s", "x", "y", true, true, {{"one", {{8, 1e-3}}}, {"two", {{8, 1e-4}}}}});
    const auto values = values_of(bars);
    ASSERT_EQ(values.size(), 2U);
    EXPECT_EQ(values[0].at("name").as_string(), "one");
    EXPECT_EQ(values[0].at("value").as_string(), "0.001");
    EXPECT_NEAR(values[0].at("from").to_number<double>(), 1e-5, 1e-15);  // a decade below the smallest
    EXPECT_EQ(values[1].at("to").to_number<double>(), 1e-4);
    const auto two = values_of(
        chart_of_lines({"t", "s", "F, bits", "y", true, true, {{"one", {{8, 1}}}, {"two", {{9, 1}}}}}));
    EXPECT_EQ(two.at(1).at("name").as_string(), "two, F = 9");
}

TEST(Chart, ALongTitleHasSeveralLines) {
    const std::string chart =
        chart_of_counts("relative error, " + std::string(102, 'x') + " K=16", {"a"}, {1});
    const auto lines = json::value_to<std::vector<std::string>>(json::parse(chart).at("title").at("text"));
    EXPECT_EQ(lines, (std::vector<std::string>{"relative error,", std::string(102, 'x'), "K=16"}));
}

TEST(Chart, LinesDifferInColourOrDashes) {
    Point base = small_point();
    base.length = 32;
    const Grid grid = make_grid(
        base, {parse_axis("k", "2,4,8,16"), parse_axis("algorithm", "fda,sda,gfda"), parse_axis("F", "8:9")});
    Database database(fresh("styles"));
    (void)run_sweep(grid.points, database, 1);
    const std::string mse = make_report(database.rows(), "styles").charts.at(1).second;
    const json::value colour = scale_of(mse, "colour");
    const json::value dash = scale_of(mse, "dash");
    std::set<std::string> styles, colours;
    for (std::size_t i = 0; i < names_of(mse).size(); ++i) {
        const std::string one = json::serialize(colour.at("range").at(i));
        if (one == "\"transparent\"") continue;  // the name of a line that coincides
        colours.insert(one);
        styles.insert(one + json::serialize(dash.at("range").at(i)));
    }
    std::size_t lines = 0;
    for (const std::string& name : names_of(mse)) lines += name.starts_with("= ") ? 0 : 1;
    EXPECT_EQ(styles.size(), lines);
    EXPECT_EQ(colours.size(), 3U);  // one for each algorithm
    EXPECT_GT(lines, 6U);
}

}  // namespace
}  // namespace karat::sweep
