// SPDX-License-Identifier: Apache-2.0
// Every metric of a few points, computed again from operands and results with sums of long doubles and sorted
// lists.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "karat/evaluate/dot_add.hpp"
#include "karat/text/text.hpp"
#include "karat_gemm/adder.hpp"
#include "karat_sweep/database/database.hpp"
#include "karat_sweep/report/report.hpp"
#include "karat_sweep/samples.hpp"
#include "points.hpp"

namespace karat::sweep {
namespace {

/// What a point consists of: result, exact result and distance in ulp of each sample.
struct Again {
    std::vector<long double> value, exact, ulps;

    Again(const Point& point, const Samples& samples) {
        const DotAdd dot(point.spec);
        const auto k = static_cast<std::size_t>(point.spec.k);
        for (std::size_t i = 0; i < point.samples; ++i) {
            std::uint64_t d = 0;
            for (std::size_t at = 0; at < samples.padded_length(); at += k)
                d = dot({samples.a(i).subspan(at, k), samples.b(i).subspan(at, k), {}, {}, d});
            long double sum = 0;  // 64 bits hold the products, and nearly the sum
            for (std::size_t j = 0; j < samples.padded_length(); ++j)
                sum += static_cast<long double>(to_double(samples.a(i)[j], point.spec.a)) *
                       to_double(samples.b(i)[j], point.spec.b);
            value.push_back(to_double(d, point.spec.d));
            exact.push_back(sum);
            ulps.push_back(static_cast<long double>(
                ulp_distance(d, encoding_of(static_cast<double>(sum), info(point.spec.d)), point.spec.d)));
        }
        std::ranges::sort(ulps);
    }

    template <class F>
    [[nodiscard]] long double mean(const F& f) const {
        long double sum = 0;
        for (std::size_t i = 0; i < value.size(); ++i) sum += f(value[i], exact[i]);
        return sum / static_cast<long double>(value.size());
    }
};

using L = long double;

void expect_the_same(const Point& point) {
    std::unique_ptr<Samples> samples;
    const Metrics got = measure(point, samples, 2);
    const Again again(point, *samples);
    const L mse = again.mean([](L v, L e) { return (v - e) * (v - e); });
    const L size = again.mean([](L, L e) { return std::fabs(e); });
    const L vv = again.mean([](L v, L) { return v * v; });
    const L ee = again.mean([](L, L e) { return e * e; });
    const L v1 = again.mean([](L v, L) { return v; });
    const L e1 = again.mean([](L, L e) { return e; });
    L ulps = 0;
    for (const L u : again.ulps) ulps += u;
    const std::size_t n = point.samples;
    const std::map<std::string, std::pair<double, L>> pairs{
        {"mse", {got.mse, mse}},
        {"variance", {got.variance_of_squared_error, again.mean([](L v, L e) {
                          return std::pow(v - e, 4);
                      }) - mse * mse}},
        {"relative", {got.relative_error, again.mean([](L v, L e) { return std::fabs(v - e); }) / size}},
        {"shrinkage", {got.shrinkage, again.mean([](L v, L e) { return e < 0 ? v - e : e - v; }) / size}},
        {"cosine", {got.cosine, again.mean([](L v, L e) { return v * e; }) / std::sqrt(vv * ee)}},
        {"vrr", {got.vrr, (vv - v1 * v1) / (ee - e1 * e1)}},
        {"mean_ulp", {got.mean_ulp, ulps / static_cast<L>(n)}},
        {"median_ulp", {got.median_ulp, again.ulps[(n + 1) / 2 - 1]}},
        {"p99_ulp", {got.p99_ulp, again.ulps[n - n / 100 - 1]}},  // n is a multiple of 100
        {"max_ulp", {got.max_ulp, again.ulps.back()}}};
    for (const auto& [name, pair] : pairs)
        EXPECT_NEAR(pair.first, static_cast<double>(pair.second),
                    1e-9 * std::fabs(static_cast<double>(pair.second)))
            << name;
    const L bias = again.mean([](L v, L e) { return v - e; });
    EXPECT_NEAR(got.bias, static_cast<double>(bias), 1e-9 * std::sqrt(got.mse));
}

Point of(int F, Distribution distribution, std::size_t length) {
    Point point = small_point(F);
    point.distribution = distribution;
    point.length = length;
    return point;
}

TEST(RecomputedMetrics, AreTheSame) {
    expect_the_same(of(8, Distribution::normal, 16));
    expect_the_same(of(12, Distribution::relu, 48));
    expect_the_same(of(10, Distribution::outliers, 64));
    Point narrow = of(7, Distribution::log_normal, 32);
    narrow.spec.c = narrow.spec.d = Format::fp16;
    expect_the_same(narrow);
}

TEST(RecomputedMetrics, TruncationShrinksAndRoundingDoesNot) {
    Point point = of(10, Distribution::normal, 16);
    point.samples = 3000;
    point.spec.output_rounding = Rounding::RZ;
    std::unique_ptr<Samples> samples;
    const Metrics truncated = measure(point, samples, 2);
    EXPECT_GT(truncated.shrinkage, 10 * truncated.shrinkage_interval);
    point.spec.align_rounding = Rounding::RNE;
    point.spec.output_rounding = Rounding::RNE;
    const Metrics rounded = measure(point, samples, 2);
    EXPECT_LT(std::fabs(rounded.shrinkage), 2 * rounded.shrinkage_interval);
}

/// Element j of row i, of which fp16 keeps 11 bits.
double element(std::size_t i, std::size_t j) {
    return 1 + static_cast<double>((37 * i + 11 * j) % 97) / 8191;
}

TEST(RecomputedMetrics, OperandErrorIsThatOfTheQuantiser) {
    Point point = small_point(24);
    point.samples = 200;
    point.distribution = Distribution::npy;
    Tensor a{"a.npy", 1, 16, {}};
    Tensor b{"b.npy", 1, 16, {}};
    L before = 0;
    L after = 0;
    for (std::size_t j = 0; j < 16; ++j) {
        a.values.push_back(element(1, j));
        b.values.push_back(element(2, j));
        before += static_cast<L>(a.values[j]) * b.values[j];
        const auto rounded = [](double x) { return std::nearbyint(x * 1024) / 1024; };  // fp16 on [1, 2)
        after += static_cast<L>(rounded(a.values[j])) * rounded(b.values[j]);
    }
    point.tensors = std::make_shared<const Tensors>(make_tensors(a, b));
    std::unique_ptr<Samples> samples;
    const Metrics got = measure(point, samples, 1);
    const auto expected = static_cast<double>(std::fabs(after - before) / before);
    ASSERT_GT(expected, 1e-7);
    EXPECT_NEAR(got.operand_error, expected, 1e-9 * expected);
    EXPECT_NEAR(got.operand_error_interval, 0, 1e-9 * expected);  // every sample is the same row
    point.spec.a = point.spec.b = Format::fp64;
    point.spec.algorithm = Algorithm::exact;
    point.spec.F = {};
    EXPECT_LT(measure(point, samples, 1).operand_error, 1e-15);  // nothing is rounded
}

TEST(RecomputedMetrics, AreInTheDatabaseTheTableAndTheJson) {
    Database database(fresh("recomputed"));
    const Point point = of(12, Distribution::normal, 16);
    std::unique_ptr<Samples> samples;
    const Metrics got = measure(point, samples, 1);
    database.insert(point, got);
    const std::vector<Row> rows = database.rows();
    for (double Metrics::*const x :
         {&Metrics::median_ulp, &Metrics::p99_ulp, &Metrics::shrinkage, &Metrics::shrinkage_interval,
          &Metrics::operand_error, &Metrics::operand_error_interval})
        EXPECT_EQ(rows[0].metrics.*x, got.*x);
    const Report report = make_report(rows, "t");
    ASSERT_EQ(report.operands.size(), 1U);
    EXPECT_EQ(report.operands[0].relative_error, got.operand_error);
    const std::string json = to_json(report, rows);
    for (const char* name :
         {"median_ulp", "p99_ulp", "shrinkage", "operand_error", "mse", "swamped_interval"}) {
        EXPECT_NE(json.find(std::string("\"") + name + "\":"), std::string::npos) << name;
    }
    for (const char* head : {"median ulp", "p99 ulp", "shrinkage", "operands"})
        EXPECT_NE(report.html.find(std::string("<th>") + head), std::string::npos) << head;
    EXPECT_NE(report.charts[0].second.find("operand error"), std::string::npos);
}

}  // namespace
}  // namespace karat::sweep
