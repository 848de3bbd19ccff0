// SPDX-License-Identifier: Apache-2.0
// Round trips of matrices in every format through .npy arrays.
#include "karat_gemm/npy.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "karat/evaluate/packed.hpp"

namespace karat::test {
namespace {

TEST(Npy, EveryFormatComesBack) {
    for (const Format format : {Format::fp64, Format::fp32, Format::tf32, Format::fp16, Format::bf16,
                                Format::e4m3, Format::e2m3, Format::e2m1}) {
        const FormatInfo& f = info(format);
        Encoded matrix{format, 3, 5, std::vector<std::byte>((15 * static_cast<std::size_t>(f.bits) + 7) / 8)};
        for (std::size_t i = 0; i < 15; ++i)
            store_packed(matrix.data, i, f.bits, ((i + 1) << f.ignored_low_bits) & f.encoding_mask());
        const NpyMatrix array = decode(matrix);
        EXPECT_EQ(array.data.size() % 15, 0U);
        EXPECT_EQ(encode(array, format, "matrix", std::nullopt).data, matrix.data) << f.name();
    }
}

TEST(Npy, LongHeadersHaveALengthOfFourBytes) {
    const std::string path = ::testing::TempDir() + "npy_test.npy";
    std::string header = "{'descr': '<f2', 'fortran_order': False, 'shape': (1, 2), }";
    header.resize(0x1020304, ' ');  // all four bytes of the length are nonzero and different
    std::ofstream(path, std::ios::binary)
        << std::string("\x93NUMPY\x02\x00\x04\x03\x02\x01", 12) << header << "\x01\x3c\x02\x3c";
    const NpyMatrix matrix = read_npy(path);
    std::remove(path.c_str());
    EXPECT_EQ(matrix.rows, 1U);
    EXPECT_EQ(matrix.columns, 2U);
    ASSERT_EQ(matrix.data.size(), 4U);
    EXPECT_EQ(matrix.data[2], std::byte{2});
}

TEST(Npy, BytesAreNoEncodingsOfAWiderFormat) {
    const NpyMatrix bytes{1, 2, NpyType::u1, false, std::vector<std::byte>(2)};
    EXPECT_THROW((void)encode(bytes, Format::fp16, "A", std::nullopt), NpyError);
    EXPECT_THROW((void)encode(bytes, Format::e4m3, "A", Format::bf16), NpyError);
    EXPECT_NO_THROW((void)encode(bytes, Format::fp16, "A", Format::e4m3));
}

TEST(Npy, ElementsBeginOnAMultipleOf64) {
    for (const std::size_t columns : {1U, 10U, 1000U, 10000000U}) {
        const std::string text = npy_text({0, columns, NpyType::f4, false, {}});
        EXPECT_EQ(text.size() % 64, 0U);
        EXPECT_LE(text.size(), 128U);
        EXPECT_EQ(text.back(), '\n');
    }
}

}  // namespace
}  // namespace karat::test
