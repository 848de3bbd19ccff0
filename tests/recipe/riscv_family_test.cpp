// SPDX-License-Identifier: Apache-2.0
// RISC-V RVBNA: the recipe against the independent reference.
#include "family_check.hpp"
#include "karat/recipe/families/families.hpp"
#include "reference/families/rvbna.hpp"

namespace karat::test {
namespace {

struct Unit {
    Format a, b;
    int k;
};

class Rvbna : public testing::TestWithParam<Unit> {};

TEST_P(Rvbna, IsTheReference) {
    const auto [a, b, k] = GetParam();
    const reference::Format& format_a = reference::format_named(name_of(a));
    const reference::Format& format_b = reference::format_named(name_of(b));
    const auto expected = [&](const ReferenceCase& x) {
        return reference::rvbna(format_a, format_b, x.a, x.b, x.c);
    };
    compare_family(families::rvbna(a, b, k), expected, 100'000);
}

INSTANTIATE_TEST_SUITE_P(Units, Rvbna,
                         testing::Values(Unit{Format::bf16, Format::bf16, 8},
                                         Unit{Format::fp16, Format::fp16, 8},
                                         Unit{Format::e4m3, Format::e5m2, 16},
                                         Unit{Format::bf16, Format::bf16, 5}),
                         [](const auto& info) {
                             return std::string(name_of(info.param.a)) + "_" +
                                    std::string(name_of(info.param.b)) + "_" + std::to_string(info.param.k);
                         });

}  // namespace
}  // namespace karat::test
