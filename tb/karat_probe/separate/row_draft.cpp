// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/row_draft.hpp"

#include <algorithm>

#include "karat/evaluate/sparse.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"

namespace karat::probe {

std::uint64_t number(const FormatInfo& format, bool negative, int exponent, std::uint64_t fraction) {
    const std::uint64_t one = std::uint64_t{1} << format.fraction_bits;
    const std::uint64_t significand = one | (fraction & format.fraction_mask());
    const int least = format.min_exponent();
    if (exponent > format.max_exponent()) return format.encoding(negative, format.max_finite_code());
    if (exponent >= least) {
        const auto field = static_cast<std::uint64_t>(std::int64_t{exponent} + format.bias);
        const std::uint64_t code = (field << format.fraction_bits) | (significand - one);
        return format.encoding(negative, std::min(code, format.max_finite_code()));
    }
    if (!format.has_zero) return 0;
    const int drop = std::min(least - exponent, format.fraction_bits);
    return format.encoding(negative, significand >> drop);
}

RowDraft::RowDraft(const OperandRules& rules, std::uint64_t seed)
    : random(seed), rules_(rules), formats_(rules) {
    if (rules.metadata == Metadata::none) return;
    for (std::uint64_t element = 0; element <= info(kMetadataFormat).encoding_mask(); ++element) {
        if (metadata_error(rules.metadata, element).empty()) metadata_.push_back(element);
    }
}

void RowDraft::blank(int shift) {
    const auto k = static_cast<std::size_t>(rules_.k);
    row_.a.assign(k, 0);
    row_.b.assign(k, 0);
    row_.c = 0;
    exponents_.assign(k + 1, 0);
    if (!rules_.scale) return;
    const std::size_t blocks = k / static_cast<std::size_t>(rules_.scale_block);
    row_.scale_a.assign(blocks, 0);
    row_.scale_b.assign(blocks, 0);
    shifts_.assign(blocks, 0);
    for (std::size_t i = 0; i < blocks; ++i) set_scale(i, shift);
    if (!random.one_in(4)) return;
    const FormatInfo& scale = info(*rules_.scale);
    for (std::size_t i = 0; i < blocks; ++i) {  // blocks that differ a little
        const int of_a = shifts_[i] / 2 + random.between(-2, 2);
        row_.scale_a[i] = number(scale, false, of_a, fraction(scale));
        row_.scale_b[i] =
            number(scale, false, shifts_[i] - shifts_[i] / 2 + random.between(-2, 2), fraction(scale));
    }
}

void RowDraft::set_scale(std::size_t block, int shift) {
    const FormatInfo& scale = info(*rules_.scale);
    const auto clamped = [&](int e) { return std::clamp(e, low(scale), scale.max_exponent()); };
    const int of_a = clamped(shift / 2);
    const int of_b = clamped(shift - of_a);
    shifts_[block] = of_a + of_b;
    row_.scale_a[block] = number(scale, false, of_a);
    row_.scale_b[block] = number(scale, false, of_b);
}

int RowDraft::without_scale(int product, int exponent) {
    if (!rules_.scale) return std::clamp(exponent, p_low(), p_high());
    const auto block = static_cast<std::size_t>(product / rules_.scale_block);
    const int inner = exponent - shifts_[block];
    if (inner >= p_low() && inner <= p_high()) return inner;
    const int reached = std::clamp(inner, p_low(), p_high());
    if (random.coin()) return reached;
    set_scale(block, exponent - random.between(p_low(), p_high()));  // the others of the block move, too
    return std::clamp(exponent - shifts_[block], p_low(), p_high());
}

std::uint64_t RowDraft::fraction(const FormatInfo& f) {
    switch (random.below(6)) {
        case 0:
            return f.fraction_mask();
        case 1:
            return f.fraction_bits == 0
                       ? 0
                       : std::uint64_t{1} << random.below(static_cast<std::uint64_t>(f.fraction_bits));
        case 2:
        case 3:
            return random.bits() & f.fraction_mask();
        default:
            return 0;
    }
}

int RowDraft::share_of_a(int exponent) {
    const FormatInfo& a = formats_.a;
    const FormatInfo& b = formats_.b;
    const int normal_low = std::max(a.min_exponent(), exponent - b.max_exponent());
    const int normal_high = std::min(a.max_exponent(), exponent - b.min_exponent());
    if (normal_low <= normal_high && !random.one_in(8)) return random.between(normal_low, normal_high);
    const bool small_a = random.coin();  // a subnormal number beside a large one
    const FormatInfo& small = small_a ? a : b;
    const FormatInfo& large = small_a ? b : a;
    const int least = std::max(low(small), exponent - large.max_exponent());
    const int most = std::min(small.min_exponent() - 1, exponent - large.min_exponent());
    if (least <= most) {
        const int subnormal = random.between(least, most);
        return small_a ? subnormal : exponent - subnormal;
    }
    const int lowest = std::max(low(a), exponent - b.max_exponent());
    return random.between(lowest, std::max(lowest, std::min(a.max_exponent(), exponent - low(b))));
}

namespace {

bool is_normal(const FormatInfo& f, std::uint64_t x) {
    return (x & (f.encoding_mask() >> 1)) > f.fraction_mask();
}

/// Sets fraction bits, numbered from 1 for the highest, of a normal number that has them.
void put(const FormatInfo& f, std::uint64_t& x, std::initializer_list<int> bits) {
    if (!is_normal(f, x)) return;
    for (const int below : bits) {
        if (below >= 1 && below <= f.fraction_bits) x |= std::uint64_t{1} << (f.fraction_bits - below);
    }
}

}  // namespace

void RowDraft::set_bit(int addend, int bit) {
    if (addend == c()) return put(formats_.c, row_.c, {bit});
    const auto i = static_cast<std::size_t>(addend);
    const bool in_a = formats_.a.fraction_bits > formats_.b.fraction_bits;
    put(in_a ? formats_.a : formats_.b, (in_a ? row_.a : row_.b)[i], {bit});
}

void RowDraft::set_ones(int addend, int exponent, bool negative, int first, int last) {
    set(addend, exponent, negative, true);
    if (addend != c() && last > fraction_bits(addend) && set_ones_of_product(addend, first, last)) return;
    for (int bit = 1; bit < first; ++bit) {
        if (random.coin()) set_bit(addend, bit);
    }
    for (int bit = first; bit <= last; ++bit) set_bit(addend, bit);
    if (random.coin()) set_bit(addend, last + random.between(1, 4));
}

// With t = 1.xxx, t (1 - 2^-p) and 1 + 2^-p have the product t (1 - 2^-2p): ones twice as far as the factors
// have them.
bool RowDraft::set_ones_of_product(int product, int first, int last) {
    const auto i = static_cast<std::size_t>(product);
    const bool longer_a = random.coin();
    const FormatInfo& longer = longer_a ? formats_.a : formats_.b;
    const FormatInfo& shorter = longer_a ? formats_.b : formats_.a;
    const int p = (last + random.between(0, 2)) / 2;
    const int used = first - 1 + p;  // fraction bits of t (1 - 2^-p)
    if (p < first || used > longer.fraction_bits || p > shorter.fraction_bits) return false;
    const std::uint64_t one = std::uint64_t{1} << (first - 1);
    const std::uint64_t t = one + 1 + (random.bits() & (one - 1));
    const std::uint64_t fraction = (t << p) - t - (one << p);
    std::uint64_t& x = (longer_a ? row_.a : row_.b)[i];
    if (is_normal(longer, x)) x |= fraction << (longer.fraction_bits - used);
    put(shorter, (longer_a ? row_.b : row_.a)[i], {p});
    return true;
}

void RowDraft::set(int addend, int exponent, bool negative, bool plain) {
    const auto i = static_cast<std::size_t>(addend);
    const auto drawn = [&](const FormatInfo& f) { return plain ? 0 : fraction(f); };
    exponents_[i] = exponent;
    if (addend == c()) {
        row_.c = number(formats_.c, negative, exponent, drawn(formats_.c));
        return;
    }
    const int inner = without_scale(addend, exponent);
    const int of_a = share_of_a(inner);
    const bool sign_of_a = random.coin();
    row_.a[i] = number(formats_.a, sign_of_a, of_a, drawn(formats_.a));
    row_.b[i] = number(formats_.b, sign_of_a != negative, inner - of_a, drawn(formats_.b));
}

void RowDraft::set_large(int addend, int exponent, bool negative, int ones) {
    set(addend, exponent, negative, true);
    const auto fill = [&](const FormatInfo& f, std::uint64_t& x) {
        if (!is_normal(f, x)) return;
        const std::uint64_t below = f.fraction_mask() >> std::min(ones, f.fraction_bits);
        x |= f.fraction_mask() & (~below | random.bits());
    };
    const auto i = static_cast<std::size_t>(addend);
    if (addend == c()) return fill(formats_.c, row_.c);
    fill(formats_.a, row_.a[i]);
    fill(formats_.b, row_.b[i]);
}

void RowDraft::set_tie(int addend, int exponent, bool negative, int half, bool odd) {
    set(addend, exponent, negative, true);
    const auto index = static_cast<std::size_t>(addend);
    if (addend == c()) {
        put(formats_.c, row_.c, {half, odd ? half - 1 : half});
        return;
    }
    const int widest = std::min(half - 1, formats_.a.fraction_bits);
    const int least = std::max(1, half - formats_.b.fraction_bits);
    if (least <= widest && random.coin()) {  // (1 + 2^-i) * (1 + 2^-(half - i)), which reaches further
        const int i = random.between(least, widest);
        put(formats_.a, row_.a[index], {i});
        put(formats_.b, row_.b[index], {half - i});
        return;
    }
    const bool in_a = random.coin();
    put(in_a ? formats_.a : formats_.b, (in_a ? row_.a : row_.b)[index], {half, odd ? half - 1 : half});
}

void RowDraft::set_short(int addend, int exponent, bool negative, int bits) {
    set(addend, exponent, negative, true);
    const auto i = static_cast<std::size_t>(addend);
    const auto fill = [&](const FormatInfo& f, std::uint64_t& x) {
        if (!is_normal(f, x)) return;
        x |= random.bits() & f.fraction_mask() & ~(f.fraction_mask() >> std::min(bits, f.fraction_bits));
    };
    if (addend == c()) return fill(formats_.c, row_.c);
    const bool in_a = random.coin();
    fill(in_a ? formats_.a : formats_.b, (in_a ? row_.a : row_.b)[i]);
}

void RowDraft::set_zero(int addend, int exponent, bool negative) {
    if (addend == c()) {
        row_.c = formats_.c.has_minus_zero() ? formats_.c.encoding(negative, 0) : 0;
        return;
    }
    const auto i = static_cast<std::size_t>(addend);
    set(addend, exponent, negative, true);
    // a zero keeps the sign of the factor, or the other one takes it
    const auto clear = [](const FormatInfo& f, std::uint64_t& zero, const FormatInfo& g,
                          std::uint64_t& other) {
        const bool minus = (zero & f.encoding(true, 0)) != 0;
        zero = f.encoding(minus && f.has_minus_zero(), 0);
        if (minus && !f.has_minus_zero() && other != 0) other = g.negated(other);
    };
    const bool both = random.one_in(4);
    const bool of_a = random.coin();
    if (of_a || both) clear(formats_.a, row_.a[i], formats_.b, row_.b[i]);
    if (!of_a || both) clear(formats_.b, row_.b[i], formats_.a, row_.a[i]);
}

int RowDraft::set_zero_that_counts(int product, int wanted) {
    constexpr int least_of_fp32 = -126;
    const auto i = static_cast<std::size_t>(product);
    const bool of_a = random.coin();
    const FormatInfo& zero = of_a ? formats_.a : formats_.b;
    const FormatInfo& other = of_a ? formats_.b : formats_.a;
    const int least = random.coin() ? least_of_fp32 : zero.min_exponent();
    int exponent = std::clamp(wanted - least, low(other), other.max_exponent());
    if (random.one_in(4)) exponent = random.between(low(other), other.max_exponent());
    if (random.one_in(4)) exponent = other.max_exponent();
    (of_a ? row_.a : row_.b)[i] = 0;
    (of_a ? row_.b : row_.a)[i] = number(other, random.coin(), exponent);
    return exponent + least;
}

void RowDraft::set_opposite(int addend, int other) {
    const auto i = static_cast<std::size_t>(addend);
    const auto j = static_cast<std::size_t>(other);
    const bool minus = other == c() ? (row_.c & formats_.c.encoding(true, 0)) != 0
                                    : ((row_.a[j] & formats_.a.encoding(true, 0)) != 0) !=
                                          ((row_.b[j] & formats_.b.encoding(true, 0)) != 0);
    if (addend == c() || other == c()) return set(addend, exponents_[j], !minus, true);
    exponents_[i] = exponents_[j];
    row_.a[i] = formats_.a.negated(row_.a[j]);
    row_.b[i] = row_.b[j];
}

void RowDraft::set_special(int addend) {
    const auto i = static_cast<std::size_t>(addend);
    if (addend == c()) {
        row_.c = tb::any_special(formats_.c, random, walk_);
    } else if (random.coin()) {
        row_.a[i] = tb::any_special(formats_.a, random, walk_);
    } else {
        row_.b[i] = tb::any_special(formats_.b, random, walk_);
    }
}

void RowDraft::set_odd_scale() {
    if (!rules_.scale) return;
    const FormatInfo& scale = info(*rules_.scale);
    std::vector<std::uint64_t>& factors = random.coin() ? row_.scale_a : row_.scale_b;
    std::uint64_t& factor = factors[random.below(factors.size())];
    switch (random.below(4)) {
        case 0:
            factor = 0;
            break;
        case 1:
            factor = scale.max_finite_code();
            break;
        default:
            factor = random.bits() & scale.encoding_mask();
    }
}

VectorRow RowDraft::row() {
    if (rules_.metadata == Metadata::none) return row_;
    VectorRow out = row_;
    out.metadata.resize(static_cast<std::size_t>(rules_.metadata_count()));
    for (std::uint64_t& element : out.metadata) element = metadata_[random.below(metadata_.size())];
    out.b.assign(static_cast<std::size_t>(rules_.k_of_b()), 0);
    const bool noise = random.coin();
    for (std::uint64_t& element : out.b) {
        if (noise) element = random.bits() & formats_.b.encoding_mask();
    }
    for (std::size_t k = 0; k < row_.b.size(); ++k)
        out.b[selected_index(rules_.metadata, out.metadata, k)] = row_.b[k];
    return out;
}

}  // namespace karat::probe
