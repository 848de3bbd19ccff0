// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/steer/dot_draft.hpp"

#include <algorithm>

#include "karat/arithmetic/round.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"

namespace karat::tb {

namespace {

std::uint64_t integer_of_class(const FormatInfo& f, ValueClass which, bool negative, Random& random) {
    switch (which) {
        case ValueClass::zero:
            return 0;
        case ValueClass::least_normal:
            return f.encoding(negative, 1);
        case ValueClass::largest:
            return f.encoding(negative, f.max_finite_code());
        default:
            return random.bits() & f.encoding_mask();
    }
}

}  // namespace

std::uint64_t value_of_class(const FormatInfo& f, ValueClass which, Random& random) {
    const bool negative = f.is_signed && random.coin();
    const std::uint64_t sign = (negative ? f.sign_bit() : 0) << f.ignored_low_bits;
    if (f.is_integer()) return integer_of_class(f, which, negative, random);
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

DotDraft::DotDraft(const CoverageModel& coverage_model, std::uint64_t seed)
    : model(coverage_model),
      program(coverage_model.program()),
      rules(program.operands()),
      formats(rules),
      p_low(formats.a.min_exponent() + formats.b.min_exponent()),
      p_high(formats.a.max_exponent() + formats.b.max_exponent()),
      random(seed) {
    find_products();
}

void DotDraft::find_products() {
    for (const Operation& op : program.operations()) {
        std::vector<int> own;
        std::vector<int> before;
        for (const AddendGroup& group : program.groups(op)) {
            by_scale_ |= group.scaled_sum && group.term->compared_by == ComparedBy::scale;
            for (const Slot slot : program.addends(group)) {
                std::vector<int>& to = group.term->of.kind == ExpressionKind::acc ? before : own;
                if (program.is_product(slot)) to.push_back(slot);
                if (slot < program.first_result()) continue;
                const std::vector<int>& from = products_below(slot);
                to.insert(to.end(), from.begin(), from.end());
            }
        }
        below_.push_back(own.empty() ? before : own);
    }
}

std::uint64_t DotDraft::pattern(int bits) {
    const std::uint64_t all = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    if (full) return all;
    switch (random.below(6)) {
        case 0:
            return 0;
        case 1:
            return all;
        case 2:
            return bits > 0 ? std::uint64_t{1} << random.below(static_cast<std::uint64_t>(bits)) : 0;
        case 3:  // ones at the low end
            return (std::uint64_t{1} << random.below(static_cast<std::uint64_t>(bits) + 1)) - 1;
        default:
            return random.bits() & all;
    }
}

int DotDraft::pick(int least, int most) {
    if (random.one_in(4)) return random.coin() ? least : most;
    const int low = std::max(least, -40);
    const int high = std::min(most, 40);
    return random.one_in(2) && low <= high ? random.between(low, high) : random.between(least, most);
}

void DotDraft::blank() {
    const auto k = static_cast<std::size_t>(rules.k);
    x.a.assign(k, 0);
    x.b.assign(k, 0);
    if (!rules.scale) return;
    const FormatInfo& s = info(*rules.scale);
    const std::uint64_t one = static_cast<std::uint64_t>(s.bias) << s.fraction_bits;
    const std::size_t count = k / static_cast<std::size_t>(rules.scale_block);
    x.scale_a.assign(count, one);
    x.scale_b.assign(count, one);
    if (random.one_in(3)) {  // small scale factors move the products far below the other addends
        std::fill(x.scale_a.begin(), x.scale_a.end(), random.coin() ? 0 : 1);
        std::fill(x.scale_b.begin(), x.scale_b.end(), random.coin() ? 0 : 1);
    }
}

/// Sets product k to about 2^exponent, scale factors included.
void DotDraft::set_product(int k, int exponent, bool negative) {
    const auto i = static_cast<std::size_t>(k);
    const FormatInfo& fa = formats.a;
    const FormatInfo& fb = formats.b;
    int p = exponent;
    if (rules.scale) {
        // The scale factors of the block provide what the operands cannot.
        const FormatInfo& s = info(*rules.scale);
        const std::size_t block = i / static_cast<std::size_t>(rules.scale_block);
        const bool small = by_scale_;
        p = small ? (full ? p_high : random.between(p_low, p_high)) : std::clamp(p, p_low, p_high);
        if (!small && random.coin()) p = random.between(p_low, p_high);
        const int rest =
            std::clamp(small ? exponent : exponent - p, 2 * s.min_exponent(), 2 * s.max_exponent());
        const int first = std::clamp(rest / 2, s.min_exponent(), s.max_exponent());
        const auto code = [&](int e) {
            const std::uint64_t bits =
                (static_cast<std::uint64_t>(std::clamp(e, s.min_exponent(), s.max_exponent()) + s.bias)
                 << s.fraction_bits) |
                (full                                   ? s.fraction_mask()
                 : s.fraction_bits > 0 && random.coin() ? random.bits() & s.fraction_mask()
                                                        : 0);
            return std::min(bits, s.max_finite_code());
        };
        x.scale_a[block] = code(first);
        x.scale_b[block] = code(rest - first);
    }
    p = std::clamp(p, p_low - fa.fraction_bits - fb.fraction_bits, p_high);
    const int low = std::max(fa.min_exponent(), p - fb.max_exponent());
    const int high = std::min(fa.max_exponent(), p - fb.min_exponent());
    const int ea =
        low <= high ? random.between(low, high) : (p < p_low ? fa.min_exponent() : fa.max_exponent());
    const int eb = p - ea;
    const bool sign_a = random.coin();
    const auto element = [&](const FormatInfo& f, bool sign, int e) {
        const bool subnormal = e < f.min_exponent() || (e == f.min_exponent() && random.one_in(3));
        const std::uint64_t bits =
            subnormal ? std::max<std::uint64_t>(1, pattern(f.fraction_bits)) : pattern(f.fraction_bits);
        return compose(f, sign, subnormal ? f.min_exponent() - 1 : e, bits);
    };
    x.a[i] = element(fa, sign_a, ea);
    x.b[i] = element(fb, sign_a != negative, eb);
    // sometimes the product has a's significand
    if (random.one_in(4)) x.b[i] = compose(fb, sign_a != negative, eb, 0);
}

void DotDraft::set_c(int exponent, bool negative) {
    const FormatInfo& f = formats.c;
    const bool subnormal = exponent < f.min_exponent() || (exponent == f.min_exponent() && random.one_in(3));
    const std::uint64_t bits = pattern(f.fraction_bits);
    x.c = compose(f, negative, subnormal ? f.min_exponent() - 1 : exponent,
                  subnormal ? std::max<std::uint64_t>(1, bits) : bits);
}

int DotDraft::some_k(const Site* site) {
    if (site == nullptr) return static_cast<int>(random.below(static_cast<std::uint64_t>(rules.k)));
    std::vector<int> products;
    for (const SiteAddend& x : site->addends) {
        if (program.is_product(x.slot)) products.push_back(x.slot);
    }
    if (products.empty()) products = products_below(site->operation->result);
    return products.empty() ? some_k(nullptr) : any_of(products);
}

/// The product that the addend is, or one that it sums. Any product if there is none.
int DotDraft::product_of(const SiteAddend& addend) {
    if (program.is_product(addend.slot)) return addend.slot;
    if (addend.slot < program.first_result() || products_below(addend.slot).empty()) return some_k(nullptr);
    return any_of(products_below(addend.slot));
}

/// Sets an addend of a site to about 2^exponent, through the operands that it depends on.
void DotDraft::set_addend(const Bin& bin, int addend, int exponent, bool negative) {
    const Site& site = model.sites()[static_cast<std::size_t>(bin.site)];
    const SiteAddend& to = site.addends[static_cast<std::size_t>(addend)];
    if (program.is_product(to.slot)) {
        set_product(to.slot, exponent, negative);
    } else if (to.slot == program.c_slot()) {
        set_c(exponent, negative);
    } else if (to.slot >= program.first_result()) {
        set_sum(to.slot, exponent, negative);
    }
}

/// Sets a sum to about 2^exponent, through one or several of its products, or through c if c is among its
/// addends or it has no products.
void DotDraft::set_sum(Slot slot, int exponent, bool negative) {
    const std::vector<int>& products = products_below(slot);
    bool adds_c = products.empty();
    for (const AddendGroup& group : program.groups(program.operation_of(slot))) {
        for (const Slot below : program.addends(group)) adds_c |= below == program.c_slot() && random.coin();
    }
    if (adds_c) return set_c(exponent, negative);
    const int count = random.one_in(3) ? 1 + static_cast<int>(random.below(products.size())) : 1;
    const std::uint64_t spread = random.coin() ? 12 : 30;
    const bool one_sign = random.coin();
    for (int i = 0; i < count; ++i) {
        set_product(any_of(products), exponent - (i > 0 ? static_cast<int>(random.below(spread)) : 0),
                    i == 0 || one_sign ? negative : random.coin());
    }
}

}  // namespace karat::tb
