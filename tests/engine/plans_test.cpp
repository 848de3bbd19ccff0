// SPDX-License-Identifier: Apache-2.0
// What the vector kernels are told of a recipe: which of several ways to the same bits is gone, and where its
// bounds lie. A bound that is too narrow has the right bits, only slowly, and one a bit too wide has wrong
// ones in few lanes, so it must not move unseen.
#include <gtest/gtest.h>

#include <array>
#include <sstream>
#include <utility>

#include "karat/engine/fused_plan.hpp"
#include "karat/engine/step_plan.hpp"
#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs.hpp"
#include "karat/recipe/validate.hpp"

namespace karat::engine {
namespace {

/// Numbers and enumerators, one after the other; fractions exactly.
template <class... Ts>
void put(std::ostream& out, const Ts&... values) {
    ((out << +static_cast<std::conditional_t<std::is_enum_v<Ts>, int, Ts>>(values) << ' '), ...);
}

void put_rule(std::ostream& out, const OutputRule& rule) {
    put(out, rule.format, rule.rounding, rule.fraction, rule.overflow, rule.nan, rule.underflow_sign,
        rule.flush, rule.flush_when);
}

void put_rule(std::ostream& out, const FinishRule& rule) {
    put(out, rule.finish, rule.min_exponent, rule.max_finite, rule.overflow);
    put_rule(out, rule.rule);
}

void put_rule(std::ostream& out, const AddendRule& rule) {
    put(out, rule.min_exponent, rule.zero_exponent, rule.flush_below);
}

std::string text_of(const Spec& spec) {
    validate(spec);
    const Program program(expand(spec));
    const Bounds bounds(program);
    std::ostringstream out;
    out << std::hexfloat;
    if (const auto p = plan_fused(program, bounds)) {
        put(out, p->shape, p->terms, p->operations, p->late, p->groups, p->group, p->exponent_terms,
            p->products, p->F, p->F_products);
        put(out, p->product_rounding, p->chunk, p->group_low, p->F_group, p->group_rounding,
            p->group_normalised, p->zero_group_counts);
        put(out, p->dot_exact, p->F_dot, p->F_c, p->grid, p->sum_rounding, p->c_rounding, p->c_cutoff,
            p->down, p->dot_factor);
        put(out, p->c_factor, p->floor, p->e_low, p->e_high);
        for (const AddendRule* rule : {&p->first_c, &p->linked_c, &p->late_c}) put_rule(out, *rule);
        for (const FinishRule* rule : {&p->dot, &p->link, &p->out}) put_rule(out, *rule);
        put(out, p->scales_sums, p->scales_alone, p->terms_count);
        for (const std::uint32_t k : p->order) put(out, k);
    }
    if (const auto p = plan_steps(program, bounds)) {
        put(out, p->wide, p->fused, p->groups, p->group, p->pairing, p->c_place, p->positive_zero,
            p->flush_products, p->flush_sums);
        put(out, p->flush_a, p->flush_b, p->flush_c);
        put_rule(out, p->out);
        for (const std::uint32_t k : p->order) put(out, k);
    }
    return out.str();
}

class Fingerprint {
   public:
    /// Specifications that do not exist are left out.
    void add(const Spec& spec) {
        std::string text;
        try {
            text = text_of(spec);
        } catch (const SpecError&) {
            return;
        }
        ++count_;
        for (const char c : text) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    [[nodiscard]] std::pair<int, std::uint64_t> value() const { return {count_, hash_}; }

   private:
    int count_ = 0;
    std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

std::vector<boost::json::value> values_of(const Knob& knob) {
    if (!knob.values().empty()) return knob.values();
    if (knob.key == "k" || knob.key == "terms" || knob.key == "group")
        return {1, 2, 4, 8, 15, 16, 17, 31, 32, 33, 62, 64, 65, 66, 128, 1024};
    boost::json::array out;
    for (int i = -170; i <= 60; ++i) out.emplace_back(i);  // exponents, fraction bits
    return {out.begin(), out.end()};
}

/// A specification and all that differ from it in one knob, each with every a and b.
void add_neighbours(Fingerprint& out, const Spec& base) {
    for (const Knob& knob : knobs()) {
        for (const boost::json::value& value : values_of(knob)) {
            Spec spec = base;
            try {
                knob.set(spec, value, knob.key);
            } catch (const SpecError&) {
                continue;
            }
            out.add(spec);
        }
    }
    for (const boost::json::value& a : find_knob("a").values()) {
        for (const boost::json::value& b : find_knob("b").values()) {
            Spec spec = base;
            find_knob("a").set(spec, a, "a");
            find_knob("b").set(spec, b, "b");
            out.add(spec);
            spec.zero_product_sign = ProductZeroSign::positive;
            out.add(spec);
            spec.zero_product_sign = ProductZeroSign::signed_;
            spec.align_rounding = Rounding::RD;
            spec.flush_products = true;
            out.add(spec);
        }
    }
}

struct Expected {
    Arch arch;
    const char* instruction;
    int specifications;
    std::uint64_t hash;
};

// Who changes a plan on purpose has measured what it costs (bench/gemm_bench), puts the new numbers here, and
// says so in the changelog.
constexpr std::array<Expected, 11> kPlans{{
    {Arch::Hopper, "HMMA.16816.F32", 739, 0xee86022716deaf23ULL},
    {Arch::Hopper, "QGMMA.64x8x32.F32.E4M3.E4M3", 734, 0x36ee2a5522057618ULL},
    {Arch::Volta, "HMMA.884.F16.F16", 713, 0x1da99c9e0b0a1ce6ULL},
    {Arch::RTXBlackwell, "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X", 828, 0xf383d4a0266a1b6aULL},
    {Arch::RTXBlackwell, "QMMA.SF.16832.F32.E4M3.E4M3.E8", 733, 0xf7989068aab4dbf9ULL},
    {Arch::CDNA3, "v_mfma_f32_16x16x16_f16", 815, 0x6b50e83c824e3262ULL},
    {Arch::CDNA3, "v_mfma_f32_16x16x32_fp8_fp8", 908, 0xb925909de4f8bc4bULL},
    {Arch::CDNA2, "v_mfma_f32_16x16x16f16", 526, 0x81f632aae37eac88ULL},
    {Arch::CDNA1, "v_mfma_f32_16x16x2bf16", 526, 0xeb1a008d74d6fdfdULL},
    {Arch::CDNA3, "v_mfma_f32_16x16x4_f32", 336, 0xf772dabba35c8883ULL},
    {Arch::CDNA3, "v_mfma_f64_4x4x4_4b_f64", 363, 0x41ef83dd63057230ULL},
}};

TEST(Plans, StayWhatTheyAre) {
    for (const Expected& one : kPlans) {
        Fingerprint fingerprint;
        add_neighbours(fingerprint, find_instruction(one.arch, one.instruction).spec);
        const auto [specifications, hash] = fingerprint.value();
        EXPECT_EQ(specifications, one.specifications) << one.instruction;
        EXPECT_EQ(hash, one.hash) << one.instruction << ": " << specifications << ", 0x" << std::hex << hash
                                  << "ULL";
    }
}

/// The algorithms no GPU has.
TEST(Plans, OfDesignsStayWhatTheyAre) {
    struct Design {
        Algorithm algorithm;
        int specifications;
        std::uint64_t hash;
    };
    constexpr std::array<Design, 4> kDesigns{{{Algorithm::sda, 670, 0x6c8f5f42472baf1cULL},
                                              {Algorithm::gfda, 844, 0x540c804148b481b4ULL},
                                              {Algorithm::muladd, 529, 0x4f5e7752adacea70ULL},
                                              {Algorithm::gps, 541, 0x5a6e6d2390b83511ULL}}};
    for (const Design& one : kDesigns) {
        Spec spec;
        spec.algorithm = one.algorithm;
        Fingerprint fingerprint;
        add_neighbours(fingerprint, spec);
        const auto [specifications, hash] = fingerprint.value();
        EXPECT_EQ(specifications, one.specifications) << name_of(one.algorithm);
        EXPECT_EQ(hash, one.hash) << name_of(one.algorithm) << ": " << specifications << ", 0x" << std::hex
                                  << hash << "ULL";
    }
}

}  // namespace
}  // namespace karat::engine
