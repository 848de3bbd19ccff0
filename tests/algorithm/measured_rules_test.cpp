// SPDX-License-Identifier: Apache-2.0
// Rules on which measurements or recorded code overruled a paper, each with one dot-add that tells the two
// apart.
#include <gtest/gtest.h>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"

namespace karat::test {
namespace {

/// A dot-add with the given first values of a and b; the others are 0, and scale factors are 1.
class Case {
   public:
    Case(const char* arch, const char* instruction) : spec_(find_instruction(arch, instruction).spec) {
        const auto k = static_cast<std::size_t>(spec_.k);
        a_.resize(k);
        b_.resize(k);
        if (!spec_.scale) return;
        const std::uint64_t one = encoding_from_value("1", *spec_.scale);
        scale_a_.assign(k / static_cast<std::size_t>(spec_.scale_block_or_default()), one);
        scale_b_ = scale_a_;
    }
    Case& product(std::size_t k, const char* a, const char* b) {
        a_[k] = encoding_from_value(a, spec_.a);
        b_[k] = encoding_from_value(b, spec_.b);
        return *this;
    }
    Case& scales(std::size_t block, const char* a, const char* b) {
        scale_a_[block] = encoding_from_value(a, *spec_.scale);
        scale_b_[block] = encoding_from_value(b, *spec_.scale);
        return *this;
    }
    Case& c(const char* value) {
        c_ = encoding_from_value(value, spec_.c);
        return *this;
    }
    /// The result, with a changed specification if `change` is given.
    template <class Change>
    [[nodiscard]] std::uint64_t d(const Change& change) const {
        Spec spec = spec_;
        change(spec);
        return DotAdd(spec)({a_, b_, scale_a_, scale_b_, c_});
    }
    [[nodiscard]] std::uint64_t d() const {
        return d([](Spec&) {});
    }

   private:
    Spec spec_;
    std::vector<std::uint64_t> a_, b_, scale_a_, scale_b_;
    std::uint64_t c_ = 0;
};

std::uint64_t fp32(const char* value) { return encoding_from_value(value, Format::fp32); }

TEST(MeasuredRules, ANegativeResultThatRoundsToZeroIsPlusZeroOnNvidia) {
    for (const auto& [arch, name] : {std::pair{"Ampere", "HMMA.16816.F32.BF16"},
                                     {"Hopper", "HMMA.16816.F32.BF16"},
                                     {"RTXBlackwell", "HMMA.16816.F32.BF16"}}) {
        const Case tiny = Case(arch, name).product(15, "-0x1p-80", "0x1p-75");
        EXPECT_EQ(tiny.d(), 0U) << arch;
        EXPECT_EQ(tiny.d([](Spec& spec) { spec.underflow_sign = UnderflowSign::keep; }), 0x80000000U)
            << "Khattak's rule, " << arch;
    }
}

TEST(MeasuredRules, AGroupOfZerosDoesNotSetTheGridOfNvfp4) {
    for (const char* name : {"OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X", "OMMA.SF.16864.F32.E2M1.E2M1.E8"}) {
        const bool e8 = std::string(name).ends_with("E8");
        const char* large = e8 ? "0x1p40" : "448";
        const char* small = e8 ? "0x1p-20" : "0x1p-9";
        Case zeros("RTXBlackwell", name);
        zeros.product(40, "0.5", "0.5").scales(0, large, large);
        const std::size_t last = e8 ? 1 : 2;  // the block of product 40
        zeros.scales(last, small, small);
        EXPECT_EQ(zeros.d(), fp32(e8 ? "0x1p-42" : "0x1p-20")) << name;
        EXPECT_EQ(zeros.d([](Spec& spec) { spec.zero_group = ZeroGroup::counted; }), 0U)
            << "MMA-Sim's rule, " << name;
    }
}

TEST(MeasuredRules, TheGridOfFp4IsNoFinerThan2ToMinus174) {
    Case tiny("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.E8");
    tiny.product(0, "0.5", "0.5").product(32, "6", "6");
    tiny.scales(0, "0x1p-88", "0x1p-88").scales(1, "0x1p-75", "0x1p-75");
    // 2^-178 is below the grid, whose unit is 2^-174; 36 * 2^-150 is a subnormal
    const std::uint64_t expected = fp32("0x1.2p-145");
    EXPECT_EQ(tiny.d(), expected);
    tiny.c("-0x1.2p-145");
    EXPECT_EQ(tiny.d(), 0U);
}

TEST(MeasuredRules, AnFp16CIsConvertedBeforeItIsCompared) {
    const Case x = Case("Volta", "HMMA.884.F32.F16").product(0, "0x1.004p-14", "0x1.08p-14").c("0x1p-24");
    // 2^-28 * (1 + 2^-5 + 2^-10 + 2^-15) beside 2^-24: every bit lies within F = 23 of the leading bit of c
    EXPECT_EQ(x.d(), fp32("0x1.10842p-24"));
    EXPECT_EQ(x.d([](Spec& spec) { spec.convert_c.reset(); }), fp32("0x1.108p-24"))
        << "unconverted, c counts with exponent -14, and bits below 2^-37 are lost";
}

TEST(MeasuredRules, AnInfiniteCDecidesBeforeAProductOverflowsOnCdna3) {
    const Case x = Case("CDNA3", "v_mfma_f32_32x32x8_bf16").product(0, "-0x1p100", "0x1p100").c("inf");
    EXPECT_EQ(x.d(), fp32("inf"));
    const Case alone = Case("CDNA3", "v_mfma_f32_32x32x8_bf16").product(0, "-0x1p100", "0x1p100").c("1");
    EXPECT_EQ(alone.d(), fp32("-inf"));
}

}  // namespace
}  // namespace karat::test
