// SPDX-License-Identifier: Apache-2.0
// Random valid specifications that exercise every knob.
#pragma once
#include "../recipe/chooser.hpp"
#include "karat/error.hpp"
#include "karat/recipe/knobs/validate.hpp"

namespace karat::test {

class SpecMaker : Chooser {
   public:
    explicit SpecMaker(std::uint64_t seed) : Chooser(seed, 5) {}

    /// A valid specification of `algorithm`.
    Spec make(Algorithm algorithm) {
        while (true) {
            Spec spec = attempt(algorithm);
            try {
                validate(spec);
                return spec;
            } catch (const SpecError&) {
                ++refused_;
            }
        }
    }

    /// The same without integers, with chain_fraction, and with convert_c, which only the readable model and
    /// the reference support. The NaN encodings amd_rdna and x86 are left out, because their NaN depends on
    /// the operands. The references of their families (reference/families/rdna4.hpp) cover them.
    Spec make_for_reference(Algorithm algorithm) {
        while (true) {
            Spec spec = make(algorithm);
            if (info(spec.d).is_integer()) continue;  // see tests/recipe/integer_family_test.cpp
            spec.nan = one_of({NanEncoding::nvidia, NanEncoding::riscv, NanEncoding::any});
            if (random_.one_in(3))
                spec.convert_c = one_of({Format::fp32, Format::fp64, Format::tf32, Format::bf16});
            if (spec.is_fused() && random_.one_in(4)) {
                const FormatInfo& link = info(spec.chain_format.value_or(spec.d));
                spec.chain_fraction = random_.between(1, link.fraction_bits);
            }
            try {
                validate(spec);
                return spec;
            } catch (const SpecError&) {
                ++refused_;
            }
        }
    }

   private:
    Width any_width() {
        return random_.one_in(8) ? Width::exact() : Width{random_.between(1, random_.one_in(6) ? 140 : 40)};
    }
    Format operand_format() {
        while (true) {
            const Format format = any<Format>();
            if (!info(format).is_integer()) return format;
        }
    }
    /// Integers, which only `exact` has.
    Spec integers() {
        Spec s;
        s.algorithm = Algorithm::exact;
        s.a = one_of({Format::int4, Format::uint4, Format::int8, Format::uint8, Format::int16, Format::b1});
        s.b =
            s.a == Format::b1 || random_.coin() ? s.a : one_of({Format::int8, Format::uint8, Format::int32});
        s.c = one_of({Format::int32, Format::int32, Format::int16, Format::uint8});
        s.d = one_of({Format::int32, Format::int32, Format::int16, Format::int8});
        s.k = one_of({1, 2, 3, 4, 8, 16, 33});
        s.overflow = one_of({Overflow::wrap, Overflow::saturate});
        if (s.a == Format::b1) s.multiplier = any<Multiplier>();
        return s;
    }

    void operands(Spec& s) {
        s.a = operand_format();
        s.b = operand_format();
        s.c = result_format();
        s.d = result_format();
        s.k = one_of({1, 2, 3, 4, 6, 8, 16, 32});
        if (rarely()) s.convert = result_format();
        if (rarely()) s.flush_a = s.flush_b = random_.coin();
        s.flush_c = rarely();
        s.flush_below = any<FlushBelow>();
        s.flush_output = rarely();
        s.flush_output_when = any<FlushWhen>();
        s.nan = any<NanEncoding>();
        s.overflow = one_of({Overflow::inf, Overflow::saturate, Overflow::ieee});
        s.output_rounding = any<Rounding>();
        if (rarely()) s.output_fraction = random_.between(1, info(s.d).fraction_bits);
    }

    void fused(Spec& s) {
        s.terms = one_of({s.k, s.k, s.k % 2 == 0 ? s.k / 2 : s.k, s.k % 4 == 0 ? s.k / 4 : s.k});
        s.chain_pattern = any<Pattern>();
        if (rarely()) s.chain_format = result_format();
        if (rarely()) s.chain_rounding = any<Rounding>();
        if (rarely()) s.c_place = CPlace::late;
        s.F = any_width();
        s.align_rounding = random_.coin() ? Rounding::RZ : any<Rounding>();
        if (rarely())
            s.exponent_floor = random_.one_in(4) ? random_.between(-2000, 2000) : random_.between(-150, 20);
        s.zero_product = any<ZeroExponent>();
        s.flush_products = rarely();
        s.product_overflow = any<ProductOverflow>();
        s.underflow_sign = any<UnderflowSign>();
    }

    void with_c(Spec& s) {
        s.zero_c = any<ZeroExponent>();
        s.zero_sum = any<ZeroSum>();
        if (random_.coin()) s.F_c = any_width();
        if (random_.coin()) s.c_rounding = any<Rounding>();
    }

    void sticky(Spec& s) {
        if (!rarely()) return;
        s.sticky = Sticky::ored;
        s.align_rounding = one_of({Rounding::RZ, Rounding::RD});
        s.c_rounding = std::nullopt;
    }

    void scale(Spec& s) {
        if (!random_.one_in(3)) return;
        s.scale = one_of({Format::ue8m0, Format::ue4m3});
        s.scale_block = one_of({s.k, s.k % 2 == 0 ? s.k / 2 : s.k, 1});
    }

    void grouped(Spec& s) {
        const int whole = s.terms.value_or(s.k);
        s.group = one_of({whole, whole % 2 == 0 ? whole / 2 : whole, whole % 4 == 0 ? whole / 4 : 1, 1});
        s.group_pattern = any<Pattern>();
    }

    Spec attempt(Algorithm algorithm) {
        Spec s;
        s.algorithm = algorithm;
        operands(s);
        if (s.is_fused()) fused(s);
        switch (algorithm) {
            case Algorithm::fda:
                with_c(s);
                sticky(s);
                scale(s);
                break;
            case Algorithm::sda:
                sticky(s);
                scale(s);
                s.dot_exact = s.sticky == Sticky::none && rarely();
                if (!s.dot_exact && random_.coin()) s.dot_format = result_format();
                if (random_.coin()) s.dot_rounding = any<Rounding>();
                break;
            case Algorithm::gfda:
                with_c(s);
                sticky(s);
                grouped(s);
                scale(s);
                s.group_exponent = any<GroupExponent>();
                s.zero_group = any<ZeroGroup>();
                s.F_inner = random_.coin() ? Width::exact() : any_width();
                s.inner_rounding = any<Rounding>();
                break;
            case Algorithm::gfdrda:
                grouped(s);
                s.F_group = any_width();
                s.group_rounding = any<Rounding>();
                [[fallthrough]];
            case Algorithm::fdrda:
                with_c(s);
                s.F_sum = any_width();
                s.sum_rounding = any<Rounding>();
                if (random_.coin()) s.c_cutoff = random_.between(0, 40);
                break;
            case Algorithm::gps:
                grouped(s);
                s.c_place = one_of({CPlace::first, CPlace::last, CPlace::leaf_first, CPlace::leaf_last});
                s.pairing = any<Pairing>();
                [[fallthrough]];
            case Algorithm::muladd:
                s.product_rounding = any<Rounding>();
                if (random_.coin()) s.product_format = result_format();
                s.zero_product_sign = any<ProductZeroSign>();
                s.flush_products = rarely();
                [[fallthrough]];
            case Algorithm::fma:
                if (random_.coin()) s.acc_format = result_format();
                break;
            case Algorithm::exact:
                if (random_.one_in(4)) return integers();
                scale(s);
                s.zero_sum = any<ZeroSum>();
                s.underflow_sign = any<UnderflowSign>();
                break;
            case Algorithm::recipe:  // see tests/recipe/recipe_maker.hpp
                break;
        }
        return s;
    }

    std::uint64_t refused_ = 0;
};

}  // namespace karat::test
