// SPDX-License-Identifier: Apache-2.0
// Every algorithm, configured as in the instructions, against the independent reference: at least 100,000
// directed dot-adds each.
#include <set>

#include "bridge.hpp"
#include "karat/instruction/registry.hpp"
#include "karat_tb/stimulus/sparse_tiles.hpp"

namespace karat::test {
namespace {

constexpr std::uint64_t kDotAdds = 100'000;

/// Distributes the dot-adds evenly over several specifications of one algorithm.
void compare_all(const std::vector<Spec>& specs) {
    const std::uint64_t each = (kDotAdds + specs.size() - 1) / specs.size();
    for (std::size_t i = 0; i < specs.size(); ++i) compare_with_reference(specs[i], each, 1000 + i);
}

Spec named(const char* arch, const char* name) { return find_instruction(arch, name).spec; }

Spec plain(Algorithm algorithm, Format in, Format out, int k) {
    Spec spec;
    spec.algorithm = algorithm;
    spec.a = spec.b = in;
    spec.c = spec.d = out;
    spec.k = k;
    return spec;
}

TEST(AgainstReference, Sfma) {
    compare_all({named("Hopper", "DMMA.884"), named("CDNA3", "v_mfma_f32_16x16x4_f32")});
}

TEST(AgainstReference, Gps) {
    compare_all({named("CDNA1", "v_mfma_f32_32x32x8f16"), named("CDNA1", "v_mfma_f32_32x32x4bf16"),
                 named("CDNA2", "v_mfma_f32_16x16x16f16"), named("CDNA2", "v_mfma_f32_16x16x8bf16"),
                 named("CDNA2", "v_mfma_f32_16x16x16bf16_1k")});
}

TEST(AgainstReference, Fda) {
    compare_all({named("Volta", "HMMA.884.F32.F32"), named("Volta", "HMMA.884.F32.F16"),
                 named("Volta", "HMMA.884.F16.F16"), named("Ampere", "HMMA.1688.F32"),
                 named("Ampere", "HMMA.1684.F32.TF32"), named("Hopper", "HMMA.16816.F32"),
                 named("Hopper", "HMMA.16816.F16"), named("Hopper", "HMMA.16816.F32.BF16"),
                 named("Hopper", "QGMMA.64x8x32.F32.E4M3.E5M2"),
                 named("Hopper", "QGMMA.64x8x32.F16.E5M2.E5M2"),
                 named("RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E2M1.E8")});
}

TEST(AgainstReference, CoFda) {
    compare_all({named("Ampere", "HMMA.16816.F32"), named("Ada", "HMMA.16816.F16"),
                 named("Ampere", "HMMA.1688.F32.TF32"), named("Ada", "QMMA.16832.F32.E5M2.E4M3"),
                 named("Ada", "QMMA.16832.F16.E4M3.E4M3")});
}

TEST(AgainstReference, EmulatedFp8) {
    compare_all({named("Hopper", "mma.m16n8k32.f32.e4m3.e5m2.f32"),
                 named("Hopper", "mma.m16n8k32.f16.e5m2.e5m2.f16"),
                 named("Blackwell", "mma.m16n8k32.f16.e4m3.e4m3.f16")});
}

TEST(AgainstReference, Gdfs) {
    compare_all({named("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.E8"),
                 named("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"),
                 named("Blackwell", "UTCOMMA.4X.F32.E2M1.E2M1.E8")});
}

TEST(AgainstReference, Fdrda) {
    compare_all({named("CDNA3", "v_mfma_f32_32x32x8_f16"), named("CDNA3", "v_mfma_f32_32x32x8_bf16"),
                 named("CDNA3", "v_mfma_f32_32x32x4_xf32")});
}

TEST(AgainstReference, CoFdrda) {
    compare_all({named("CDNA3", "v_mfma_f32_16x16x16_f16"), named("CDNA3", "v_mfma_f32_16x16x16_bf16"),
                 named("CDNA3", "v_mfma_f32_16x16x8_xf32")});
}

TEST(AgainstReference, Gfdrda) {
    compare_all({named("CDNA3", "v_mfma_f32_32x32x16_fp8_fp8"), named("CDNA3", "v_mfma_f32_32x32x16_bf8_bf8"),
                 named("CDNA3", "v_mfma_f32_32x32x16_fp8_bf8")});
}

TEST(AgainstReference, CoGfdrda) {
    compare_all(
        {named("CDNA3", "v_mfma_f32_16x16x32_fp8_fp8"), named("CDNA3", "v_mfma_f32_16x16x32_bf8_fp8")});
}

TEST(AgainstReference, MulAdd) {
    Spec half = plain(Algorithm::muladd, Format::fp16, Format::fp32, 8);
    half.product_format = Format::fp16;
    compare_all({plain(Algorithm::muladd, Format::bf16, Format::fp32, 8), half,
                 plain(Algorithm::muladd, Format::fp32, Format::fp32, 4)});
}

TEST(AgainstReference, Fma) {
    std::vector<Spec> specs;
    for (const Rounding rounding : {Rounding::RZ, Rounding::RD, Rounding::RU, Rounding::RNA}) {
        specs.push_back(plain(Algorithm::fma, Format::fp16, Format::fp32, 8));
        specs.back().output_rounding = rounding;
    }
    compare_all(specs);
}

TEST(AgainstReference, Sda) {
    std::vector<Spec> specs{plain(Algorithm::sda, Format::fp16, Format::fp32, 16),
                            plain(Algorithm::sda, Format::e4m3, Format::fp16, 16)};
    specs.push_back(specs[0]);
    specs.back().align_rounding = Rounding::RNE;
    specs.back().dot_exact = true;
    specs.push_back(specs[1]);
    specs.back().sticky = Sticky::ored;
    compare_all(specs);
}

TEST(AgainstReference, Gfda) {
    Spec spec = plain(Algorithm::gfda, Format::bf16, Format::fp32, 16);
    spec.group = 4;
    Spec normalised = spec;
    normalised.group_exponent = GroupExponent::normalised;
    normalised.F_inner = {20};
    Spec odd = spec;
    odd.group_pattern = Pattern::interleaved;
    odd.sticky = Sticky::ored;
    odd.output_rounding = Rounding::RNE;
    compare_all({spec, normalised, odd});
}

TEST(AgainstReference, Exact) {
    Spec scaled = plain(Algorithm::exact, Format::e2m3, Format::fp32, 32);
    scaled.scale = Format::ue8m0;
    scaled.scale_block = 8;
    compare_all({plain(Algorithm::exact, Format::fp16, Format::fp32, 16),
                 plain(Algorithm::exact, Format::fp64, Format::fp64, 8),
                 plain(Algorithm::exact, Format::bf16, Format::bf16, 5), scaled});
}

TEST(AgainstReference, FusedWithSticky) {
    Spec spec = plain(Algorithm::fda, Format::fp16, Format::fp32, 8);
    spec.F = {26};
    spec.sticky = Sticky::ored;
    spec.output_rounding = Rounding::RNE;
    Spec floor = spec;
    floor.align_rounding = Rounding::RD;
    floor.flush_output = true;
    compare_all({spec, floor});
}

TEST(AgainstReference, ExactThreeTermAdd) {  // a*b + c*d + e, rounded once
    Spec spec = plain(Algorithm::fda, Format::bf16, Format::fp32, 8);
    spec.terms = 2;
    spec.F = Width::exact();
    spec.output_rounding = Rounding::RNE;
    compare_all({spec});
}

TEST(AgainstReference, AdderTrees) {
    std::vector<Spec> specs;
    for (const Pairing pairing : {Pairing::adjacent, Pairing::half}) {
        for (const CPlace place : {CPlace::first, CPlace::last, CPlace::leaf_first, CPlace::leaf_last}) {
            specs.push_back(plain(Algorithm::gps, Format::fp16, Format::fp32, 12));
            specs.back().pairing = pairing;
            specs.back().c_place = place;
            specs.back().output_rounding = place == CPlace::last ? Rounding::RZ : Rounding::RNE;
        }
    }
    compare_all(specs);
}

/// Every distinct specification in the registry.
TEST(AgainstReference, WholeRegistry) {
    std::set<std::string> seen;
    for (const Instruction& instruction : registry()) {
        if (instruction.spec.algorithm == Algorithm::recipe) continue;  // see tests/recipe/*_family_test.cpp
        if (info(instruction.spec.d).is_integer()) continue;  // see tests/recipe/integer_family_test.cpp
        // the selection of sparse operands: see sparse_test.cpp
        const Spec spec = tb::dense_spec(instruction.spec);
        if (!seen.insert(to_json_text(spec)).second) continue;
        SCOPED_TRACE(std::string(name_of(instruction.arch)) + " " + instruction.name);
        compare_with_reference(spec, 600, 7);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(seen.size(), 150U);
}

}  // namespace
}  // namespace karat::test
