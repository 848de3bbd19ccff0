// SPDX-License-Identifier: Apache-2.0
// All 65,536 products of each pair of FP8 formats, and all products of the FP6 and FP4 formats, against the
// reference.
#include "bridge.hpp"

namespace karat::test {
namespace {

constexpr std::array kSmall{Format::e4m3,     Format::e5m2, Format::e4m3ieee, Format::e4m3fnuz,
                            Format::e5m2fnuz, Format::e3m2, Format::e2m3,     Format::e2m1};

class AllProducts : public testing::TestWithParam<std::tuple<Format, Format>> {};

TEST_P(AllProducts, EqualTheReference) {
    Spec spec;
    spec.algorithm = Algorithm::exact;
    std::tie(spec.a, spec.b) = GetParam();
    spec.k = 1;
    spec.output_rounding = Rounding::RNE;
    Spec fused = spec;  // every product is exact in fp32, so a wide fused operation gives the same result
    fused.algorithm = Algorithm::fda;
    fused.F = {40};
    const DotAdd exact(spec);
    const DotAdd fda(fused);
    const reference::Params params = to_params(spec);
    const std::uint64_t count_a = std::uint64_t{1} << info(spec.a).bits;
    const std::uint64_t count_b = std::uint64_t{1} << info(spec.b).bits;
    for (std::uint64_t a = 0; a < count_a; ++a) {
        for (std::uint64_t b = 0; b < count_b; ++b) {
            const std::array ea{a};
            const std::array eb{b};
            const std::uint64_t expected = reference::dot_add(params, ea, eb, {}, {}, 0);
            ASSERT_EQ(exact({ea, eb, {}, {}, 0}), expected) << a << " * " << b;
            ASSERT_EQ(fda({ea, eb, {}, {}, 0}), expected) << a << " * " << b;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(SmallFormats, AllProducts,
                         testing::Combine(testing::ValuesIn(kSmall), testing::ValuesIn(kSmall)),
                         [](const auto& info) {
                             return std::string(name_of(std::get<0>(info.param))) + "_" +
                                    std::string(name_of(std::get<1>(info.param)));
                         });

}  // namespace
}  // namespace karat::test
