// SPDX-License-Identifier: Apache-2.0
// Samples: distributions, exact values, operands from .npy files.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "karat/evaluate/packed.hpp"
#include "karat/text/text.hpp"
#include "karat_gemm/adder.hpp"
#include "karat_gemm/npy.hpp"
#include "karat_sweep/samples.hpp"
#include "karat_sweep/sweep.hpp"
#include "points.hpp"

namespace karat::sweep {
namespace {

TEST(Samples, ExactValuesAreExact) {
    Point point = small_point();
    point.length = 40;  // three dot-adds, padded with zeros
    const Samples samples(point, 1);
    EXPECT_EQ(samples.padded_length(), 48U);
    for (std::size_t i = 0; i < 50; ++i) {
        long double sum = 0;  // these sums of fp16 products from N(0,1) are exact in 64 bits
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
        std::array<double, 3> out{};  // mean, mean square and minimum of A
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

/// Writes an .npy file of type <f4 whose element (i, j) is f(i, j). Returns its path.
template <class F>
std::string npy_file(const std::string& name, std::size_t rows, std::size_t columns, const F& f) {
    NpyMatrix matrix{rows, columns, NpyType::f4, false, std::vector<std::byte>(rows * columns * 4)};
    for (std::size_t i = 0; i < rows * columns; ++i) {
        store_packed(matrix.data, i, 32,
                     std::bit_cast<std::uint32_t>(static_cast<float>(f(i / columns, i % columns))));
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
    const auto in_a = [](std::size_t i, std::size_t j) {
        return static_cast<double>(i) + static_cast<double>(j) / 64;
    };
    const auto in_b = [](std::size_t i, std::size_t j) {
        return -static_cast<double>(i) - static_cast<double>(j) / 64;
    };
    const Tensors tensors =
        make_tensors(read_tensor(npy_file("a", 3, 20, in_a)), read_tensor(npy_file("b", 5, 20, in_b)));
    const Point point = npy_point(16, tensors);
    const Samples samples(point, 2);
    std::set<std::size_t> rows_of_a, rows_of_b, offsets;
    for (std::size_t i = 0; i < point.samples; ++i) {
        const double a = to_double(samples.a(i)[0], Format::fp16);
        const double b = -to_double(samples.b(i)[0], Format::fp16);
        const double offset = (a - std::floor(a)) * 64;
        EXPECT_EQ(b - std::floor(b), a - std::floor(a)) << "a and b must have the same offset along k";
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

TEST(NpyOperands, AMisfitIsNamedByItsPlaceInTheFile) {
    const auto one_large = [](std::size_t i, std::size_t j) { return i == 2 && j == 17 ? 1e6F : 1.0F; };
    const Tensors tensors = make_tensors(std::nullopt, read_tensor(npy_file("far", 3, 20, one_large)));
    try {
        const Samples samples(npy_point(16, tensors), 1);
        FAIL() << "1e6 is no fp16";
    } catch (const OperandError& error) {
        EXPECT_NE(std::string(error.what()).find("karat_sweep_far.npy: element (2, 17): 1e+06 is beyond"),
                  std::string::npos)
            << error.what();
    }
}

TEST(NpyOperands, OneFileAndTheOtherOperandNormal) {
    const std::string path = npy_file("w", 2, 16, [](std::size_t, std::size_t) { return 3; });
    const Point point = npy_point(16, make_tensors(std::nullopt, read_tensor(path)));
    const Samples samples(point, 1);
    double squares = 0;
    for (std::size_t i = 0; i < point.samples; ++i) {
        for (std::size_t k = 0; k < 16; ++k) {
            EXPECT_EQ(to_double(samples.b(i)[k], Format::fp16), 3);
            squares += std::pow(to_double(samples.a(i)[k], Format::fp16), 2) /
                       static_cast<double>(16 * point.samples);
        }
    }
    EXPECT_NEAR(squares, 1, 0.1);
    // a file with the same name but different contents is a different point
    const std::string before = point.key();
    EXPECT_EQ(npy_point(16, make_tensors(std::nullopt, read_tensor(path))).key(), before);
    const std::string again =
        npy_file("w", 2, 16, [](std::size_t i, std::size_t j) { return i + j == 0 ? 4 : 3; });
    EXPECT_NE(npy_point(16, make_tensors(std::nullopt, read_tensor(again))).key(), before);
    // so is the same file as A
    EXPECT_NE(npy_point(16, make_tensors(read_tensor(again), std::nullopt)).key(),
              npy_point(16, make_tensors(std::nullopt, read_tensor(again))).key());
}

TEST(NpyOperands, WhatCannotServeIsRefused) {
    const auto one = [](std::size_t, std::size_t) { return 1; };
    const Tensor narrow = read_tensor(npy_file("narrow", 2, 8, one));
    EXPECT_THROW((void)make_tensors(narrow, read_tensor(npy_file("wide", 2, 9, one))), NpyError);
    EXPECT_THROW((void)read_tensor(npy_file(
                     "nan", 2, 2, [](std::size_t i, std::size_t) { return i == 0 ? 1 : std::nan(""); })),
                 NpyError);
    EXPECT_THROW((void)read_tensor(npy_file("empty", 0, 4, one)), NpyError);
    NpyMatrix codes{1, 2, NpyType::u1, false, std::vector<std::byte>(2)};
    write_npy(testing::TempDir() + "karat_sweep_codes.npy", codes);
    EXPECT_THROW((void)read_tensor(testing::TempDir() + "karat_sweep_codes.npy"), NpyError);
    const Grid grid =
        make_grid(npy_point(16, make_tensors(narrow, std::nullopt)), {parse_axis("length", "8,9")});
    EXPECT_EQ(grid.points.size(), 1U);
    ASSERT_EQ(grid.refused.size(), 1U);
    EXPECT_NE(grid.refused[0].reason.find("length: 9"), std::string::npos);
    EXPECT_EQ(make_grid(small_point(), {parse_axis("distribution", "npy")}).points.size(), 0U);
}

}  // namespace
}  // namespace karat::sweep
