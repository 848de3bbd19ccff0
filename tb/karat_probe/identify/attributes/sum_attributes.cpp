// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "karat_probe/identify/attributes/node_attributes.hpp"

namespace karat::probe {
namespace {

using TakeSum = std::function<void(Sum)>;

/// The widths that the addends may have in another grid: those that they have, two of them exchanged, or one
/// for all. In a common grid the addend of the largest exponent decides what the others keep, so that a pair
/// of addends exchanges its widths.
std::vector<std::vector<Width>> rearranged(const Sum& sum) {
    constexpr int usual = 40;  // for an addend that kept every bit
    std::vector<Width> same;
    for (const Term& term : sum.terms) same.push_back(term.F.is_exact() ? Width{usual} : term.F);
    std::vector<std::vector<Width>> out{same};
    for (std::size_t i = 0; i < same.size(); ++i) {
        for (std::size_t j = i + 1; j < same.size(); ++j) {
            std::vector<Width> swapped = same;
            std::swap(swapped[i], swapped[j]);
            out.push_back(std::move(swapped));
        }
    }
    for (const Width& each : same) out.emplace_back(same.size(), each);
    return out;
}

Sum in_own_grids(Sum sum, const std::vector<Width>& widths) {
    sum.grid = GridRule::own;
    sum.frame = SignFrame::exact;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (!sum.terms[i].F.is_exact()) sum.terms[i].F = widths[i];
    }
    return sum;
}

Sum in_common_grid(Sum sum, const std::vector<Width>& widths) {
    sum.grid = GridRule::common;
    sum.frame = SignFrame::exact;
    sum.floor.reset();
    for (std::size_t i = 0; i < widths.size(); ++i) {
        sum.terms[i].F = widths[i];
        sum.terms[i].cutoff.reset();
    }
    return sum;
}

/// RDNA3's frame truncates.
Sum relative_to_c(Sum sum) {
    sum.frame = SignFrame::c_sign;
    sum.sticky = Sticky::none;
    for (Term& term : sum.terms) {
        term.rounding = Rounding::RZ;
        term.drop_tiny_negative = false;
    }
    return sum;
}

void grids(const Sum& was, const TakeSum& take) {
    for (const std::vector<Width>& widths : rearranged(was)) {
        take(in_own_grids(was, widths));
        const Sum common = in_common_grid(was, widths);
        take(common);
        take(relative_to_c(common));
    }
}

/// The other grid with another width of one addend. In a common grid the width of the addend with the largest
/// exponent is that of all.
void grids_and_widths(const Sum& was, const TakeSum& take) {
    constexpr int widest = 43;
    std::vector<Width> widths = rearranged(was).front();
    for (Width& changed : widths) {
        const Width before = changed;
        for (int bits = 1; bits <= widest; ++bits) {
            changed = {bits};
            take(was.grid == GridRule::common ? in_own_grids(was, widths) : in_common_grid(was, widths));
        }
        changed = before;
    }
}

/// The other grid with another rounding of one addend.
void grids_and_roundings(const Sum& was, const TakeSum& take) {
    for (const std::vector<Width>& widths : rearranged(was)) {
        Sum sum = was.grid == GridRule::common ? in_own_grids(was, widths) : in_common_grid(was, widths);
        for (Term& term : sum.terms) {
            const Rounding before = term.rounding;
            each_of<Rounding>([&](Rounding rounding) {
                term.rounding = rounding;
                take(sum);
            });
            term.rounding = before;
        }
    }
}

void floors(const Sum& was, const TakeSum& take) {
    if (was.grid == GridRule::common) return;
    Sum sum = was;
    sum.floor.reset();
    take(sum);
    each_exponent(was.floor, [&](int floor) {
        sum.floor = floor;
        take(sum);
    });
}

/// A floor above all addends is a fixed point: neither the floor nor a width shows without the other.
void fixed_points(const Sum& was, const TakeSum& take) {
    constexpr int high = 20;
    constexpr int widest = 150;
    constexpr int step = 2;
    if (was.grid == GridRule::common) return;
    Sum sum = was;
    sum.floor = was.floor.value_or(high);
    for (int bits = 1; bits <= widest; bits += step) {
        for (Term& term : sum.terms) term.F = {bits};
        take(sum);
    }
}

void stickies(const Sum& was, const TakeSum& take) {
    Sum sum = was;
    sum.sticky = was.sticky == Sticky::none ? Sticky::ored : Sticky::none;
    if (sum.sticky == Sticky::none) return take(sum);
    sum.frame = SignFrame::exact;
    for (const Rounding rounding : {Rounding::RZ, Rounding::RD}) {
        for (Term& term : sum.terms) term.rounding = rounding;
        take(sum);
    }
}

/// A sticky bit with a width of one addend or of all: neither shows without the other.
void sticky_widths(const Sum& was, const TakeSum& take) {
    constexpr int widest = 43;
    Sum sum = was;
    sum.sticky = Sticky::ored;
    sum.frame = SignFrame::exact;
    for (const Rounding rounding : {Rounding::RZ, Rounding::RD}) {
        for (Term& term : sum.terms) term.rounding = rounding;
        for (int bits = 1; bits <= widest; ++bits) {
            Sum all = sum;
            for (Term& term : all.terms) term.F = {bits};
            take(all);
            if (sum.terms.size() == 1) continue;
            for (Term& term : sum.terms) {
                const Width before = std::exchange(term.F, Width{bits});
                take(sum);
                term.F = before;
            }
        }
    }
}

void one_width(const Sum& was, const TakeSum& take) {
    Sum sum = was;
    each_width([&](Width F) {
        for (Term& term : sum.terms) term.F = F;
        take(sum);
    });
}

void zero_sums(const Sum& was, const TakeSum& take) {
    Sum sum = was;
    each_of<ZeroSum>([&](ZeroSum zero) {
        sum.zero_sum = zero;
        take(sum);
    });
}

void specials(const Sum& was, const TakeSum& take) {
    Sum sum = was;
    each_of<SpecialsOf>([&](SpecialsOf of) {
        sum.specials = of;
        take(sum);
    });
}

bool is_of_integers(const Sum& sum) { return sum.round && info(sum.round->format).is_integer(); }

}  // namespace

void each_presence_of_rounding(const Sum& sum, const std::function<void(Sum)>& body) {
    Sum out = sum;
    if (sum.round) {
        out.round.reset();
        out.sticky = Sticky::none;
        return body(out);
    }
    for (int i = 0; i < kFormatCount; ++i) {
        const auto format = static_cast<Format>(i);
        if (!info(format).is_result() || info(format).is_integer()) continue;
        each_of<Rounding>([&](Rounding rounding) {
            out.round = OutputRule::ieee(format, rounding);
            body(out);
        });
    }
}

std::vector<NodeAttribute<Sum>> sum_attributes(const Sum& sum) {
    constexpr bool joint = true;
    constexpr bool graded = true;
    std::vector<NodeAttribute<Sum>> out{{"zero_sum", false, zero_sums}, {"specials", false, specials}};
    if (is_of_integers(sum)) return out;
    out.push_back({"grid", false, grids});
    if (sum.terms.size() > 1) out.push_back({"grid_and_width", false, grids_and_widths, !joint, graded});
    out.push_back({"grid_and_rounding", true, grids_and_roundings, joint});
    out.push_back({"floor", true, floors, !joint, graded});
    for (NodeAttribute<Sum>& each : imitating_attributes(sum)) out.push_back(std::move(each));
    out.push_back({"fixed_point", true, fixed_points, !joint, graded});
    if (sum.round) {
        out.push_back({"sticky", false, stickies});
        out.push_back({"sticky_widths", true, sticky_widths, !joint, graded});
    }
    if (sum.terms.size() > 1) out.push_back({"widths", false, one_width, !joint, graded});
    return out;
}

}  // namespace karat::probe
