// SPDX-License-Identifier: Apache-2.0
// Several faults at once: each is named, or isolated with an example of its own.
#include <gtest/gtest.h>

#include <tuple>

#include "karat/recipe/edits/sites.hpp"
#include "karat_probe/findings/fault_pairs.hpp"
#include "karat_probe/findings/nearest_start.hpp"
#include "karat_probe/findings/row_shape.hpp"
#include "karat_probe/findings/typed_settings.hpp"
#include "karat_probe/identify/knobs/knob_form.hpp"
#include "karat_probe/separate/separate.hpp"
#include "probe/faulty_units.hpp"

namespace karat::probe {
namespace {

/// c loses its value if it is negative and its last fraction bit is set: no specification has that.
void lose_c(VectorRow& row) {
    if ((row.c >> 31) == 1 && (row.c & 1) == 1) row.c = 0;
}

TEST(Findings, AWrongKnobIsNamedBesideAFault) {
    const Findings found = findings(volta(), unit_of(with(volta(), {{"F", "22"}}), lose_c));
    EXPECT_EQ(names(found.report, BugKind::choice), std::vector<std::string>{"F"});
    EXPECT_EQ(found.report.recipe, expand(with(volta(), {{"F", "22"}})));
    ASSERT_GE(found.report.bugs.size(), 2U);
    for (const Bug& bug : found.report.bugs) {
        if (bug.kind == BugKind::choice) continue;
        EXPECT_TRUE(bug.example.repeats);
        EXPECT_EQ(bug.example.example.c >> 31, 1U) << bug.name;  // only such a c is lost
        EXPECT_EQ(bug.example.example.c & 1, 1U) << bug.name;
    }
}

TEST(Findings, ThreeWrongKnobsAreNamed) {
    const Findings found = findings(
        volta(), unit_of(with(volta(), {{"F", "24"}, {"output_rounding", "RNE"}, {"flush_c", "true"}})));
    auto named = names(found.report, BugKind::choice);
    std::sort(named.begin(), named.end());
    EXPECT_EQ(named, (std::vector<std::string>{"F", "flush_c", "output_rounding"}));
    for (const Bug& bug : found.report.bugs) {  // by the given specification, not by one on the way
        const std::string was = bug.name.starts_with("F ")  ? "23"
                                : bug.name.starts_with("f") ? "false"
                                                            : "RZ";
        EXPECT_NE(bug.name.find(" instead of " + was + ":"), std::string::npos) << bug.name;
    }
    EXPECT_EQ(found.report.unexplained, 0U);
    EXPECT_EQ(found.report.bugs.size(), 3U);
}

TEST(Findings, AFaultIsNotBlamedOnAKnob) {
    // a subnormal a is read with twice its value: flushing it would explain a few of the answers
    const auto twice = [](VectorRow& row) {
        for (std::uint64_t& a : row.a) {
            if ((a & 0x7c00) == 0) a = (a & 0x8000) | ((a & 0x3ff) << 1);
        }
    };
    const Findings found = findings(volta(), unit_of(volta(), twice));
    EXPECT_TRUE(names(found.report, BugKind::choice).empty());
    ASSERT_FALSE(found.report.bugs.empty());
    for (const Bug& bug : found.report.bugs) EXPECT_NE(bug.name.find("subnormal a"), std::string::npos);
}

Spec multiply_and_add() {
    return with(Spec{}, {{"algorithm", "muladd"},
                         {"a", "bf16"},
                         {"b", "bf16"},
                         {"c", "bf16"},
                         {"d", "bf16"},
                         {"k", "1"},
                         {"nan", "riscv"}});
}

/// A unit with faults of the library.
Answering faulty(const Spec& spec, const std::vector<std::string>& keys) {
    const auto answer = with_faults(expand(spec), keys);
    return [answer](const VectorRow& row) { return answer(row.operands()); };
}

TEST(Findings, FaultsThatShowOnlyTogetherAreNamed) {
    const Spec golden = multiply_and_add();
    const auto found = findings(golden, faulty(golden, {"subnormal_exponent_low[a]",
                                                        "sum_not_normalised[sum=result.chain.sum[1].of,left]",
                                                        "overflow_wraps[sum=result.chain]"}));
    EXPECT_EQ(found.report.unnamed, 0U);
    std::string all;
    for (const Bug& bug : found.report.bugs) all += bug.name + '\n';
    EXPECT_NE(all.find("a subnormal a is read with an exponent one too low"), std::string::npos) << all;
    EXPECT_NE(all.find("a sum that cancels is not normalised"), std::string::npos) << all;
    EXPECT_NE(all.find("the exponent field wraps"), std::string::npos) << all;
    EXPECT_TRUE(names(found.report, BugKind::choice).empty());
}

TEST(Findings, APairOfFaultsIsNamed) {
    const Spec golden = multiply_and_add();
    const std::vector<std::string> keys{"subnormal_exponent_low[a]",
                                        "sum_not_normalised[sum=result.chain.sum[1].of,left]"};
    const UnitAnswers answers = asked(golden, faulty(golden, keys));
    const Answering first = faulty(golden, {keys[0]});
    const Answering second = faulty(golden, {keys[1]});
    std::vector<std::size_t> rows;  // that neither explains by itself
    for (std::size_t i = 0; i < answers.wrong.size(); ++i) {
        const VectorRow& row = answers.wrong[i].row;
        if (first(row) != *row.d && second(row) != *row.d) rows.push_back(i);
    }
    ASSERT_GT(rows.size(), 20U);
    const auto pair = fault_pair({}, expand(golden), answers, rows);
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->rows, rows);
    EXPECT_EQ(pair->keys.size(), 2U);
    EXPECT_EQ(pair->spoilt, 0U);
}

TEST(Findings, AnAnswerThatDoesNotRepeatIsSaid) {
    std::uint64_t asked_so_far = 0;
    const Answering right = unit_of(volta());
    const Answering lies = [&](const VectorRow& row) {
        return ++asked_so_far % 500 == 0 ? right(row) ^ 0x10000 : right(row);
    };
    const Findings found = findings(volta(), lies);
    ASSERT_FALSE(found.report.bugs.empty());
    EXPECT_TRUE(names(found.report, BugKind::choice).empty());
    for (const Bug& bug : found.report.bugs) EXPECT_FALSE(bug.example.repeats);
}

TEST(Findings, AHealthyUnitHasNone) {
    const Findings found = findings(volta(), unit_of(volta()));
    EXPECT_TRUE(found.report.bugs.empty());
    EXPECT_EQ(found.answers.mismatches, 0U);
}

TEST(Findings, EveryMismatchIsInAGroup) {
    const Findings found = findings(volta(), unit_of(with(volta(), {{"nan", "riscv"}}), lose_c));
    std::vector<int> seen(found.answers.wrong.size());
    for (const Bug& bug : found.report.bugs) {
        for (const std::size_t row : bug.rows) ++seen.at(row);
    }
    for (const int count : seen) EXPECT_GE(count, 1);
}

TEST(Findings, TheConditionOfAFaultIsFound) {
    // a NaN in b is read as 1
    const Answering unit = unit_of(volta(), [](VectorRow& row) {
        for (std::uint64_t& b : row.b) {
            if ((b & 0x7fff) > 0x7c00) b = 0x3c00;
        }
    });
    const UnitAnswers answers = asked(volta(), unit);
    std::vector<std::size_t> all(answers.wrong.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const auto condition = condition_of(expand(volta()), answers, all);
    ASSERT_TRUE(condition);
    EXPECT_NE(condition->words.find("a NaN in b"), std::string::npos) << condition->words;
    EXPECT_GT(condition->share, 0.99);
}

TEST(Findings, AConditionMustBeClearlyAboveTheBaseRate) {
    // four of five answers are wrong, whatever the operands are
    const Answering right = unit_of(volta());
    const Answering unit = [&](const VectorRow& row) {
        std::uint64_t mixed = row.c;
        for (std::size_t i = 0; i < row.a.size(); ++i)
            mixed = (mixed ^ row.a[i] ^ row.b[i]) * 0x9e3779b97f4a7c15;
        return (mixed >> 40) % 5 == 0 ? right(row) : right(row) ^ 1;
    };
    const UnitAnswers answers = asked(volta(), unit);
    std::vector<std::size_t> all(answers.wrong.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const auto condition = condition_of(expand(volta()), answers, all);
    EXPECT_FALSE(condition) << sentence(*condition);
}

TEST(Findings, RightAnswersAreSpreadOverTheClasses) {
    const UnitAnswers answers = asked(volta(), unit_of(volta()), 30000);
    std::map<tb::OperandClass, std::size_t> counts;
    for (const UnitAnswer& answer : answers.right) ++counts[answer.operand_class];
    ASSERT_GE(counts.size(), 14U);  // all that a recipe without scale factors has
    EXPECT_LE(answers.right.size(), UnitAnswers::kMostRight);
    for (const auto& [operand_class, count] : counts)
        EXPECT_GT(count * counts.size() * 2, answers.right.size()) << class_name(operand_class);
}

TEST(Findings, TheNearestSpecificationIsTyped) {
    const Recipe nearest = expand(with(volta(), {{"F", "22"}, {"nan", "riscv"}}));
    EXPECT_EQ(typed_settings(volta(), nearest, {}), "--set F=22 --set nan=riscv");
    EXPECT_EQ(typed_settings(volta(), expand(volta()), {}), "");
    // an addend of another sum, which no knob describes
    for (const Edit& edit : edits(expand(volta()), EditReach::near)) {
        if (!knob_form(edit.recipe)) {
            EXPECT_FALSE(typed_settings(volta(), edit.recipe, {edit})) << title(edit);
            return;
        }
    }
    FAIL() << "every edit is a knob";
}

TEST(Findings, TheRegistryIsTriedIfNothingIsKnown) {
    const Answering unit = unit_of(with(volta(), {{"flush_b", "true"}}));
    FunctionTarget target(expand(volta()), unit);
    Spec exact = volta();
    exact.algorithm = Algorithm::exact;
    const UnitAnswers answers = asked(exact_spec(target.formats()), unit);
    const NearestStart start =
        nearest_start(expand(exact_spec(target.formats())), EditNames::knobs, answers, target, 5);
    EXPECT_EQ(start.name, "Volta/HMMA.884.F32.F32");
    EXPECT_EQ(start.unexplained, 0U);
}

/// An exact sum in a unit that halves subnormal c.
class HalvedSubnormals : public testing::Test {
   protected:
    HalvedSubnormals() {
        exact_.algorithm = Algorithm::exact;
        exact_.a = exact_.b = Format::e4m3;
        exact_.c = exact_.d = Format::fp16;
        exact_.k = 4;
        meant_ = with(exact_, {{"nan", "riscv"}, {"output_rounding", "RNA"}});
        unit_ = unit_of(meant_, [](VectorRow& row) {
            if ((row.c & 0x7c00) == 0) row.c = (row.c & 0x8000) | ((row.c & 0x3ff) >> 1);
        });
        answers_ = asked(exact_, unit_, 20000);
    }
    [[nodiscard]] NearestStart judged(Recipe recipe) const {
        const std::size_t unexplained = nearest_intent(recipe, answers_).unexplained;
        return {std::move(recipe), "", unexplained, EditNames::paths};
    }
    Spec exact_;
    Spec meant_;
    Answering unit_;
    UnitAnswers answers_;
};

TEST_F(HalvedSubnormals, AreNotImitatedByAnInferredRecipe) {
    FunctionTarget target(expand(exact_), unit_);
    const NearestStart start = nearest_start(expand(exact_), EditNames::knobs, answers_, target, 5);
    EXPECT_GT(start.unexplained * 10, answers_.wrong.size() + answers_.right.size());  // so one was inferred
    const BugReport report = find_bugs(start.recipe, judged_by(start.recipe, answers_), &target, start.names);
    EXPECT_EQ(report.recipe, expand(meant_));
}

/// A width that drops the last bit of subnormals also imitates the bit that halving drops.
TEST_F(HalvedSubnormals, AreNotImitatedByAWidthOfC) {
    const auto drop_last_bit = [](Term& term) {
        if (editing::is_c(term)) std::tie(term.F, term.rounding) = std::tuple(Width{43}, Rounding::RNZ);
    };
    Recipe imitation = editing::with_terms(expand(meant_), {}, drop_last_bit);
    imitation = editing::with_sums(imitation, {}, [](Sum& sum) { sum.floor = 20; });  // 20 - 43 = -23
    const NearestStart known = judged(expand(meant_));
    const NearestStart inferred = judged(std::move(imitation));
    EXPECT_FALSE(is_nearer(inferred, known, answers_));
    const auto unnamed = [&](const NearestStart& start) {
        return find_bugs(start.recipe, judged_by(start.recipe, answers_), nullptr, start.names).unnamed;
    };
    EXPECT_LT(unnamed(inferred) * 2, unnamed(known));
}

TEST(RowShape, SaysSignSizeAndOverflowOfIntegers) {
    const OperandRules formats =
        formats_of(expand(find_instruction("Turing", "IMMA.8816.S8.S8").spec).operands);
    VectorRow row;
    row.a.assign(static_cast<std::size_t>(formats.k), 0);
    row.b = row.a;
    EXPECT_EQ(shape_of(row, formats), "all operands zero");
    row.a[0] = 0xff;
    row.b[0] = 0x80;
    EXPECT_EQ(shape_of(row, formats), "1 product of negative a and least b");
    row.c = 0x7fffff7f;
    EXPECT_EQ(shape_of(row, formats), "1 product of negative a and least b, c");
    row.c = 0x7fffff80;  // 2^31 - 128, and the product is 128
    EXPECT_EQ(shape_of(row, formats), "1 product of negative a and least b, c, beyond the range of d");
    EXPECT_EQ(special_operands(row, formats), "");
}

TEST(Shrink, TwoAddendsThatCancelGoTogether) {
    const OperandRules formats = formats_of(expand(volta()).operands);
    VectorRow row;
    row.a = {0x3c00, 0x4000, 0x4000, 0};
    row.b = {0x3c00, 0x3c00, 0xbc00, 0};
    // something fails while a0*b0 is there and the other products cancel
    const auto cancels = [](const VectorRow& tried) {
        const bool second = tried.a[1] != 0 && tried.b[1] != 0;
        const bool third = tried.a[2] != 0 && tried.b[2] != 0;
        return tried.a[0] != 0 && tried.b[0] != 0 && second == third;
    };
    const VectorRow least = shrink(row, formats, cancels);
    EXPECT_EQ(operands_in(least), 2U);
}

TEST(Findings, SaysThatOneLaneOnlyIsWrong) {
    UnitAnswers answers = asked(volta(), unit_of(with(volta(), {{"F", "22"}})), 400);
    ASSERT_GE(answers.wrong.size(), 24U);
    ASSERT_FALSE(answers.right.empty());
    for (auto* list : {&answers.wrong, &answers.right}) {
        for (UnitAnswer& one : *list) one.lane = 2;
    }
    const auto lane = [&] {
        const BugReport report = find_bugs(expand(volta()), answers, nullptr);
        return report.bugs.empty() ? std::nullopt : report.bugs[0].only_lane;
    };
    EXPECT_EQ(lane(), std::nullopt);  // the unit has no other lane
    answers.right[0].lane = 0;
    EXPECT_EQ(lane(), 2U);
    for (std::size_t i = 0; i < answers.wrong.size(); i += 2) answers.wrong[i].lane = 1;
    EXPECT_EQ(lane(), std::nullopt);
}

TEST(Findings, AChoiceWithoutAKnobSaysHowItIsSet) {
    const Recipe start = expand(volta());
    for (const Edit& edit : proposed_edits(start, EditReach::near)) {
        if (edit.key != "F_products" || edit.value != 21) continue;
        const auto evaluator = std::make_shared<Evaluator>(edit.recipe);
        const Findings found =
            findings(volta(), [&](const VectorRow& row) { return (*evaluator)(row.operands()); });
        ASSERT_EQ(found.report.bugs.size(), 1U);
        EXPECT_EQ(found.report.bugs[0].name.substr(0, 15), "F_products = 21");
        const std::string& setting = found.report.bugs[0].setting;
        EXPECT_EQ(setting, "--set F=21 --set F_c=23");
        const auto typed = typed_settings(volta(), edit.recipe, {edit});
        EXPECT_EQ(typed, setting);  // which --set accepts
        return;
    }
    FAIL() << "no such edit";
}

TEST(RowShape, SaysWhatDiffers) {
    EXPECT_EQ(difference_of(0x7f800000, 0x7fffffff, Format::fp32), "nan for infinity");
    EXPECT_EQ(difference_of(0x3f800000, 0xbf800000, Format::fp32), "sign flipped");
    EXPECT_EQ(difference_of(0x3f800000, 0x3f800001, Format::fp32), "one ulp");
    EXPECT_EQ(difference_of(0x3f800000, 0, Format::fp32), "zero for number");
}

}  // namespace
}  // namespace karat::probe
