// SPDX-License-Identifier: Apache-2.0
// Operands set so that an addend, or a class of value, comes out as wanted: what the generators for bins are made of.
#include <algorithm>

#include "karat/arithmetic/round.hpp"
#include "karat/coverage/coverage_ranges.hpp"
#include "karat_tb/operand_bits.hpp"
#include "karat_tb/steer.hpp"

namespace karat::tb {

std::uint64_t value_of_class(const FormatInfo& f, ValueClass which, Random& random) {
    const bool negative = f.is_signed && random.coin();
    const std::uint64_t sign = (negative ? f.sign_bit() : 0) << f.ignored_low_bits;
    switch (which) {
        case ValueClass::zero:
        case ValueClass::minus_zero:
            return encode_zero(f.id, which == ValueClass::minus_zero);
        case ValueClass::subnormal:
            return sign | (1 + random.below(f.fraction_mask())) << f.ignored_low_bits;
        case ValueClass::least_normal:
            return sign | std::uint64_t{1} << (f.fraction_bits + f.ignored_low_bits);
        case ValueClass::largest:
            return sign | f.max_finite_code() << f.ignored_low_bits;
        case ValueClass::infinity:
            return sign | encode_infinity(OutputRule::ieee(f.id, Rounding::RNE), false);
        case ValueClass::nan:
            return encode_nan(f.id, random.coin() ? NanEncoding::riscv : NanEncoding::nvidia);
        default:
            return compose(f, negative, random.between(f.min_exponent(), f.max_exponent()), random.bits());
    }
}

HoleAim::HoleAim(const CoverageModel& model, std::uint64_t seed)
    : model_(model),
      plan_(model.dot().plan()),
      spec_(plan_.spec),
      p_low_(plan_.a->min_exponent() + plan_.b->min_exponent()),
      p_high_(plan_.a->max_exponent() + plan_.b->max_exponent()),
      random_(seed) {}

std::uint64_t HoleAim::pattern(int bits) {
    const std::uint64_t all = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    if (full_) return all;
    switch (random_.below(6)) {
        case 0:
            return 0;
        case 1:
            return all;
        case 2:
            return bits > 0 ? std::uint64_t{1} << random_.below(static_cast<std::uint64_t>(bits)) : 0;
        case 3:  // ones at the low end
            return (std::uint64_t{1} << random_.below(static_cast<std::uint64_t>(bits) + 1)) - 1;
        default:
            return random_.bits() & all;
    }
}

int HoleAim::pick(const ValueRange& range) {
    if (random_.one_in(4)) return random_.coin() ? range.e_low : range.e_high;
    const int low = std::max(range.e_low, -40);
    const int high = std::min(range.e_high, 40);
    return random_.one_in(2) && low <= high ? random_.between(low, high) : random_.between(range.e_low, range.e_high);
}

void HoleAim::blank(DotOperands& x) {
    const auto k = static_cast<std::size_t>(spec_.k);
    x.a.assign(k, 0);
    x.b.assign(k, 0);
    if (plan_.scale != nullptr) {
        const FormatInfo& s = *plan_.scale;
        const std::uint64_t one = static_cast<std::uint64_t>(s.bias) << s.fraction_bits;
        x.scale_a.assign(model_.dot().scale_count(), one);
        x.scale_b.assign(model_.dot().scale_count(), one);
        if (random_.one_in(3)) {  // small ones put the products out of the way
            std::fill(x.scale_a.begin(), x.scale_a.end(), random_.coin() ? 0 : 1);
            std::fill(x.scale_b.begin(), x.scale_b.end(), random_.coin() ? 0 : 1);
        }
    }
}

/// Product k of about 2^exponent, scales included.
void HoleAim::set_product(DotOperands& x, int k, int exponent, bool negative) {
    const auto i = static_cast<std::size_t>(k);
    const FormatInfo& fa = *plan_.a;
    const FormatInfo& fb = *plan_.b;
    int p = exponent;
    if (plan_.scale != nullptr) {
        // the scales of its block take what the operands cannot
        const FormatInfo& s = *plan_.scale;
        const std::size_t block = i / static_cast<std::size_t>(plan_.scale_block);
        const bool small = spec_.algorithm == Algorithm::gfda && spec_.group_exponent == GroupExponent::scale;
        p = small ? (full_ ? p_high_ : random_.between(p_low_, p_high_)) : std::clamp(p, p_low_, p_high_);
        if (!small && random_.coin()) p = random_.between(p_low_, p_high_);
        const int rest = std::clamp(small ? exponent : exponent - p, 2 * s.min_exponent(), 2 * s.max_exponent());
        const int first = std::clamp(rest / 2, s.min_exponent(), s.max_exponent());
        const auto code = [&](int e) {
            const std::uint64_t bits =
                (static_cast<std::uint64_t>(std::clamp(e, s.min_exponent(), s.max_exponent()) + s.bias) << s.fraction_bits) |
                (full_                                   ? s.fraction_mask()
                 : s.fraction_bits > 0 && random_.coin() ? random_.bits() & s.fraction_mask()
                                                         : 0);
            return std::min(bits, s.max_finite_code());
        };
        x.scale_a[block] = code(first);
        x.scale_b[block] = code(rest - first);
    }
    p = std::clamp(p, p_low_ - fa.fraction_bits - fb.fraction_bits, p_high_);
    const int low = std::max(fa.min_exponent(), p - fb.max_exponent());
    const int high = std::min(fa.max_exponent(), p - fb.min_exponent());
    const int ea = low <= high ? random_.between(low, high) : (p < p_low_ ? fa.min_exponent() : fa.max_exponent());
    const int eb = p - ea;
    const bool sign_a = random_.coin();
    const auto element = [&](const FormatInfo& f, bool sign, int e) {
        const bool subnormal = e < f.min_exponent() || (e == f.min_exponent() && random_.one_in(3));
        const std::uint64_t bits = subnormal ? std::max<std::uint64_t>(1, pattern(f.fraction_bits)) : pattern(f.fraction_bits);
        return compose(f, sign, subnormal ? f.min_exponent() - 1 : e, bits);
    };
    x.a[i] = element(fa, sign_a, ea);
    x.b[i] = element(fb, sign_a != negative, eb);
    if (random_.one_in(4)) x.b[i] = compose(fb, sign_a != negative, eb, 0);  // a's bits as they are
}

void HoleAim::set_c(DotOperands& x, int exponent, bool negative) {
    const FormatInfo& f = info(spec_.c);
    const bool subnormal = exponent < f.min_exponent() || (exponent == f.min_exponent() && random_.one_in(3));
    const std::uint64_t bits = pattern(f.fraction_bits);
    x.c = compose(f, negative, subnormal ? f.min_exponent() - 1 : exponent, subnormal ? std::max<std::uint64_t>(1, bits) : bits);
}

int HoleAim::some_k(const Site* site) {
    if (site != nullptr) {
        std::vector<int> products;
        for (const SiteAddend& x : site->addends) {
            if (x.role == Role::product) products.push_back(x.index);
        }
        if (!products.empty()) return products[random_.below(products.size())];
        // a sum of products of the same operation
        return pattern_index(spec_.chain_pattern, std::min(site->operation, plan_.operations - 1),
                             static_cast<int>(random_.below(static_cast<std::uint64_t>(plan_.terms))), plan_.operations, plan_.terms);
    }
    return static_cast<int>(random_.below(static_cast<std::uint64_t>(spec_.k)));
}

/// Makes the addend of a site about 2^exponent, through the operands it comes from.
void HoleAim::set_addend(DotOperands& x, const Bin& bin, int addend, int exponent, bool negative) {
    const Site& site = model_.sites()[static_cast<std::size_t>(bin.site)];
    const SiteAddend& to = site.addends[static_cast<std::size_t>(addend)];
    const int operation = site.operation;
    switch (to.role) {
        case Role::product:
            set_product(x, to.index, exponent, negative);
            break;
        case Role::c:
            if (to.is_operand || (operation == 1 && !plan_.late && random_.coin())) {
                set_c(x, exponent, negative);
            } else {  // the result of the operation before
                const int count = random_.one_in(3) ? 1 + static_cast<int>(random_.below(static_cast<std::uint64_t>(plan_.terms))) : 1;
                for (int i = 0; i < count; ++i) {
                    const int j = static_cast<int>(random_.below(static_cast<std::uint64_t>(plan_.terms)));
                    const int k = pattern_index(spec_.chain_pattern, std::max(operation - 1, 0), j, plan_.operations, plan_.terms);
                    set_product(x, k, i == 0 ? exponent : exponent - static_cast<int>(random_.below(30)), negative);
                }
            }
            break;
        case Role::group_sum: {
            const int count = random_.one_in(3) ? 1 + static_cast<int>(random_.below(static_cast<std::uint64_t>(plan_.group))) : 1;
            for (int i = 0; i < count; ++i) {
                const int j = static_cast<int>(random_.below(static_cast<std::uint64_t>(plan_.group)));
                const int in_operation = pattern_index(spec_.group_pattern, to.index, j, plan_.groups, plan_.group);
                const int k = pattern_index(spec_.chain_pattern, operation, in_operation, plan_.operations, plan_.terms);
                set_product(x, k, exponent - (i > 0 ? static_cast<int>(random_.below(12)) : 0), i == 0 ? negative : random_.coin());
            }
            break;
        }
        default: {
            const int count = random_.one_in(2) ? 1 + static_cast<int>(random_.below(3)) : 1;
            for (int i = 0; i < count; ++i) {
                set_product(x, some_k(&site), exponent - (i > 0 ? static_cast<int>(random_.below(30)) : 0),
                            i == 0 ? negative : random_.coin());
            }
        }
    }
}

void HoleAim::set_extreme(DotOperands& x, const Bin& bin) {
    const auto i = static_cast<std::size_t>(bin.index);
    if (bin.kind == BinKind::operand) {
        const auto which = static_cast<ValueClass>(bin.what);
        if (bin.addend == 0) x.a[i] = value_of_class(*plan_.a, which, random_);
        if (bin.addend == 1) x.b[i] = value_of_class(*plan_.b, which, random_);
        if (bin.addend == 2) x.c = value_of_class(info(spec_.c), which, random_);
    } else if (bin.kind == BinKind::scale) {
        const FormatInfo& s = *plan_.scale;
        const std::array<std::uint64_t, kScaleClasses> codes{s.has_zero ? 1U : 0U,
                                                             static_cast<std::uint64_t>(s.bias) << s.fraction_bits,
                                                             s.max_finite_code(),
                                                             s.magnitude_mask(),
                                                             0,
                                                             s.encoding_mask() & ~s.magnitude_mask()};
        (bin.addend == 0 ? x.scale_a : x.scale_b)[i] = codes[static_cast<std::size_t>(bin.what)];
    } else {
        set_product(x, bin.index, bin.what == 0 ? p_low_ : pick(product_range(plan_)), random_.coin());
    }
}

}  // namespace karat::tb
