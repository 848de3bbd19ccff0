// SPDX-License-Identifier: Apache-2.0
// Operands set so that an addend, or a class of value, comes out as wanted: what the generators for bins are
// made of.
#include <algorithm>

#include "karat/arithmetic/round.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"
#include "karat_tb/stimulus/steer/steer.hpp"

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
      program_(model.program()),
      rules_(program_.operands()),
      formats_(rules_),
      p_low_(formats_.a.min_exponent() + formats_.b.min_exponent()),
      p_high_(formats_.a.max_exponent() + formats_.b.max_exponent()),
      random_(seed) {
    find_products();
}

void HoleAim::find_products() {
    for (const Operation& op : program_.operations()) {
        std::vector<int> own;
        std::vector<int> before;
        for (const AddendGroup& group : program_.groups(op)) {
            by_scale_ |= group.scaled_sum && group.term->compared_by == ComparedBy::scale;
            for (const Slot slot : program_.addends(group)) {
                std::vector<int>& to = group.term->of.kind == ExpressionKind::acc ? before : own;
                if (program_.is_product(slot)) to.push_back(slot);
                if (slot < program_.first_result()) continue;
                const std::vector<int>& from = products_below(slot);
                to.insert(to.end(), from.begin(), from.end());
            }
        }
        below_.push_back(own.empty() ? before : own);
    }
}

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

int HoleAim::pick(int least, int most) {
    if (random_.one_in(4)) return random_.coin() ? least : most;
    const int low = std::max(least, -40);
    const int high = std::min(most, 40);
    return random_.one_in(2) && low <= high ? random_.between(low, high) : random_.between(least, most);
}

void HoleAim::blank(DotOperands& x) {
    const auto k = static_cast<std::size_t>(rules_.k);
    x.a.assign(k, 0);
    x.b.assign(k, 0);
    if (!rules_.scale) return;
    const FormatInfo& s = info(*rules_.scale);
    const std::uint64_t one = static_cast<std::uint64_t>(s.bias) << s.fraction_bits;
    const std::size_t count = k / static_cast<std::size_t>(rules_.scale_block);
    x.scale_a.assign(count, one);
    x.scale_b.assign(count, one);
    if (random_.one_in(3)) {  // small ones put the products out of the way
        std::fill(x.scale_a.begin(), x.scale_a.end(), random_.coin() ? 0 : 1);
        std::fill(x.scale_b.begin(), x.scale_b.end(), random_.coin() ? 0 : 1);
    }
}

/// Product k of about 2^exponent, scales included.
void HoleAim::set_product(DotOperands& x, int k, int exponent, bool negative) {
    const auto i = static_cast<std::size_t>(k);
    const FormatInfo& fa = formats_.a;
    const FormatInfo& fb = formats_.b;
    int p = exponent;
    if (rules_.scale) {
        // the scales of its block take what the operands cannot
        const FormatInfo& s = info(*rules_.scale);
        const std::size_t block = i / static_cast<std::size_t>(rules_.scale_block);
        const bool small = by_scale_;
        p = small ? (full_ ? p_high_ : random_.between(p_low_, p_high_)) : std::clamp(p, p_low_, p_high_);
        if (!small && random_.coin()) p = random_.between(p_low_, p_high_);
        const int rest =
            std::clamp(small ? exponent : exponent - p, 2 * s.min_exponent(), 2 * s.max_exponent());
        const int first = std::clamp(rest / 2, s.min_exponent(), s.max_exponent());
        const auto code = [&](int e) {
            const std::uint64_t bits =
                (static_cast<std::uint64_t>(std::clamp(e, s.min_exponent(), s.max_exponent()) + s.bias)
                 << s.fraction_bits) |
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
    const int ea =
        low <= high ? random_.between(low, high) : (p < p_low_ ? fa.min_exponent() : fa.max_exponent());
    const int eb = p - ea;
    const bool sign_a = random_.coin();
    const auto element = [&](const FormatInfo& f, bool sign, int e) {
        const bool subnormal = e < f.min_exponent() || (e == f.min_exponent() && random_.one_in(3));
        const std::uint64_t bits =
            subnormal ? std::max<std::uint64_t>(1, pattern(f.fraction_bits)) : pattern(f.fraction_bits);
        return compose(f, sign, subnormal ? f.min_exponent() - 1 : e, bits);
    };
    x.a[i] = element(fa, sign_a, ea);
    x.b[i] = element(fb, sign_a != negative, eb);
    if (random_.one_in(4)) x.b[i] = compose(fb, sign_a != negative, eb, 0);  // a's bits as they are
}

void HoleAim::set_c(DotOperands& x, int exponent, bool negative) {
    const FormatInfo& f = formats_.c;
    const bool subnormal = exponent < f.min_exponent() || (exponent == f.min_exponent() && random_.one_in(3));
    const std::uint64_t bits = pattern(f.fraction_bits);
    x.c = compose(f, negative, subnormal ? f.min_exponent() - 1 : exponent,
                  subnormal ? std::max<std::uint64_t>(1, bits) : bits);
}

int HoleAim::some_k(const Site* site) {
    if (site == nullptr) return static_cast<int>(random_.below(static_cast<std::uint64_t>(rules_.k)));
    std::vector<int> products;
    for (const SiteAddend& x : site->addends) {
        if (program_.is_product(x.slot)) products.push_back(x.slot);
    }
    if (products.empty()) products = products_below(site->operation->result);
    return products.empty() ? some_k(nullptr) : any_of(products);
}

/// A product that an addend is, or that lies below it.
int HoleAim::product_of(const SiteAddend& addend) {
    if (program_.is_product(addend.slot)) return addend.slot;
    if (addend.slot < program_.first_result() || products_below(addend.slot).empty()) return some_k(nullptr);
    return any_of(products_below(addend.slot));
}

/// Makes the addend of a site about 2^exponent, through the operands it comes from.
void HoleAim::set_addend(DotOperands& x, const Bin& bin, int addend, int exponent, bool negative) {
    const Site& site = model_.sites()[static_cast<std::size_t>(bin.site)];
    const SiteAddend& to = site.addends[static_cast<std::size_t>(addend)];
    if (program_.is_product(to.slot)) {
        set_product(x, to.slot, exponent, negative);
    } else if (to.slot == program_.c_slot()) {
        set_c(x, exponent, negative);
    } else if (to.slot >= program_.first_result()) {
        set_sum(x, to.slot, exponent, negative);
    }
}

/// One product below a sum, or several; or the c that a chain brings.
void HoleAim::set_sum(DotOperands& x, Slot slot, int exponent, bool negative) {
    const std::vector<int>& products = products_below(slot);
    bool adds_c = products.empty();
    for (const AddendGroup& group : program_.groups(program_.operation_of(slot))) {
        for (const Slot below : program_.addends(group))
            adds_c |= below == program_.c_slot() && random_.coin();
    }
    if (adds_c) return set_c(x, exponent, negative);
    const int count = random_.one_in(3) ? 1 + static_cast<int>(random_.below(products.size())) : 1;
    const std::uint64_t spread = random_.coin() ? 12 : 30;
    const bool one_sign = random_.coin();
    for (int i = 0; i < count; ++i) {
        set_product(x, any_of(products), exponent - (i > 0 ? static_cast<int>(random_.below(spread)) : 0),
                    i == 0 || one_sign ? negative : random_.coin());
    }
}

void HoleAim::set_extreme(DotOperands& x, const Bin& bin) {
    const auto i = static_cast<std::size_t>(bin.index);
    if (bin.kind == BinKind::operand) {
        const auto which = static_cast<ValueClass>(bin.what);
        if (bin.addend == 0) x.a[i] = value_of_class(formats_.a, which, random_);
        if (bin.addend == 1) x.b[i] = value_of_class(formats_.b, which, random_);
        if (bin.addend == 2) x.c = value_of_class(formats_.c, which, random_);
    } else if (bin.kind == BinKind::scale) {
        const FormatInfo& s = info(*rules_.scale);
        const std::array<std::uint64_t, kScaleClasses> codes{s.has_zero ? 1U : 0U,
                                                             static_cast<std::uint64_t>(s.bias)
                                                                 << s.fraction_bits,
                                                             s.max_finite_code(),
                                                             s.magnitude_mask(),
                                                             0,
                                                             s.encoding_mask() & ~s.magnitude_mask()};
        (bin.addend == 0 ? x.scale_a : x.scale_b)[i] = codes[static_cast<std::size_t>(bin.what)];
    } else {
        set_product(x, bin.index, bin.what == 0 ? p_low_ : pick(model_.bounds().value(0)), random_.coin());
    }
}

}  // namespace karat::tb
