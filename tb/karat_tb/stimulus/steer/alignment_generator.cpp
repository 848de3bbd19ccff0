// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "karat/arithmetic/round.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"
#include "karat_tb/stimulus/steer/bin_generators.hpp"

namespace karat::tb {
namespace {

/// The lower limit of a site's e_max, apart from its nonzero addends: the floor, or a zero that takes part
/// with a fixed exponent. kNoExponent if there is none.
int floor_of(const Site& site) {
    int out = site.operation->sum->floor.value_or(kNoExponent);
    for (const AddendBounds& x : site.bounds->groups) {
        if (x.zero_takes_part && x.zero_low == x.zero_high) out = std::max(out, x.zero_low);
    }
    return out;
}

}  // namespace

void aim_at_alignment(DotDraft& draft, const Bin& bin) {
    const Site& site = draft.model.sites()[static_cast<std::size_t>(bin.site)];
    const int count = static_cast<int>(site.addends.size());
    const int target =
        bin.addend >= 0 ? bin.addend : static_cast<int>(draft.random.below(site.addends.size()));
    const SiteAddend& addend = site.addends[static_cast<std::size_t>(target)];
    const ValueBounds& values = site.of(addend).value;
    const int F = addend.term->F.is_exact() ? 24 : addend.term->F.bits;
    int d = draft.random.between(0, F + 5);
    if (bin.kind == BinKind::shift) {
        const std::array<int, 7> distances{
            0,     draft.random.between(1, std::max(1, F - 2)),     F - 1, F, F + 1,
            F + 2, F + 3 + static_cast<int>(draft.random.below(20))};
        d = distances[static_cast<std::size_t>(bin.what)];
    }
    if (bin.kind == BinKind::max) d = bin.what == 2 ? 1 : 0;
    int e = draft.pick(values);
    if (const int floor = floor_of(site);
        floor != kNoExponent && draft.random.one_in(4)) {  // the floor sets e_max
        e = floor - d;
        draft.set_addend(bin, target, e, bin.kind == BinKind::dropped ? bin.index == 1 : draft.random.coin());
        return;
    }
    const int other = static_cast<int>(draft.random.below(static_cast<std::uint64_t>(count)));
    const SiteAddend& holder = site.addends[static_cast<std::size_t>(other)];
    const ValueBounds& held = site.of(holder).value;
    // the holder's exponent minus the addend's if their keys are equal
    const int apart = site.key(addend, 0) - site.key(holder, 0);
    if (held.nonzero && (d > 0 || bin.what == 1)) {
        // both exponents must be in range
        const int low = std::max(values.e_low, held.e_low - d - apart);
        const int high = std::min(values.e_high, held.e_high - d - apart);
        if (low <= high) e = draft.random.between(low, high);
        if (other != target && (bin.kind != BinKind::max || bin.addend < 0))
            draft.set_addend(bin, other, e + d + apart, draft.random.coin());
    }
    draft.set_addend(bin, target, e, bin.kind == BinKind::dropped ? bin.index == 1 : draft.random.coin());
}

}  // namespace karat::tb
