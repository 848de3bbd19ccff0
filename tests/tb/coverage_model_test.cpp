// SPDX-License-Identifier: Apache-2.0
// The coverage model alone: which bins a specification has and which it excludes, whatever is sampled.
#include <gtest/gtest.h>

#include <algorithm>

#include "karat/coverage/coverage.hpp"

namespace karat::test {
namespace {

/// Names of the bins of a specification, and of those that are excluded.
std::pair<std::vector<std::string>, std::vector<std::string>> bins_of(const Spec& spec) {
    const Coverage coverage(DotAdd(spec), 1, 1);
    std::pair<std::vector<std::string>, std::vector<std::string>> out;
    for (const Bin& bin : coverage.bins()) out.first.push_back(bin.name);
    for (const std::size_t i : coverage.excluded()) out.second.push_back(coverage.bins()[i].name);
    return out;
}

TEST(Coverage, BothPairingsOfATreeHaveItsAdditions) {
    Spec spec;
    spec.algorithm = Algorithm::gps;
    spec.k = 4;
    spec.group = 4;
    spec.pairing = Pairing::adjacent;
    const auto adjacent = bins_of(spec);
    spec.pairing = Pairing::half;
    EXPECT_EQ(bins_of(spec), adjacent);
}

TEST(Coverage, AZeroThatCountsIsAFloor) {
    Spec spec;
    spec.k = 1;
    for (const ZeroExponent rule : {ZeroExponent::ignored, ZeroExponent::minus126, ZeroExponent::format_min}) {
        spec.zero_c = rule;
        const auto bins = bins_of(spec).first;
        const bool has_floor = std::any_of(bins.begin(), bins.end(),
                                           [](const std::string& name) { return name.starts_with("max/") && name.ends_with("/floor"); });
        EXPECT_EQ(has_floor, rule != ZeroExponent::ignored) << name_of(rule);
    }
}

/// ue8m0 scale factors move a group's exponent by up to 254 either way, past all of c's.
TEST(Coverage, AScaledGroupMayLieAnywhere) {
    Spec spec;
    spec.algorithm = Algorithm::gfda;
    spec.a = spec.b = Format::e2m1;
    spec.k = 4;
    spec.group = 2;
    spec.scale = Format::ue8m0;
    spec.scale_block = 2;
    const auto [all, excluded] = bins_of(spec);
    const auto shifts = [](const std::string& name) { return name.starts_with("shift/"); };
    EXPECT_GT(std::count_if(all.begin(), all.end(), shifts), 0);
    EXPECT_EQ(std::count_if(excluded.begin(), excluded.end(), shifts), 0);
}

/// No sum of fp16 products is an fp32 subnormal; of the fp16 output there are some.
TEST(Coverage, TheLastOperationOfAChainHasTheOutputsRule) {
    Spec spec;
    spec.k = 4;
    spec.terms = 2;
    spec.c = Format::fp16;
    spec.chain_format = Format::fp32;
    for (const Format d : {Format::fp16, Format::fp32}) {
        spec.d = d;
        const auto [all, excluded] = bins_of(spec);
        EXPECT_EQ(std::count(all.begin(), all.end(), "result/subnormal"), 1);
        EXPECT_EQ(std::count(excluded.begin(), excluded.end(), "result/subnormal"), d == Format::fp16 ? 0 : 1) << name_of(d);
    }
}

}  // namespace
}  // namespace karat::test
