// SPDX-License-Identifier: Apache-2.0
#include "karat_coverage/coverage_reach.hpp"

#include <algorithm>
#include <set>

#include "karat/recipe/bounds/reach.hpp"

namespace karat {
namespace {

/// Range of the keys that an addend can have. Site::key places it on the grid.
struct Keys {
    int low, high;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 of a defaulted <=> for a pointer
    friend auto operator<=>(const Keys&, const Keys&) = default;
};

Keys keys(const Site& site, const SiteAddend& x) {
    const ValueBounds& v = site.of(x).value;
    return {site.key(x, v.e_low), site.key(x, v.e_high)};
}

/// Lower bound of the grid's key from the addends other than j, whether they are zero or not.
/// kNoExponent if there is none.
int always_above(const Site& site, std::size_t j) {
    int out = kNoExponent;
    for (std::size_t i = 0; i < site.addends.size(); ++i) {
        const SiteAddend& x = site.addends[i];
        const AddendBounds& b = site.of(x);
        const bool takes_part =
            b.zero_takes_part && x.term->zero != ZeroPart::terms && x.term->zero != ZeroPart::counted;
        if (i == j || !takes_part) continue;
        out = std::max(out, site.key(x, b.value.nonzero ? std::min(b.zero_low, b.value.e_low) : b.zero_low));
    }
    return out;
}

/// Whether an overflow can give the output format's largest number, for one sign or for both.
bool overflows_to_largest(const Site& site) {
    const OutputRule& rule = *site.operation->round;
    const bool nearest = rule.rounding >= Rounding::RNE && rule.rounding <= Rounding::RNO;
    const bool stops = !nearest && rule.rounding != Rounding::RA;
    return site.bounds->overflows &&
           (rule.overflow == Overflow::saturate || (rule.overflow == Overflow::ieee && stops));
}

std::string largest_reason(const Program& program, const Site& site) {
    const OutputRule& rule = *site.operation->round;
    const ValueBounds& sum = site.bounds->value;
    if (overflows_to_largest(site)) return "";
    const ValueBounds all = format_bounds(info(rule.format), rule.fraction);
    const int least = std::min(sum.low, all.low);
    if (BigInt(sum.largest << (sum.low - least)) < BigInt(all.largest << (all.low - least))) {
        return site.bounds->overflows
                   ? ""
                   : "no sum is that large: every sum is below 2^" + std::to_string(sum.high());
    }
    const int last = all.e_high - rule.fraction;  // weight of its last fraction bit, which may be 0
    const int lowest = all.low + static_cast<int>(boost::multiprecision::lsb(all.largest));
    const std::optional<int> unit =
        Reach(program, *site.operation, *site.bounds).finest_unit(all.largest, all.low);
    if (unit && *unit > std::max(last, lowest))
        return "every sum that large is a multiple of 2^" + std::to_string(*unit);
    const std::optional<ScaledBits> bits = scaled_bits(program, site);
    if (bits && bits->whole && bits->sum < bit_length(all.largest) - (lowest - all.low))
        return "products with the same scale factors sum to at most " + std::to_string(bits->sum) +
               " significant bits";
    return "";
}

}  // namespace

std::optional<ScaledBits> scaled_bits(const Program& program, const Site& site) {
    const OperandRules& rules = program.operands();
    if (!rules.scale || info(*rules.scale).fraction_bits != 0 || rules.convert) return std::nullopt;
    const BigInt product = format_bounds(info(rules.a), info(rules.a).fraction_bits).largest *
                           format_bounds(info(rules.b), info(rules.b).fraction_bits).largest;
    int live = 0;
    int blocks = 0;
    int up = 0;  // a bit by which an alignment can grow
    for (const SiteAddend& x : site.addends) {
        if (!site.of(x).value.nonzero) continue;
        ++live;
        if (program.groups(*site.operation)[x.group].scaled_sum)
            ++blocks;
        else if (!program.is_product(x.slot))
            return std::nullopt;
        if (site.of(x).can_grow || site.operation->sum->frame == SignFrame::c_sign) up = 1;
    }
    // Each addend is a whole number of units, and its unit is that of the products times a power of two.
    // Alignment only removes low bits. If all addends have the same unit, so has their sum. If two addends
    // have different units, leading bits cancel only if the larger addend is less than twice the smaller one.
    // Their difference is a multiple of the smaller unit. A block that was rounded may have one bit more.
    if (blocks == live && live > 0)
        return ScaledBits{0, bit_length(product * rules.scale_block) + 1 + up, false};
    if (blocks != 0 || live == 0 || rules.scale_block < rules.k) return std::nullopt;
    return ScaledBits{bit_length(product * live) + up, bit_length(product) - 1 + up, true};
}

std::string format_reason(const FormatInfo& f, ValueClass which) {
    const std::string name(f.name());
    const bool one_value = f.is_integer() && f.bits == 1;  // besides zero
    switch (which) {
        case ValueClass::minus_zero:
            return f.has_minus_zero() ? "" : name + " has no -0";
        case ValueClass::subnormal:
            return f.is_integer() ? name + " has no subnormals" : "";
        case ValueClass::least_normal:
        case ValueClass::normal:
            return one_value ? "the only nonzero value of " + name + " is its largest" : "";
        case ValueClass::infinity:
            return f.has_infinity() ? "" : name + " has no infinity";
        case ValueClass::nan:
            return f.has_nan() ? "" : name + " has no NaN";
        default:
            return "";
    }
}

bool keeps_subnormals(const OperandRules& rules, Format stored, bool flush) {
    const FormatInfo& f = info(stored);
    if (f.is_integer()) return false;
    const FormatInfo& to = info(rules.convert.value_or(stored));
    Unpacked x = unpack(f.fraction_mask() << f.ignored_low_bits, f);
    if (flush) x = flushed(x, f, rules.flush_below, rules.flush_sign);
    if (to.id != stored) x = converted(x, f, to);
    return x.number_class == NumberClass::finite && x.is_subnormal(to.fraction_bits);
}

std::vector<int> distances(const Site& site, std::size_t j) {
    const Keys own = keys(site, site.addends[j]);
    const int floor = site.operation->sum->floor.value_or(kNoExponent);
    std::set<Keys> others;
    for (std::size_t i = 0; i < site.addends.size(); ++i) {
        const SiteAddend& x = site.addends[i];
        if (i == j) continue;
        if (site.of(x).value.nonzero) others.insert(keys(site, x));
        if (site.of(x).zero_takes_part)
            others.insert({site.key(x, site.of(x).zero_low), site.key(x, site.of(x).zero_high)});
    }
    int widest = std::max(1, floor - own.low + 1);
    for (const Keys& x : others) widest = std::max(widest, x.high - own.low + 1);
    std::vector<int> edges(static_cast<std::size_t>(widest) + 2);
    const auto mark = [&](int low, int high) {
        ++edges[static_cast<std::size_t>(low)];
        --edges[static_cast<std::size_t>(high) + 1];
    };
    const int least = std::max(floor, always_above(site, j));
    for (int p = own.low; p <= own.high; ++p) {
        mark(std::max(0, least - p), std::max(0, least - p));
        for (const Keys& x : others) {
            const int from = std::max({p, least, x.low});
            if (from <= x.high) mark(from - p, x.high - p);
        }
    }
    std::vector<int> out;
    int depth = 0;
    for (int d = 0; d <= widest; ++d) {
        depth += edges[static_cast<std::size_t>(d)];
        if (depth > 0) out.push_back(d);
    }
    return out;
}
bool pads(const Program& program, const SiteAddend& x) {
    const OperandRules& rules = program.operands();
    const auto padded = [](Format stored, std::optional<Format> to) {
        return to && fraction_in(info(stored), info(*to)) > info(stored).fraction_bits;
    };
    if (!program.is_product(x.slot)) return padded(rules.c, rules.convert_c);
    return padded(rules.a, rules.convert) || padded(rules.b, rules.convert);
}

std::string result_reason(const Program& program, const Site& site, const Bounds& bounds, ValueClass which) {
    const OutputRule& rule = *site.operation->round;
    const FormatInfo& f = info(rule.format);
    std::string by_format = format_reason(f, which);
    if (!by_format.empty() || f.is_integer()) return by_format;
    const ValueBounds& sum = site.bounds->value;
    const ValueBounds& result = bounds.value(site.operation->result);
    const bool large_enough = sum.nonzero && sum.high() > f.min_exponent();
    std::string multiple = "every sum is a multiple of 2^" + std::to_string(sum.low);
    switch (which) {
        case ValueClass::minus_zero:
            return result.negative_zero
                       ? ""
                       : "a zero sum is +0, and no other sum is small enough to round to zero";
        case ValueClass::subnormal:
            if (rule.flush) return "subnormal results are flushed";
            if (sum.low >= f.min_exponent()) return multiple;
            return sum.least < f.min_exponent() ? "" : "every sum is at least 2^" + std::to_string(sum.least);
        case ValueClass::least_normal:
            return sum.low <= f.min_exponent() && large_enough ? "" : multiple;
        case ValueClass::normal:
            return large_enough ? "" : "every sum is below the smallest normal number";
        case ValueClass::largest:
            return largest_reason(program, site);
        case ValueClass::infinity:
            return result.infinity ? "" : "no operand is infinite, and no sum overflows";
        case ValueClass::nan:
            return result.nan ? "" : "no operand is NaN or infinite";
        default:
            return "";
    }
}

std::string frame_reason(const Program& program, const Site& site) {
    if (site.operation->sum->frame != SignFrame::c_sign) return "";
    // A zero needs magnitudes of m + 1 and m units. The addend that sets the grid is an even number of units
    // if it has a bit less than its width. The other one is then even too, or less than half of it, provided
    // that no product is below 2^e, where e is the exponent it is compared by.
    const OperandRules& rules = program.operands();
    const int products = info(rules.a).fraction_bits + info(rules.b).fraction_bits;
    int width = 0;  // of a product
    int width_of_c = 0;
    int c = 0;  // fraction bits of c
    for (const SiteAddend& x : site.addends) {
        const Term& term = *x.term;
        if (term.least_exponent || term.F.is_exact() || site.of(x).zero_takes_part) return "";
        if (program.is_product(x.slot)) {
            width = term.F.bits;
        } else if (program.is_number(x.slot) && term.compared_by == ComparedBy::leading) {
            width_of_c = term.F.bits;
            c = info(program.format_of(x.slot)).fraction_bits;
        } else {
            return "";
        }
    }
    const bool normal = !keeps_subnormals(rules, rules.a, rules.flush_a) &&
                        !keeps_subnormals(rules, rules.b, rules.flush_b) && !rules.convert && !rules.scale;
    const bool narrow = products + 3 <= std::min(width, width_of_c) && c < width_of_c && c < width;
    return normal && narrow ? "magnitudes that meet are even numbers of units, and a zero needs an odd one"
                            : "";
}

/// The only addend that can be nonzero, if it is a number of a format as it is held; otherwise null.
static const SiteAddend* only_number(const Program& program, const Site& site) {
    const SiteAddend* out = nullptr;
    for (const SiteAddend& x : site.addends) {
        if (!site.of(x).value.nonzero) continue;
        const bool held = x.term->compared_by == ComparedBy::held &&
                          !program.groups(*site.operation)[x.group].scaled_sum && program.is_number(x.slot);
        if (out != nullptr || !held) return nullptr;
        out = &x;
    }
    return out;
}

int residue_bits(const Program& program, const Site& site) {
    const OutputRule& rule = *site.operation->round;
    const ValueBounds& sum = site.bounds->value;
    if (!sum.nonzero) return 0;
    const int quantum = info(rule.format).min_exponent() - rule.fraction;
    int normal = sum.high() - 1 - rule.fraction - sum.low;
    if (site.bounds->fixed)
        normal = std::min(normal, sum.above() - 1 + site.bounds->fraction - rule.fraction);
    // without another addend the sum has no more bits than the number
    const SiteAddend* const only = only_number(program, site);
    if (only != nullptr) normal = std::min(normal, only->fraction - rule.fraction);
    return std::max(normal, std::min(quantum, sum.high()) - sum.low);
}

}  // namespace karat
