// SPDX-License-Identifier: Apache-2.0
// The bins of a sum: alignments, cancellation, carries, rounded values, residues.
#include <algorithm>
#include <array>

#include "karat_coverage/bin_builder.hpp"
#include "karat_coverage/coverage_reach.hpp"

namespace karat {

void BinBuilder::site(int s) {
    const Site& site = model_.sites_[static_cast<std::size_t>(s)];
    CoverageModel::SiteBins bins;
    const std::size_t first = model_.bins_.size();
    if (site.on_fixed_grid) {
        bins.addends.resize(site.addends.size());
        for (std::size_t j = 0; j < site.addends.size(); ++j)
            alignment(s, static_cast<int>(j), bins.addends[j]);
        site_wide(s, bins);
    }
    if (site.operation->round != nullptr) {
        bins.value = here();
        for (std::size_t c = 0; c < kValueClasses.size(); ++c) {
            const auto which = static_cast<ValueClass>(c);
            if (!site.is_final && coarse(which) != which) continue;
            add(site.is_final ? BinKind::result : BinKind::step, s, -1, 0, static_cast<int>(c),
                (site.is_final ? std::string("result") : "step/" + site.label) + "/" +
                    std::string(kValueClasses[c]),
                rules_.are_integers() && which == ValueClass::largest
                    ? integer_end_reason()
                    : result_reason(model_.program(), site, model_.bounds(), which));
        }
    }
    if (site.counts_residue) {
        bins.residue = here();
        const int n = residue_bits(model_.program(), site);
        const bool sticky = site.operation->sum->sticky == Sticky::ored &&
                            drops(first);  // the sticky bit lies below the bits of the sum
        static constexpr std::array<const char*, 4> names{"exact", "below_half", "half", "above_half"};
        for (int c = 0; c < 4; ++c) {
            const bool possible = c == 0 || (c == 2 ? n >= 1 : n >= 2 || (sticky && (c == 1 || n == 1)));
            add(BinKind::residue, s, -1, 0, c,
                "residue/" + (site.is_chained || !site.is_final ? site.label + "/" : std::string()) +
                    names[static_cast<std::size_t>(c)],
                possible ? ""
                         : "the exact sum has at most " + std::to_string(std::max(n, 0)) +
                               " bits below the last bit of the result");
        }
    }
    model_.site_bins_.push_back(std::move(bins));
}

void BinBuilder::alignment(int s, int j, CoverageModel::AddendBins& bins) {
    const Site& site = model_.sites_[static_cast<std::size_t>(s)];
    const SiteAddend& addend = site.addends[static_cast<std::size_t>(j)];
    if (!site.of(addend).value.nonzero) {  // nothing to align; a single bin records that
        add(BinKind::max, s, j, 0, 0, "max/" + addend.label, "the addend is always zero");
        return;
    }
    std::vector<int> d = distances(site, static_cast<std::size_t>(j));
    const std::optional<int> cutoff = site.is_common() ? std::nullopt : addend.term->cutoff;
    if (cutoff) std::erase_if(d, [&](int x) { return x > *cutoff; });
    bins.max = here();
    add(BinKind::max, s, j, 0, 0, "max/" + addend.label,
        d.empty() || d.front() > 0 ? "the addend's largest exponent is below the smallest e_max" : "");
    if (addend.term->F.is_exact()) return;
    const int F = addend.term->F.bits;
    bins.shift = here();
    const auto any = [&](int low, int high) {
        return std::any_of(d.begin(), d.end(), [=](int x) { return low <= x && x <= high; });
    };
    const std::array<std::tuple<const char*, int, int>, 7> ranges{{{"0", 0, 0},
                                                                   {"1..F-2", 1, F - 2},
                                                                   {"F-1", F - 1, F - 1},
                                                                   {"F", F, F},
                                                                   {"F+1", F + 1, F + 1},
                                                                   {"F+2", F + 2, F + 2},
                                                                   {"far", F + 3, 1 << 24}}};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const auto& [name, low, high] = ranges[i];
        add(BinKind::shift, s, j, 0, static_cast<int>(i), "shift/" + addend.label + "/" + name,
            any(low, high) ? ""
            : cutoff && low > *cutoff
                ? "the addend counts as 0 if it lies more than " + std::to_string(*cutoff) +
                      " (its cut-off) below e_max"
                : "the exponents rule out this distance below e_max (F = " + std::to_string(F) + ")");
    }
    dropped(s, j, d, bins);
}

void BinBuilder::dropped(int s, int j, const std::vector<int>& d, CoverageModel::AddendBins& bins) {
    const Site& site = model_.sites_[static_cast<std::size_t>(s)];
    const SiteAddend& addend = site.addends[static_cast<std::size_t>(j)];
    const int F = addend.term->F.bits;
    const int farthest = d.empty() ? 0 : d.back();
    // greatest weight of the last bit kept
    const int highest = site.is_common() ? site.bounds->lsb_high : site.bounds->e_max_high - F;
    const int n = std::min(farthest - F + addend.fraction, highest - site.of(addend).value.low);
    bins.dropped = here();
    static constexpr std::array<const char*, 5> names{"none", "below_half", "half", "above_half", "all_ones"};
    for (int sign = 0; sign < 2; ++sign) {
        // all_ones only for operands: the lowest bits of an intermediate result from earlier sums
        for (int c = 0; c < (addend.is_operand ? 5 : 4); ++c) {
            std::string reason;
            const std::string bits =
                "at most " + std::to_string(std::max(n, 0)) + " set bits can lie below the grid";
            if (c == 2 && n < 1) reason = bits;
            if ((c == 1 || c == 3 || c == 4) && n < 2) reason = bits;
            if (c == 4 && pads(model_.program(), addend))
                reason = "the conversion pads the operand with zeros below its last bit";
            add(BinKind::dropped, s, j, sign, c,
                "dropped/" + addend.label + "/" + names[static_cast<std::size_t>(c)] +
                    (sign == 0 ? "/plus" : "/minus"),
                reason);
        }
    }
}

void BinBuilder::site_wide(int s, CoverageModel::SiteBins& bins) {
    const Site& site = model_.sites_[static_cast<std::size_t>(s)];
    int live = 0;
    int bits = 0;  // in which two addends of the same magnitude can differ
    int top = kNoExponent;
    // own grid, only operands, compared by the exponents they hold
    bool plain = site.operation->sum->grid == GridRule::own;
    for (const Term& term : site.operation->sum->terms) {
        const ExpressionKind kind = term.of.kind;
        plain = plain && kind != ExpressionKind::sum && kind != ExpressionKind::chain &&
                term.compared_by == ComparedBy::held;
    }
    for (const SiteAddend& x : site.addends) {
        const ValueBounds& v = site.of(x).value;
        if (!v.nonzero) continue;
        ++live;
        const bool grows = site.of(x).can_grow || site.operation->sum->frame == SignFrame::c_sign;
        // from its highest bit to its lowest
        bits = std::max(bits, x.fraction + v.above() - 1 + (grows ? 1 : 0));
        top = std::max(top, v.high() - 1 + (grows ? 1 : 0));
    }
    const std::string single = live < 2 ? "fewer than two addends can be nonzero" : "";
    bins.tie = here();
    add(BinKind::max, s, -1, 0, 1, "max/" + site.label + "/tie", single);
    if (site.has_floor) {
        bins.floor = here();
        add(BinKind::max, s, -1, 0, 2, "max/" + site.label + "/floor", "");
    }
    bins.cancel = here();
    const int half = site.F / 2;
    const std::optional<ScaledBits> scaled = scaled_bits(model_.program(), site);
    add(BinKind::cancel, s, -1, 0, 0, "cancel/" + site.label + "/none", single);
    static constexpr std::array<const char*, 3> names{"some", "more", "all"};
    for (int many = 0; many < 2; ++many) {
        for (int c = 0; c < 3; ++c) {
            std::string reason = many != 0 && live < 3
                                     ? "only " + std::to_string(live) + " of the addends can be nonzero"
                                     : single;
            if (c == 1 && reason.empty()) {
                const int whole = top - site.bounds->value.low;
                int most = many != 0 || !plain ? whole : bits;
                if (scaled && (scaled->whole || many == 0)) most = std::min(most, scaled->cancel);
                if (most <= half) {
                    reason = "at most " + std::to_string(most) +
                             " leading bits can cancel, which is not more than half of F = " +
                             std::to_string(site.F);
                }
            }
            if (c == 2 && many == 0 && reason.empty()) reason = frame_reason(model_.program(), site);
            add(BinKind::cancel, s, -1, 0, 1 + many * 3 + c,
                "cancel/" + site.label + (many != 0 ? "/many/" : "/two/") +
                    names[static_cast<std::size_t>(c)],
                reason);
        }
    }
    bins.carry = here();
    const int reach = std::max(0, site.bounds->value.above() - 1);
    const int terms = bit_length(static_cast<std::uint64_t>(site.addends.size() - 1)) + 1;
    bins.carry_count = std::max(reach, terms) + 1;
    for (int g = 0; g < bins.carry_count; ++g) {
        add(BinKind::carry, s, -1, 0, g, "carry/" + site.label + "/" + std::to_string(g),
            g <= reach ? ""
                       : "the largest significands sum to less than 2^" + std::to_string(reach + 1) +
                             " times 2^e_max");
    }
}

bool BinBuilder::drops(std::size_t first) const {
    return std::any_of(
        model_.bins_.begin() + static_cast<std::ptrdiff_t>(first), model_.bins_.end(),
        [](const Bin& bin) { return bin.kind == BinKind::dropped && bin.what != 0 && bin.reason.empty(); });
}

}  // namespace karat
