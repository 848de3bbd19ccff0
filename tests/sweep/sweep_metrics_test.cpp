// SPDX-License-Identifier: Apache-2.0
// Metrics, compared with a calculation on the readable model, with and without scale factors.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"
#include "karat_gemm/adder.hpp"
#include "karat_sweep/report/report.hpp"
#include "karat_sweep/samples.hpp"
#include "karat_sweep/sweep.hpp"
#include "points.hpp"

namespace karat::sweep {
namespace {

/// A point, its metrics, and what they are to be computed from again.
struct Measured {
    explicit Measured(Point of) : point(std::move(of)), got(measure(point, samples, 2)), dot(point.spec) {}

    Point point;
    std::unique_ptr<Samples> samples;
    Metrics got;
    DotAdd dot;
};

TEST(Metrics, AreWhatTheReadableModelSays) {
    Measured measured(small_point(12));
    auto& [point, samples, got, dot] = measured;
    double squares = 0;
    double sum = 0;
    double fourth = 0;
    double largest = 0;
    std::size_t same = 0;
    for (std::size_t i = 0; i < point.samples; ++i) {
        const std::uint64_t d = dot({samples->a(i), samples->b(i), {}, {}, 0});
        const double e = to_double(d, Format::fp32) - samples->exact(i);
        const std::uint64_t rounded = encoding_of(samples->exact(i), info(Format::fp32));
        squares += e * e;
        fourth += e * e * e * e;
        sum += e;
        largest = std::max(largest, static_cast<double>(ulp_distance(d, rounded, Format::fp32)));
        same += d == rounded ? 1 : 0;
    }
    const auto n = static_cast<double>(point.samples);
    EXPECT_DOUBLE_EQ(got.mse, squares / n);
    EXPECT_DOUBLE_EQ(got.bias, sum / n);
    EXPECT_NEAR(got.variance_of_squared_error, fourth / n - squares / n * (squares / n),
                1e-9 * got.variance_of_squared_error);
    EXPECT_NEAR(got.mse_interval, 1.959964 * std::sqrt(got.variance_of_squared_error / n),
                1e-9 * got.mse_interval);
    EXPECT_EQ(got.max_ulp, largest);
    EXPECT_EQ(got.bit_exact, static_cast<double>(same) / n);
    EXPECT_GT(got.swamped, 0);
    std::size_t all = 0;
    for (const std::size_t count : got.histogram) all += count;
    EXPECT_EQ(all, point.samples);
}

TEST(Metrics, AnExactDotAddHasNoError) {
    Point point = small_point();
    point.spec = {};
    point.spec.algorithm = Algorithm::exact;
    point.spec.d = Format::fp64;
    std::unique_ptr<Samples> samples;
    const Metrics got = measure(point, samples, 1);
    EXPECT_EQ(got.mse, 0);
    EXPECT_EQ(got.bit_exact, 1);
    EXPECT_EQ(got.max_ulp, 0);
    EXPECT_DOUBLE_EQ(got.vrr, 1);
    EXPECT_EQ(got.histogram[0], point.samples);
}

/// A point whose operands have `value` in all elements.
Point point_of(double value, Format format, Format d) {
    Point point = small_point();
    point.spec.a = point.spec.b = format;
    point.spec.c = point.spec.d = d;
    point.samples = 10;
    point.distribution = Distribution::npy;
    const Tensor all{"all.npy", 1, 16, std::vector<double>(16, value)};
    point.tensors = std::make_shared<const Tensors>(make_tensors(all, all));
    return point;
}

TEST(Metrics, AreNoneWhereNoResultIsFinite) {
    std::unique_ptr<Samples> samples;
    const Metrics got = measure(point_of(60000, Format::fp16, Format::fp16), samples, 1);
    EXPECT_EQ(got.not_finite, 10U);
    for (const double x : {got.mse, got.mse_interval, got.variance_of_squared_error, got.bias, got.mean_ulp,
                           got.mean_ulp_interval, got.max_ulp, got.relative_error, got.cosine, got.vrr,
                           got.bit_exact, got.bit_exact_interval}) {
        EXPECT_TRUE(std::isnan(x));
    }
    Database database(fresh("overflow"));
    database.insert(point_of(60000, Format::fp16, Format::fp16), got);
    EXPECT_TRUE(std::isnan(database.rows()[0].metrics.mse));
    EXPECT_EQ(to_csv(database.rows()).find(",nan"), std::string::npos);
    const Report report = make_report(database.rows(), "overflow");
    EXPECT_TRUE(report.thresholds.empty());
    for (const auto& [name, svg] : report.charts) EXPECT_EQ(name.find("histogram"), std::string::npos);
}

TEST(Metrics, BeyondFp64AreNone) {
    Point point = point_of(1e150, Format::fp64, Format::fp64);
    point.spec.algorithm = Algorithm::fma;
    point.spec.F = {};
    point.spec.k = 1;
    std::unique_ptr<Samples> samples;
    const Metrics got = measure(point, samples, 1);
    EXPECT_EQ(got.not_finite, 0U);
    EXPECT_TRUE(std::isnan(got.cosine));
    EXPECT_TRUE(std::isnan(got.vrr));
    EXPECT_FALSE(std::isnan(got.mean_ulp));
    EXPECT_TRUE(
        std::isnan(measure(point_of(0, Format::fp16, Format::fp32), samples, 1).relative_error));  // 0 / 0
}

TEST(Metrics, SwampedIsOfTheNaturalOrderAlone) {
    Point point = small_point();
    point.length = 64;
    point.order = Order::kahan;
    std::unique_ptr<Samples> samples;
    EXPECT_TRUE(std::isnan(measure(point, samples, 1).swamped));
    EXPECT_TRUE(std::isnan(measure(point, samples, 1).swamped_interval));
    EXPECT_FALSE(std::isnan(measure(small_point(), samples, 1).swamped));
}

Point scaled_point(int F) {
    Point point = small_point();
    point.spec = find_instruction("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X").spec;
    point.spec.F.bits = F;
    point.distribution = Distribution::outliers;
    point.length = 150;  // three dot-adds of 64; the last block of 16 is padded with zeros, and the padding
                         // blocks after it are all zeros
    return point;
}

TEST(SweptScales, AreAQuantisersAndTheExactValueHasThem) {
    const Point point = scaled_point(35);
    const Samples samples(point, 2);
    ASSERT_EQ(samples.padded_length(), 192U);
    ASSERT_EQ(samples.scale_a(0).size(), 12U);
    for (std::size_t i = 0; i < 50; ++i) {
        long double sum = 0;
        for (std::size_t k = 0; k < 192; ++k) {
            const double scale = to_double(samples.scale_a(i)[k / 16], Format::ue4m3) *
                                 to_double(samples.scale_b(i)[k / 16], Format::ue4m3);
            sum += static_cast<long double>(to_double(samples.a(i)[k], Format::e2m1) *
                                            to_double(samples.b(i)[k], Format::e2m1)) *
                   scale;
        }
        EXPECT_EQ(samples.exact(i), static_cast<double>(sum));
        for (std::size_t block = 0; block < 9;
             ++block) {  // a quantiser scales the largest element close to 6, the format's largest value
            double largest = 0;
            for (std::size_t k = 16 * block; k < 16 * block + 16; ++k)
                largest = std::max(largest, std::abs(to_double(samples.a(i)[k], Format::e2m1)));
            EXPECT_GE(largest, 4) << block;
        }
    }
}

TEST(SweptScales, MetricsAreThoseOfTheScaledDotAdd) {
    Measured measured(scaled_point(12));
    auto& [point, samples, got, dot] = measured;
    double squares = 0;
    for (std::size_t i = 0; i < point.samples; ++i) {
        std::uint64_t d = 0;
        for (std::size_t part = 0; part < 3; ++part) {
            d = dot({samples->a(i).subspan(64 * part, 64), samples->b(i).subspan(64 * part, 64),
                     samples->scale_a(i).subspan(4 * part, 4), samples->scale_b(i).subspan(4 * part, 4), d});
        }
        squares += std::pow(to_double(d, Format::fp32) - samples->exact(i), 2);
    }
    EXPECT_GT(got.mse, 0);
    EXPECT_DOUBLE_EQ(got.mse, squares / static_cast<double>(point.samples));
    EXPECT_LT(measure(scaled_point(20), samples, 2).mse, got.mse / 100);
    Point other = point;
    other.spec.scale_block = 32;
    EXPECT_FALSE(samples->serves(other));
}

TEST(SweptScales, OnlyInNaturalOrder) {
    const Grid grid = make_grid(scaled_point(20), {parse_axis("order", "natural,kahan")});
    EXPECT_EQ(grid.points.size(), 1U);
    ASSERT_EQ(grid.refused.size(), 1U);
    EXPECT_NE(grid.refused[0].reason.find("kahan"), std::string::npos);
}

TEST(Metrics, MoreBitsAndKinderOrdersLoseLess) {
    std::unique_ptr<Samples> samples;
    double last = 1;
    for (const int F : {6, 10, 14, 18}) {
        const double mse = measure(small_point(F), samples, 2).mse;
        EXPECT_LT(mse, last / 4) << "F = " << F;
        last = mse;
    }
    Point chain = small_point(13);
    chain.length = 256;
    const double natural = measure(chain, samples, 2).mse;
    chain.order = Order::kahan;
    EXPECT_LT(measure(chain, samples, 2).mse, natural);
}

}  // namespace
}  // namespace karat::sweep
