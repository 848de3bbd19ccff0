// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/tie_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "karat/recipe/families/families.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

constexpr int kDropped = 4;  ///< at least so many bits below the last one of d

bool rounds_to_nearest(Rounding rounding) { return rounding >= Rounding::RNE && rounding <= Rounding::RNO; }

/// What reaches an operation without being rounded.
struct Reaching {
    std::vector<std::size_t> products;
    bool c = false;
};
Reaching reaching(const Program& program, const Operation& operation) {
    Reaching out;
    std::vector<const Operation*> unrounded{&operation};
    while (!unrounded.empty()) {
        const Operation& op = *unrounded.back();
        unrounded.pop_back();
        for (const AddendGroup& group : program.groups(op)) {
            for (const Slot slot : program.addends(group)) {
                if (program.is_product(slot)) out.products.push_back(slot);
                out.c = out.c || slot == program.c_slot();
                if (slot < program.first_result()) continue;
                const Operation& below = program.operation_of(slot);
                if (below.round == nullptr) unrounded.push_back(&below);
            }
        }
    }
    return out;
}

/// Those of the last rounding; all if each of them is rounded before.
std::vector<std::size_t> last_products(const Program& program) {
    std::vector<std::size_t> out = reaching(program, program.operations().back()).products;
    if (!out.empty()) return out;
    out.resize(static_cast<std::size_t>(program.operands().k));
    std::iota(out.begin(), out.end(), std::size_t{0});
    return out;
}

}  // namespace

TieRows::TieRows(const Program& program, std::uint64_t seed)
    : rules_(formats_of(program.operands())),
      aims_(aims_of(program, program)),
      draft_(rules_, seed),
      exact_(expand(exact_spec(rules_))),
      last_(rounded(last_products(program), true, WideSum(program.recipe()))) {
    for (const editing::SumSite& site : editing::find_sites(program.recipe()).sums) {
        if (!site.sum->round) continue;
        const Operation& first = *std::ranges::find(program.operations(), site.sum, &Operation::sum);
        Reaching addends = reaching(program, first);
        if (&first == &program.operations().back() || addends.products.empty()) continue;
        inner_.push_back(std::make_unique<Rounded>(
            rounded(std::move(addends.products), addends.c, WideSum::of_inner(program.recipe(), site))));
    }
}

TieRows::Rounded TieRows::rounded(std::vector<std::size_t> products, bool has_c, WideSum wide) {
    SumShift shift(rules_, draft_.random, products, has_c);
    return {std::move(products), has_c, std::move(wide), std::move(shift)};
}

std::optional<VectorRow> TieRows::next() {
    constexpr int tries = 60;
    constexpr int patience = 200;
    VectorRow row;
    for (int i = 0; i < tries; ++i) {
        const bool inner = !inner_.empty() && draft_.random.one_in(4);
        const std::size_t at = inner ? draft_.random.below(inner_.size()) : 0;
        Rounded& sum = inner ? *inner_[at] : last_;
        row = crowded(sum);
        if (auto out = moved(row, sum)) {
            sum.failures = 0;
            return out;
        }
        if (++sum.failures == patience && inner)
            inner_.erase(inner_.begin() + static_cast<std::ptrdiff_t>(at));  // such as a product that fits
    }
    return row;
}

std::optional<VectorRow> TieRows::moved(const VectorRow& row) { return moved(row, last_); }

int TieRows::product(const Rounded& sum) {
    return static_cast<int>(sum.products[draft_.random.below(sum.products.size())]);
}

VectorRow TieRows::crowded(const Rounded& sum) {
    constexpr int most = 5;
    tb::Random& random = draft_.random;
    constexpr int lowest = -40;  // that products of most formats have
    const FormatInfo& format = info(sum.rule().format);
    const bool small = random.one_in(8) && format.min_exponent() > lowest;  // among its subnormals
    const int top =
        small ? format.min_exponent() - random.between(-1, sum.rule().fraction + 1) : random.between(-4, 4);
    draft_.blank(0);
    const int bits = info(rules_.a).fraction_bits + info(rules_.b).fraction_bits + 2;
    const auto drawn = [&] {
        const int distance = aims_.distances[random.below(aims_.distances.size())];
        return std::max(0, distance - random.between(0, bits));
    };
    const int common = drawn();
    const bool alike = !random.one_in(3);
    for (int i = random.between(2, most); i > 0; --i) {
        const int below = alike ? common + random.between(0, 2) : drawn();
        draft_.set(product(sum), top - below, random.coin(), false);
    }
    draft_.set(sum.has_c && random.coin() ? draft_.c() : product(sum), top, random.coin(), false);
    return draft_.row();
}

double TieRows::boundary(double sum, const OutputRule& rule) {
    tb::Random& random = draft_.random;
    const int exponent = std::max(std::ilogb(sum), info(rule.format).min_exponent());
    const double unit = std::ldexp(1, exponent - rule.fraction);
    const bool tie = rounds_to_nearest(rule.rounding) != random.one_in(8);
    const double aim = (std::trunc(sum / unit) + random.between(-1, 1)) * unit + (tie ? unit / 2 : 0);
    if (random.coin()) return aim;
    return aim + std::ldexp(random.coin() ? 1 : -1, last_bit(sum));
}

std::optional<VectorRow> TieRows::moved(const VectorRow& row, Rounded& sum) {
    const auto before = sum.wide(row.operands());
    if (!before || *before == 0) return std::nullopt;
    const double aim = boundary(*before, sum.rule());
    VectorRow out = row;
    sum.shift(out, aim - *before);
    if (sum.wide(out.operands()) != aim) return std::nullopt;
    const auto exact = exact_(out.operands());
    if (!exact || *exact == aim) return std::nullopt;
    // what the roundings of earlier steps of a chain drop is more
    const int unit = std::ilogb(*exact) - sum.rule().fraction;
    return std::fabs(*exact - aim) < std::ldexp(1, unit - kDropped) ? std::optional(out) : std::nullopt;
}

}  // namespace karat::probe
