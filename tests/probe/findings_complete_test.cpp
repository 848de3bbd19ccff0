// SPDX-License-Identifier: Apache-2.0
// Several changes of a specification and several faults at once: every mismatch is in a finding.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "karat_probe/findings/bugs_output.hpp"
#include "karat_probe/findings/fault_names.hpp"
#include "karat_probe/findings/fault_trial.hpp"
#include "probe/faulty_units.hpp"

namespace karat::probe {
namespace {

/// How many mismatches are in no finding.
std::size_t forgotten(const Findings& found) {
    std::vector<bool> seen(found.answers.wrong.size());
    for (const Bug& bug : found.report.bugs) {
        for (const std::size_t row : bug.rows) seen.at(row) = true;
        for (const std::size_t row : bug.reduced) seen.at(row) = true;
    }
    return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), false));
}

std::string listed(const BugReport& report) {
    std::string out;
    for (const Bug& bug : report.bugs)
        out +=
            std::string(name_of(bug.kind)) + ": " + bug.name + ": " + std::to_string(bug.rows.size()) + '\n';
    return out;
}

TEST(FindingsComplete, WhatEitherOfTwoChoicesExplainsIsInOne) {
    // a product of two subnormals is zero by either choice, so that none of them is needed for it
    const Findings found =
        findings(volta(), unit_of(with(volta(), {{"flush_a", "true"}, {"flush_b", "true"}})));
    EXPECT_EQ(found.report.unexplained, 0U);
    EXPECT_EQ(forgotten(found), 0U) << listed(found.report);
}

/// A unit that loses a carry in very many sums.
Answering carry_lost(const Spec& spec) {
    const FaultModel answer = with_faults(expand(spec), {"carry_cut_tree[bit=12]"});
    return [answer](const VectorRow& row) { return answer(row.operands()); };
}

TEST(FindingsComplete, AFrequentFaultHidesNoneOfTwoWrongKnobs) {
    const Spec given = with(volta(), {{"F", "18"}, {"output_rounding", "RNE"}});
    const Findings found = findings(given, carry_lost(volta()));
    auto choices = names(found.report, BugKind::choice);
    std::sort(choices.begin(), choices.end());
    EXPECT_EQ(choices, (std::vector<std::string>{"F", "output_rounding"})) << listed(found.report);
    EXPECT_EQ(found.report.recipe, expand(volta()));
    EXPECT_NE(listed(found.report).find("the adder tree loses the carry from bit 11 to bit 12"),
              std::string::npos)
        << listed(found.report);
    EXPECT_EQ(found.report.unnamed, 0U) << listed(found.report);
    EXPECT_EQ(forgotten(found), 0U);
    for (const Bug& bug : found.report.bugs) EXPECT_EQ(bug.contradicts, 0U) << bug.name;
}

/// An fp16 multiply-adder in which a c far below the product counts as the least number.
Answering far_c_is_sticky(const Spec& spec) {
    const auto evaluator = std::make_shared<Evaluator>(expand(spec));
    return [evaluator](VectorRow row) {
        const FormatInfo& f = info(Format::fp16);
        const Unpacked a = unpack(row.a[0], f), b = unpack(row.b[0], f), c = unpack(row.c, f);
        const bool numbers = a.number_class == NumberClass::finite && b.number_class == NumberClass::finite &&
                             c.number_class == NumberClass::finite;
        if (numbers && c.exponent - a.exponent - b.exponent <= -19) row.c = c.negative ? 0x8001 : 1;
        return (*evaluator)(row.operands());
    };
}

TEST(FindingsComplete, NoChoiceContradictsMuch) {
    Spec spec;
    spec.algorithm = Algorithm::fma;
    spec.a = spec.b = spec.c = spec.d = Format::fp16;
    spec.k = 1;
    const Findings found = findings(spec, far_c_is_sticky(spec));
    EXPECT_GT(found.answers.wrong.size(), 3U);
    EXPECT_EQ(forgotten(found), 0U) << listed(found.report);
    for (const Bug& bug : found.report.bugs) {
        if (bug.kind == BugKind::choice) {
            EXPECT_LE(bug.contradicts * 50, bug.rows.size()) << bug.name;
        }
    }
}

/// Most rows that a choice explains are right without it as well, when the other choices are made.
TEST(FindingsComplete, TheExampleOfAChoiceShowsIt) {
    const Spec given = with(volta(), {{"F", "20"}, {"c_rounding", "RD"}});
    const FaultModel answer = with_faults(expand(volta()), {"product_normalised"});
    const Findings found = findings(given, [&](const VectorRow& row) { return answer(row.operands()); });
    auto choices = names(found.report, BugKind::choice);
    std::sort(choices.begin(), choices.end());
    EXPECT_EQ(choices, (std::vector<std::string>{"F", "c_rounding"})) << listed(found.report);
    for (const Bug& bug : found.report.bugs) {
        EXPECT_TRUE(bug.example.repeats) << bug.name;
        EXPECT_NE(bug.example.expected, *bug.example.example.d) << bug.name;
    }
}

TEST(FindingsComplete, IdentifyIsSuggestedIfTheSpecificationMayBeWrong) {
    const auto suggested = [](std::size_t choices, std::size_t unnamed, const std::string& start = "") {
        BugReport report;
        report.start = start;
        report.choices.resize(choices);
        report.kept = 1000;
        report.unnamed = unnamed;
        return suggests_identify(report);
    };
    EXPECT_TRUE(suggested(2, 0));
    EXPECT_TRUE(suggested(1, 1));
    EXPECT_TRUE(suggested(0, 501));
    EXPECT_FALSE(suggested(1, 0));
    EXPECT_FALSE(suggested(0, 500));
    EXPECT_FALSE(suggested(3, 900, "Volta/HMMA.884.F32.F32"));  // it has been done
}

}  // namespace
}  // namespace karat::probe
