// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus.hpp"

#include <algorithm>
#include <array>

#include "karat/arithmetic/round.hpp"
#include "karat/format/unpack.hpp"
#include "karat_tb/floor_speck.hpp"
#include "karat_tb/operand_bits.hpp"

namespace karat::tb {
namespace {

constexpr std::array<std::string_view, kOperandClasses> kNames{
    "uniform_bits", "near_one",    "wide_exponents", "max_position", "shift_around_f", "dropped_bits",
    "unnormalised", "cancel_pair", "cancel_many",    "carry_growth", "overflow",       "subnormal_inputs",
    "underflow",    "zeros",       "one_special",    "special_pair", "scale_extremes", "chain_boundary",
    "levels",       "tensor",      "recorded",       "steered"};

/// Those that every specification gets in turn; scale_extremes follows where there are scales, chain_boundary where there is a chain.
constexpr std::uint64_t kPlainClasses = 16;

}  // namespace

std::string_view class_name(OperandClass operand_class) { return kNames[static_cast<std::size_t>(operand_class)]; }

/// Exponents shared by the lanes of a tile; -1 in `special_*` means no special value.
struct Stimulus::Plan {
    std::vector<int> a, b;
    int c = 0;
    bool one_sign = false;
    bool a_negative = false, b_negative = false, c_negative = false;
    std::vector<std::uint8_t> a_zero, b_zero;
    bool c_zero = false;
    std::vector<std::uint8_t> a_special, b_special;
    bool c_special = false;
    OperandClass operand_class = OperandClass::uniform_bits;
};

Stimulus::Stimulus(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed)
    : spec_(spec),
      fa_(info(spec.a)),
      fb_(info(spec.b)),
      fc_(info(spec.c)),
      fd_(info(spec.d)),
      m_(m),
      n_(n),
      k_(static_cast<std::size_t>(spec.k)),
      f_(spec.F.is_exact() ? 24 : spec.F.bits),
      scales_(spec, seed),
      close_(spec, m, n),
      chain_(spec, m, n, seed),
      has_chain_(spec.operations() > 1),
      classes_(kPlainClasses + (spec.scale ? 1 : 0) + (has_chain_ ? 1 : 0)),
      random_(seed) {}

std::uint64_t Stimulus::significand(OperandClass operand_class, const FormatInfo& f) {
    const std::uint64_t all = f.fraction_mask();
    switch (operand_class) {
        case OperandClass::carry_growth:
            return all;
        case OperandClass::unnormalised:
            return all - (random_.one_in(2) ? 0 : random_.below((all >> 2) + 1));
        case OperandClass::dropped_bits:
            switch (random_.below(4)) {
                case 0:
                    return all;
                case 1:
                    return 0;
                case 2:
                    return 1;
                default:
                    return std::uint64_t{1} << random_.below(static_cast<std::uint64_t>(f.fraction_bits));
            }
        default:
            return random_.one_in(4) ? (random_.coin() ? all : 0) : random_.bits();
    }
}

/// Which exponents make a tile a member of its class. p = e_a + e_b is a product's exponent.
void Stimulus::plan_exponents(OperandClass operand_class, Plan& plan) {
    const int low_p = fa_.min_exponent() + fb_.min_exponent();
    const int high_p = fa_.max_exponent() + fb_.max_exponent();
    const auto split = [&](std::size_t k, int p) {  // a product exponent into two operand exponents
        const int low = std::max(fa_.min_exponent(), p - fb_.max_exponent());
        const int high = std::min(fa_.max_exponent(), p - fb_.min_exponent());
        plan.a[k] = low <= high ? random_.between(low, high) : (p < 0 ? fa_.min_exponent() : fa_.max_exponent());
        plan.b[k] = p - plan.a[k];
    };
    const int top = random_.between(std::max(low_p + 2, std::min(-20, high_p - 2)), high_p - 1);
    const auto around = [&](int spread) { return random_.between(-spread, spread); };
    switch (operand_class) {
        case OperandClass::near_one:
        case OperandClass::scale_extremes:
            for (std::size_t k = 0; k < k_; ++k) split(k, around(3));
            plan.c = around(4);
            break;
        case OperandClass::max_position: {
            const std::size_t place = index_ / classes_ % (k_ + 1);
            const int gap = random_.between(1, f_ + 3);
            for (std::size_t k = 0; k < k_; ++k) split(k, k == place ? top : top - gap + around(2));
            plan.c = place == k_ ? top + around(1) : top - gap + around(2);
            break;
        }
        case OperandClass::shift_around_f:
        case OperandClass::dropped_bits: {
            const std::size_t place = random_.below(k_ + 1);
            for (std::size_t k = 0; k < k_; ++k) split(k, k == place ? top : top - f_ + around(2) + (random_.one_in(3) ? f_ / 2 : 0));
            plan.c = place == k_ ? top : top - f_ + around(2) + (random_.one_in(3) ? f_ / 2 : 0);
            break;
        }
        case OperandClass::unnormalised:
        case OperandClass::carry_growth:
            for (std::size_t k = 0; k < k_; ++k) split(k, top - (random_.one_in(3) ? random_.between(0, 2) : 0));
            plan.c = top + around(2);
            plan.one_sign = operand_class == OperandClass::carry_growth;
            break;
        case OperandClass::overflow: {
            const int reach = std::min(high_p, fd_.max_exponent() + 1);
            for (std::size_t k = 0; k < k_; ++k) split(k, reach - random_.between(0, 5));
            plan.c = std::min(fc_.max_exponent(), fd_.max_exponent()) - random_.between(0, 2);
            plan.one_sign = random_.coin();
            break;
        }
        case OperandClass::underflow: {
            const int reach = std::max(low_p, fd_.min_exponent() - fd_.fraction_bits - 3);
            for (std::size_t k = 0; k < k_; ++k) split(k, reach + random_.between(0, 8));
            plan.c = fc_.min_exponent() - 1 + random_.between(0, 1);
            plan.c_zero = random_.coin();
            break;
        }
        case OperandClass::subnormal_inputs:
            for (std::size_t k = 0; k < k_; ++k) {
                plan.a[k] = random_.one_in(3) ? around(4) : fa_.min_exponent() - 1;
                plan.b[k] = random_.one_in(3) ? fb_.min_exponent() - 1 : random_.between(fb_.min_exponent(), fb_.max_exponent());
            }
            plan.c = random_.coin() ? fc_.min_exponent() - 1 : fa_.min_exponent() + around(8);
            break;
        default:  // over the whole range
            for (std::size_t k = 0; k < k_; ++k) split(k, random_.between(low_p, high_p));
            plan.c = random_.between(std::max(fc_.min_exponent(), low_p), std::min(fc_.max_exponent(), high_p));
            break;
    }
}

void Stimulus::plan_specials(OperandClass operand_class, Plan& plan) {
    if (operand_class == OperandClass::zeros) {
        for (std::size_t k = 0; k < k_; ++k) {
            plan.a_zero[k] = random_.coin() ? 1 : 0;
            plan.b_zero[k] = random_.one_in(3) ? 1 : 0;
        }
        plan.c_zero = random_.coin();
        if (random_.one_in(4)) {  // no product but zeros, of one sign or of both
            std::fill(plan.a_zero.begin(), plan.a_zero.end(), std::uint8_t{1});
            plan.one_sign = random_.coin();
            if (random_.coin()) plan.c = fc_.min_exponent() - 1;
        }
        if (random_.one_in(3)) plan.c = fc_.min_exponent() - (random_.coin() ? 1 : random_.between(-2, 0));
    }
    const int specials = operand_class == OperandClass::one_special ? 1 : operand_class == OperandClass::special_pair ? 2 : 0;
    if (specials > 0 && random_.one_in(3)) {  // zeros beside, which must not be taken for factors of an infinity
        for (std::size_t k = 0; k < k_; ++k) (random_.coin() ? plan.a_zero : plan.b_zero)[k] = random_.coin() ? 1 : 0;
    }
    for (int i = 0; i < specials; ++i) {
        const std::size_t place = random_.one_in(4) ? 2 * k_ : random_.below(2 * k_);
        if (place == 2 * k_) {
            plan.c_special = true;
        } else {
            (place < k_ ? plan.a_special : plan.b_special)[place % k_] = 1;
            if (random_.one_in(3)) (place < k_ ? plan.b_zero : plan.a_zero)[place % k_] = 1;  // 0 * inf
        }
    }
}

Stimulus::Plan Stimulus::plan_for(OperandClass operand_class) {
    Plan plan;
    plan.operand_class = operand_class;
    plan.a.resize(k_);
    plan.b.resize(k_);
    plan.a_zero.resize(k_);
    plan.b_zero.resize(k_);
    plan.a_special.resize(k_);
    plan.b_special.resize(k_);
    plan.a_negative = random_.coin();
    plan.b_negative = random_.coin();
    plan.c_negative = plan.a_negative != plan.b_negative;
    plan_exponents(operand_class, plan);
    plan_specials(operand_class, plan);
    return plan;
}

void Stimulus::fill(Tile& tile, const Plan& plan) {
    const auto element = [&](const FormatInfo& f, int exponent, bool is_zero, bool is_special, bool fixed_sign, std::uint64_t& nan_walk) {
        const bool negative = plan.one_sign ? fixed_sign : random_.coin();
        if (is_special) return any_special(f, random_, nan_walk);
        if (is_zero) return encode_zero(f.id, plan.one_sign ? fixed_sign : random_.coin());
        std::uint64_t fraction = significand(plan.operand_class, f);
        if (exponent < f.min_exponent() && random_.coin()) fraction >>= random_.below(static_cast<std::uint64_t>(f.fraction_bits));
        return compose(f, negative, exponent, fraction);
    };
    for (std::size_t i = 0; i < m_ * k_; ++i) {
        const std::size_t k = i % k_;
        tile.a[i] = element(fa_, plan.a[k], plan.a_zero[k] != 0, plan.a_special[k] != 0, plan.a_negative, nan_walk_[0]);
    }
    for (std::size_t i = 0; i < n_ * k_; ++i) {
        const std::size_t k = i % k_;
        tile.b[i] = element(fb_, plan.b[k], plan.b_zero[k] != 0, plan.b_special[k] != 0, plan.b_negative, nan_walk_[1]);
    }
    for (std::uint64_t& c : tile.c) c = element(fc_, plan.c, plan.c_zero, plan.c_special, plan.c_negative, nan_walk_[2]);
}

/// Makes products cancel in every lane: pairs of equal a against opposite b. `many`: all pairs, and c against what is left over.
void Stimulus::cancel(Tile& tile, const Plan& plan, bool many) {
    const auto negate = [](std::uint64_t x, const FormatInfo& f) {
        return unpack(x, f).number_class == NumberClass::zero ? x : x ^ (f.sign_bit() << f.ignored_low_bits);
    };
    const std::size_t pairs = many ? k_ / 2 : (k_ > 1 ? 1 : 0);
    const bool one_bit = many && random_.one_in(3);
    const std::size_t shift = one_bit ? 0 : random_.below(k_);  // both products of a pair in one group, of one scale factor
    int top = plan.a[0] + plan.b[0];
    for (std::size_t k = 1; k < k_; ++k) top = std::max(top, plan.a[k] + plan.b[k]);
    for (std::size_t p = 0; p < pairs; ++p) {
        const std::size_t x = (2 * p + shift) % k_;
        const std::size_t y = (2 * p + 1 + shift) % k_;
        for (std::size_t i = 0; i < m_; ++i) tile.a[i * k_ + y] = tile.a[i * k_ + x];
        for (std::size_t j = 0; j < n_; ++j) tile.b[j * k_ + y] = negate(tile.b[j * k_ + x], fb_);
        if (!one_bit && random_.one_in(3)) tile.b[y] ^= std::uint64_t{1} << fb_.ignored_low_bits;  // one lane misses by one unit
    }
    if (one_bit) {
        close_.one_bit_left(tile, top, random_);
    } else if (many && random_.coin()) {  // c alone is left, or nothing at all
        for (std::uint64_t& c : tile.c) c = random_.coin() ? encode_zero(fc_.id, random_.coin()) : c;
    }
}

void Stimulus::uniform(Tile& tile) {
    for (std::uint64_t& x : tile.a) x = random_.bits() & fa_.encoding_mask();
    for (std::uint64_t& x : tile.b) x = random_.bits() & fb_.encoding_mask();
    for (std::uint64_t& x : tile.c) x = random_.bits() & fc_.encoding_mask();
}

std::optional<Tile> Stimulus::next() {
    const std::uint64_t turn = index_ % classes_;
    if (has_chain_ && turn == classes_ - 1) {
        ++index_;
        return chain_.next();
    }
    Tile tile;
    tile.operand_class = static_cast<OperandClass>(turn);
    tile.a.resize(m_ * k_);
    tile.b.resize(n_ * k_);
    tile.c.resize(m_ * n_);
    if (tile.operand_class == OperandClass::uniform_bits) {
        uniform(tile);
    } else {
        const Plan plan = plan_for(tile.operand_class);
        fill(tile, plan);
        const bool pair = tile.operand_class == OperandClass::cancel_pair;
        const bool by_c = pair && !random_.coin();
        if (by_c) close_.c_cancels(tile, random_);
        if (pair && !by_c) cancel(tile, plan, false);
        if (tile.operand_class == OperandClass::dropped_bits && random_.coin()) close_.tie(tile, random_);
        if (tile.operand_class == OperandClass::cancel_many) cancel(tile, plan, true);
        if (tile.operand_class == OperandClass::underflow && random_.one_in(4)) (void)floor_speck(tile, spec_, m_, n_, random_);
    }
    scales_.fill(tile, m_, n_, tile.operand_class);
    ++index_;
    return tile;
}

}  // namespace karat::tb
