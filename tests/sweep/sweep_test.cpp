// SPDX-License-Identifier: Apache-2.0
// Sweeps: grids, metrics recomputed here from the readable model, the database, the report.
#include "karat_sweep/sweep.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "karat/engine/dot_add.hpp"
#include "karat/engine/packed.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"
#include "karat_gemm/adder.hpp"
#include "karat_gemm/npy.hpp"
#include "karat_sweep/pareto.hpp"
#include "karat_sweep/report.hpp"
#include "karat_sweep/samples.hpp"

namespace karat::sweep {
namespace {

std::string fresh(const std::string& name) {
    std::string path = testing::TempDir() + "karat_sweep_" + name + ".db";
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path + ending);
    return path;
}

Point small_point(int F = 20) {
    Point point;
    point.spec.F.bits = F;
    point.samples = 300;
    point.length = 16;
    return point;
}

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
    for (const char* wrong : {"-9223372036854775808:9223372036854775807", "8:9:", ":8:9", "8::9", "8:9223372036854775808"}) {
        EXPECT_THROW((void)parse_axis("F", wrong), SpecError) << wrong;
    }
}

TEST(Grid, NamesInAnyCase) {
    EXPECT_EQ(make_grid(small_point(), {parse_axis("order", "KAHAN")}).points[0].order, Order::kahan);
    EXPECT_EQ(make_grid(small_point(), {parse_axis("distribution", "ReLU")}).points[0].distribution, Distribution::relu);
}

TEST(Grid, EveryCombinationOnceLastAxisFastest) {
    Point base = small_point();
    base.length = 0;
    const Grid grid = make_grid(base, {parse_axis("k", "4,8"), parse_axis("algorithm", "fda,sda"), parse_axis("F", "8:10")});
    ASSERT_EQ(grid.points.size(), 12U);
    std::set<std::string> keys;
    for (const Point& point : grid.points) keys.insert(point.key());
    EXPECT_EQ(keys.size(), 12U);
    EXPECT_EQ(grid.points[1].spec.F.bits, 9);
    EXPECT_EQ(grid.points[3].spec.algorithm, Algorithm::sda);
    EXPECT_EQ(grid.points[6].spec.k, 8);
    EXPECT_EQ(grid.points[6].length, 8U);  // of its own k
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

TEST(Samples, ExactValuesAreExact) {
    Point point = small_point();
    point.length = 40;  // in three dot-adds, filled up with zeros
    const Samples samples(point, 1);
    EXPECT_EQ(samples.padded_length(), 48U);
    for (std::size_t i = 0; i < 50; ++i) {
        long double sum = 0;  // 64 bits hold these sums of fp16 products about N(0,1)
        for (std::size_t k = 0; k < 48; ++k) {
            const double a = to_double(samples.a(i)[k], Format::fp16);
            const double b = to_double(samples.b(i)[k], Format::fp16);
            sum += static_cast<long double>(a) * b;
            if (k >= 40) {
                EXPECT_EQ(samples.a(i)[k], 0U);
            }
        }
        EXPECT_EQ(samples.exact(i), static_cast<double>(sum));
    }
}

TEST(Samples, DistributionsHaveTheirMoments) {
    const auto moments = [](Distribution distribution) {
        Point point = small_point();
        point.distribution = distribution;
        point.samples = 4000;
        const Samples samples(point, 2);
        std::array<double, 3> out{};  // mean and mean square of A, least of A
        for (std::size_t i = 0; i < point.samples; ++i) {
            for (const std::uint64_t code : samples.a(i)) {
                const double x = to_double(code, Format::fp16);
                out[0] += x / 64000;
                out[1] += x * x / 64000;
                out[2] = std::min(out[2], x);
            }
        }
        return out;
    };
    EXPECT_NEAR(moments(Distribution::normal)[0], 0, 0.02);
    EXPECT_NEAR(moments(Distribution::normal)[1], 1, 0.03);
    EXPECT_NEAR(moments(Distribution::uniform)[1], 1.0 / 3, 0.01);
    EXPECT_GE(moments(Distribution::uniform)[2], -1);
    EXPECT_NEAR(moments(Distribution::log_normal)[1], std::exp(2), 1.5);
    EXPECT_NEAR(moments(Distribution::outliers)[1], 1 + 65535.0 / 64, 120);
    EXPECT_NEAR(moments(Distribution::relu)[0], 0.3989, 0.02);
    EXPECT_EQ(moments(Distribution::relu)[2], 0);
}

/// An .npy file of <f4 with element (i, j) = f(i, j).
template <class F>
std::string npy_file(const std::string& name, std::size_t rows, std::size_t columns, const F& f) {
    NpyMatrix matrix{rows, columns, NpyType::f4, false, std::vector<std::byte>(rows * columns * 4)};
    for (std::size_t i = 0; i < rows * columns; ++i) {
        store_packed(matrix.data, i, 32, std::bit_cast<std::uint32_t>(static_cast<float>(f(i / columns, i % columns))));
    }
    const std::string path = testing::TempDir() + "karat_sweep_" + name + ".npy";
    write_npy(path, matrix);
    return path;
}

Point npy_point(std::size_t length, const Tensors& tensors) {
    Point point = small_point();
    point.length = length;
    point.distribution = Distribution::npy;
    point.tensors = std::make_shared<const Tensors>(tensors);
    return point;
}

TEST(NpyOperands, SamplesArePiecesOfRows) {
    const auto in_a = [](std::size_t i, std::size_t j) { return static_cast<double>(i) + static_cast<double>(j) / 64; };
    const auto in_b = [](std::size_t i, std::size_t j) { return -static_cast<double>(i) - static_cast<double>(j) / 64; };
    const Tensors tensors = make_tensors(read_tensor(npy_file("a", 3, 20, in_a)), read_tensor(npy_file("b", 5, 20, in_b)));
    const Point point = npy_point(16, tensors);
    const Samples samples(point, 2);
    std::set<std::size_t> rows_of_a, rows_of_b, offsets;
    for (std::size_t i = 0; i < point.samples; ++i) {
        const double a = to_double(samples.a(i)[0], Format::fp16);
        const double b = -to_double(samples.b(i)[0], Format::fp16);
        const double offset = (a - std::floor(a)) * 64;
        EXPECT_EQ(b - std::floor(b), a - std::floor(a)) << "another place along k";
        for (std::size_t k = 0; k < 16; ++k) {
            EXPECT_EQ(to_double(samples.a(i)[k], Format::fp16), a + static_cast<double>(k) / 64);
            EXPECT_EQ(to_double(samples.b(i)[k], Format::fp16), -b - static_cast<double>(k) / 64);
        }
        rows_of_a.insert(static_cast<std::size_t>(a));
        rows_of_b.insert(static_cast<std::size_t>(b));
        offsets.insert(static_cast<std::size_t>(offset));
    }
    EXPECT_EQ(rows_of_a, (std::set<std::size_t>{0, 1, 2}));
    EXPECT_EQ(rows_of_b, (std::set<std::size_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(offsets, (std::set<std::size_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(point.distribution_name(), "npy(karat_sweep_a.npy,karat_sweep_b.npy)");
}

TEST(NpyOperands, OneFileAndTheOtherOperandNormal) {
    const std::string path = npy_file("w", 2, 16, [](std::size_t, std::size_t) { return 3; });
    const Point point = npy_point(16, make_tensors(std::nullopt, read_tensor(path)));
    const Samples samples(point, 1);
    double squares = 0;
    for (std::size_t i = 0; i < point.samples; ++i) {
        for (std::size_t k = 0; k < 16; ++k) {
            EXPECT_EQ(to_double(samples.b(i)[k], Format::fp16), 3);
            squares += std::pow(to_double(samples.a(i)[k], Format::fp16), 2) / static_cast<double>(16 * point.samples);
        }
    }
    EXPECT_NEAR(squares, 1, 0.1);
    // a file that is called the same but holds something else is another point
    const std::string before = point.key();
    EXPECT_EQ(npy_point(16, make_tensors(std::nullopt, read_tensor(path))).key(), before);
    const std::string again = npy_file("w", 2, 16, [](std::size_t i, std::size_t j) { return i + j == 0 ? 4 : 3; });
    EXPECT_NE(npy_point(16, make_tensors(std::nullopt, read_tensor(again))).key(), before);
    // and so is the same as A
    EXPECT_NE(npy_point(16, make_tensors(read_tensor(again), std::nullopt)).key(),
              npy_point(16, make_tensors(std::nullopt, read_tensor(again))).key());
}

TEST(NpyOperands, WhatCannotServeIsRefused) {
    const auto one = [](std::size_t, std::size_t) { return 1; };
    const Tensor narrow = read_tensor(npy_file("narrow", 2, 8, one));
    EXPECT_THROW((void)make_tensors(narrow, read_tensor(npy_file("wide", 2, 9, one))), NpyError);
    EXPECT_THROW((void)read_tensor(npy_file("nan", 2, 2, [](std::size_t i, std::size_t) { return i == 0 ? 1 : std::nan(""); })), NpyError);
    EXPECT_THROW((void)read_tensor(npy_file("empty", 0, 4, one)), NpyError);
    NpyMatrix codes{1, 2, NpyType::u1, false, std::vector<std::byte>(2)};
    write_npy(testing::TempDir() + "karat_sweep_codes.npy", codes);
    EXPECT_THROW((void)read_tensor(testing::TempDir() + "karat_sweep_codes.npy"), NpyError);
    const Grid grid = make_grid(npy_point(16, make_tensors(narrow, std::nullopt)), {parse_axis("length", "8,9")});
    EXPECT_EQ(grid.points.size(), 1U);
    ASSERT_EQ(grid.refused.size(), 1U);
    EXPECT_NE(grid.refused[0].reason.find("length: 9"), std::string::npos);
    EXPECT_EQ(make_grid(small_point(), {parse_axis("distribution", "npy")}).points.size(), 0U);
}

TEST(Metrics, AreWhatTheReadableModelSays) {
    const Point point = small_point(12);
    std::unique_ptr<Samples> samples;
    const Metrics got = measure(point, samples, 2);
    const DotAdd dot(point.spec);
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
    EXPECT_NEAR(got.variance_of_squared_error, fourth / n - squares / n * (squares / n), 1e-9 * got.variance_of_squared_error);
    EXPECT_NEAR(got.mse_interval, 1.959964 * std::sqrt(got.variance_of_squared_error / n), 1e-9 * got.mse_interval);
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

/// Operands of which every element is `value`.
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
    for (const double x : {got.mse, got.mse_interval, got.variance_of_squared_error, got.bias, got.mean_ulp, got.mean_ulp_interval,
                           got.max_ulp, got.relative_error, got.cosine, got.vrr, got.bit_exact, got.bit_exact_interval}) {
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
    EXPECT_TRUE(std::isnan(measure(point_of(0, Format::fp16, Format::fp32), samples, 1).relative_error));  // 0 of 0
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
    point.length = 150;  // three dot-adds of 64; the last block of 16 is filled up with zeros, the next ones are all zeros
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
            const double scale =
                to_double(samples.scale_a(i)[k / 16], Format::ue4m3) * to_double(samples.scale_b(i)[k / 16], Format::ue4m3);
            sum += static_cast<long double>(to_double(samples.a(i)[k], Format::e2m1) * to_double(samples.b(i)[k], Format::e2m1)) * scale;
        }
        EXPECT_EQ(samples.exact(i), static_cast<double>(sum));
        for (std::size_t block = 0; block < 9; ++block) {  // a quantiser brings the largest near the format's largest, 6
            double largest = 0;
            for (std::size_t k = 16 * block; k < 16 * block + 16; ++k)
                largest = std::max(largest, std::abs(to_double(samples.a(i)[k], Format::e2m1)));
            EXPECT_GE(largest, 4) << block;
        }
    }
}

TEST(SweptScales, MetricsAreThoseOfTheScaledDotAdd) {
    const Point point = scaled_point(12);
    std::unique_ptr<Samples> samples;
    const Metrics got = measure(point, samples, 2);
    const DotAdd dot(point.spec);
    double squares = 0;
    for (std::size_t i = 0; i < point.samples; ++i) {
        std::uint64_t d = 0;
        for (std::size_t part = 0; part < 3; ++part) {
            d = dot({samples->a(i).subspan(64 * part, 64), samples->b(i).subspan(64 * part, 64), samples->scale_a(i).subspan(4 * part, 4),
                     samples->scale_b(i).subspan(4 * part, 4), d});
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
    std::size_t told = 0;
    const Outcome outcome = run_sweep(grid.points, again, 2, [&](std::size_t done, std::size_t all) {
        EXPECT_EQ(done, ++told);
        EXPECT_EQ(all, 6U);
    });
    EXPECT_EQ(outcome.present, 4U);
    EXPECT_EQ(outcome.done, 6U);
    EXPECT_EQ(told, 6U);
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
    std::ofstream(path) << "this is no database, and long enough that it cannot be taken for an empty one";
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
    // area of a product: 10, 12, 12, 15, 9, none
    const std::vector<Row> rows{priced_row(4, 8, 40, 1e-3),  priced_row(4, 12, 48, 1e-4),  priced_row(8, 12, 96, 2e-4),
                                priced_row(4, 16, 60, 1e-4), priced_row(16, 6, 144, 1e-2), priced_row(4, 20, 0, 1e-9)};
    std::vector<const Row*> pointers;
    for (const Row& row : rows) pointers.push_back(&row);
    EXPECT_EQ(pareto_front(pointers), (std::vector<const Row*>{&rows[4], &rows[0], &rows[1]}));
    EXPECT_TRUE(pareto_front({&rows[5]}).empty());
}

TEST(Pareto, IsDrawnAndListedLengthByLength) {
    std::vector<Row> rows{priced_row(4, 8, 40, 1e-3), priced_row(4, 12, 48, 1e-4), priced_row(8, 8, 64, 5e-3)};
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

    rows[2].length = rows[2].k = 8;  // "length" is not in the name of a row that is as long as its k
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
    for (const char* column : {"area", "depth", "vrr_interval", "swamped_interval"}) {
        ASSERT_EQ(sqlite3_exec(handle, (std::string("ALTER TABLE rows DROP COLUMN ") + column).c_str(), nullptr, nullptr, nullptr),
                  SQLITE_OK);
    }
    sqlite3_close(handle);
    Database database(path);
    ASSERT_EQ(database.rows().size(), 1U);
    EXPECT_FALSE(database.rows()[0].cost);
    EXPECT_TRUE(std::isnan(database.rows()[0].metrics.vrr_interval));  // the older version did not know it
    EXPECT_GT(database.rows()[0].metrics.bit_exact_interval, 0);
    const std::string csv = to_csv(database.rows());
    EXPECT_EQ(csv.find(",nan"), std::string::npos);
    EXPECT_TRUE(csv.ends_with(",\n"));
    database.set_cost(database.rows()[0].spec, {1, 2});
    EXPECT_TRUE(database.rows()[0].cost);
}

}  // namespace
}  // namespace karat::sweep
