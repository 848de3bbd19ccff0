// SPDX-License-Identifier: Apache-2.0
// The plans of the vector kernels as readable text (plans.golden): the plan of each instruction, and the
// changes to the plan for every value of every knob. A bound that is too narrow gives correct bits, but
// slowly. A bound that is one bit too wide gives wrong bits in a few lanes. Every change must therefore be
// reviewed. KARAT_UPDATE_GOLDEN=1 rewrites the file. Measure the performance (bench/gemm_bench) before
// changing a plan.
#include <gtest/gtest.h>

#include <array>
#include <boost/json/serialize.hpp>
#include <sstream>
#include <utility>
#include <vector>

#include "golden.hpp"
#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/simd/common_grid/grid_plan.hpp"
#include "karat/simd/fused/fused_plan.hpp"
#include "karat/simd/steps/step_plan.hpp"

namespace karat::simd {
namespace {

/// The names and values of a plan's members, in order.
using Plan = std::vector<std::pair<std::string, std::string>>;

class Writer {
   public:
    template <class T>
    Writer& operator()(const std::string& name, const T& value) {
        std::ostringstream text;
        text << std::boolalpha << std::hexfloat;  // prints floating-point values exactly
        if constexpr (std::is_enum_v<T>) {
            text << static_cast<int>(value);
        } else {
            text << value;
        }
        plan_.emplace_back(prefix_ + name, text.str());
        return *this;
    }
    void list(const std::string& name, const std::vector<std::uint32_t>& values) {
        std::string text;
        for (const std::uint32_t k : values) text += (text.empty() ? "" : ",") + std::to_string(k);
        plan_.emplace_back(prefix_ + name, text);
    }
    void prefix(const std::string& name) { prefix_ = name.empty() ? "" : name + "."; }
    [[nodiscard]] const Plan& plan() const { return plan_; }

   private:
    Plan plan_;
    std::string prefix_;
};

void put(Writer& out, const OutputRule& r) {
    out("format", std::string(name_of(r.format)))("rounding", std::string(name_of(r.rounding)));
    out("fraction", r.fraction)("overflow", r.overflow)("nan", r.nan)("underflow_sign", r.underflow_sign);
    out("flush", r.flush)("flush_when", r.flush_when);
}

void put(Writer& out, const std::string& name, const FinishRule& r) {
    out.prefix(name);
    out("finish", r.finish)("min_exponent", r.min_exponent)("max_finite", r.max_finite);
    out("overflow_to", r.overflow);
    put(out, r.rule);
    out.prefix("");
}

void put(Writer& out, const std::string& name, const AddendRule& r) {
    out.prefix(name);
    out("min_exponent", r.min_exponent)("zero_exponent", r.zero_exponent)("flush_below", r.flush_below);
    out.prefix("");
}

void put(Writer& out, const FusedPlan& p) {
    out("kernel", std::string("fused"));
    out("shape", p.shape)("terms", p.terms)("operations", p.operations)("late", p.late)("groups", p.groups);
    out("group", p.group)("exponent_terms", p.exponent_terms)("products", p.products)("F", p.F);
    out("F_products", p.F_products)("product_rounding", p.product_rounding)("chunk", p.chunk);
    out("group_low", p.group_low)("F_group", p.F_group)("group_rounding", p.group_rounding);
    out("group_normalised", p.group_normalised)("zero_group_counts", p.zero_group_counts);
    out("dot_exact", p.dot_exact)("F_dot", p.F_dot)("F_c", p.F_c)("grid", p.grid);
    out("sum_rounding", p.sum_rounding)("c_rounding", p.c_rounding)("c_cutoff", p.c_cutoff)("down", p.down);
    out("dot_factor", p.dot_factor)("c_factor", p.c_factor)("floor", p.floor)("e_low", p.e_low);
    out("e_high", p.e_high)("scales_sums", p.decode.scales_sums)("scales_alone", p.decode.scales_alone);
    out("terms_count", p.decode.terms_count);
    put(out, "first_c", p.first_c);
    put(out, "linked_c", p.linked_c);
    put(out, "late_c", p.late_c);
    put(out, "dot", p.dot);
    put(out, "link", p.link);
    put(out, "out", p.out);
    out.list("order", p.decode.order);
}

void put(Writer& out, const StepPlan& p) {
    out("kernel", std::string("steps"));
    out("wide", p.wide)("fused", p.fused)("groups", p.groups)("group", p.group)("pairing", p.pairing);
    out("c_place", p.c_place)("positive_zero", p.positive_zero)("flush_products", p.flush_products);
    out("flush_sums", p.flush_sums)("leaves_nan", p.leaves_nan)("flush_a", p.flush_a)("flush_b", p.flush_b);
    out("flush_c", p.flush_c)("flush_sign", p.flush_sign);
    out.prefix("out");
    put(out, p.out);
    out.prefix("");
    out.list("order", p.order);
}

void put(Writer& out, const std::string& name, const GridRound& r) {
    out.prefix(name);
    out("finish", r.finish.finish)("kept", r.kept)("positive_zero", r.positive_zero);
    put(out, r.finish.rule);
    out.prefix("");
}

void put(Writer& out, const GridPlan& p) {
    out("kernel", std::string("common grid"));
    out("operations", p.operations)("groups", p.groups)("group", p.group)("fraction_a", p.fraction_a);
    out("fraction_b", p.fraction_b)("up", p.up)("F_products", p.F_products)("F_groups", p.F_groups);
    out("F_c", p.F_c)("least_exponent", p.least_exponent)("drops_tiny", p.drops_tiny);
    out("fast", p.fast)("low", p.low)("high", p.high);
    put(out, "link", p.link);
    put(out, "out", p.out);
    out.prefix("stored");
    put(out, p.stored);
    out.prefix("");
    out.list("order", p.decode.order);
}

/// Empty if no kernel handles `spec`.
Plan plan_of(const Spec& spec) {
    validate(spec);
    const Program program(expand(spec));
    const Bounds bounds(program);
    Writer out;
    if (const auto p = plan_fused(program, bounds)) put(out, *p);
    if (const auto p = plan_steps(program, bounds)) put(out, *p);
    if (const auto p = plan_grid(program)) put(out, *p);
    return out.plan();
}

std::string in_lines(const Plan& plan) {
    std::string out;
    std::string line = " ";
    for (const auto& [name, value] : plan) {
        const std::string word = " " + name + "=" + value;
        if (line.size() + word.size() > 110) {
            out += line + "\n";
            line = " ";
        }
        line += word;
    }
    return out + line + "\n";
}

/// The differences of `now` from `base`.
std::string difference(const Plan& base, const Plan& now) {
    if (now.empty()) return " no kernel";
    if (base.empty() || base.front() != now.front()) return " kernel=" + now.front().second;
    std::string out;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (base[i] != now[i]) out += " " + now[i].first + "=" + now[i].second;
    }
    return out.empty() ? " the same" : out;
}

std::vector<boost::json::value> values_of(const Knob& knob) {
    if (!knob.values().empty()) return knob.values();
    if (knob.key == "k" || knob.key == "terms" || knob.key == "group")
        return {1, 2, 15, 16, 17, 31, 32, 33, 64, 65, 66, 1024};
    return {-170, -150, -127, -126, -20, 0, 1, 3, 7, 11, 12, 23, 24, 25, 28, 31, 32, 36, 53, 60};
}

/// The plan of `base`, and the changes to it for each value of each knob. Invalid specifications are left
/// out.
std::string text_of(const std::string& title, const Spec& base) {
    const Plan plan = plan_of(base);
    std::string out = title + "\n" + in_lines(plan);
    const auto add = [&](const std::string& name, const Spec& spec) {
        try {
            out += "  " + name + ":" + difference(plan, plan_of(spec)) + "\n";
        } catch (const SpecError&) {
            return;
        }
    };
    for (const Knob& knob : knobs()) {
        for (const boost::json::value& value : values_of(knob)) {
            Spec spec = base;
            try {
                knob.set(spec, value, knob.key);
            } catch (const SpecError&) {
                continue;
            }
            const std::string word =
                value.is_string() ? std::string(value.as_string()) : boost::json::serialize(value);
            add(std::string(knob.key) + "=" + word, spec);
        }
    }
    for (const boost::json::value& a : find_knob("a").values()) {
        Spec spec = base;
        find_knob("a").set(spec, a, "a");
        find_knob("b").set(spec, a, "b");
        add("a=b=" + std::string(a.as_string()), spec);
    }
    return out;
}

struct Row {
    Arch arch;
    const char* instruction;
};

TEST(Plans, StayWhatTheyAre) {
    std::string text;
    for (const auto& [arch, name] :
         {Row{Arch::Hopper, "HMMA.16816.F32"}, Row{Arch::Hopper, "QGMMA.64x8x32.F32.E4M3.E4M3"},
          Row{Arch::Volta, "HMMA.884.F16.F16"},
          Row{Arch::RTXBlackwell, "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"},
          Row{Arch::RTXBlackwell, "QMMA.SF.16832.F32.E4M3.E4M3.E8"},
          Row{Arch::CDNA3, "v_mfma_f32_16x16x16_f16"}, Row{Arch::CDNA3, "v_mfma_f32_16x16x32_fp8_fp8"},
          Row{Arch::CDNA2, "v_mfma_f32_16x16x16f16"}, Row{Arch::CDNA1, "v_mfma_f32_16x16x2bf16"},
          Row{Arch::CDNA3, "v_mfma_f32_16x16x4_f32"}, Row{Arch::CDNA3, "v_mfma_f64_4x4x4_4b_f64"},
          Row{Arch::x86, "VDPBF16PS"}, Row{Arch::RDNA4, "v_wmma_f32_16x16x16_f16_w32"},
          Row{Arch::RDNA4, "v_wmma_f16_16x16x16_f16_w32"}, Row{Arch::RDNA4, "v_wmma_bf16_16x16x16_bf16_w64"},
          Row{Arch::RDNA4, "v_dot2_f32_bf16"}}) {
        text += text_of(std::string(name_of(arch)) + " " + name, find_instruction(arch, name).spec);
    }
    for (const Algorithm algorithm : {Algorithm::sda, Algorithm::gfda, Algorithm::muladd, Algorithm::gps}) {
        Spec spec;
        spec.algorithm = algorithm;
        text += text_of(std::string(name_of(algorithm)), spec);
    }
    test::expect_golden("/engine/plans.golden", text);
}

}  // namespace
}  // namespace karat::simd
