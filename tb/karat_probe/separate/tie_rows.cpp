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

/// The products that reach the last rounding without another one; all if there are none.
std::vector<std::size_t> last_products(const Program& program) {
    std::vector<std::size_t> out;
    std::vector<const Operation*> unrounded{&program.operations().back()};
    while (!unrounded.empty()) {
        const Operation& op = *unrounded.back();
        unrounded.pop_back();
        for (const AddendGroup& group : program.groups(op)) {
            for (const Slot slot : program.addends(group)) {
                if (program.is_product(slot)) out.push_back(slot);
                if (slot < program.first_result()) continue;
                const Operation& below = program.operation_of(slot);
                if (below.round == nullptr) unrounded.push_back(&below);
            }
        }
    }
    if (!out.empty()) return out;
    out.resize(static_cast<std::size_t>(program.operands().k));
    std::iota(out.begin(), out.end(), std::size_t{0});
    return out;
}

}  // namespace

TieRows::TieRows(const Program& program, std::uint64_t seed)
    : rules_(formats_of(program.operands())),
      products_(last_products(program)),
      aims_(aims_of(program, program)),
      draft_(rules_, seed),
      wide_(program.recipe()),
      exact_(expand(exact_spec(rules_))),
      shift_(rules_, draft_.random, products_) {}

std::optional<VectorRow> TieRows::next() {
    constexpr int tries = 60;
    VectorRow row;
    for (int i = 0; i < tries; ++i) {
        row = crowded();
        if (auto out = moved(row)) return out;
    }
    return row;
}

int TieRows::product() { return static_cast<int>(products_[draft_.random.below(products_.size())]); }

VectorRow TieRows::crowded() {
    constexpr int most = 5;
    tb::Random& random = draft_.random;
    const int top = random.between(-4, 4);
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
        draft_.set(product(), top - below, random.coin(), false);
    }
    draft_.set(random.coin() ? draft_.c() : product(), top, random.coin(), false);
    return draft_.row();
}

double TieRows::boundary(double sum) {
    tb::Random& random = draft_.random;
    const OutputRule& last = wide_.roundings().front();
    const int exponent = std::max(std::ilogb(sum), info(last.format).min_exponent());
    const double unit = std::ldexp(1, exponent - last.fraction);
    const bool tie = rounds_to_nearest(last.rounding) != random.one_in(8);
    const double aim = (std::trunc(sum / unit) + random.between(-1, 1)) * unit + (tie ? unit / 2 : 0);
    if (random.coin()) return aim;
    return aim + std::ldexp(random.coin() ? 1 : -1, last_bit(sum));
}

std::optional<VectorRow> TieRows::moved(const VectorRow& row) {
    const auto before = wide_(row.operands());
    if (!before || *before == 0) return std::nullopt;
    const double aim = boundary(*before);
    VectorRow out = row;
    shift_(out, aim - *before);
    if (wide_(out.operands()) != aim) return std::nullopt;
    const auto exact = exact_(out.operands());
    if (!exact || *exact == aim) return std::nullopt;
    // what the roundings of earlier steps of a chain drop is more
    const OutputRule& last = wide_.roundings().front();
    const int unit_of_d = std::ilogb(*exact) - last.fraction;
    return std::fabs(*exact - aim) < std::ldexp(1, unit_of_d - kDropped) ? std::optional(out) : std::nullopt;
}

}  // namespace karat::probe
