// SPDX-License-Identifier: Apache-2.0
// How far findings can be trusted: boxes that are no sum of products, compensated sums, and noise.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

#include "box.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/summary.hpp"
#include "karat/text/text.hpp"
#include "karat_probe/suites/premise.hpp"
#include "karat_probe/suites/report.hpp"
#include "karat_probe/suites/values.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe::test {
namespace {

float kahan_sum_of(const Terms& terms) {
    volatile float sum = terms.c;
    volatile float lost = 0;
    for (const float product : terms.products) {
        volatile const float next = product - lost;
        volatile const float total = sum + next;
        lost = (total - sum) - next;
        sum = total;
    }
    return sum;
}

std::string contradiction(const Box::Compute& compute) {
    const ProbeReport report = probed(compute);
    EXPECT_TRUE(report.steadiness.steady());
    return report.contradiction;
}

TEST(Trust, ASumIsASum) {
    const ProbeReport report = probed(sum_of);
    EXPECT_TRUE(report.trusted()) << report.contradiction;
    EXPECT_EQ(finding_of(report.suites[0], "summation-order").result, "sequential");
    EXPECT_EQ(report_text(report).find("no tree of sums:"), std::string::npos);
    EXPECT_EQ(report_text(report).find("no findings:"), std::string::npos);
}

/// One wrong answer, wherever it comes, is noticed, or no finding depends on it.
TEST(Trust, ASingleLieIsAskedAgain) {
    const ProbeReport honest = probed(sum_of);
    int noticed = 0;
    for (std::uint64_t wrong = 400; wrong < honest.asked; wrong += 29) {
        std::uint64_t n = 0;
        const ProbeReport report =
            probed([&](const Terms& x) { return ++n == wrong ? sum_of(x) * 1.5F + 1 : sum_of(x); });
        EXPECT_TRUE(report.premise_holds) << wrong;
        if (!report.steadiness.steady()) {
            ++noticed;
            continue;
        }
        EXPECT_TRUE(report.trusted()) << wrong << ": " << report.contradiction;
        for (std::size_t i = 0; i < honest.suites.size(); ++i) {
            for (const Finding& finding : honest.suites[i].findings)
                EXPECT_EQ(finding_of(report.suites[i], finding.id).result, finding.result)
                    << wrong << ": " << finding.id;
        }
    }
    EXPECT_GT(noticed, 10);
}

TEST(Trust, WhatIsNoSumOfProducts) {
    EXPECT_EQ(contradiction([](const Terms&) { return 1.0F; }), "it gives 1 whatever it is asked");
    EXPECT_EQ(contradiction([](const Terms& x) { return sum_of({x.products, 0}); }), "c has no effect");
    EXPECT_EQ(contradiction([](const Terms& x) { return x.c; }), "no product has an effect");
    EXPECT_EQ(contradiction([](const Terms& x) { return x.c + x.products[1] + x.products[3]; }),
              "a0*b0, a2*b2 have no effect");
    EXPECT_EQ(contradiction([](const Terms& x) { return -sum_of(x); }),
              "c = 1 gives -1, and the sum of the products and c is 1");
    EXPECT_EQ(contradiction([](const Terms& x) {
                  return sum_of({x.products, x.c / 2});
              }),
              "c = 1 gives 0.5, and the sum of the products and c is 1");
}

// Nothing is found on such a box, and nothing in the reports says otherwise.
TEST(Trust, EveryFindingIsUndecidedWithoutAPremise) {
    const ProbeReport report = probed([](const Terms& x) { return sum_of({x.products, 0}); });
    for (const SuiteReport& suite : report.suites)
        for (const Finding& finding : suite.findings)
            EXPECT_NE(finding.outcome, Outcome::found) << finding.id;
    const Finding& kept = finding_of(report.suites[0], "subnormal-a");
    EXPECT_EQ(kept.outcome, Outcome::undecided);
    EXPECT_EQ(kept.verdict,
              "no finding, because c has no effect. The answers: a subnormal a times 1 is kept: d = 2^-15");
    EXPECT_NE(report_text(report).find("\nno findings: c has no effect\n"), std::string::npos);
    EXPECT_NE(report_html(report).find("<p class='warning'>no findings: c has no effect."),
              std::string::npos);
    EXPECT_EQ(report_json(report).at("contradiction").as_string(), "c has no effect");
}

TEST(Trust, ACompensatedSumIsNoTree) {
    const ProbeReport report = probed(kahan_sum_of);
    EXPECT_NE(report.contradiction.find("compensated (Kahan) summation"), std::string::npos)
        << report.contradiction;
    EXPECT_NE(report_text(report).find("\nno tree of sums: 1 + u/4 + u/4 + u/4 gives 1 + u"),
              std::string::npos);
    EXPECT_EQ(tree_in(report), nullptr);
    EXPECT_EQ(finding_of(report.suites[0], "summation-order").outcome, Outcome::undecided);
    EXPECT_EQ(finding_of(report.suites[1], "T_acc_order").outcome, Outcome::undecided);
    EXPECT_EQ(finding_of(report.suites[0], "subnormal-c").result, "kept");  // true of any unit
}

// Partial sums wider than d are a tree of sums: a chain that is rounded to fp64, and to fp32 at the end.
TEST(Trust, WidePartialSumsAreATree) {
    ModelTarget target(spec_of(recipe_from_json_text(R"({
        "karat_recipe": 1, "operands": {"a": "fp16", "b": "fp16", "c": "fp32", "d": "fp32", "k": 4},
        "result": {"slices": 4, "start": "c",
            "chain": {"sum": [{"of": "acc"}, {"of": "product"}],
                      "round": {"format": "fp64", "rounding": "RNE"}},
            "last": {"format": "fp32", "rounding": "RNE"}}})")),
                       "wide");
    const ProbeReport report = probe_target(target, kAll);
    EXPECT_EQ(report.contradiction, "");
    EXPECT_EQ(finding_of(report.suites[1], "T_pres_extra_acc").result, "yes");
}

// Partial sums of different roundings and widths answer some of the questions like a compensated sum.
TEST(Trust, UnequalPartialSumsAreATree) {
    std::mt19937 random(5);
    const auto pick = [&](const auto& from) { return std::string(from[random() % from.size()]); };
    constexpr std::array kModes{"RZ", "RNE", "RU", "RD", "RA", "RNA", "RNZ", "RO"};
    constexpr std::array kFractions{"23", "24", "25", "26", "30"};
    for (int i = 0; i < 300; ++i) {
        std::string text = R"("c")";
        for (int k = 0; k < 4; ++k) {
            std::string addends = R"([{"of": )" + text;
            if (random() % 3 == 0)
                addends += R"(, "F": )" + pick(kFractions) + R"(, "rounding": ")" + pick(kModes) + '"';
            addends += R"(}, {"of": "product", "k": [)" + std::to_string(k) + "]}]";
            const std::string format = k == 3 ? "fp32" : "fp64";
            const std::string fraction = k == 3 ? "23" : pick(kFractions);
            text = R"({"sum": )" + addends + R"(, "round": {"format": ")" + format + R"(", "fraction": )" +
                   fraction + R"(, "rounding": ")" + pick(kModes) + R"("}})";
        }
        ModelTarget target(
            spec_of(recipe_from_json_text(
                R"({"karat_recipe": 1, "operands": {"a": "fp16", "b": "fp16", "c": "fp32", "d": "fp32",
                                   "k": 4}, "result": )" +
                text + "}")),
            "unequal");
        EXPECT_EQ(run_suite(SuiteName::mma_sim, target).settled.contradiction, "") << text;
    }
}

TEST(Trust, TheRegistryMeetsThePremise) {
    std::set<std::string> seen;
    for (const Instruction& instruction : registry()) {
        const std::string kind = std::string(name_of(instruction.arch)) + summary(instruction.spec) +
                                 std::string(name_of(instruction.spec.a)) +
                                 std::string(name_of(instruction.spec.d)) +
                                 std::string(name_of(instruction.spec.metadata));
        if (!seen.insert(kind).second) continue;
        ModelTarget target(instruction.spec, instruction.name);
        EXPECT_EQ(check_premise(target).contradiction, "")
            << name_of(instruction.arch) << ' ' << instruction.name;
    }
    EXPECT_GT(seen.size(), 100U);
}

TEST(Trust, ScaleFactorsThatAreIgnored) {
    // the same unit without scale factors, seen through formats that have them
    class Unscaled final : public Target {
       public:
        Unscaled() : formats_(ModelTarget(find_instruction("Blackwell", "UTCOMMA.4X").spec, "").formats()) {}
        [[nodiscard]] const std::string& name() const override { return name_; }
        [[nodiscard]] const OperandRules& formats() const override { return formats_; }

       private:
        [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override {
            std::vector<std::uint64_t> out;
            for (const VectorRow& row : questions) {
                double sum = to_double(row.c, formats_.c);
                for (std::size_t k = 0; k < row.a.size(); ++k)
                    sum += to_double(row.a[k], formats_.a) * to_double(row.b[k], formats_.b);
                out.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(sum)));
            }
            return out;
        }
        OperandRules formats_;
        std::string name_ = "unscaled";
    } target;
    const std::string reason = check_premise(target).contradiction;
    EXPECT_NE(reason.find("scale_a0 = 2 gives 1, and the sum of the products and c is 2"), std::string::npos)
        << reason;
}

TEST(Trust, NoiseIsSaid) {
    int count = 0;
    const ProbeReport report =
        probed([&](const Terms& x) { return sum_of(x) * (++count % 7 == 0 ? 1.0F + 0x1p-23F : 1.0F); });
    EXPECT_FALSE(report.trusted());
    EXPECT_NE(report_text(report).find("\nnot steady: "), std::string::npos);
    EXPECT_FALSE(report_json(report).at("steady").as_bool());
    EXPECT_NE(finding_of(report.suites[0], "rounding-result").outcome, Outcome::found);
    std::size_t changed = 0;
    for (const SuiteReport& suite : report.suites)
        for (const Finding& finding : suite.findings)
            changed += finding.verdict.find("an answer changed when the same was asked again") < 40 ? 1 : 0;
    EXPECT_GT(changed, 3U);
}

}  // namespace
}  // namespace karat::probe::test
