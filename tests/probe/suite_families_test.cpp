// SPDX-License-Identifier: Apache-2.0
// Every suite on every family of the registry, on changed models, and on targets that answer nonsense.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/summary.hpp"
#include "karat_probe/suites/algorithm_name.hpp"
#include "karat_probe/suites/report.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe::test {
namespace {

/// What every finding must have.
void expect_complete(const Finding& finding, const std::string& target) {
    const std::string where = target + " " + finding.id;
    EXPECT_FALSE(finding.verdict.empty()) << where;
    if (finding.outcome == Outcome::not_applicable) {
        EXPECT_TRUE(finding.verdict.starts_with("not applicable: ")) << where << ": " << finding.verdict;
        EXPECT_GT(finding.verdict.size(), 26U) << where << ": " << finding.verdict;
        return;
    }
    EXPECT_EQ(finding.result.empty(), finding.outcome == Outcome::undecided) << where;
    EXPECT_EQ(finding.excludes.empty(), finding.outcome == Outcome::undecided) << where;
    EXPECT_GT(finding.asked, 0U) << where;
    EXPECT_TRUE(finding.outcome == Outcome::undecided || !finding.questions.empty()) << where;
    for (const Question& question : finding.questions) EXPECT_TRUE(question.row.d) << where;
}

// One instruction of each architecture and arithmetic; the operands are valid and the answers the model's.
TEST(Suites, EveryFamily) {
    std::set<std::string> seen;
    for (const Instruction& instruction : registry()) {
        const std::string kind = std::string(name_of(instruction.arch)) + summary(instruction.spec) +
                                 std::string(name_of(instruction.spec.d)) +
                                 std::string(name_of(instruction.spec.metadata));
        if (!seen.insert(kind).second) continue;
        ModelTarget target(instruction.spec, instruction.name);
        for (const Suite& suite : suites()) {
            const SuiteReport report = run_suite(suite.name, target);
            for (const Finding& finding : report.findings) {
                expect_complete(finding, instruction.name);
                for (const Question& question : finding.questions) {
                    ASSERT_NO_THROW(target.dot().check(question.row.operands())) << instruction.name;
                    ASSERT_EQ(target.dot()(question.row.operands()), question.row.d)
                        << instruction.name << " " << finding.id;
                }
            }
        }
    }
    EXPECT_GT(seen.size(), 60U);
}

std::string probed_name(const Spec& spec) {
    ModelTarget target(spec, "changed");
    return algorithm_name(run_suite(SuiteName::mma_sim, target), run_suite(SuiteName::fasi, target));
}

// The suites see a changed knob.
TEST(Suites, ChangedModels) {
    struct Change {
        const char *key, *value, *name;
    };
    for (const Change& change :
         {Change{"F", "22", "FDA 22"}, Change{"F", "24", "FDA 24"}, Change{"F", "30", "FDA 30"},
          Change{"terms", "4", "CoFDA 25"}, Change{"align_rounding", "RD", "none of MMA-Sim's"},
          Change{"c_rounding", "RNE", "none of MMA-Sim's"}, Change{"output_rounding", "RNE", "FDA 25"}}) {
        Spec spec = find_instruction("Hopper", "HMMA.16816.F32").spec;
        set_knob(spec, change.key, change.value);
        EXPECT_EQ(probed_name(spec), change.name) << change.key << "=" << change.value;
    }
}

/// The rounding that the suite finds, with this knob.
std::string found_rounding(const char* test, const char* key, const std::string& mode) {
    Spec spec = find_instruction("Hopper", "HMMA.16816.F32").spec;
    set_knob(spec, key, mode);
    ModelTarget target(spec, mode);
    const SuiteReport report = run_suite(SuiteName::mma_sim, target);
    return finding_of(report, test).result;
}

TEST(Suites, EveryRoundingIsRecognised) {
    for (const std::string_view mode : EnumNames<Rounding>::names) {
        EXPECT_EQ(found_rounding("rounding-result", "output_rounding", std::string(mode)), mode);
        EXPECT_EQ(found_rounding("rounding-c", "c_rounding", std::string(mode)), mode);
        EXPECT_EQ(found_rounding("rounding-products", "align_rounding", std::string(mode)), mode);
    }
}

TEST(Suites, RoundingNarrowerThanTheResultIsSeenThroughTheCarry) {
    for (const char* mode : {"RZ", "RNE", "RU", "RD"}) {
        Spec spec = find_instruction("Volta", "HMMA.884.F32.F32").spec;  // F = 23: no bits below u
        set_knob(spec, "output_rounding", mode);
        ModelTarget target(spec, mode);
        EXPECT_EQ(finding_of(run_suite(SuiteName::mma_sim, target), "rounding-result").result, mode);
    }
}

/// Answers without arithmetic.
class Nonsense final : public Target {
   public:
    enum class Kind { zero, all_ones, random, echo_c };
    Nonsense(Kind kind, const OperandRules& formats) : kind_(kind), formats_(formats), name_("nonsense") {}
    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const OperandRules& formats() const override { return formats_; }

   private:
    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override {
        std::vector<std::uint64_t> out;
        const std::uint64_t mask = info(formats_.d).encoding_mask();
        for (const VectorRow& question : questions) {
            out.push_back(kind_ == Kind::zero       ? 0
                          : kind_ == Kind::all_ones ? mask
                          : kind_ == Kind::random   ? random_() & mask
                                                    : question.c & mask);
        }
        return out;
    }

    Kind kind_;
    OperandRules formats_;
    std::string name_;
    std::mt19937_64 random_{3};
};

constexpr std::array kAll{SuiteName::mma_sim, SuiteName::fttn, SuiteName::fasi};

TEST(Suites, NonsenseIsNotATree) {
    for (const char* name : {"HMMA.16816.F32", "DMMA.884", "HMMA.16816.F16"}) {
        const OperandRules formats = ModelTarget(find_instruction("Ampere", name).spec, name).formats();
        for (const auto kind : {Nonsense::Kind::all_ones, Nonsense::Kind::random, Nonsense::Kind::echo_c}) {
            Nonsense target(kind, formats);
            const ProbeReport report = probe_target(target, kAll);
            EXPECT_FALSE(report.trusted());
            for (const SuiteReport& suite : report.suites)
                for (const Finding& finding : suite.findings) expect_complete(finding, name);
            EXPECT_EQ(tree_in(report), nullptr) << name;
            EXPECT_FALSE(report_text(report).empty());
            EXPECT_NE(report_html(report).find("</html>"), std::string::npos);
        }
    }
}

TEST(Suites, TheReportHoldsEverything) {
    ModelTarget target(find_instruction("CDNA2", "v_mfma_f32_32x32x8f16").spec, "a<b");
    const ProbeReport report = probe_target(target, std::span(kAll).first(1));
    const std::string text = report_text(report, 90);
    const std::string html = report_html(report);
    const boost::json::object json = report_json(report);
    const auto& findings = json.at("suites").as_array()[0].as_object().at("findings").as_array();
    ASSERT_EQ(findings.size(), report.suites[0].findings.size());
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const Finding& finding = report.suites[0].findings[i];
        EXPECT_NE(text.find(finding.id + " "), std::string::npos);
        EXPECT_NE(html.find("<td>" + finding.id + "</td>"), std::string::npos);
        EXPECT_EQ(findings[i].as_object().at("verdict").as_string(), finding.verdict);
        EXPECT_EQ(findings[i].as_object().at("questions").as_array().size(), finding.questions.size());
    }
    EXPECT_NE(html.find("<svg"), std::string::npos);
    EXPECT_NE(html.find("a&lt;b"), std::string::npos);
    EXPECT_EQ(html.find("a<b"), std::string::npos);
    EXPECT_EQ(html.find("http://"), html.find("http://www.w3.org/2000/svg")) << "the page loads nothing";
    EXPECT_EQ(html.find("https://"), std::string::npos);
}

}  // namespace
}  // namespace karat::probe::test
