// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/stimulus.hpp"

#include <algorithm>
#include <array>

#include "karat/arithmetic/round.hpp"
#include "karat/format/unpack.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_tb/stimulus/directed/exponent_floor.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"
#include "karat_tb/stimulus/tile_outline.hpp"

namespace karat::tb {
namespace {

constexpr std::array<std::string_view, kOperandClasses> kNames{
    "uniform_bits", "near_one",    "wide_exponents", "max_position", "shift_around_f", "dropped_bits",
    "unnormalised", "cancel_pair", "cancel_many",    "carry_growth", "overflow",       "subnormal_inputs",
    "underflow",    "zeros",       "one_special",    "special_pair", "scale_extremes", "chain_boundary",
    "levels",       "tensor",      "recorded",       "steered"};

/// Classes in which c may be rewritten to cancel the products (RoundingEdges::c_answers).
bool may_be_answered(OperandClass x) {
    return x == OperandClass::near_one || x == OperandClass::max_position ||
           x == OperandClass::unnormalised || x == OperandClass::carry_growth ||
           x == OperandClass::scale_extremes;
}

/// Number of classes that every specification gets in turn. scale_extremes follows if there are scales, and
/// chain_boundary if there is a chain.
constexpr std::uint64_t kPlainClasses = 16;

}  // namespace

std::string_view class_name(OperandClass operand_class) {
    return kNames[static_cast<std::size_t>(operand_class)];
}

std::optional<OperandClass> find_class(std::string_view name) {
    const auto* const at = std::ranges::find(kNames, name);
    if (at == kNames.end()) return std::nullopt;
    return static_cast<OperandClass>(at - kNames.begin());
}

std::vector<OperandClass> directed_classes(const Spec& spec) {
    std::vector<OperandClass> out;
    if (info(spec.d).is_integer()) return {kIntegerClasses.begin(), kIntegerClasses.end()};
    for (std::uint64_t turn = 0; turn < kPlainClasses; ++turn) out.push_back(static_cast<OperandClass>(turn));
    if (spec.scale) out.push_back(OperandClass::scale_extremes);
    if (!StimulusFacts(Program(expand(spec))).steps.empty()) out.push_back(OperandClass::chain_boundary);
    return out;
}

Stimulus::Stimulus(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed)
    : spec_(spec),
      formats_(spec),
      m_(m),
      n_(n),
      k_(static_cast<std::size_t>(spec.k)),
      facts_(Program(expand(spec))),
      f_(facts_.width),
      scales_(spec, seed),
      edges_(spec, m, n),
      chain_(spec, m, n, seed),
      has_chain_(!facts_.steps.empty()),
      classes_(kPlainClasses + (spec.scale ? 1 : 0) + (has_chain_ ? 1 : 0)),
      random_(seed) {
    if (info(spec.d).is_integer()) integers_.emplace(expand(spec).operands, m, n);
}

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

void Stimulus::fill(Tile& tile, const Outline& outline) {
    const auto element = [&](const FormatInfo& f, int exponent, bool is_zero, bool is_special,
                             bool fixed_sign, std::uint64_t& nan_walk) {
        const bool negative = outline.one_sign ? fixed_sign : random_.coin();
        if (is_special) return any_special(f, random_, nan_walk);
        if (is_zero) return encode_zero(f.id, outline.one_sign ? fixed_sign : random_.coin());
        std::uint64_t fraction = significand(outline.operand_class, f);
        if (exponent < f.min_exponent() &&
            random_.coin()) {  // subnormals of every length, and every single bit
            const std::uint64_t place = random_.below(static_cast<std::uint64_t>(f.fraction_bits));
            fraction = random_.coin() ? std::uint64_t{1} << place : fraction >> place;
        }
        return compose(f, negative, exponent, fraction);
    };
    for (std::size_t i = 0; i < m_ * k_; ++i) {
        const std::size_t k = i % k_;
        tile.a[i] = element(formats_.a, outline.a[k], outline.a_zero[k] != 0, outline.a_special[k] != 0,
                            outline.a_negative, nan_walk_[0]);
    }
    for (std::size_t i = 0; i < n_ * k_; ++i) {
        const std::size_t k = i % k_;
        tile.b[i] = element(formats_.b, outline.b[k], outline.b_zero[k] != 0, outline.b_special[k] != 0,
                            outline.b_negative, nan_walk_[1]);
    }
    for (std::uint64_t& c : tile.c)
        c = element(formats_.c, outline.c, outline.c_zero, outline.c_special, outline.c_negative,
                    nan_walk_[2]);
}

/// Makes every product and c -0, provided that a flushed subnormal counts as +0: one operand is negative, the
/// other one a subnormal of either sign.
void Stimulus::flushed_signs(Tile& tile) {
    const bool in_b = facts_.flush_b && (!facts_.flush_a || random_.coin());
    const FormatInfo& f = in_b ? formats_.b : formats_.a;
    const FormatInfo& other = in_b ? formats_.a : formats_.b;
    for (std::uint64_t& x : in_b ? tile.b : tile.a)
        x = compose(f, random_.coin(), f.min_exponent() - 1, 1 + random_.below(f.fraction_mask()));
    for (std::uint64_t& x : in_b ? tile.a : tile.b) {
        x = random_.coin()
                ? encode_zero(other.id, true)
                : compose(other, true, random_.between(other.min_exponent(), other.max_exponent()), 0);
    }
    for (std::uint64_t& c : tile.c) c = encode_zero(formats_.c.id, true);
}

/// Makes products cancel in every lane: the products of a pair have equal a and opposite b. `many`: all pairs
/// cancel. What remains is c, one bit of c, or nothing, and an unpaired product if k is odd.
void Stimulus::cancel(Tile& tile, const Outline& outline, bool many) {
    const auto negate = [](std::uint64_t x, const FormatInfo& f) {
        return unpack(x, f).number_class == NumberClass::zero ? x : f.negated(x);
    };
    const std::size_t pairs = many ? k_ / 2 : (k_ > 1 ? 1 : 0);
    const bool one_bit = many && random_.one_in(3);
    // with 0, both products of a pair share a group and its scale factor
    const std::size_t shift = one_bit ? 0 : random_.below(k_);
    int top = outline.a[0] + outline.b[0];
    for (std::size_t k = 1; k < k_; ++k) top = std::max(top, outline.a[k] + outline.b[k]);
    for (std::size_t p = 0; p < pairs; ++p) {
        // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a pair means that k is at least 2
        const std::size_t x = (2 * p + shift) % k_;
        const std::size_t y = (2 * p + 1 + shift) % k_;
        for (std::size_t i = 0; i < m_; ++i) tile.a[i * k_ + y] = tile.a[i * k_ + x];
        for (std::size_t j = 0; j < n_; ++j) tile.b[j * k_ + y] = negate(tile.b[j * k_ + x], formats_.b);
        if (!one_bit && random_.one_in(3))
            tile.b[y] ^= std::uint64_t{1} << formats_.b.ignored_low_bits;  // one column is off by one unit
    }
    if (one_bit) {
        edges_.one_bit_left(tile, top, random_);
    } else if (many && random_.coin()) {  // only c is left, or nothing
        for (std::uint64_t& c : tile.c) c = random_.coin() ? encode_zero(formats_.c.id, random_.coin()) : c;
    }
}

/// Makes two addends cancel, completely or almost completely.
void Stimulus::cancel_two(Tile& tile, const Outline& outline) {
    switch (random_.below(5)) {
        case 0:
        case 1:
            return edges_.c_cancels(tile, random_);
        case 2:
            return edges_.neighbours(tile, random_);
        default:
            return cancel(tile, outline, false);
    }
}

void Stimulus::uniform(Tile& tile) {
    for (std::uint64_t& x : tile.a) x = random_.bits() & formats_.a.encoding_mask();
    for (std::uint64_t& x : tile.b) x = random_.bits() & formats_.b.encoding_mask();
    for (std::uint64_t& x : tile.c) x = random_.bits() & formats_.c.encoding_mask();
}

std::optional<Tile> Stimulus::next() {
    if (integers_) return integers_->next(random_);
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
    scales_.fill(tile, m_, n_, tile.operand_class);
    if (tile.operand_class == OperandClass::uniform_bits) {
        uniform(tile);
    } else {
        const Outline outline = outline_for(tile.operand_class);
        fill(tile, outline);
        if (tile.operand_class == OperandClass::zeros && (facts_.flush_a || facts_.flush_b) &&
            random_.one_in(4))
            flushed_signs(tile);
        if (tile.operand_class == OperandClass::cancel_pair) cancel_two(tile, outline);
        if (may_be_answered(tile.operand_class) && random_.one_in(6)) edges_.c_answers(tile, random_);
        if (tile.operand_class == OperandClass::dropped_bits && random_.below(3) != 0)
            edges_.tie(tile, random_);
        if (tile.operand_class == OperandClass::cancel_many) cancel(tile, outline, true);
        if (tile.operand_class == OperandClass::underflow && random_.coin() &&
            !(random_.coin() && aim_at_exponent_floor(tile, spec_, facts_, m_, n_, random_)))
            edges_.hard_to_round_products(tile, random_);
        if (tile.operand_class == OperandClass::underflow && facts_.flushes_result && random_.one_in(4))
            (void)aim_below_least_normal(tile, spec_, facts_, m_, n_, random_);
    }
    ++index_;
    return tile;
}

}  // namespace karat::tb
