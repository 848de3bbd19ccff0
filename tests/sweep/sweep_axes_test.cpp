// SPDX-License-Identifier: Apache-2.0
// Axes beside the knobs: instructions under their names, distributions of the operands and of c, scale
// factors, and chains that cannot be.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"
#include "karat_sweep/report/report.hpp"
#include "karat_sweep/samples.hpp"
#include "karat_sweep/sweep.hpp"
#include "points.hpp"

namespace karat::sweep {
namespace {

Point named_point(const std::string& arch, const std::string& name) {
    Point point = small_point();
    point.spec = find_instruction(arch, name).spec;
    point.named = std::make_shared<const Named>(Named{arch + '/' + name, point.spec});
    return point;
}

TEST(NamedInstructions, KeepTheirNameEverywhere) {
    std::vector<Point> points = make_grid(small_point(), {parse_axis("sticky", "none,ored")}).points;
    points.push_back(named_point("Hopper", "HMMA.16816.F32"));
    points.push_back(points.back());
    points.back().spec.sticky = Sticky::ored;
    points.push_back(named_point("CDNA3", "v_mfma_f32_16x16x16_f16"));
    EXPECT_NE(points[2].key(), points[4].key());
    Database database(fresh("named"));
    EXPECT_EQ(run_sweep(points, database, 1).done, 5U);
    const std::vector<Row> rows = database.rows();
    EXPECT_EQ(rows[0].instruction, "");
    EXPECT_EQ(rows[2].instruction, "Hopper/HMMA.16816.F32");
    EXPECT_EQ(rows[3].instruction, "Hopper/HMMA.16816.F32 sticky=ored");
    EXPECT_EQ(rows[4].instruction, "CDNA3/v_mfma_f32_16x16x16_f16");
    const Report report = make_report(rows, "names");
    std::vector<std::string> lines;
    for (const Threshold& t : report.thresholds) lines.push_back(t.series);
    std::ranges::sort(lines);
    // a knob in which only instructions differ from the others is no part of the others' names
    EXPECT_EQ(lines, (std::vector<std::string>{"CDNA3/v_mfma_f32_16x16x16_f16", "Hopper/HMMA.16816.F32",
                                               "Hopper/HMMA.16816.F32 sticky=ored", "fda K=16 sticky=none",
                                               "fda K=16 sticky=ored"}));
    EXPECT_NE(report.html.find("<td>CDNA3/v_mfma_f32_16x16x16_f16</td>"), std::string::npos);
    EXPECT_NE(to_csv(rows).find(",Hopper/HMMA.16816.F32 sticky=ored,zero,refuse,0\n"), std::string::npos);
    EXPECT_NE(to_json(rows).find("\"instruction\":\"Hopper/HMMA.16816.F32\""), std::string::npos);
}

TEST(NamedInstructions, OfARowWithFTakeNoNewName) {
    Point point = named_point("Hopper", "HMMA.16816.F32");
    for (const Point& one : make_grid(point, {parse_axis("F", "10:12")}).points)
        EXPECT_EQ(one.instruction_name(), "Hopper/HMMA.16816.F32");
}

/// The operands of a distribution as numbers: all of A, all of B.
std::pair<std::vector<double>, std::vector<double>> drawn(Distribution distribution) {
    Point point = small_point();
    point.distribution = distribution;
    const Samples samples(point, 2);
    std::pair<std::vector<double>, std::vector<double>> out;
    for (std::size_t i = 0; i < point.samples; ++i) {
        for (std::size_t j = 0; j < 16; ++j) {
            out.first.push_back(to_double(samples.a(i)[j], Format::fp16));
            out.second.push_back(to_double(samples.b(i)[j], Format::fp16));
        }
    }
    return out;
}

double share(const std::vector<double>& of, bool (*test)(double)) {
    return static_cast<double>(std::ranges::count_if(of, test)) / static_cast<double>(of.size());
}

TEST(Distributions, AreWhatTheirNamesSay) {
    const auto negative = [](double x) { return x < 0; };
    const auto zero = [](double x) { return x == 0; };
    const auto [positive_a, positive_b] = drawn(Distribution::positive);
    EXPECT_EQ(share(positive_a, negative) + share(positive_b, negative), 0);
    EXPECT_LT(share(positive_a, zero), 0.01);
    const auto [sparse_a, sparse_b] = drawn(Distribution::sparse);
    EXPECT_NEAR(share(sparse_a, zero), 0.75, 0.03);
    EXPECT_LT(share(sparse_b, zero), 0.01);
    const auto [active_a, active_b] = drawn(Distribution::activations);
    EXPECT_NEAR(share(active_a, negative), 0.5, 0.03);
    // beyond e^3.5, 0.02 % of the log-normal numbers, but most of those multiplied by 64
    EXPECT_NEAR(share(active_a, [](double x) { return std::fabs(x) > 33; }), 0.0118, 0.006);
    EXPECT_EQ(share(active_b, [](double x) { return std::fabs(x) > 6; }), 0);
}

TEST(DrawnCs, NamesAreReadAndWritten) {
    for (const char* name : {"zero", "normal", "uniform*0.5", "positive*1024"})
        EXPECT_EQ(parse_c(name).name(), name);
    for (const char* wrong : {"", "one", "normal*", "normal*0", "normal*-1", "normal*x", "normal*2x", "npy",
                              "normal*inf", "*2", "zero*2"})
        EXPECT_THROW((void)parse_c(wrong), SpecError) << wrong;
}

TEST(DrawnCs, EnterResultsAndExactResults) {
    Point point = small_point(10);
    point.length = 40;
    const Samples without(point, 1);
    point.c = parse_c("normal*8");
    EXPECT_FALSE(without.serves(point));
    std::unique_ptr<Samples> samples;
    const double natural = measure(point, samples, 2).mse;
    const DotAdd dot(point.spec);
    long double squares = 0;
    long double c_squares = 0;
    for (std::size_t i = 0; i < point.samples; ++i) {
        EXPECT_TRUE(std::ranges::equal(without.a(i), samples->a(i)));
        EXPECT_TRUE(std::ranges::equal(without.b(i), samples->b(i)));
        const long double c = to_double(samples->c(i), Format::fp32);
        EXPECT_NEAR(samples->exact(i), static_cast<double>(without.exact(i) + c), 1e-12);
        EXPECT_NEAR(samples->unrounded(i), static_cast<double>(without.unrounded(i) + c), 1e-6);
        std::uint64_t d = samples->c(i);
        for (std::size_t at = 0; at < 48; at += 16)
            d = dot({samples->a(i).subspan(at, 16), samples->b(i).subspan(at, 16), {}, {}, d});
        const long double error = to_double(d, Format::fp32) - static_cast<long double>(samples->exact(i));
        squares += error * error;
        c_squares += c * c;
    }
    EXPECT_NEAR(natural, static_cast<double>(squares / 300), 1e-9 * natural);
    EXPECT_NEAR(static_cast<double>(c_squares / 300), 64, 20);
    point.order = Order::magnitude;  // through the matrix product
    const double magnitude = measure(point, samples, 2).mse;
    EXPECT_GT(magnitude, natural / 10);
    EXPECT_LT(magnitude, natural * 10);
}

TEST(DrawnCs, ShowTheBiasOfCdna3) {
    Point point = named_point("CDNA3", "v_mfma_f32_16x16x16_f16");
    point.samples = 3000;
    std::unique_ptr<Samples> samples;
    const Metrics without = measure(point, samples, 2);
    point.c = parse_c("normal*0.001");
    const Metrics with = measure(point, samples, 2);
    EXPECT_LT(with.bias, -3 * with.bias_interval);  // a small c is rounded down to the grid
    EXPECT_LT(std::fabs(without.bias), 2 * without.bias_interval);
}

TEST(Report, OverlaysWhatVariesUnderItsName) {
    Point base = small_point();
    base.samples = 20;
    const Grid grid = make_grid(
        base, {parse_axis("distribution", "normal,relu"), parse_axis("c_distribution", "zero,normal"),
               parse_axis("align_rounding", "RZ,RNE"), parse_axis("F", "8,9")});
    Database database(fresh("overlaid"));
    (void)run_sweep(grid.points, database, 1);
    const Report report = make_report(database.rows(), "overlaid");
    ASSERT_EQ(report.thresholds.size(), 8U);
    EXPECT_EQ(report.thresholds[0].series, "fda K=16 normal c zero alignment RZ");
    EXPECT_EQ(report.thresholds[0].group, "fp16, output RZ, natural order, 20 samples, seed 1");
    std::set<std::string> lines;
    for (const Threshold& threshold : report.thresholds) lines.insert(threshold.series);
    EXPECT_EQ(lines.size(), 8U);
}

TEST(Axes, ScaleFactorsAndTheirBlocks) {
    Point base = small_point();
    base.spec.a = base.spec.b = Format::e4m3;
    base.spec.k = 32;
    base.length = 32;
    const Grid grid = make_grid(base, {parse_axis("scale", "none,ue8m0/32,ue8m0/16,ue8m0/5")});
    ASSERT_EQ(grid.points.size(), 3U);
    EXPECT_FALSE(grid.points[0].spec.scale);
    EXPECT_EQ(grid.points[1].spec.scale_block, 32);
    EXPECT_EQ(grid.points[2].spec.scale_block, 16);
    ASSERT_EQ(grid.refused.size(), 1U);
    EXPECT_NE(grid.refused[0].reason.find("scale_block"), std::string::npos);
}

TEST(Axes, AResultOfAnotherFormatIsNoC) {
    Point point = small_point();
    point.spec.d = Format::fp16;
    EXPECT_EQ(make_grid(point, {parse_axis("length", "16,17")}).refused.size(), 1U);
    EXPECT_EQ(make_grid(point, {parse_axis("order", "natural,kahan")}).refused.size(), 1U);
    point.spec.c = Format::fp16;
    EXPECT_TRUE(make_grid(point, {parse_axis("length", "16,17")}).refused.empty());
}

}  // namespace
}  // namespace karat::sweep
