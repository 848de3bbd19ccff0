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
TieRows::Addends reaching(const Program& program, const Operation& operation) {
    TieRows::Addends out;
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
TieRows::Addends last_addends(const Program& program) {
    TieRows::Addends out = reaching(program, program.operations().back());
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
      exact_(expand(exact_spec(rules_))),
      last_(last_sum(program)) {
    const editing::Sites sites = editing::find_sites(program.recipe());
    for (const editing::SumSite& site : sites.sums) {
        const auto to = rounding_of(site, sites);
        if (!to) continue;
        const Operation& first = *std::ranges::find(program.operations(), site.sum, &Operation::sum);
        Addends addends = reaching(program, first);
        if (&first == &program.operations().back() || addends.products.empty()) continue;
        WideSum wide = WideSum::of_inner(program.recipe(), site, to->rule);
        inner_.push_back(
            std::make_unique<Rounded>(rounded(std::move(addends), std::move(wide), to->least_exponent)));
    }
}

TieRows::Rounded TieRows::rounded(Addends addends, WideSum wide, int least) {
    SumShift shift(rules_, draft_.random, addends.products, addends.c);
    return {std::move(addends), std::move(wide), std::move(shift), least};
}

TieRows::Rounded TieRows::last_sum(const Program& program) {
    WideSum wide(program.recipe());
    const int least = least_exponent(wide.roundings().front());
    return rounded(last_addends(program), std::move(wide), least);
}

std::optional<VectorRow> TieRows::next() {
    constexpr int tries = 60;
    constexpr int patience = 200;
    Crowd crowd;
    for (int i = 0; i < tries; ++i) {
        const bool beside = draft_.random.one_in(4);
        const bool inner = !inner_.empty() && draft_.random.one_in(beside ? 2 : 4);
        const std::size_t at = inner ? draft_.random.below(inner_.size()) : 0;
        Rounded& sum = inner ? *inner_[at] : last_;
        crowd = beside ? neighbourhood(sum) : crowded(sum);
        ++sum.tried;
        if (auto out = beside ? moved_beside(crowd, sum) : moved(crowd, sum)) {
            ++sum.reached;
            return out;
        }
        if (inner && sum.tried >= patience * (sum.reached + 1))
            inner_.erase(inner_.begin() + static_cast<std::ptrdiff_t>(at));  // such as a product that fits
    }
    return std::move(crowd.row);
}

std::optional<VectorRow> TieRows::moved(const VectorRow& row) { return moved({row, false}, last_); }

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

TieRows::Crowd TieRows::crowded(const Rounded& sum) {
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
    return {draft_.row(), small_c};
}

TieRows::Crowd TieRows::neighbourhood(const Rounded& sum) {
    constexpr int beyond = 7;  // bits below those of the rounding
    tb::Random& random = draft_.random;
    int top = level(sum, 4);
    draft_.blank(0);
    Crowd out;
    if (random.coin()) {
        const int fraction = sum.rule().fraction;
        const bool with_c = sum.addends.c && random.one_in(3);
        const int highest = with_c ? info(rules_.c).max_exponent() : draft_.p_high();
        const int above = std::max(0, width() - random.between(0, fraction + beyond));
        const int exponent = random.one_in(4) ? highest : std::min(highest, top + above);
        if (random.coin()) top = exponent - above;
        set_cancelling(with_c ? draft_.c() : product(sum), product(sum), exponent);
        out.small_c = with_c;
        const int below = random.between(2, random.one_in(3) ? 4 * beyond : beyond);
        const int unit = std::max(top, sum.least_exponent) - fraction;
        if (!random.one_in(3)) out.beside = std::ldexp(random.coin() ? 1 : -1, unit - below);
    } else if (sum.addends.c && random.one_in(3)) {
        const int last =
            random.coin() ? random.between(-2, 2) : random.between(0, info(rules_.c).fraction_bits);
        draft_.set(draft_.c(), top - std::max(0, width() - last), random.coin(), random.coin());
        out.small_c = true;
    } else {
        const int bits = info(rules_.a).fraction_bits + info(rules_.b).fraction_bits + 2;
        const int below = std::max(0, width() - random.between(0, bits));
        set_cancelling(product(sum), product(sum), top - below);
    }
    out.about = std::ldexp(static_cast<double>(16 + random.below(16)), top - 4) * (random.coin() ? 1 : -1);
    out.row = draft_.row();
    return out;
}

int TieRows::width() {
    constexpr int farthest = 64;
    return draft_.random.coin() ? aims_.distances[draft_.random.below(aims_.distances.size())]
                                : draft_.random.between(0, farthest);
}

void TieRows::set_cancelling(int first, int second, int exponent) {
    tb::Random& random = draft_.random;
    const bool negative = random.coin();
    draft_.set(first, exponent, negative, first == draft_.c());
    if (random.one_in(4))
        draft_.set(second, exponent + random.between(-1, 1), !negative, false);
    else if (second != first)
        draft_.set_opposite(second, first);
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

std::optional<VectorRow> TieRows::moved(const Crowd& crowd, Rounded& sum) {
    const auto before = sum.wide(crowd.row.operands());
    if (!before || *before == 0) return std::nullopt;
    const double aim = boundary(*before, sum);
    VectorRow out = crowd.row;
    sum.shift(out, aim - *before, crowd.small_c);
    if (sum.wide(out.operands()) != aim) return std::nullopt;
    const auto exact = exact_(out.operands());
    if (!exact || *exact == aim) return std::nullopt;
    // what the roundings of earlier steps of a chain drop is more
    const int unit = std::max(std::ilogb(*exact), sum.least_exponent) - sum.rule().fraction;
    return std::fabs(*exact - aim) < std::ldexp(1, unit - kDropped) ? std::optional(out) : std::nullopt;
}

std::optional<VectorRow> TieRows::moved_beside(const Crowd& crowd, Rounded& sum) {
    const auto others = exact_(crowd.row.operands());
    const int unit = std::max(std::ilogb(crowd.about), sum.least_exponent) - sum.rule().fraction;
    if (!others || std::fabs(*others) >= std::ldexp(1, unit - kDropped)) return std::nullopt;
    const double aim = boundary(crowd.about, sum) + crowd.beside;
    VectorRow out = crowd.row;
    sum.shift(out, aim, crowd.small_c);
    return exact_(out.operands()) == aim + *others ? std::optional(out) : std::nullopt;
}

}  // namespace karat::probe
