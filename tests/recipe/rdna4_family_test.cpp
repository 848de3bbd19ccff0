// SPDX-License-Identifier: Apache-2.0
// AMD RDNA4: the recipes against the independent reference. recorded_vectors_test replays the recordings.
#include "family_check.hpp"
#include "karat/recipe/families/families.hpp"
#include "reference/families/rdna4.hpp"

namespace karat::test {
namespace {

using families::Wave;

struct Unit {
    const char* name;
    Format input, output;
    Wave wave;
};

constexpr Unit kWmma[] = {{"wmma_f32_16x16x16_f16_w32", Format::fp16, Format::fp32, Wave::w32},
                          {"wmma_f32_16x16x16_f16_w64", Format::fp16, Format::fp32, Wave::w64},
                          {"wmma_f32_16x16x16_bf16_w32", Format::bf16, Format::fp32, Wave::w32},
                          {"wmma_f32_16x16x16_bf16_w64", Format::bf16, Format::fp32, Wave::w64},
                          {"wmma_f16_16x16x16_f16_w32", Format::fp16, Format::fp16, Wave::w32},
                          {"wmma_f16_16x16x16_f16_w64", Format::fp16, Format::fp16, Wave::w64},
                          {"wmma_bf16_16x16x16_bf16_w32", Format::bf16, Format::bf16, Wave::w32},
                          {"wmma_bf16_16x16x16_bf16_w64", Format::bf16, Format::bf16, Wave::w64}};
constexpr Unit kDot2[] = {{"dot2_f32_f16", Format::fp16, Format::fp32, Wave::w32},
                          {"dot2_f32_bf16", Format::bf16, Format::fp32, Wave::w32}};

class Wmma : public testing::TestWithParam<Unit> {};

TEST_P(Wmma, IsTheReference) {
    const Unit& unit = GetParam();
    const reference::Format& input = reference::format_named(name_of(unit.input));
    const reference::Format& output = reference::format_named(name_of(unit.output));
    const auto wave = unit.wave == Wave::w32 ? reference::Wave::w32 : reference::Wave::w64;
    const auto expected = [&](const ReferenceCase& x) {
        return reference::rdna4_wmma(input, output, wave, x.a, x.b, x.c);
    };
    compare_family(families::rdna4_wmma(unit.input, unit.output, unit.wave), expected, 100'000);
}

class Dot2 : public testing::TestWithParam<Unit> {};

TEST_P(Dot2, IsTheReference) {
    const Unit& unit = GetParam();
    const reference::Format& input = reference::format_named(name_of(unit.input));
    const auto expected = [&](const ReferenceCase& x) { return reference::rdna4_dot2(input, x.a, x.b, x.c); };
    compare_family(families::rdna4_dot2(unit.input, unit.output), expected, 100'000);
}

INSTANTIATE_TEST_SUITE_P(Rdna4, Wmma, testing::ValuesIn(kWmma),
                         [](const auto& info) { return std::string(info.param.name); });
INSTANTIATE_TEST_SUITE_P(Rdna4, Dot2, testing::ValuesIn(kDot2),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace karat::test
