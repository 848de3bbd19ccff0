// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/tie_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "karat/format/unpack.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

constexpr int kDropped = 4;  ///< at least so many bits below the last one of d

bool rounds_to_nearest(Rounding rounding) { return rounding >= Rounding::RNE && rounding <= Rounding::RNO; }

/// The largest finite number that the rounding gives. Its lowest bits are 0 if it keeps fewer than all.
double largest(const OutputRule& rule) {
    const FormatInfo& format = info(rule.format);
    const Unpacked most = unpack(format.max_finite_code(), format);
    const int cut = format.fraction_bits - rule.fraction;
    return std::ldexp(static_cast<double>(most.significand >> cut), most.exponent - rule.fraction);
}

/// What reaches an operation without being rounded: its addends, and those of the unrounded sums among them.
UnroundedAddends reaching(const Program& program, const Operation& operation) {
    UnroundedAddends out;
    std::vector<const Operation*> unrounded{&operation};
    while (!unrounded.empty()) {
        const Operation& op = *unrounded.back();
        unrounded.pop_back();
        for (const AddendGroup& group : program.groups(op)) {
            for (const Slot slot : program.addends(group)) {
                if (program.is_product(slot)) out.products.push_back(slot);
                if (slot == program.c_slot()) {
                    out.c = true;
                    if (!group.term->F.is_exact()) out.c_bits = group.term->F.bits;
                }
                if (slot < program.first_result()) continue;
                const Operation& below = program.operation_of(slot);
                if (below.round == nullptr) unrounded.push_back(&below);
            }
        }
    }
    return out;
}

/// Those of the last rounding; all if each of them is rounded before.
UnroundedAddends last_addends(const Program& program) {
    UnroundedAddends out = reaching(program, program.operations().back());
    out.c = true;
    if (!out.products.empty()) return out;
    out.products.resize(static_cast<std::size_t>(program.operands().k));
    std::iota(out.products.begin(), out.products.end(), std::size_t{0});
    return out;
}

int least_exponent(const OutputRule& rule) { return info(rule.format).min_exponent(); }

struct RoundedTo {
    OutputRule rule;
    int least_exponent;  ///< below it, units do not become smaller
};

/// What a sum is rounded to: to a format, or to the width with which it is an addend of another sum.
std::optional<RoundedTo> rounding_of(const editing::SumSite& site, const editing::Sites& sites) {
    constexpr int most = 40;  // bits that are left for what lies beside a tie
    if (site.sum->round) return RoundedTo{*site.sum->round, least_exponent(*site.sum->round)};
    if (!site.addend) return std::nullopt;
    const editing::TermSite& addend = sites.terms[*site.addend];
    const Term& term = *addend.term;
    if (term.F.is_exact() || term.F.bits > most) return std::nullopt;
    OutputRule rule = OutputRule::ieee(Format::fp64, term.rounding);
    rule.fraction = term.F.bits;
    return RoundedTo{rule, addend.sum->floor.value_or(least_exponent(rule))};
}

}  // namespace

TieRows::TieRows(const Program& program, std::uint64_t seed)
    : rules_(formats_of(program.operands())),
      aims_(aims_of(program, program)),
      draft_(rules_, seed),
      surroundings_(rules_, aims_, draft_),
      exact_(expand(exact_spec(rules_))),
      last_(last_sum(program)) {
    const editing::Sites sites = editing::find_sites(program.recipe());
    for (const editing::SumSite& site : sites.sums) {
        const auto to = rounding_of(site, sites);
        if (!to) continue;
        const Operation& first = *std::ranges::find(program.operations(), site.sum, &Operation::sum);
        UnroundedAddends addends = reaching(program, first);
        if (&first == &program.operations().back() || addends.products.empty()) continue;
        WideSum wide = WideSum::of_inner(program.recipe(), site, to->rule);
        inner_.push_back(
            std::make_unique<Rounded>(rounded(std::move(addends), std::move(wide), to->least_exponent)));
    }
}

TieRows::Rounded TieRows::rounded(UnroundedAddends addends, WideSum wide, int least) {
    SumShift shift(rules_, draft_.random, addends.products, addends.c);
    return {std::move(addends), std::move(wide), std::move(shift), least};
}

TieRows::Rounded TieRows::last_sum(const Program& program) {
    WideSum wide(program.recipe());
    const int least = least_exponent(wide.roundings().front());
    return rounded(last_addends(program), std::move(wide), least);
}

TieRows::Rounded& TieRows::any_sum(bool surrounds) {
    tb::Random& random = draft_.random;
    if (inner_.empty() || !random.one_in(surrounds ? 2 : 4)) return last_;
    Rounded& inner = *inner_[random.below(inner_.size())];
    return !surrounds && inner.is_seldom_reached() ? last_ : inner;  // such as a product that fits
}

std::optional<VectorRow> TieRows::next() {
    constexpr int tries = 60;
    VectorRow row;
    const bool surrounds = draft_.random.one_in(4);
    for (int i = 0; i < tries; ++i) {
        Rounded& sum = any_sum(surrounds);
        if (auto out = surrounds ? surrounded(sum, row) : crowded(sum, row)) return out;
    }
    return row;
}

std::optional<VectorRow> TieRows::moved(const VectorRow& row) { return moved(row, false, last_); }

int TieRows::product(const Rounded& sum) {
    return static_cast<int>(sum.addends.products[draft_.random.below(sum.addends.products.size())]);
}

int TieRows::level(const Rounded& sum, std::uint64_t least_every) {
    constexpr int lowest = -40;  // that products of most formats have
    tb::Random& random = draft_.random;
    const OutputRule& rule = sum.rule();
    if (random.one_in(least_every) && sum.least_exponent > lowest)
        return sum.least_exponent - random.between(-1, rule.fraction + 1);
    return random.one_in(16) ? info(rule.format).max_exponent() : random.between(-4, 4);
}

std::optional<VectorRow> TieRows::crowded(Rounded& sum, VectorRow& row) {
    constexpr std::size_t many = 10;  // products; some are left free to reach a tie
    constexpr int few = 3;
    constexpr int most = 5;
    tb::Random& random = draft_.random;
    const int top = level(sum, 8);
    draft_.blank(0);
    const int bits = info(rules_.a).fraction_bits + info(rules_.b).fraction_bits + 2;
    const auto drawn = [&](int of_bits) {
        const int distance = aims_.distances[random.below(aims_.distances.size())];
        return std::max(0, distance - random.between(0, of_bits));
    };
    const int common = drawn(bits);
    const bool alike = !random.one_in(3);
    const int dominant = sum.addends.c && random.coin() ? draft_.c() : product(sum);
    const bool small_c = sum.addends.c && dominant != draft_.c() && random.coin();
    if (small_c) {
        const int bits_of_c = info(rules_.c).fraction_bits;
        const int below = sum.addends.c_bits ? std::max(0, *sum.addends.c_bits - random.between(0, bits_of_c))
                                             : drawn(bits_of_c);
        draft_.set(draft_.c(), top - below, random.coin(), false);
    }
    for (int i = random.between(2, sum.addends.products.size() < many ? few : most); i > 0; --i) {
        const int below = alike ? common + random.between(0, 2) : drawn(bits);
        draft_.set(product(sum), top - below, random.coin(), false);
    }
    draft_.set(dominant, top, random.coin(), false);
    row = draft_.row();
    auto out = moved(row, small_c, sum);
    ++sum.tried;
    sum.reached += out ? 1 : 0;
    return out;
}

std::optional<VectorRow> TieRows::surrounded(Rounded& sum, VectorRow& row) {
    tb::Random& random = draft_.random;
    const OutputRule& rule = sum.rule();
    Surroundings around = surroundings_(sum.addends, level(sum, 4), rule.fraction, sum.least_exponent);
    row = std::move(around.row);
    const auto others = exact_(row.operands());
    const int unit = std::max(around.top, sum.least_exponent) - rule.fraction;
    if (!others || std::fabs(*others) >= std::ldexp(1, unit - kDropped)) return std::nullopt;
    const double about = std::ldexp(static_cast<double>(16 + random.below(16)), around.top - 4);
    const double aim = boundary(random.coin() ? about : -about, sum) + around.beside;
    VectorRow out = row;
    sum.shift(out, aim, around.keeps_c);
    return exact_(out.operands()) == aim + *others ? std::optional(out) : std::nullopt;
}

double TieRows::boundary(double sum, const Rounded& of) {
    tb::Random& random = draft_.random;
    const OutputRule& rule = of.rule();
    const int exponent = std::max(std::ilogb(sum), of.least_exponent);
    const double unit = std::ldexp(1, exponent - rule.fraction);
    const bool tie = rounds_to_nearest(rule.rounding) != random.one_in(8);
    const bool overflows = exponent >= info(rule.format).max_exponent() && random.coin();
    const double low = overflows ? std::copysign(largest(rule), sum)
                                 : (std::trunc(sum / unit) + random.between(-1, 1)) * unit;
    const double aim = low + (tie ? std::copysign(unit / 2, overflows ? sum : 1) : 0);
    if (random.coin()) return aim;
    return aim + std::ldexp(random.coin() ? 1 : -1, last_bit(sum));
}

std::optional<VectorRow> TieRows::moved(const VectorRow& row, bool keeps_c, Rounded& sum) {
    const auto before = sum.wide(row.operands());
    if (!before || *before == 0) return std::nullopt;
    const double aim = boundary(*before, sum);
    VectorRow out = row;
    sum.shift(out, aim - *before, keeps_c);
    if (sum.wide(out.operands()) != aim) return std::nullopt;
    const auto exact = exact_(out.operands());
    if (!exact || *exact == aim) return std::nullopt;
    // what the roundings of earlier steps of a chain drop is more
    const int unit = std::max(std::ilogb(*exact), sum.least_exponent) - sum.rule().fraction;
    return std::fabs(*exact - aim) < std::ldexp(1, unit - kDropped) ? std::optional(out) : std::nullopt;
}

}  // namespace karat::probe
