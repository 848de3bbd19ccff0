// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "karat/arithmetic/round.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"
#include "karat_tb/stimulus/steer/bin_generators.hpp"

namespace karat::tb {
namespace {

/// Sets c to an odd multiple of half an ulp, one ulp or two ulps of the result for c = 0.
void odd_c(DotDraft& draft) {
    draft.x.c = 0;
    const Unpacked d = unpack(draft.model.evaluator()(draft.x.view()), draft.formats.d);
    if (d.number_class != NumberClass::finite) return;
    const int width = draft.random.between(1, draft.formats.c.fraction_bits + 1);
    const std::uint64_t odd =
        (draft.random.bits() & ((std::uint64_t{1} << width) - 1)) | 1 | std::uint64_t{1} << (width - 1);
    const int last =
        d.exponent - draft.program.operations().back().round->fraction - 1 + draft.random.between(0, 2);
    draft.x.c = round_to(OutputRule::ieee(draft.rules.c, Rounding::RZ), draft.random.coin(), odd, last);
}

/// Sets every product to the largest, with the same sign and the scale factors that are there.
void largest_everywhere(DotDraft& draft) {
    const FormatInfo& fa = draft.formats.a;
    const FormatInfo& fb = draft.formats.b;
    std::ranges::fill(draft.x.a, fa.encoding(draft.random.coin(), fa.max_finite_code()));
    std::ranges::fill(draft.x.b, fb.encoding(false, fb.max_finite_code()));
}

}  // namespace

void pile_up_products(DotDraft& draft, const Bin& bin) {
    const Site* site = bin.site >= 0 ? &draft.model.sites()[static_cast<std::size_t>(bin.site)] : nullptr;
    const int e = draft.random.coin()
                      ? draft.random.between(std::max(draft.p_low, -4), std::min(draft.p_high, 6))
                      : draft.pick(draft.model.bounds().value(0));
    const bool negative = draft.random.coin();
    const std::uint64_t share = draft.random.below(9);  // share of the products that take part, in eighths
    const bool tail = draft.random.coin();
    draft.full = draft.random.coin();
    const bool all_full = draft.full;
    for (int k = 0; k < draft.rules.k; ++k) {
        if (draft.random.below(8) >= share) continue;
        const bool small = tail && draft.random.one_in(3);
        draft.full = all_full && !small;
        draft.set_product(k, small ? e - static_cast<int>(draft.random.below(30)) : e,
                          small ? draft.random.coin() : negative);
    }
    if (draft.random.one_in(3)) draft.set_c(e + draft.random.between(-26, 2), negative);
    if (draft.random.one_in(3))
        draft.set_product(draft.some_k(site), e - static_cast<int>(draft.random.below(30)),
                          draft.random.coin());
    draft.full = false;
    if (bin.kind == BinKind::residue && draft.random.one_in(3)) odd_c(draft);
}

void fill_site(DotDraft& draft, const Bin& bin) {
    // set_addend() draws scale factors for each product, which change the products before it
    if (draft.rules.scale && !draft.model.has_c() && draft.random.coin()) return largest_everywhere(draft);
    const Site& site = draft.model.sites()[static_cast<std::size_t>(bin.site)];
    const int e = draft.pick(site.of(site.addends.front()).value);
    const bool negative = draft.random.coin();
    draft.full = true;
    for (std::size_t j = site.addends.size(); j-- > 0;) {
        const SiteAddend& to = site.addends[j];
        if (to.is_operand || to.term->of.kind == ExpressionKind::acc ||
            to.slot < draft.program.first_result()) {
            draft.set_addend(bin, static_cast<int>(j), e + (to.is_operand ? 0 : draft.random.between(-2, 1)),
                             negative);
            continue;
        }
        for (const int k : draft.products_below(to.slot)) draft.set_product(k, e, negative);
    }
    draft.full = false;
}

}  // namespace karat::tb
