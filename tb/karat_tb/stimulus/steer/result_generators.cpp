// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "karat/arithmetic/round.hpp"
#include "karat_tb/stimulus/directed/integer_tiles.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"
#include "karat_tb/stimulus/steer/bin_generators.hpp"

namespace karat::tb {

namespace {

/// Random operands and the c that brings their sum near an end of d's range, or near zero.
void aim_at_integer(DotDraft& draft) {
    const bool plain = draft.random.coin();
    for (const auto& [elements, f] :
         {std::pair{&draft.x.a, &draft.formats.a}, {&draft.x.b, &draft.formats.b}}) {
        for (std::uint64_t& x : *elements)
            x = plain ? draft.random.bits() & f->encoding_mask()
                      : f->encoding(draft.random.coin(), draft.random.below(2) * f->max_finite_code());
    }
    const std::int64_t goal =
        draft.random.one_in(4) ? draft.random.between(-1, 1) : near_an_end(draft.rules, draft.random);
    draft.x.c = c_for_sum(draft.rules, draft.x.a, draft.x.b, goal);
    if (draft.random.one_in(8))
        draft.x.c = value_of_class(draft.formats.c, ValueClass::largest, draft.random);
}

}  // namespace

void aim_around_result(DotDraft& draft, const Bin& bin) {
    if (draft.rules.are_integers()) return aim_at_integer(draft);
    const bool largest = bin.kind == BinKind::result && bin.what == static_cast<int>(ValueClass::largest);
    if (largest && !draft.model.has_c() && draft.random.coin()) return aim_at_largest(draft);
    const Site* site = bin.site >= 0 ? &draft.model.sites()[static_cast<std::size_t>(bin.site)] : nullptr;
    const Format format =
        site != nullptr && site->operation->round != nullptr ? site->operation->round->format : draft.rules.d;
    const FormatInfo& f = info(format);
    const FormatInfo& fc = draft.formats.c;
    const std::array<int, 6> goals{
        f.max_exponent(),
        f.min_exponent(),
        f.min_exponent() - 1,
        f.min_exponent() - f.fraction_bits,
        draft.random.between(f.min_exponent() - f.fraction_bits - 4, f.min_exponent() + 2),
        draft.random.between(-8, 8)};
    const int e = goals[draft.random.below(goals.size())];
    const bool negative = draft.random.coin();
    if (draft.random.one_in(3))
        draft.x.c = value_of_class(fc, static_cast<ValueClass>(draft.random.below(8)), draft.random);
    if (draft.random.one_in(3)) draft.set_c(e, negative);
    if (draft.random.one_in(6)) {  // the largest value of the result format
        draft.x.c = compose(fc, negative, fc.max_exponent(), fc.fraction_mask());
        const OutputRule& out = *draft.program.operations().back().round;
        if (out.format == draft.rules.c)
            draft.x.c = draft.x.c >> (fc.fraction_bits - out.fraction) << (fc.fraction_bits - out.fraction);
    }
    const std::uint64_t count = draft.random.below(4);
    draft.full = draft.random.one_in(3);
    for (std::uint64_t i = 0; i < count; ++i) {
        draft.set_product(draft.some_k(draft.random.coin() ? site : nullptr),
                          i == 0 ? e : e - draft.random.between(-2, 28),
                          draft.random.one_in(4) ? !negative : negative);
    }
    draft.full = false;
}

void aim_at_zeros(DotDraft& draft) {
    const int style =
        static_cast<int>(draft.random.below(4));  // 0: all negative, 1: all positive, else random
    const auto sign = [&] { return style == 0 || (style > 1 && draft.random.coin()); };
    for (std::size_t i = 0; i < draft.x.a.size(); ++i) {
        draft.x.a[i] = encode_zero(draft.rules.a, sign());
        draft.x.b[i] = draft.random.coin() ? compose(draft.formats.b,
                                                     style == 0 && draft.rules.a != Format::fp64 &&
                                                         draft.formats.a.specials == Specials::fnuz,
                                                     0, 0)
                                           : encode_zero(draft.rules.b, false);
    }
    draft.x.c = encode_zero(draft.rules.c, sign());
    if (!draft.random.one_in(4)) return;
    const int least = draft.p_low - draft.formats.a.fraction_bits - draft.formats.b.fraction_bits;
    // the smallest product in each step of a chain; it may round to zero
    for (const Site& site : draft.model.sites()) {
        if (site.is_chained || site.is_final) draft.set_product(draft.some_k(&site), least, sign());
    }
}

void aim_at_specials(DotDraft& draft, const Bin& bin) {
    const Site* site = bin.site >= 0 ? &draft.model.sites()[static_cast<std::size_t>(bin.site)] : nullptr;
    const auto put = [&] {
        const auto k = static_cast<std::size_t>(draft.some_k(draft.random.coin() ? site : nullptr));
        const bool in_a =
            draft.formats.a.has_infinity() || (!draft.formats.b.has_infinity() && draft.random.coin());
        const bool swap = draft.formats.b.has_infinity() && draft.random.coin();
        const ValueClass which = draft.random.one_in(3) ? ValueClass::nan : ValueClass::infinity;
        const ValueClass with = draft.random.one_in(3) ? ValueClass::zero : ValueClass::normal;
        const bool special_a = in_a && !swap;
        draft.x.a[k] = value_of_class(draft.formats.a, special_a ? which : with, draft.random);
        draft.x.b[k] = value_of_class(draft.formats.b, special_a ? with : which, draft.random);
    };
    const std::uint64_t count = draft.random.below(3);
    for (std::uint64_t i = 0; i < count; ++i) put();
    if (draft.random.coin())
        draft.x.c = value_of_class(
            draft.formats.c, draft.random.one_in(4) ? ValueClass::nan : ValueClass::infinity, draft.random);
}

void set_extreme(DotDraft& draft, const Bin& bin) {
    const auto i = static_cast<std::size_t>(bin.index);
    if (bin.kind == BinKind::operand) {
        const auto which = static_cast<ValueClass>(bin.what);
        if (bin.addend == 0) draft.x.a[i] = value_of_class(draft.formats.a, which, draft.random);
        if (bin.addend == 1) draft.x.b[i] = value_of_class(draft.formats.b, which, draft.random);
        if (bin.addend == 2) draft.x.c = value_of_class(draft.formats.c, which, draft.random);
    } else if (bin.kind == BinKind::scale) {
        const FormatInfo& s = info(*draft.rules.scale);
        const std::array<std::uint64_t, kScaleClasses> codes{s.has_zero ? 1U : 0U,
                                                             static_cast<std::uint64_t>(s.bias)
                                                                 << s.fraction_bits,
                                                             s.max_finite_code(),
                                                             s.magnitude_mask(),
                                                             0,
                                                             s.encoding_mask() & ~s.magnitude_mask()};
        (bin.addend == 0 ? draft.x.scale_a : draft.x.scale_b)[i] = codes[static_cast<std::size_t>(bin.what)];
    } else if (draft.rules.are_integers()) {
        const bool largest = draft.random.coin();
        const auto k = static_cast<std::size_t>(bin.index);
        for (const auto& [elements, f] :
             {std::pair{&draft.x.a, &draft.formats.a}, {&draft.x.b, &draft.formats.b}}) {
            (*elements)[k] = largest ? f->encoding(draft.random.coin(), f->max_finite_code())
                                     : draft.random.bits() & f->encoding_mask();
        }
    } else {
        draft.set_product(bin.index, bin.what == 0 ? draft.p_low : draft.pick(draft.model.bounds().value(0)),
                          draft.random.coin());
    }
}

}  // namespace karat::tb
