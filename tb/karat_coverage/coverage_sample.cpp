// SPDX-License-Identifier: Apache-2.0
// Determines which bins a dot-add hits. It works on integer ids only, because sampling runs for every lane of
// every tile.
#include <algorithm>

#include "karat/evaluate/sparse.hpp"
#include "karat_coverage/coverage_model.hpp"

namespace karat {
namespace {

int bits_of(const BigInt& x) { return x.is_zero() ? 0 : static_cast<int>(boost::multiprecision::msb(x)) + 1; }

/// Classifies the `count` low bits of x: 0 none set, 1 below half, 2 exactly half, 3 above half. `ones` tells
/// whether all of them are set.
template <class Magnitude>
int low_bits(const Magnitude& x, int count, bool& ones) {
    ones = false;
    if (count <= 0 || x == 0) return 0;
    const auto lowest = [&] {
        if constexpr (std::is_same_v<Magnitude, uint128>) {
            const auto low = static_cast<std::uint64_t>(x);
            return low != 0 ? std::countr_zero(low)
                            : 64 + std::countr_zero(static_cast<std::uint64_t>(x >> 64));
        } else {
            return static_cast<int>(boost::multiprecision::lsb(x));
        }
    }();
    if (lowest >= count) return 0;
    bool half = false;
    if constexpr (std::is_same_v<Magnitude, uint128>) {
        half = bit_at(x, count - 1);
        const uint128 mask = count >= 128 ? ~uint128{0} : (uint128{1} << count) - 1;
        ones = count < 128 && (x & mask) == mask;
    } else {
        half = boost::multiprecision::bit_test(x, static_cast<unsigned>(count - 1));
        const BigInt mask = (BigInt(1) << count) - 1;
        ones = (x & mask) == mask;
    }
    if (!half) return 1;
    return lowest == count - 1 ? 2 : 3;
}

int low_bits(const BigInt& x, int count, bool& ones) {
    return bits_of(x) <= 128 ? low_bits<uint128>(static_cast<uint128>(x), count, ones)
                             : low_bits<BigInt>(x, count, ones);
}

}  // namespace

ValueClass value_class(std::uint64_t encoding, const FormatInfo& f, int fraction) {
    const Unpacked x = unpack(encoding, f);
    const int cut = f.fraction_bits - fraction;
    const std::uint64_t code = (encoding >> f.ignored_low_bits) & f.magnitude_mask();
    switch (x.number_class) {
        case NumberClass::zero:
            return x.negative ? ValueClass::minus_zero : ValueClass::zero;
        case NumberClass::infinity:
            return ValueClass::infinity;
        case NumberClass::nan:
            return ValueClass::nan;
        default:
            break;
    }
    if (f.is_integer()) {
        if (x.significand >= f.max_finite_code(x.negative)) return ValueClass::largest;
        return x.significand == 1 ? ValueClass::least_normal : ValueClass::normal;
    }
    if (x.is_subnormal(f.fraction_bits)) return ValueClass::subnormal;
    if (code == (f.max_finite_code() >> cut) << cut) return ValueClass::largest;
    return code == std::uint64_t{1} << f.fraction_bits ? ValueClass::least_normal : ValueClass::normal;
}

ValueClass coarse(ValueClass which) {
    return which == ValueClass::least_normal || which == ValueClass::largest ? ValueClass::normal : which;
}

class BinSampler {
   public:
    BinSampler(const CoverageModel& model, const Operands& in, std::vector<std::uint32_t>& hit)
        : model_(model), rules_(model.program().operands()), in_(in), hit_(hit) {}

    void run() {
        operands();
        Trace trace;
        const std::uint64_t d = model_.evaluator().traced(in_, trace);
        for (const TraceStep& step : trace.steps) site(step.operation, step);
        const FormatInfo& f = info(rules_.d);
        const ValueClass result = value_class(d, f, f.fraction_bits);
        if (rules_.are_integers()) return ends(trace.steps.back());
        if (!special_operand_ && (result == ValueClass::infinity || result == ValueClass::nan || clipped_)) {
            mark(model_.special_ + 5);
        }
    }

   private:
    void mark(int bin) { hit_.push_back(static_cast<std::uint32_t>(bin)); }

    /// The sum of integers at the ends of the range, and the signs of what it adds.
    void ends(const TraceStep& last) {
        const FormatInfo& d = info(rules_.d);
        const BigInt high = d.max_finite_code(false);
        const BigInt low = -BigInt(d.max_finite_code(true));
        const BigInt sum = last.sum.is_zero() ? BigInt(0) : BigInt(last.sum << last.lsb);
        const auto mark_if = [&](bool hit, IntegerBin bin) {
            if (hit) mark(model_.integer_ + static_cast<int>(bin));
        };
        mark_if(sum > high, IntegerBin::above);
        mark_if(sum == high, IntegerBin::high);
        mark_if(sum == low, IntegerBin::low);
        mark_if(sum < low, IntegerBin::below);
        const bool c_negative = unpack(in_.c, info(rules_.c)).negative;
        const bool c_zero = in_.c == 0;
        mark_if(any_product_[0] && any_product_[1], IntegerBin::mixed_products);
        mark_if(!c_zero && any_product_[c_negative ? 1 : 0] && !any_product_[c_negative ? 0 : 1],
                IntegerBin::c_with_products);
        mark_if(!c_zero && any_product_[c_negative ? 0 : 1] && !any_product_[c_negative ? 1 : 0],
                IntegerBin::c_against_products);
    }
    void integer_product(int k, const Unpacked& a, const Unpacked& b) {
        const bool exclusive = rules_.multiplier == Multiplier::xor_;
        const std::uint64_t magnitude =
            exclusive ? a.significand ^ b.significand : a.significand * b.significand;
        if (magnitude == 0) return;
        const bool negative = a.negative != b.negative;
        any_product_[negative ? 1 : 0] = true;
        mark(model_.product_ + k * 3 + (negative ? 0 : 1));
        const std::uint64_t largest =
            exclusive ? 1 : info(rules_.a).max_finite_code() * info(rules_.b).max_finite_code();
        if (magnitude == largest) mark(model_.product_ + k * 3 + 2);
    }

    void operands() {
        const int classes = static_cast<int>(kValueClasses.size());
        bool nan = false;
        bool zero_times_infinity = false;
        bool infinity_times_finite = false;
        std::array<bool, 2> infinite{};
        const FormatInfo& fa = info(rules_.a);
        const FormatInfo& fb = info(rules_.b);
        const FormatInfo& fc = info(rules_.c);
        for (int k = 0; k < rules_.k; ++k) {
            const auto i = static_cast<std::size_t>(k);
            const auto class_a = value_class(in_.a[i], fa, fa.fraction_bits);
            const auto class_b = value_class(in_.b[i], fb, fb.fraction_bits);
            mark(model_.operand_ + k * classes + static_cast<int>(class_a));
            mark(model_.operand_ + (rules_.k + k) * classes + static_cast<int>(class_b));
            const Unpacked a = load(in_.a[i], rules_.a, rules_.flush_a);
            const Unpacked b = load(in_.b[i], rules_.b, rules_.flush_b);
            if (rules_.are_integers()) {
                integer_product(k, a, b);
                continue;
            }
            const auto product =
                multiply<uint128>(a, b, fraction(rules_.a) + fraction(rules_.b), ZeroPart::ignored);
            if (product.number_class == NumberClass::finite) {
                const int above = bit_length(product.significand) - 1 - product.fraction;
                mark(model_.product_ + k * 3 + (above < 0 ? 0 : above == 0 ? 1 : 2));
            }
            const bool one_nan = class_a == ValueClass::nan || class_b == ValueClass::nan;
            nan |= one_nan;
            if (product.number_class == NumberClass::infinity) infinite[product.negative ? 1 : 0] = true;
            infinity_times_finite |=
                product.number_class == NumberClass::infinity &&
                (a.number_class == NumberClass::finite || b.number_class == NumberClass::finite);
            zero_times_infinity |= product.number_class == NumberClass::nan && !one_nan;
        }
        const ValueClass class_c = value_class(in_.c, fc, fc.fraction_bits);
        mark(model_.operand_ + 2 * rules_.k * classes + static_cast<int>(class_c));
        if (rules_.are_integers()) return;
        nan |= class_c == ValueClass::nan;
        nan |= scales(in_.scale_a, 0);
        nan |= scales(in_.scale_b, 1);
        const bool clean = !nan && !zero_times_infinity;
        if (nan) mark(model_.special_);
        if (zero_times_infinity && !nan) mark(model_.special_ + 1);
        if (infinity_times_finite) mark(model_.special_ + 2);
        if (clean && infinite[0] && infinite[1]) mark(model_.special_ + 3);
        const bool c_negative = unpack(in_.c, fc).negative;
        if (clean && class_c == ValueClass::infinity && infinite[c_negative ? 0 : 1])
            mark(model_.special_ + 4);
        special_operand_ =
            nan || zero_times_infinity || infinite[0] || infinite[1] || class_c == ValueClass::infinity;
    }

    [[nodiscard]] int fraction(Format stored) const {
        return info(rules_.convert.value_or(stored)).fraction_bits;
    }
    /// An operand as it enters the multiplier, with all fraction bits of its format.
    [[nodiscard]] Unpacked load(std::uint64_t encoding, Format stored, bool flush) const {
        const FormatInfo& f = info(stored);
        Unpacked x = unpack(encoding, f);
        if (flush) x = flushed(x, f, rules_.flush_below, rules_.flush_sign);
        const FormatInfo& to = info(rules_.convert.value_or(stored));
        return to.id == stored ? x : converted(x, f, to);
    }

    bool scales(std::span<const std::uint64_t> values, int matrix) {
        if (!rules_.scale) return false;
        const FormatInfo& f = info(*rules_.scale);
        bool nan = false;
        const int first = model_.scale_ + matrix * static_cast<int>(values.size()) * kScaleClasses;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const int base = first + static_cast<int>(i) * kScaleClasses;
            const Unpacked x = unpack(values[i], f);
            const std::uint64_t code = values[i] & f.magnitude_mask();
            if (x.number_class == NumberClass::nan) {
                mark(base + 3);
                nan = true;
            } else if (x.number_class == NumberClass::zero) {
                mark(base + 4);
            } else if (code == (f.has_zero ? 1U : 0U)) {
                mark(base);
            } else if (code == f.max_finite_code()) {
                mark(base + 2);
            } else if (x.exponent == 0 && (code & f.fraction_mask()) == 0) {
                mark(base + 1);
            }
            if (values[i] != code) mark(base + 5);
        }
        return nan;
    }

    void site(std::size_t s, const TraceStep& step) {
        const Site& site = model_.sites_[s];
        const CoverageModel::SiteBins& bins = model_.site_bins_[s];
        if (step.is_special) {
            value(site, bins, step);
            return;
        }
        if (site.on_fixed_grid && step.has_grid) alignment(site, bins, step);
        value(site, bins, step);
        if (site.operation->round == nullptr) return;
        const OutputRule& rule = *site.operation->round;
        const bool over =
            !step.sum.is_zero() && step.lsb + bits_of(abs(step.sum)) - 1 > info(rule.format).max_exponent();
        clipped_ |= over && rule.overflow != Overflow::inf;
        if (bins.residue >= 0) residue(rule, bins, step);
    }

    void value(const Site& site, const CoverageModel::SiteBins& bins, const TraceStep& step) {
        if (bins.value < 0 || !step.has_result) return;
        const ValueClass which = value_class(step.result, info(step.format), site.operation->round->fraction);
        const int index = static_cast<int>(site.is_final ? which : coarse(which));
        mark(bins.value + (site.is_final || index < 3 ? index : index - 2));
    }

    void alignment(const Site& site, const CoverageModel::SiteBins& bins, const TraceStep& step) {
        int holders = 0;
        int nonzero = 0;
        int largest = 0;
        bool all_below = true;
        for (std::size_t j = 0; j < step.addends.size(); ++j) {
            const TraceAddend& x = step.addends[j];
            if (!x.aligned.is_zero()) {
                ++nonzero;
                largest = std::max(largest, bits_of(abs(x.aligned)));
            }
            const SiteAddend& to = site.addends[j];
            const auto& ids = bins.addends[j];
            if (x.significand.is_zero() || x.number_class != NumberClass::finite) continue;
            const int F = to.term->F.bits;
            const int d = to.term->F.is_exact() ? step.e_max - x.exponent : x.lsb + F - x.exponent;
            if (to.term->cutoff && step.e_max - x.exponent > *to.term->cutoff) continue;
            all_below &= d > 0;
            if (d == 0) {
                ++holders;
                if (ids.max >= 0) mark(ids.max);
            }
            if (ids.shift < 0) continue;
            // With F = 1 or 2 some ranges coincide or are empty. The first one that fits is used.
            const int range = d == 0 ? 0 : d < F - 1 ? 1 : d > F + 2 ? 6 : d - F + 3;
            mark(ids.shift + range);
            const int kinds = to.is_operand ? 5 : 4;
            bool ones = false;
            const int lost = x.lsb - (x.exponent - x.fraction);
            const int kind = low_bits(x.significand, lost, ones);
            const int base = ids.dropped + (x.negative ? kinds : 0);
            mark(base + kind);
            if (ones && lost >= 2 && kinds == 5) mark(base + 4);
        }
        if (holders >= 2) mark(bins.tie);
        if (bins.floor >= 0 && all_below) mark(bins.floor);
        const int top = bits_of(abs(step.sum));
        if (nonzero >= 2) {
            const int lost = largest - top;
            const int amount = top == 0 ? 2 : lost > site.F / 2 ? 1 : 0;
            mark(bins.cancel + (lost <= 0 ? 0 : 1 + (nonzero > 2 ? 3 : 0) + amount));
        }
        const int growth = step.lsb + top - 1 - step.e_max;
        if (top > 0 && growth >= 0 && growth < bins.carry_count) mark(bins.carry + growth);
    }

    void residue(const OutputRule& rule, const CoverageModel::SiteBins& bins, const TraceStep& step) {
        const BigInt magnitude = abs(step.sum);
        if (magnitude.is_zero()) return;
        const int top = step.lsb + bits_of(magnitude) - 1;
        const int drop = std::max(top, info(rule.format).min_exponent()) - rule.fraction - step.lsb;
        bool ones = false;
        int kind = low_bits(magnitude, drop, ones);
        if (step.sticky) kind = kind == 0 ? 1 : kind == 2 ? 3 : kind;
        mark(bins.residue + kind);
    }

    const CoverageModel& model_;
    const OperandRules& rules_;
    const Operands& in_;
    std::vector<std::uint32_t>& hit_;
    bool special_operand_ = false;
    bool clipped_ = false;
    std::array<bool, 2> any_product_{};  ///< some product of integers is positive, negative
};

void CoverageModel::evaluate(const Operands& in, std::vector<std::uint32_t>& hit) const {
    if (in.metadata.empty()) return BinSampler(*this, in, hit).run();
    for (std::size_t group = 0; group < in.metadata.size(); ++group)
        hit.push_back(static_cast<std::uint32_t>(metadata_) + static_cast<std::uint32_t>(16 * group) +
                      static_cast<std::uint32_t>(in.metadata[group]));
    const std::vector<std::uint64_t> b = selected(program().operands(), in.metadata, in.b);
    BinSampler(*this, {in.a, b, in.scale_a, in.scale_b, in.c}, hit).run();
}

}  // namespace karat
