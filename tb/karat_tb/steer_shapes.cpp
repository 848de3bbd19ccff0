// SPDX-License-Identifier: Apache-2.0
// The small generators behind SteeredSource, one for each kind of bin.
#include <algorithm>

#include "karat/arithmetic/round.hpp"
#include "karat/coverage/coverage_ranges.hpp"
#include "karat_tb/operand_bits.hpp"
#include "karat_tb/steer.hpp"

namespace karat::tb {
namespace {

std::uint64_t flip_sign(std::uint64_t x, const FormatInfo& f) { return x ^ (f.sign_bit() << f.ignored_low_bits); }

}  // namespace

void HoleAim::align(DotOperands& x, const Bin& bin) {
    const Site& site = model_.sites()[static_cast<std::size_t>(bin.site)];
    const int count = static_cast<int>(site.addends.size());
    const int target = bin.addend >= 0 ? bin.addend : static_cast<int>(random_.below(site.addends.size()));
    const SiteAddend& addend = site.addends[static_cast<std::size_t>(target)];
    const int F = addend.width.is_exact() ? 24 : addend.width.bits;
    int d = random_.between(0, F + 5);
    if (bin.kind == BinKind::shift) {
        const std::array<int, 7> distances{0,     random_.between(1, std::max(1, F - 2)),     F - 1, F, F + 1,
                                           F + 2, F + 3 + static_cast<int>(random_.below(20))};
        d = distances[static_cast<std::size_t>(bin.what)];
    }
    if (bin.kind == BinKind::max) d = bin.what == 2 ? 1 : 0;
    int e = pick(addend.range);
    if (site.floor != kNoExponent && random_.one_in(4)) {  // the floor holds e_max
        e = site.floor - d;
        set_addend(x, bin, target, e, bin.kind == BinKind::dropped ? bin.index == 1 : random_.coin());
        return;
    }
    const int other = static_cast<int>(random_.below(static_cast<std::uint64_t>(count)));
    const SiteAddend& holder = site.addends[static_cast<std::size_t>(other)];
    if (d > 0 || bin.what == 1) {
        // both exponents must exist
        const int low = std::max(addend.range.e_low, holder.range.e_low - d);
        const int high = std::min(addend.range.e_high, holder.range.e_high - d);
        if (low <= high) e = random_.between(low, high);
        if (other != target && (bin.kind != BinKind::max || bin.addend < 0)) set_addend(x, bin, other, e + d, random_.coin());
    }
    set_addend(x, bin, target, e, bin.kind == BinKind::dropped ? bin.index == 1 : random_.coin());
}

void HoleAim::cancel(DotOperands& x, const Bin& bin) {
    const Site& site = model_.sites()[static_cast<std::size_t>(bin.site)];
    const FormatInfo& fb = *plan_.b;
    const int count = static_cast<int>(site.addends.size());
    const int first = static_cast<int>(random_.below(static_cast<std::uint64_t>(count)));
    const int second = static_cast<int>(random_.below(static_cast<std::uint64_t>(count)));
    const SiteAddend& one = site.addends[static_cast<std::size_t>(first)];
    const SiteAddend& two = site.addends[static_cast<std::size_t>(second)];
    const int low = std::max(one.range.e_low, two.range.e_low);
    const int high = std::min(one.range.e_high, two.range.e_high);
    const int e = low <= high ? (random_.coin() ? random_.between(low, high) : high - static_cast<int>(random_.below(4))) : pick(one.range);
    const bool negative = random_.coin();
    const bool exact = random_.coin();
    full_ = random_.one_in(4);
    set_addend(x, bin, first, e, negative);
    full_ = false;
    if (one.role == Role::product && two.role == Role::product) {
        const auto i = static_cast<std::size_t>(one.index);
        const auto j = static_cast<std::size_t>(two.index);
        x.a[j] = x.a[i];
        x.b[j] = flip_sign(x.b[i], fb);
        if (!exact)
            x.a[j] ^= (std::uint64_t{1} << random_.below(static_cast<std::uint64_t>(plan_.a->fraction_bits))) << plan_.a->ignored_low_bits;
        if (!exact && random_.coin())
            x.b[j] ^= (std::uint64_t{1} << random_.below(static_cast<std::uint64_t>(fb.fraction_bits))) << fb.ignored_low_bits;
    } else if (one.role == Role::group_sum && two.role == Role::group_sum) {
        for (int g = 0; g < plan_.group; ++g) {
            const auto k = [&](int group) {
                return static_cast<std::size_t>(pattern_index(spec_.chain_pattern, site.operation,
                                                              pattern_index(spec_.group_pattern, group, g, plan_.groups, plan_.group),
                                                              plan_.operations, plan_.terms));
            };
            x.a[k(two.index)] = x.a[k(one.index)];
            x.b[k(two.index)] = flip_sign(x.b[k(one.index)], fb);
        }
        if (plan_.scale != nullptr) {
            const auto block = [&](int group) {
                return static_cast<std::size_t>((site.operation * plan_.terms + group * plan_.group) / plan_.scale_block);
            };
            x.scale_a[block(two.index)] = x.scale_a[block(one.index)];
            x.scale_b[block(two.index)] = x.scale_b[block(one.index)];
        }
        if (!exact) set_product(x, some_k(&site), e - random_.between(0, site.F), random_.coin());  // something small in either
    } else if (one.role != two.role && !(one.role == Role::c ? one : two).is_operand && site.operation > 0 && random_.coin()) {
        // the same product, negated, in the operation before, with something small beside it
        const SiteAddend& product = one.role == Role::c ? two : one;
        const auto index = [&](int operation) {
            const int j = static_cast<int>(random_.below(static_cast<std::uint64_t>(plan_.terms)));
            return pattern_index(spec_.chain_pattern, operation, j, plan_.operations, plan_.terms);
        };
        blank(x);
        const int k = product.role == Role::product ? product.index : index(site.operation);
        set_product(x, k, e, negative);
        const int before = index(site.operation - 1);
        x.a[static_cast<std::size_t>(before)] = x.a[static_cast<std::size_t>(k)];
        x.b[static_cast<std::size_t>(before)] = flip_sign(x.b[static_cast<std::size_t>(k)], fb);
        const int small = index(site.operation - 1);
        if (small != before) set_product(x, small, e - random_.between(0, site.F), random_.coin());
    } else if (one.role != two.role) {
        // what the products give, taken back by c: ask the model with c = 0
        Trace trace;
        const std::uint64_t before = x.c;
        x.c = 0;
        const bool c_is_first = one.role == Role::c;
        set_addend(x, bin, c_is_first ? second : first, e, negative);
        x.c = 0;
        const std::uint64_t d = model_.dot().traced_by_algorithm(x.view(), trace);
        const Unpacked value = unpack(d, info(spec_.d));
        if (value.number_class == NumberClass::finite) {
            OutputRule rule = OutputRule::ieee(spec_.c, Rounding::RZ);
            x.c = round_to(rule, !value.negative, value.significand, value.exponent - info(spec_.d).fraction_bits);
            if (!exact)
                x.c ^= random_.coin() ? 1U : std::uint64_t{1} << random_.below(static_cast<std::uint64_t>(info(spec_.c).fraction_bits));
        } else {
            x.c = before;
        }
    }
    const int more = bin.what > 3 ? 1 + static_cast<int>(random_.below(2)) : 0;  // three and more terms
    for (int i = 0; i < more; ++i) {
        const int third = static_cast<int>(random_.below(static_cast<std::uint64_t>(count)));
        if (third == first || third == second) continue;
        set_addend(x, bin, third, e - random_.between(0, site.F + 1), random_.coin());
    }
}

void HoleAim::pile_up(DotOperands& x, const Bin& bin) {
    const Site* site = bin.site >= 0 ? &model_.sites()[static_cast<std::size_t>(bin.site)] : nullptr;
    const int e = random_.coin() ? random_.between(std::max(p_low_, -4), std::min(p_high_, 6)) : pick(product_range(plan_));
    const bool negative = random_.coin();
    const std::uint64_t share = random_.below(9);  // of the products that take part, in eighths
    const bool tail = random_.coin();
    full_ = random_.coin();
    const bool all_full = full_;
    for (int k = 0; k < spec_.k; ++k) {
        if (random_.below(8) >= share) continue;
        const bool small = tail && random_.one_in(3);
        full_ = all_full && !small;
        set_product(x, k, small ? e - static_cast<int>(random_.below(30)) : e, small ? random_.coin() : negative);
    }
    if (random_.one_in(3)) set_c(x, e + random_.between(-26, 2), negative);
    if (random_.one_in(3)) set_product(x, some_k(site), e - static_cast<int>(random_.below(30)), random_.coin());
    full_ = false;
    if (bin.kind == BinKind::residue && random_.one_in(3)) odd_c(x);
}

/// c is an odd multiple of half an ulp of what the products give, or of an ulp beside that.
void HoleAim::odd_c(DotOperands& x) {
    const FormatInfo& f = info(spec_.d);
    x.c = 0;
    const Unpacked d = unpack(model_.dot()(x.view()), f);
    if (d.number_class != NumberClass::finite) return;
    const int width = random_.between(1, info(spec_.c).fraction_bits + 1);
    const std::uint64_t odd = (random_.bits() & ((std::uint64_t{1} << width) - 1)) | 1 | std::uint64_t{1} << (width - 1);
    const int last = d.exponent - spec_.output_fraction_or_default() - 1 + random_.between(0, 2);
    x.c = round_to(OutputRule::ieee(spec_.c, Rounding::RZ), random_.coin(), odd, last);
}

/// Every addend of the site at one exponent, significands full, one sign: as far as a sum can grow.
void HoleAim::fill_site(DotOperands& x, const Bin& bin) {
    const Site& site = model_.sites()[static_cast<std::size_t>(bin.site)];
    const int e = pick(site.addends.front().range);
    const bool negative = random_.coin();
    full_ = true;
    for (std::size_t j = site.addends.size(); j-- > 0;) {
        if (site.addends[j].role == Role::product || site.addends[j].role == Role::c) {
            set_addend(x, bin, static_cast<int>(j), e + (site.addends[j].is_operand ? 0 : random_.between(-2, 1)), negative);
            continue;
        }
        for (int i = 0; i < plan_.terms; ++i) {  // every product of the operation
            const int operation = std::min(site.operation, plan_.operations - 1);
            set_product(x, pattern_index(spec_.chain_pattern, operation, i, plan_.operations, plan_.terms), e, negative);
        }
    }
    full_ = false;
}

/// c and one or a few products about the ends of a result format's range.
void HoleAim::around_result(DotOperands& x, const Bin& bin) {
    const Site* site = bin.site >= 0 ? &model_.sites()[static_cast<std::size_t>(bin.site)] : nullptr;
    const Format format = site != nullptr && site->has_result ? site->rule.format : spec_.d;
    const FormatInfo& f = info(format);
    const FormatInfo& fc = info(spec_.c);
    const std::array<int, 6> goals{f.max_exponent(),
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
        if (plan_.out.format == spec_.c) x.c = x.c >> (fc.fraction_bits - plan_.out.fraction) << (fc.fraction_bits - plan_.out.fraction);
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
        x.a[i] = encode_zero(spec_.a, sign());
        x.b[i] = random_.coin() ? compose(*plan_.b, style == 0 && spec_.a != Format::fp64 && info(spec_.a).specials == Specials::fnuz, 0, 0)
                                : encode_zero(spec_.b, false);
    }
    x.c = encode_zero(spec_.c, sign());
    if (!random_.one_in(4)) return;
    for (int i = 0; i < plan_.operations; ++i) {  // in each operation the least there is, which may vanish
        const auto j = static_cast<int>(random_.below(static_cast<std::uint64_t>(plan_.terms)));
        const int least = p_low_ - plan_.a->fraction_bits - plan_.b->fraction_bits;
        set_product(x, pattern_index(spec_.chain_pattern, i, j, plan_.operations, plan_.terms), least, sign());
    }
}

void HoleAim::specials(DotOperands& x, const Bin& bin) {
    const Site* site = bin.site >= 0 ? &model_.sites()[static_cast<std::size_t>(bin.site)] : nullptr;
    const auto put = [&] {
        const auto k = static_cast<std::size_t>(some_k(random_.coin() ? site : nullptr));
        const bool in_a = plan_.a->has_infinity() || (!plan_.b->has_infinity() && random_.coin());
        const bool swap = plan_.b->has_infinity() && random_.coin();
        const ValueClass which = random_.one_in(3) ? ValueClass::nan : ValueClass::infinity;
        const ValueClass with = random_.one_in(3) ? ValueClass::zero : ValueClass::normal;
        const bool special_a = in_a && !swap;
        x.a[k] = value_of_class(*plan_.a, special_a ? which : with, random_);
        x.b[k] = value_of_class(*plan_.b, special_a ? with : which, random_);
    };
    const std::uint64_t count = random_.below(3);
    for (std::uint64_t i = 0; i < count; ++i) put();
    if (random_.coin()) x.c = value_of_class(info(spec_.c), random_.one_in(4) ? ValueClass::nan : ValueClass::infinity, random_);
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
