// SPDX-License-Identifier: Apache-2.0
// Random specifications that exercise every knob, against the independent reference.
#include "bridge.hpp"
#include "spec_maker.hpp"

namespace karat::test {
namespace {

class RandomKnobs : public testing::TestWithParam<int> {};

TEST_P(RandomKnobs, AgreeWithReference) {
    const auto algorithm = static_cast<Algorithm>(GetParam());
    SpecMaker maker(2024 + static_cast<std::uint64_t>(GetParam()));
    for (std::uint64_t i = 0; i < 250; ++i) {
        const Spec spec = maker.make_for_reference(algorithm);
        ASSERT_EQ(spec_from_json_text(to_json_text(spec)), spec);
        compare_with_reference(spec, 280, i);
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, RandomKnobs, testing::Range(0, 9), [](const auto& info) {
    return std::string(name_of(static_cast<Algorithm>(info.param)));
});

}  // namespace
}  // namespace karat::test
