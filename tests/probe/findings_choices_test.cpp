// SPDX-License-Identifier: Apache-2.0
// A change of the specification is named if it is the unit's, and not if a fault is.
#include <gtest/gtest.h>

#include "karat_probe/findings/rivals.hpp"
#include "karat_tb/faults/faults.hpp"
#include "probe/faulty_units.hpp"

namespace karat::probe {
namespace {

std::string listed(const BugReport& report) {
    std::string out;
    for (const Bug& bug : report.bugs)
        out += std::string(name_of(bug.kind)) + ": " + bug.name + ": " + std::to_string(bug.rows.size()) +
               ", contradicts " + std::to_string(bug.contradicts) + '\n';
    return out;
}

/// Two bits of c are crossed, and a tie is rounded down: the library has no such fault of c.
Answering crossed_with_ties_down(const Spec& spec, unsigned x, unsigned y) {
    tb::Hooks hooks;
    hooks.rounding = [](tb::RoundState& s) {
        if (s.guard && !s.rest && !s.sticky) s.up = s.negative;
    };
    tb::Fault fault;
    fault.hooks.push_back(std::move(hooks));
    const auto model = std::make_shared<tb::FaultyModel>(expand(spec), fault);
    return [model, x, y](VectorRow row) {
        const std::uint64_t differ = (row.c >> x ^ row.c >> y) & 1;
        row.c ^= differ << x | differ << y;
        return (*model)(row.operands());
    };
}

Spec nearest_even(const char* F) { return with(volta(), {{"F", F}, {"output_rounding", "RNE"}}); }

// By chance some answers that the crossed bits spoil are those of the given specification.
TEST(FindingsChoices, FrequentFaultsDoNotHideAWrongKnob) {
    for (const auto& [x, y] : {std::pair{11U, 23U}, {24U, 30U}}) {
        const Findings found = findings(nearest_even("26"), crossed_with_ties_down(nearest_even("24"), x, y));
        auto choices = names(found.report, BugKind::choice);
        std::sort(choices.begin(), choices.end());
        EXPECT_EQ(choices, (std::vector<std::string>{"F", "output_rounding"})) << listed(found.report);
        EXPECT_EQ(found.report.recipe, expand(with(nearest_even("24"), {{"output_rounding", "RND"}})));
        EXPECT_EQ(listed(found.report).find("leading zero"), std::string::npos) << listed(found.report);
    }
}

Spec fused_multiply_add(Format format) {
    Spec spec;
    spec.algorithm = Algorithm::fma;
    spec.a = spec.b = spec.c = spec.d = format;
    spec.k = 1;
    return spec;
}

/// The sticky bit collects only so many bits, of which it leaves out every n-th one (0: none).
Answering short_sticky(const Spec& spec, int bits, int n = 0) {
    tb::Hooks hooks;
    hooks.rounding = [bits, n](tb::RoundState& s) {
        s.rest = s.sticky;
        for (int i = 1; i <= std::min(bits, s.drop - 1); ++i)
            s.rest = s.rest || ((n == 0 || i % n != 0) && bit_at(s.magnitude, s.drop - 1 - i));
        s.up = rounds_away(s.rule->rounding, s.negative, (s.kept & 1U) != 0, s.guard, s.rest);
    };
    tb::Fault fault;
    fault.hooks.push_back(std::move(hooks));
    const auto model = std::make_shared<tb::FaultyModel>(expand(spec), fault);
    return [model](const VectorRow& row) { return (*model)(row.operands()); };
}

// Several widths would explain a part of the answers each, and other sticky bits nearly all of them.
TEST(FindingsChoices, AShortStickyBitIsNamedWithItsWidth) {
    for (const int bits : {20, 33}) {
        const Spec spec = fused_multiply_add(Format::fp32);
        const Findings found = findings(spec, short_sticky(spec, bits));
        ASSERT_EQ(found.report.bugs.size(), 1U) << listed(found.report);
        EXPECT_EQ(found.report.bugs[0].name,
                  "only " + std::to_string(bits) + " of the bits below the guard bit enter the sticky bit");
        EXPECT_EQ(found.report.bugs[0].contradicts, 0U);
    }
}

/// +0 for every sum that cancels, as in the other roundings. The sign of c or of the product explains half.
TEST(FindingsChoices, APositiveZeroInRoundingDownHasOneName) {
    Spec spec = fused_multiply_add(Format::fp32);
    spec.output_rounding = Rounding::RD;
    const DotAdd golden(spec);
    const Findings found = findings(spec, [&golden](const VectorRow& row) {
        const std::uint64_t d = golden(row.operands());
        const bool is_minus_zero = d == 0x80000000;
        const bool has_minus_zero = row.c == 0x80000000 && ((row.a[0] ^ row.b[0]) >> 31U) == 1;
        return is_minus_zero && !has_minus_zero ? std::uint64_t{0} : d;
    });
    ASSERT_EQ(found.report.bugs.size(), 1U) << listed(found.report);
    EXPECT_EQ(found.report.bugs[0].name, "a sum that cancels to zero is +0 where rounding down gives -0");
    EXPECT_EQ(found.report.bugs[0].contradicts, 0U);
}

TEST(FindingsChoices, WhatAFaultContradictsIsNoChoice) {
    const Spec spec = fused_multiply_add(Format::fp32);
    for (const auto& [bits, n] : {std::pair{30, 7}, {60, 2}, {45, 3}}) {
        const Findings found = findings(spec, short_sticky(spec, bits, n));
        ASSERT_FALSE(found.report.bugs.empty());
        for (const Bug& bug : found.report.bugs) {
            if (bug.kind != BugKind::choice) continue;
            EXPECT_LE(bug.contradicts * Balance::kFifty, bug.rows.size()) << listed(found.report);
        }
    }
}

TEST(FindingsChoices, TheUnitIsAskedAboutAChoice) {
    const Recipe given = expand(volta());
    const Recipe other = expand(with(volta(), {{"F", "25"}}));
    FunctionTarget unit(given, unit_of(with(volta(), {{"F", "25"}})));
    EXPECT_TRUE(votes(given, other, unit, 40).are_clearly_for_y());
    EXPECT_TRUE(votes(other, given, unit, 40).are_against_y());
    EXPECT_FALSE(votes(other, given, unit, 40).are_clearly_for_y());
    EXPECT_FALSE((Votes{.x = 4, .y = 11}).are_clearly_for_y());
    EXPECT_FALSE((Votes{.x = 0, .y = 7}).are_clearly_for_y());
    EXPECT_FALSE((Votes{.x = 2, .y = 0}).are_against_y());  // too few
}

Edit edit_of(const Recipe& recipe, const std::string& key, int value) {
    for (Edit& edit : proposed_edits(recipe, EditReach::near)) {
        if (edit.key == key && edit.value == value) return std::move(edit);
    }
    throw Error("no edit " + key);
}

/// The first fault of the library whose key begins so.
tb::Fault fault_of(const Recipe& recipe, const std::string& key) {
    for (tb::Fault& fault : tb::faults_of(recipe)) {
        if (fault.key.starts_with(key)) return std::move(fault);
    }
    throw Error("no fault " + key);
}

std::vector<std::string> titles(const std::vector<Edit>& edits) {
    std::vector<std::string> out;
    for (const Edit& edit : edits) out.push_back(edit.key + "=" + std::to_string(edit.value.as_int64()));
    return out;
}

TEST(FindingsChoices, NoTwoChoicesSetOneAttribute) {
    const Recipe start = expand(volta());
    const Edit both = edit_of(start, "F", 24);
    const auto after = [&](const std::string& key, int value) {
        return std::vector<Edit>{both, edit_of(both.recipe, key, value)};
    };
    EXPECT_EQ(titles(without_overlap(start, after("F_products", 25))),
              (std::vector<std::string>{"F_c=24", "F_products=25"}));
    EXPECT_EQ(titles(without_overlap(start, after("F", 25))), (std::vector<std::string>{"F=25"}));
    EXPECT_EQ(titles(without_overlap(start, {both})), (std::vector<std::string>{"F=24"}));
}

TEST(FindingsChoices, WhatALaterChoiceUndoesIsNone) {
    const Recipe start = expand(volta());
    const Edit grouped = edit_of(start, "group", 2);
    const auto back = [&](const Edit& edit) { return edit.recipe == start; };
    const std::vector<Edit> edits = proposed_edits(grouped.recipe, EditReach::near);
    const auto ungrouped = std::ranges::find_if(edits, back);
    ASSERT_NE(ungrouped, edits.end());
    const Edit other = edit_of(start, "F", 24);
    EXPECT_EQ(titles(without_overlap(start, {grouped, *ungrouped, other})),
              (std::vector<std::string>{"F=24"}));
}

// Both cutoffs at once come near to the shift that saturates, and so do others of them.
TEST(FindingsChoices, OneFaultTakesThePlaceOfSeveralChoices) {
    const Recipe unit = edit_of(expand(volta()), "F_c", 22).recipe;
    const tb::Fault fault = fault_of(unit, "shift_saturates");
    const tb::FaultyModel model(unit, fault);
    const Findings found = findings(volta(), [&](const VectorRow& row) { return model(row.operands()); });
    EXPECT_EQ(names(found.report, BugKind::choice), std::vector<std::string>{"F_c"}) << listed(found.report);
    ASSERT_EQ(found.report.bugs.size(), 2U) << listed(found.report);
    EXPECT_EQ(found.report.bugs[1].name, fault.meaning);
}

// The unit's answers to dot-adds with product 3 speak against both choices.
TEST(FindingsChoices, AFrequentFaultDoesNotVoteAgainstAChoice) {
    const Spec spec = with(volta(), {{"align_rounding", "RD"}, {"output_rounding", "RD"}});
    const tb::Fault fault = fault_of(expand(spec), "product_dropped[k=3]");
    const tb::FaultyModel model(expand(spec), fault);
    const Findings found = findings(volta(), [&](const VectorRow& row) { return model(row.operands()); });
    auto choices = names(found.report, BugKind::choice);
    std::ranges::sort(choices);
    EXPECT_EQ(choices, (std::vector<std::string>{"align_rounding", "output_rounding"}))
        << listed(found.report);
    ASSERT_EQ(found.report.bugs.size(), 3U) << listed(found.report);
    EXPECT_EQ(found.report.bugs[2].name, fault.meaning);
}

}  // namespace
}  // namespace karat::probe
