// SPDX-License-Identifier: Apache-2.0
// What has no name is put together into few findings, nothing is lost in them, and no fault is named that the
// unit refutes.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "karat/error.hpp"
#include "karat_probe/findings/bugs_output.hpp"
#include "karat_probe/findings/fault_names.hpp"
#include "karat_probe/findings/fault_trial.hpp"
#include "karat_probe/findings/groups.hpp"
#include "karat_probe/findings/neighbourhood.hpp"
#include "karat_probe/findings/row_shape.hpp"
#include "karat_tb/faults/faults.hpp"
#include "probe/faulty_units.hpp"

namespace karat::probe {
namespace {

Answering answering(const Recipe& recipe, tb::Fault fault) {
    const auto model = std::make_shared<tb::FaultyModel>(recipe, std::move(fault));
    return [model](const VectorRow& row) { return (*model)(row.operands()); };
}

/// Products are shifted right by 14 places at most, c as it should be: the library has no such fault.
tb::Fault limited_products() {
    tb::Fault out;
    tb::Hooks hooks;
    hooks.placement = [](const tb::AddendSite& site, tb::Value& x, tb::Placement& to) {
        constexpr int places = 14;
        const int distance = to.e_max - x.exponent;
        if (site.is_product && x.significand != 0 && distance > places) x.exponent += distance - places;
    };
    out.hooks.push_back(std::move(hooks));
    return out;
}

tb::Fault library_fault(const std::string& key) {
    for (const tb::Fault& fault : tb::faults_of(expand(volta()))) {
        if (fault.key == key) return fault;
    }
    throw Error("no fault " + key);
}

/// An infinite c next to a product makes an infinity of the wrong sign, which the library does not have.
Answering with_wrong_infinity(const Answering& unit) {
    return [unit](const VectorRow& row) {
        const std::uint64_t d = unit(row);
        const bool infinite = (d & 0x7fffffff) == 0x7f800000 && (row.c & 0x7fffffff) == 0x7f800000;
        return infinite && row.a[0] != 0 ? d ^ 0x80000000 : d;
    };
}

std::string family_of(const Recipe& recipe, const UnitAnswer& answer) {
    return difference_family(Evaluator(recipe)(answer.row.operands()), *answer.row.d, recipe.operands.d);
}

std::string all_names(const BugReport& report) {
    std::string out;
    for (const Bug& bug : report.bugs)
        out +=
            std::string(name_of(bug.kind)) + ": " + bug.name + ": " + std::to_string(bug.rows.size()) + '\n';
    return out;
}

/// A frequent carry, products that are shifted too little, and a few infinities of the wrong sign.
const Findings& three_faults() {
    static const Findings found = findings(
        volta(),
        with_wrong_infinity(answering(
            expand(volta()), tb::both(library_fault("carry_cut_tree[bit=18]"), limited_products()))));
    return found;
}

TEST(FindingsGroups, AFrequentFaultHidesNoOtherKindOfDifference) {
    const auto& [answers, report] = three_faults();
    const Recipe golden = expand(volta());
    std::set<std::size_t> found;
    for (const Bug& bug : report.bugs) {
        found.insert(bug.rows.begin(), bug.rows.end());
        found.insert(bug.reduced.begin(), bug.reduced.end());
        if (bug.kind != BugKind::unnamed) continue;
        const std::string family =
            difference_family(bug.example.expected, *bug.example.example.d, golden.operands.d);
        for (const std::size_t row : bug.rows)
            EXPECT_EQ(family_of(golden, answers.wrong[row]), family) << bug.name;
    }
    EXPECT_EQ(found.size(), answers.wrong.size());
    const auto is_of_infinity = [](const Bug& bug) {
        return bug.kind == BugKind::unnamed && bug.name.find("infinite c") != std::string::npos &&
               bug.name.ends_with("sign flipped");
    };
    EXPECT_TRUE(std::ranges::any_of(report.bugs, is_of_infinity)) << all_names(report);
}

TEST(FindingsGroups, AFaultThatTheUnitRefutesIsNotNamed) {
    const auto& [answers, report] = three_faults();
    const std::string all = all_names(report);
    EXPECT_NE(all.find("fault: the adder tree loses the carry from bit 17 to bit 18"), std::string::npos)
        << all;
    // the largest c and a product that is shifted too little give an infinity, but not because of this
    EXPECT_EQ(all.find("overflow is detected"), std::string::npos) << all;
    for (const Bug& bug : report.bugs) EXPECT_NE(bug.kind, BugKind::choice) << bug.name;
}

TEST(FindingsGroups, WhatNamedFaultsDoTogetherIsBlamedOnNoOther) {
    // the largest c beside products that are shifted too little overflows only if a carry is lost as well
    const std::vector<std::string> keys{"carry_cut_tree[bit=20]", "shift_limited[places=21]",
                                        "infinity_positive"};
    const auto model = with_faults(expand(volta()), keys);
    const Findings found = findings(volta(), [model](const VectorRow& row) { return model(row.operands()); });
    EXPECT_EQ(found.report.bugs.size(), keys.size()) << all_names(found.report);
    EXPECT_EQ(found.report.unnamed, 0U) << all_names(found.report);
    for (const Bug& bug : found.report.bugs) EXPECT_EQ(bug.kind, BugKind::fault) << bug.name;
}

TEST(FindingsGroups, AnUnnamedFaultIsFewFindings) {
    const auto [answers, report] = findings(volta(), answering(expand(volta()), limited_products()));
    EXPECT_EQ(report.unnamed, answers.wrong.size()) << all_names(report);
    EXPECT_LE(report.bugs.size(), 6U) << all_names(report);
    std::size_t largest = 0;
    for (const Bug& bug : report.bugs) {
        largest = std::max(largest, bug.rows.size());
        std::size_t others = 0;
        for (const FailureShape& shape : bug.example.others) {
            others += shape.rows;
            EXPECT_GT(shape.rows, 0U) << bug.name;
        }
        EXPECT_LT(others, bug.rows.size()) << bug.name;
    }
    EXPECT_GT(largest * 10, answers.wrong.size() * 6);
}

TEST(FindingsGroups, TwoUnnamedFaultsStayApart) {
    // a sum below 2^-20 loses its last bits: rare, and of the same family as the other one
    const auto low_bits = [](std::uint64_t d) {
        const std::uint64_t exponent = (d >> 23) & 0xff;
        return exponent != 0 && exponent < 127 - 20 ? d ^ 0x00400000 : d;
    };
    const Recipe golden = expand(volta());
    const Answering limited = answering(golden, limited_products());
    const Answering right = unit_of(volta());
    const Findings found = findings(volta(), [&](const VectorRow& row) { return low_bits(limited(row)); });
    bool first = false;
    bool second = false;
    for (const Bug& bug : found.report.bugs) {
        const VectorRow& row = bug.example.example;
        const bool by_limit = limited(row) != right(row);
        const bool by_bits = low_bits(right(row)) != right(row);
        first |= by_limit && !by_bits;
        second |= by_bits && !by_limit;
    }
    EXPECT_TRUE(first) << all_names(found.report);
    EXPECT_TRUE(second) << all_names(found.report);
}

/// Groups that remain of two whose examples look different, if the unit also fails on so many rows around the
/// first example that look like the second one.
std::size_t joined_by(std::size_t bridges) {
    const Recipe golden = expand(volta());
    const OperandRules formats = formats_of(golden.operands);
    const Answering right = unit_of(volta());
    const auto looks = [&](const VectorRow& row) {
        return shape_of(row, formats) + ": " + difference_of(right(row), right(row) ^ 1, formats.d);
    };
    VectorRow first;
    first.a = first.b = {0x3c00, 0, 0, 0};
    first.c = 0x41000000;
    std::map<std::string, std::vector<VectorRow>> around;
    for (VectorRow& row : neighbourhood(first, formats, 160)) {
        if (looks(row) != looks(first) && special_operands(row, formats) == special_operands(first, formats))
            around[looks(row)].push_back(std::move(row));
    }
    const auto most = std::ranges::max_element(around, {}, [](const auto& one) { return one.second.size(); });
    if (most == around.end() || most->second.size() <= bridges) throw Error("too few rows look alike");
    std::vector<VectorRow> wrong(most->second.begin(),
                                 most->second.begin() + static_cast<std::ptrdiff_t>(bridges));
    const VectorRow second = most->second.back();
    wrong.insert(wrong.end(), {first, second});
    FunctionTarget unit(golden, [&](const VectorRow& row) {
        const bool fails = std::ranges::any_of(
            wrong, [&](const VectorRow& one) { return one.a == row.a && one.b == row.b && one.c == row.c; });
        return right(row) ^ (fails ? 1U : 0U);
    });
    std::vector<FailureGroup> groups;
    for (const VectorRow& row : {first, second}) {
        FailureGroup group;
        group.rows = {2 * groups.size(), 2 * groups.size() + 1};
        group.example = row;
        group.example.d = right(row) ^ 1;
        group.expected = right(row);
        group.shape = shape_of(row, formats);
        group.difference = difference_of(right(row), right(row) ^ 1, formats.d);
        groups.push_back(std::move(group));
    }
    join_related(groups, results_by(golden), unit, {});
    return groups.size();
}

// The second example is one of the rows around the first.
TEST(FindingsGroups, OneRowBetweenThemDoesNotJoinTwoGroups) {
    EXPECT_EQ(joined_by(0), 2U);
    EXPECT_EQ(joined_by(1), 2U);
    EXPECT_EQ(joined_by(4), 1U);
}

TEST(FindingsGroups, AFlippedSignIsNotMixedWithAWrongValue) {
    // two bits of c are crossed, and a negative power of two becomes positive: c = -1 shows the second alone
    const Answering right = unit_of(volta());
    const auto crossed = [&](VectorRow row) {
        const std::uint64_t differ = (row.c >> 4 ^ row.c >> 5) & 1;
        row.c ^= differ << 4 | differ << 5;
        return right(row);
    };
    const auto positive = [](std::uint64_t d) { return (d & 0x807fffff) == 0x80000000 ? d & 0x7fffffff : d; };
    const Findings found = findings(volta(), [&](const VectorRow& row) { return positive(crossed(row)); });
    bool sign = false;
    bool value = false;
    for (const Bug& bug : found.report.bugs) {
        if (bug.kind != BugKind::unnamed) continue;
        const VectorRow& row = bug.example.example;
        const bool is_crossed = crossed(row) != right(row);
        const bool is_positive = positive(right(row)) != right(row);
        sign |= is_positive && !is_crossed;
        value |= is_crossed && !is_positive;
    }
    EXPECT_TRUE(sign) << all_names(found.report);
    EXPECT_TRUE(value) << all_names(found.report);
    // every other shape has an example, with what was expected and what the unit gave
    std::size_t examples = 0;
    for (const Bug& bug : found.report.bugs) {
        for (const std::string& shape : other_shapes(bug)) {
            examples += shape.find("expected 0x") != std::string::npos ? 1 : 0;
            EXPECT_TRUE(shape.find("expected 0x") != std::string::npos ||
                        shape.find(" more (") != std::string::npos)
                << shape;
        }
    }
    EXPECT_GT(examples, 0U);
}

TEST(FaultTrial, ATrueFaultIsBorneOutAndAFalseOneIsRefuted) {
    const Recipe recipe = expand(volta());
    const Agreement golden(recipe);
    const FaultModel without = [&](const Operands& in) { return golden.evaluator()(in); };
    const auto model = [&](const std::string& key) {
        return FaultModel(
            [fault = tb::FaultyModel(recipe, library_fault(key))](const Operands& in) { return fault(in); });
    };
    FunctionTarget unit(recipe, answering(recipe, library_fault("sign_ignored[c]")));
    VectorRow minus_one;
    minus_one.a.assign(4, 0);
    minus_one.b.assign(4, 0);
    minus_one.c = 0xbf800000;
    const FaultTrial truth = try_fault(golden, without, model("sign_ignored[c]"), {}, minus_one, unit);
    EXPECT_GT(truth.agreed, 10U);
    EXPECT_EQ(truth.contradicted + truth.other + truth.elsewhere_wrong, 0U);
    EXPECT_FALSE(truth.is_refuted());
    // it makes 1 of -1 as well, but other numbers of other results
    const FaultModel by_chance = [&](const Operands& in) {
        const std::uint64_t d = golden.evaluator()(in);
        if ((d >> 31) == 0) return d;
        return d == 0xbf800000 ? 0x3f800000 : d ^ 0x80000001;
    };
    const FaultTrial chance = try_fault(golden, without, by_chance, {}, minus_one, unit);
    EXPECT_TRUE(chance.is_refuted());
}

TEST(FaultTrial, ContradictionsRefute) {
    EXPECT_TRUE((FaultTrial{8, 3, 0, 0, 0}.is_refuted()));
    EXPECT_FALSE((FaultTrial{9, 3, 0, 0, 0}.is_refuted()));
    EXPECT_FALSE((FaultTrial{2, 2, 0, 0, 0}.is_refuted()));  // a corner that the library lacks
    EXPECT_TRUE((FaultTrial{10, 0, 40, 40, 2}.is_refuted()));
    EXPECT_FALSE((FaultTrial{10, 0, 40, 40, 30}.is_refuted()));  // another fault acts there as well
}

TEST(Neighbourhood, HasDifferentRowsThatFitTheFormats) {
    for (const auto& [arch, name] :
         std::vector<std::pair<const char*, const char*>>{{"Volta", "HMMA.884.F32.F32"},
                                                          {"Ampere", "HMMA.1684.F32.TF32"},
                                                          {"Ampere", "HMMA.SP.16816.F32"},
                                                          {"RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E2M1.E8"},
                                                          {"x86", "VPDPBUSDS"}}) {
        const Spec spec = find_instruction(arch, name).spec;
        const DotAdd dot(spec);
        const auto source = tb::make_source("directed", spec, 1, 1, 1);
        for (int i = 0; i < 32; ++i) {
            const tb::Tile tile = *source->next();
            VectorRow row;
            row.a = tile.a;
            row.b = tile.b;
            row.c = tile.c[0];
            row.scale_a = tile.scale_a;
            row.scale_b = tile.scale_b;
            row.metadata = tile.metadata;
            std::set<std::vector<std::uint64_t>> seen;
            const std::vector<VectorRow> rows = neighbourhood(row, dot.operands(), 40);
            EXPECT_GT(rows.size(), 20U) << name;
            for (const VectorRow& one : rows) {
                EXPECT_NO_THROW(dot.check(one.operands())) << name;
                std::vector<std::uint64_t> key = one.a;
                key.insert(key.end(), one.b.begin(), one.b.end());
                key.push_back(one.c);
                EXPECT_TRUE(seen.insert(std::move(key)).second) << name;
            }
        }
    }
}

/// Answers to rows of one class with these a0 and c; the other a and b are 1.
UnitAnswers answers_to(const Answering& unit,
                       const std::vector<std::pair<std::uint64_t, std::uint64_t>>& rows) {
    UnitAnswers out;
    for (const auto& [a, c] : rows) {
        UnitAnswer one;
        one.row.a = {a, 0x3c00, 0x3c00, 0x3c00};
        one.row.b.assign(4, 0x3c00);
        one.row.c = c;
        one.row.d = unit(one.row);
        one.tile = out.wrong.size();
        out.wrong.push_back(std::move(one));
    }
    out.lanes = out.mismatches = rows.size();
    return out;
}

// A frequent fault depends on a0, and a rare one of the same kind on c: it is in the last row of its class
// and kind, which looks like all others.
TEST(FindingsGroups, AFrequentFaultHidesNoRareOneOfItsKind) {
    const Answering right = unit_of(volta());
    const Answering unit = [&](const VectorRow& row) {
        return right(row) ^ ((row.a[0] & 0x3ff) == 0x155 || (row.c & 0xff) == 0xa5 ? 1U : 0U);
    };
    std::vector<std::pair<std::uint64_t, std::uint64_t>> rows;
    for (std::uint64_t i = 0; i < 900; ++i) rows.emplace_back(0x3d55, 0x3f800000 + 0x100 * i);
    rows.emplace_back(0x3c00, 0x3f8000a5);
    const UnitAnswers answers = answers_to(unit, rows);
    FunctionTarget target(expand(volta()), unit);
    const BugReport report = find_groups(expand(volta()), answers, &target);
    const auto is_rare = [](const Bug& bug) { return (bug.example.example.c & 0xff) == 0xa5; };
    const auto rare = std::ranges::find_if(report.bugs, is_rare);
    ASSERT_NE(rare, report.bugs.end()) << all_names(report);
    EXPECT_EQ(rare->rows, std::vector<std::size_t>{900}) << all_names(report);
}

// Only some rows are reduced if the unit may not be asked more. The others belong to a group by their class
// and kind, and the report says so.
TEST(FindingsGroups, RowsThatAreNotReducedAreCounted) {
    const Answering right = unit_of(volta());
    const Answering unit = [&](const VectorRow& row) { return right(row) ^ 1U; };
    std::vector<std::pair<std::uint64_t, std::uint64_t>> rows;
    for (std::uint64_t i = 0; i < 500; ++i) rows.emplace_back(0x3c00, 0x3f800000 + i);
    const UnitAnswers answers = answers_to(unit, rows);
    FunctionTarget target(expand(volta()), unit);
    std::vector<std::size_t> all(answers.wrong.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Standard standard = results_by(expand(volta()));
    const auto groups = failure_groups(standard, answers, all, target, {}, {.least = 100, .questions = 0});
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups[0].rows.size(), all.size());
    EXPECT_EQ(groups[0].reduced_from.size(), 100U);
    EXPECT_EQ(groups[0].assumed, 400U);
    EXPECT_EQ(failure_groups(standard, answers, all, target)[0].assumed, 0U);
    BugReport report;
    report.kept = all.size();
    Bug bug;
    bug.rows = groups[0].rows;
    bug.example = groups[0];
    EXPECT_NE(counts(bug, report).find(", 400 of them placed by class and kind only, not replayed"),
              std::string::npos)
        << counts(bug, report);
}

}  // namespace
}  // namespace karat::probe
