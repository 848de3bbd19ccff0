// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "karat/arithmetic/round.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"
#include "karat_tb/stimulus/steer/bin_generators.hpp"

namespace karat::tb {
namespace {

std::uint64_t flip_sign(std::uint64_t x, const FormatInfo& f) { return f.negated(x); }

/// Puts the negated product into the previous step, with a small product beside it.
void cancel_link(DotDraft& draft, const Site& site, const SiteAddend& link, const SiteAddend& other,
                 int exponent, bool negative) {
    draft.blank();
    const int k = draft.product_of(other);
    draft.set_product(k, exponent, negative);
    const int before = draft.product_of(link);
    draft.x.a[static_cast<std::size_t>(before)] = draft.x.a[static_cast<std::size_t>(k)];
    draft.x.b[static_cast<std::size_t>(before)] =
        flip_sign(draft.x.b[static_cast<std::size_t>(k)], draft.formats.b);
    const int small = draft.product_of(link);
    if (small != before)
        draft.set_product(small, exponent - draft.random.between(0, site.F), draft.random.coin());
}

/// Sets c to the negative of the model's result for c = 0. If not `exact`, flips one bit of c.
void take_back_by_c(DotDraft& draft, bool exact) {
    const std::uint64_t before = draft.x.c;
    draft.x.c = 0;
    const Unpacked value = unpack(draft.model.evaluator()(draft.x.view()), draft.formats.d);
    if (value.number_class != NumberClass::finite) {
        draft.x.c = before;
        return;
    }
    const OutputRule rule = OutputRule::ieee(draft.rules.c, Rounding::RZ);
    draft.x.c =
        round_to(rule, !value.negative, value.significand, value.exponent - draft.formats.d.fraction_bits);
    if (!exact)
        draft.x.c ^= draft.random.coin() ? 1U
                                         : std::uint64_t{1} << draft.random.below(
                                               static_cast<std::uint64_t>(draft.formats.c.fraction_bits));
}

/// With SignFrame::c_sign an addend of the other sign adds a unit, so two products cancel if one is the least
/// unit and the other is below it. The unit is that of an addend with a least exponent.
void cancel_unit(DotDraft& draft, const Site& site, const SiteAddend& one, const SiteAddend& two) {
    draft.blank();
    const bool negative = draft.random.coin();
    draft.x.c = encode_zero(draft.rules.c, negative);
    const auto set = [&](Slot k, int exponent, bool sign) {
        const auto factor = [&](Format format, int e, bool minus) {
            return round_to(OutputRule::ieee(format, Rounding::RZ), minus, std::uint64_t{1}, e);
        };
        draft.x.a[k] = factor(draft.rules.a, exponent / 2, sign);
        draft.x.b[k] = factor(draft.rules.b, exponent - exponent / 2, false);
    };
    int unit = site.bounds->lsb_low;
    for (const AddendBounds& x : site.bounds->groups)
        if (x.zero_takes_part) unit = std::max(unit, x.zero_low - x.fraction);
    set(one.slot, unit, negative);
    set(two.slot, unit - 1, !negative);
}

}  // namespace

void aim_at_cancellation(DotDraft& draft, const Bin& bin) {
    const Site& site = draft.model.sites()[static_cast<std::size_t>(bin.site)];
    const int count = static_cast<int>(site.addends.size());
    const int first = static_cast<int>(draft.random.below(static_cast<std::uint64_t>(count)));
    const int second = static_cast<int>(draft.random.below(static_cast<std::uint64_t>(count)));
    const SiteAddend& one = site.addends[static_cast<std::size_t>(first)];
    const SiteAddend& two = site.addends[static_cast<std::size_t>(second)];
    const bool products = draft.program.is_product(one.slot) && draft.program.is_product(two.slot);
    if (site.operation->sum->frame == SignFrame::c_sign && products && first != second && draft.random.coin())
        return cancel_unit(draft, site, one, two);
    const auto is_scaled = [&](const SiteAddend& a) {
        return draft.program.groups(*site.operation)[a.group].scaled_sum;
    };
    if (!draft.model.has_c() && first != second && is_scaled(one) && is_scaled(two) && draft.random.coin())
        return cancel_scaled_sums(draft, one, two);
    const ValueBounds& values = site.of(one).value;
    const int low = std::max(values.e_low, site.of(two).value.e_low);
    const int high = std::min(values.e_high, site.of(two).value.e_high);
    const int e = low <= high ? (draft.random.coin() ? draft.random.between(low, high)
                                                     : high - static_cast<int>(draft.random.below(4)))
                              : draft.pick(values);
    const bool negative = draft.random.coin();
    const bool exact = draft.random.coin();
    draft.full = draft.random.one_in(4);
    draft.set_addend(bin, first, e, negative);
    draft.full = false;
    const auto is_sum = [&](const SiteAddend& a) { return a.slot >= draft.program.first_result(); };
    const auto is_link = [&](const SiteAddend& a) {
        return is_sum(a) && a.term->of.kind == ExpressionKind::acc;
    };
    const auto negated = [&](int from, int to) {
        const auto i = static_cast<std::size_t>(from);
        const auto j = static_cast<std::size_t>(to);
        draft.x.a[j] = draft.x.a[i];
        draft.x.b[j] = flip_sign(draft.x.b[i], draft.formats.b);
        if (!draft.rules.scale) return;
        const auto block = static_cast<std::size_t>(draft.rules.scale_block);
        if (!draft.program.is_product(one.slot)) draft.x.scale_a[j / block] = draft.x.scale_a[i / block];
        if (!draft.program.is_product(one.slot)) draft.x.scale_b[j / block] = draft.x.scale_b[i / block];
    };
    if (products && !exact && !draft.model.has_c() && draft.random.one_in(3)) {
        // two products of other factors, such as 15 * 15 and 14 * 16, come closer than a flipped bit
        draft.set_addend(bin, second, e + draft.random.between(0, 1), !negative);
    } else if (products) {
        negated(one.slot, two.slot);
        const auto j = static_cast<std::size_t>(two.slot);
        if (!exact)
            draft.x.a[j] ^= (std::uint64_t{1}
                             << draft.random.below(static_cast<std::uint64_t>(draft.formats.a.fraction_bits)))
                            << draft.formats.a.ignored_low_bits;
        if (!exact && draft.random.coin())
            draft.x.b[j] ^= (std::uint64_t{1}
                             << draft.random.below(static_cast<std::uint64_t>(draft.formats.b.fraction_bits)))
                            << draft.formats.b.ignored_low_bits;
    } else if (is_sum(one) && is_sum(two) && !is_link(one) && !is_link(two)) {
        const std::vector<int>& from = draft.products_below(one.slot);
        const std::vector<int>& to = draft.products_below(two.slot);
        for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) negated(from[i], to[i]);
        if (!exact)
            draft.set_product(draft.some_k(&site), e - draft.random.between(0, site.F),
                              draft.random.coin());  // leaves a small remainder
    } else if (first != second && (is_link(one) || is_link(two)) && draft.random.coin()) {
        cancel_link(draft, site, is_link(one) ? one : two, is_link(one) ? two : one, e, negative);
    } else if (first != second) {
        draft.set_addend(bin, one.slot == draft.program.c_slot() ? second : first, e, negative);
        take_back_by_c(draft, exact);
    }
    const int more = bin.what > 3 ? 1 + static_cast<int>(draft.random.below(2)) : 0;  // three or more addends
    for (int i = 0; i < more; ++i) {
        const int third = static_cast<int>(draft.random.below(static_cast<std::uint64_t>(count)));
        if (third == first || third == second) continue;
        draft.set_addend(bin, third, e - draft.random.between(0, site.F + 1), draft.random.coin());
    }
}

}  // namespace karat::tb
