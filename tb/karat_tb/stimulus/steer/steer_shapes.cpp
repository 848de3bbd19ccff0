// SPDX-License-Identifier: Apache-2.0
// The small generators behind SteeredSource, one for each kind of bin.
#include <algorithm>

#include "karat/arithmetic/round.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"
#include "karat_tb/stimulus/steer/steer.hpp"

namespace karat::tb {
namespace {

std::uint64_t flip_sign(std::uint64_t x, const FormatInfo& f) {
    return x ^ (f.sign_bit() << f.ignored_low_bits);
}

/// What holds e_max of a site beside its nonzero addends; kNoExponent if nothing of one value does.
int floor_of(const Site& site) {
    int out = site.operation->sum->floor.value_or(kNoExponent);
    for (const AddendBounds& x : site.bounds->groups) {
        if (x.zero_takes_part && x.zero_low == x.zero_high) out = std::max(out, x.zero_low);
    }
    return out;
}

}  // namespace

void HoleAim::align(DotOperands& x, const Bin& bin) {
    const Site& site = model_.sites()[static_cast<std::size_t>(bin.site)];
    const int count = static_cast<int>(site.addends.size());
    const int target = bin.addend >= 0 ? bin.addend : static_cast<int>(random_.below(site.addends.size()));
    const SiteAddend& addend = site.addends[static_cast<std::size_t>(target)];
    const ValueBounds& values = site.of(addend).value;
    const int F = addend.term->F.is_exact() ? 24 : addend.term->F.bits;
    int d = random_.between(0, F + 5);
    if (bin.kind == BinKind::shift) {
        const std::array<int, 7> distances{0,     random_.between(1, std::max(1, F - 2)),     F - 1, F, F + 1,
                                           F + 2, F + 3 + static_cast<int>(random_.below(20))};
        d = distances[static_cast<std::size_t>(bin.what)];
    }
    if (bin.kind == BinKind::max) d = bin.what == 2 ? 1 : 0;
    int e = pick(values);
    if (const int floor = floor_of(site);
        floor != kNoExponent && random_.one_in(4)) {  // the floor holds e_max
        e = floor - d;
        set_addend(x, bin, target, e, bin.kind == BinKind::dropped ? bin.index == 1 : random_.coin());
        return;
    }
    const int other = static_cast<int>(random_.below(static_cast<std::uint64_t>(count)));
    const SiteAddend& holder = site.addends[static_cast<std::size_t>(other)];
    const ValueBounds& held = site.of(holder).value;
    const int apart = site.key(addend, 0) - site.key(holder, 0);  // of exponents, where the keys are one
    if (held.nonzero && (d > 0 || bin.what == 1)) {
        // both exponents must exist
        const int low = std::max(values.e_low, held.e_low - d - apart);
        const int high = std::min(values.e_high, held.e_high - d - apart);
        if (low <= high) e = random_.between(low, high);
        if (other != target && (bin.kind != BinKind::max || bin.addend < 0))
            set_addend(x, bin, other, e + d + apart, random_.coin());
    }
    set_addend(x, bin, target, e, bin.kind == BinKind::dropped ? bin.index == 1 : random_.coin());
}

void HoleAim::cancel(DotOperands& x, const Bin& bin) {
    const Site& site = model_.sites()[static_cast<std::size_t>(bin.site)];
    const int count = static_cast<int>(site.addends.size());
    const int first = static_cast<int>(random_.below(static_cast<std::uint64_t>(count)));
    const int second = static_cast<int>(random_.below(static_cast<std::uint64_t>(count)));
    const SiteAddend& one = site.addends[static_cast<std::size_t>(first)];
    const SiteAddend& two = site.addends[static_cast<std::size_t>(second)];
    const ValueBounds& values = site.of(one).value;
    const int low = std::max(values.e_low, site.of(two).value.e_low);
    const int high = std::min(values.e_high, site.of(two).value.e_high);
    const int e = low <= high ? (random_.coin() ? random_.between(low, high)
                                                : high - static_cast<int>(random_.below(4)))
                              : pick(values);
    const bool negative = random_.coin();
    const bool exact = random_.coin();
    full_ = random_.one_in(4);
    set_addend(x, bin, first, e, negative);
    full_ = false;
    const auto is_sum = [&](const SiteAddend& a) { return a.slot >= program_.first_result(); };
    const auto is_link = [&](const SiteAddend& a) {
        return is_sum(a) && a.term->of.kind == ExpressionKind::acc;
    };
    const auto negated = [&](int from, int to) {
        const auto i = static_cast<std::size_t>(from);
        const auto j = static_cast<std::size_t>(to);
        x.a[j] = x.a[i];
        x.b[j] = flip_sign(x.b[i], formats_.b);
        if (!rules_.scale) return;
        const auto block = static_cast<std::size_t>(rules_.scale_block);
        if (!program_.is_product(one.slot)) x.scale_a[j / block] = x.scale_a[i / block];
        if (!program_.is_product(one.slot)) x.scale_b[j / block] = x.scale_b[i / block];
    };
    if (program_.is_product(one.slot) && program_.is_product(two.slot)) {
        negated(one.slot, two.slot);
        const auto j = static_cast<std::size_t>(two.slot);
        if (!exact)
            x.a[j] ^=
                (std::uint64_t{1} << random_.below(static_cast<std::uint64_t>(formats_.a.fraction_bits)))
                << formats_.a.ignored_low_bits;
        if (!exact && random_.coin())
            x.b[j] ^=
                (std::uint64_t{1} << random_.below(static_cast<std::uint64_t>(formats_.b.fraction_bits)))
                << formats_.b.ignored_low_bits;
    } else if (is_sum(one) && is_sum(two) && !is_link(one) && !is_link(two)) {
        const std::vector<int>& from = products_below(one.slot);
        const std::vector<int>& to = products_below(two.slot);
        for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) negated(from[i], to[i]);
        if (!exact)
            set_product(x, some_k(&site), e - random_.between(0, site.F),
                        random_.coin());  // something small in either
    } else if (first != second && (is_link(one) || is_link(two)) && random_.coin()) {
        cancel_link(x, site, is_link(one) ? one : two, is_link(one) ? two : one, e, negative);
    } else if (first != second) {
        set_addend(x, bin, one.slot == program_.c_slot() ? second : first, e, negative);
        take_back_by_c(x, exact);
    }
    const int more = bin.what > 3 ? 1 + static_cast<int>(random_.below(2)) : 0;  // three and more terms
    for (int i = 0; i < more; ++i) {
        const int third = static_cast<int>(random_.below(static_cast<std::uint64_t>(count)));
        if (third == first || third == second) continue;
        set_addend(x, bin, third, e - random_.between(0, site.F + 1), random_.coin());
    }
}

/// The same product, negated, in the step before, with something small beside it.
void HoleAim::cancel_link(DotOperands& x, const Site& site, const SiteAddend& link, const SiteAddend& other,
                          int exponent, bool negative) {
    blank(x);
    const int k = product_of(other);
    set_product(x, k, exponent, negative);
    const int before = product_of(link);
    x.a[static_cast<std::size_t>(before)] = x.a[static_cast<std::size_t>(k)];
    x.b[static_cast<std::size_t>(before)] = flip_sign(x.b[static_cast<std::size_t>(k)], formats_.b);
    const int small = product_of(link);
    if (small != before) set_product(x, small, exponent - random_.between(0, site.F), random_.coin());
}

/// c against what the model gives without it.
void HoleAim::take_back_by_c(DotOperands& x, bool exact) {
    const std::uint64_t before = x.c;
    x.c = 0;
    const Unpacked value = unpack(model_.evaluator()(x.view()), formats_.d);
    if (value.number_class != NumberClass::finite) {
        x.c = before;
        return;
    }
    const OutputRule rule = OutputRule::ieee(rules_.c, Rounding::RZ);
    x.c = round_to(rule, !value.negative, value.significand, value.exponent - formats_.d.fraction_bits);
    if (!exact)
        x.c ^= random_.coin()
                   ? 1U
                   : std::uint64_t{1} << random_.below(static_cast<std::uint64_t>(formats_.c.fraction_bits));
}

void HoleAim::pile_up(DotOperands& x, const Bin& bin) {
    const Site* site = bin.site >= 0 ? &model_.sites()[static_cast<std::size_t>(bin.site)] : nullptr;
    const int e = random_.coin() ? random_.between(std::max(p_low_, -4), std::min(p_high_, 6))
                                 : pick(model_.bounds().value(0));
    const bool negative = random_.coin();
    const std::uint64_t share = random_.below(9);  // of the products that take part, in eighths
    const bool tail = random_.coin();
    full_ = random_.coin();
    const bool all_full = full_;
    for (int k = 0; k < rules_.k; ++k) {
        if (random_.below(8) >= share) continue;
        const bool small = tail && random_.one_in(3);
        full_ = all_full && !small;
        set_product(x, k, small ? e - static_cast<int>(random_.below(30)) : e,
                    small ? random_.coin() : negative);
    }
    if (random_.one_in(3)) set_c(x, e + random_.between(-26, 2), negative);
    if (random_.one_in(3))
        set_product(x, some_k(site), e - static_cast<int>(random_.below(30)), random_.coin());
    full_ = false;
    if (bin.kind == BinKind::residue && random_.one_in(3)) odd_c(x);
}

/// c is an odd multiple of half an ulp of what the products give, or of an ulp beside that.
void HoleAim::odd_c(DotOperands& x) {
    x.c = 0;
    const Unpacked d = unpack(model_.evaluator()(x.view()), formats_.d);
    if (d.number_class != NumberClass::finite) return;
    const int width = random_.between(1, formats_.c.fraction_bits + 1);
    const std::uint64_t odd =
        (random_.bits() & ((std::uint64_t{1} << width) - 1)) | 1 | std::uint64_t{1} << (width - 1);
    const int last = d.exponent - program_.operations().back().round->fraction - 1 + random_.between(0, 2);
    x.c = round_to(OutputRule::ieee(rules_.c, Rounding::RZ), random_.coin(), odd, last);
}

/// Every addend of the site at one exponent, significands full, one sign: as far as a sum can grow.
void HoleAim::fill_site(DotOperands& x, const Bin& bin) {
    const Site& site = model_.sites()[static_cast<std::size_t>(bin.site)];
    const int e = pick(site.of(site.addends.front()).value);
    const bool negative = random_.coin();
    full_ = true;
    for (std::size_t j = site.addends.size(); j-- > 0;) {
        const SiteAddend& to = site.addends[j];
        if (to.is_operand || to.term->of.kind == ExpressionKind::acc || to.slot < program_.first_result()) {
            set_addend(x, bin, static_cast<int>(j), e + (to.is_operand ? 0 : random_.between(-2, 1)),
                       negative);
            continue;
        }
        for (const int k : products_below(to.slot)) set_product(x, k, e, negative);
    }
    full_ = false;
}

/// c and one or a few products about the ends of a result format's range.
void HoleAim::around_result(DotOperands& x, const Bin& bin) {
    const Site* site = bin.site >= 0 ? &model_.sites()[static_cast<std::size_t>(bin.site)] : nullptr;
    const Format format =
        site != nullptr && site->operation->round != nullptr ? site->operation->round->format : rules_.d;
    const FormatInfo& f = info(format);
    const FormatInfo& fc = formats_.c;
    const std::array<int, 6> goals{
        f.max_exponent(),
        f.min_exponent(),
        f.min_exponent() - 1,
        f.min_exponent() - f.fraction_bits,
        random_.between(f.min_exponent() - f.fraction_bits - 4, f.min_exponent() + 2),
        random_.between(-8, 8)};
    const int e = goals[random_.below(goals.size())];
    const bool negative = random_.coin();
    if (random_.one_in(3)) x.c = value_of_class(fc, static_cast<ValueClass>(random_.below(8)), random_);
    if (random_.one_in(3)) set_c(x, e, negative);
    if (random_.one_in(6)) {  // the largest value that the result can hold
        x.c = compose(fc, negative, fc.max_exponent(), fc.fraction_mask());
        const OutputRule& out = *program_.operations().back().round;
        if (out.format == rules_.c)
            x.c = x.c >> (fc.fraction_bits - out.fraction) << (fc.fraction_bits - out.fraction);
    }
    const std::uint64_t count = random_.below(4);
    full_ = random_.one_in(3);
    for (std::uint64_t i = 0; i < count; ++i) {
        set_product(x, some_k(random_.coin() ? site : nullptr), i == 0 ? e : e - random_.between(-2, 28),
                    random_.one_in(4) ? !negative : negative);
    }
    full_ = false;
}

void HoleAim::zeros(DotOperands& x) {
    const int style = static_cast<int>(random_.below(4));  // all negative, all positive, random
    const auto sign = [&] { return style == 0 || (style > 1 && random_.coin()); };
    for (std::size_t i = 0; i < x.a.size(); ++i) {
        x.a[i] = encode_zero(rules_.a, sign());
        x.b[i] = random_.coin() ? compose(formats_.b,
                                          style == 0 && rules_.a != Format::fp64 &&
                                              formats_.a.specials == Specials::fnuz,
                                          0, 0)
                                : encode_zero(rules_.b, false);
    }
    x.c = encode_zero(rules_.c, sign());
    if (!random_.one_in(4)) return;
    const int least = p_low_ - formats_.a.fraction_bits - formats_.b.fraction_bits;
    for (const Site& site : model_.sites()) {  // in each step of a chain the least there is, which may vanish
        if (site.is_chained || site.is_final) set_product(x, some_k(&site), least, sign());
    }
}

void HoleAim::specials(DotOperands& x, const Bin& bin) {
    const Site* site = bin.site >= 0 ? &model_.sites()[static_cast<std::size_t>(bin.site)] : nullptr;
    const auto put = [&] {
        const auto k = static_cast<std::size_t>(some_k(random_.coin() ? site : nullptr));
        const bool in_a = formats_.a.has_infinity() || (!formats_.b.has_infinity() && random_.coin());
        const bool swap = formats_.b.has_infinity() && random_.coin();
        const ValueClass which = random_.one_in(3) ? ValueClass::nan : ValueClass::infinity;
        const ValueClass with = random_.one_in(3) ? ValueClass::zero : ValueClass::normal;
        const bool special_a = in_a && !swap;
        x.a[k] = value_of_class(formats_.a, special_a ? which : with, random_);
        x.b[k] = value_of_class(formats_.b, special_a ? with : which, random_);
    };
    const std::uint64_t count = random_.below(3);
    for (std::uint64_t i = 0; i < count; ++i) put();
    if (random_.coin())
        x.c = value_of_class(formats_.c, random_.one_in(4) ? ValueClass::nan : ValueClass::infinity, random_);
}

DotOperands HoleAim::attempt(const Bin& bin) {
    DotOperands x;
    blank(x);
    switch (bin.kind) {
        case BinKind::operand:
        case BinKind::scale:
        case BinKind::product:
            if (random_.coin()) pile_up(x, bin);
            set_extreme(x, bin);
            break;
        case BinKind::max:
        case BinKind::shift:
        case BinKind::dropped:
            align(x, bin);
            break;
        case BinKind::cancel:
            if (random_.one_in(4)) {
                pile_up(x, bin);
            } else {
                cancel(x, bin);
            }
            break;
        case BinKind::carry:
            if (random_.coin()) {
                pile_up(x, bin);
            } else {
                fill_site(x, bin);
            }
            break;
        case BinKind::residue:
        case BinKind::step:
        case BinKind::result:
        case BinKind::special:
            switch (random_.below(6)) {
                case 0:
                case 1:
                    pile_up(x, bin);
                    break;
                case 2:
                    specials(x, bin);
                    break;
                case 3:
                    zeros(x);
                    break;
                default:
                    around_result(x, bin);
            }
            break;
    }
    return x;
}

}  // namespace karat::tb
