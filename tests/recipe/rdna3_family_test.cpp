// SPDX-License-Identifier: Apache-2.0
// AMD RDNA3: the recipes against the independent reference. recorded_vectors_test replays the recordings.
#include "family_check.hpp"
#include "karat/recipe/families/families.hpp"
#include "reference/families/rdna3.hpp"

namespace karat::test {
namespace {

struct Unit {
    Format input, output;
};

class Rdna3 : public testing::TestWithParam<Unit> {};

TEST_P(Rdna3, WmmaIsTheReference) {
    const Unit& unit = GetParam();
    const reference::Format& input = reference::format_named(name_of(unit.input));
    const reference::Format& output = reference::format_named(name_of(unit.output));
    const auto expected = [&](const ReferenceCase& x) {
        return reference::rdna3_wmma(input, output, x.a, x.b, x.c);
    };
    compare_family(families::rdna3_wmma(unit.input, unit.output), expected, 100'000);
}

TEST_P(Rdna3, Dot2IsTheReference) {
    const Unit& unit = GetParam();
    const reference::Format& input = reference::format_named(name_of(unit.input));
    const reference::Format& output = reference::format_named(name_of(unit.output));
    const auto expected = [&](const ReferenceCase& x) {
        return reference::rdna3_dot2(input, output, x.a, x.b, x.c);
    };
    compare_family(families::rdna3_dot2(unit.input, unit.output), expected, 100'000);
}

INSTANTIATE_TEST_SUITE_P(Units, Rdna3,
                         testing::Values(Unit{Format::fp16, Format::fp32}, Unit{Format::bf16, Format::fp32},
                                         Unit{Format::fp16, Format::fp16}, Unit{Format::bf16, Format::bf16}),
                         [](const auto& info) {
                             return std::string(name_of(info.param.input)) + "_" +
                                    std::string(name_of(info.param.output));
                         });

}  // namespace
}  // namespace karat::test
