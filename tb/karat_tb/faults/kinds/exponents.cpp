// SPDX-License-Identifier: Apache-2.0
// A wrong e_max.
#include <algorithm>
#include <array>
#include <string>

#include "karat_tb/faults/instances.hpp"

namespace karat::tb {
namespace {

/// Sums in which e_max decides what is kept.
bool has_e_max(const SumFacts& sum) { return !sum.exact && sum.addends > 1; }

void c_not_in_max(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!has_e_max(sum) || !sum.has_number) continue;
        Hooks hooks;
        hooks.compared = [](std::span<const AddendSite> sites, std::span<const Value> /*values*/,
                            std::vector<int>& exponents) {
            for (std::size_t i = 0; i < sites.size(); ++i) {
                if (sites[i].is_number) exponents[i] = kNoExponent;
            }
        };
        out.add(sum, "", "c (or a running sum) does not take part in e_max", std::move(hooks));
    }
}

void product_not_in_max(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!has_e_max(sum) || !sum.has_products) continue;
        for (const std::size_t k : out.places()) {
            Hooks hooks;
            hooks.compared = [k](std::span<const AddendSite> sites, std::span<const Value> /*values*/,
                                 std::vector<int>& exponents) {
                for (std::size_t i = 0; i < sites.size(); ++i) {
                    if (sites[i].slot == k) exponents[i] = kNoExponent;
                }
            };
            const std::string text = std::to_string(k);
            out.add(sum, "k=" + text, "product " + text + " does not take part in e_max", std::move(hooks));
        }
    }
}

void product_normalised(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!has_e_max(sum) || !sum.has_products) continue;
        Hooks hooks;
        hooks.compared = [](std::span<const AddendSite> sites, std::span<const Value> values,
                            std::vector<int>& exponents) {
            for (std::size_t i = 0; i < sites.size(); ++i) {
                if (sites[i].is_product && bit_length(values[i].significand) == values[i].fraction + 2)
                    ++exponents[i];
            }
        };
        out.add(sum, "", "a product of 2 or more enters e_max with the exponent of its leading bit",
                std::move(hooks));
    }
}

/// The larger of two exponents as a tree of comparators finds it that ignores the last bit. The comparators
/// work on biased exponents: their last bit is that of the exponent plus `parity`. c comes before the
/// products. Of two exponents that look alike, the second is taken, or the first.
/// An exponent that does not take part is the `least`.
int blind_max(std::span<const AddendSite> sites, const std::vector<int>& exponents, int least, int parity,
              bool second) {
    const std::size_t n = sites.size();
    std::vector<int> nodes(n);  // node j has the children 2j and 2j + 1; the leaves are nodes n to 2n - 1
    for (const bool products : {false, true}) {
        for (std::size_t i = 0; i < n; ++i) {
            if (sites[i].is_product == products) nodes.push_back(std::max(exponents[i], least));
        }
    }
    for (std::size_t j = n - 1; j >= 1; --j) {
        const int left = (nodes[2 * j] + parity) >> 1;
        const int right = (nodes[2 * j + 1] + parity) >> 1;
        nodes[j] = left > right || (left == right && !second) ? nodes[2 * j] : nodes[2 * j + 1];
    }
    return nodes[1];
}

Hooks blind_comparators(int least, int parity, bool second) {
    Hooks hooks;
    hooks.e_max = [least, parity, second](std::span<const AddendSite> sites,
                                          const std::vector<int>& exponents, int& e_max) {
        const int correct = *std::max_element(exponents.begin(), exponents.end());
        if (correct == e_max)
            e_max = blind_max(sites, exponents, least, parity, second);  // not if the floor decides
    };
    return hooks;
}

void max_last_bit(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!has_e_max(sum)) continue;
        for (const int parity : {0, 1}) {
            for (const bool second : {false, true}) {
                const std::string bit = parity == 0 ? "even" : "odd";
                const std::string taken = second ? "second" : "first";
                out.add(sum, bit + "," + taken,
                        "the comparators of e_max ignore the last bit: an " + bit +
                            " exponent looks like the next one, and the " + taken + " of two is taken",
                        blind_comparators(exponent_scale(out.program()).least, parity, second));
            }
        }
    }
}

/// What lies above the exponent taken has a shift amount that wraps.
void compare_swapped(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (sum.addends != 2 || !sum.rounds()) continue;
        Hooks hooks;
        hooks.e_max = [](std::span<const AddendSite> /*sites*/, const std::vector<int>& exponents,
                         int& e_max) {
            const int least = *std::min_element(exponents.begin(), exponents.end());
            if (least != kNoExponent) e_max = least;
        };
        out.add(sum, "", "the smaller one of two exponents is taken for e_max", hooks);
        // In front of this hook the shift amount has wrapped.
        hooks.placement = [span = 1 << exponent_scale(out.program()).bits](const AddendSite& /*site*/,
                                                                           Value& x, Placement& to) {
            const int shift = to.e_max - x.exponent;
            if (shift > span / 2 && shift < span) x.exponent = to.e_max - (span - shift);
        };
        out.add(sum, "right",
                "the smaller one of two exponents is taken for e_max, and the larger addend is shifted right",
                std::move(hooks));
    }
}

void max_off(Instances& out) {
    for (const SumFacts& sum : out.sums()) {
        if (!has_e_max(sum)) continue;
        Hooks hooks;
        hooks.e_max = [](std::span<const AddendSite> /*sites*/, const std::vector<int>& exponents,
                         int& e_max) {
            const auto first = static_cast<std::size_t>(std::max_element(exponents.begin(), exponents.end()) -
                                                        exponents.begin());
            if (exponents[first] == e_max && first + 1 == exponents.size()) ++e_max;
        };
        out.add(sum, "", "e_max is one too high if only the last addend has it", std::move(hooks));
    }
}

void place_top_exponent(Instances& out) {
    const OperandRules& rules = out.rules();
    if (rules.are_integers()) return;
    const FormatInfo& a = info(rules.convert.value_or(rules.a));
    const FormatInfo& b = info(rules.convert.value_or(rules.b));
    const int least = a.min_exponent() + b.min_exponent();
    const int range = a.max_exponent() + b.max_exponent() - least;
    if (range < 1 || range > 63) return;  // wider sums are not placed at fixed positions
    const int top = 1 << (bit_length(static_cast<std::uint64_t>(range)) - 1);
    for (const SumFacts& sum : out.sums()) {
        if (!sum.exact || !sum.has_products) continue;
        Hooks hooks;
        hooks.addend = [least, top](const AddendSite& site, Value& x) {
            if (site.is_product && x.significand != 0 && x.exponent - least >= top) x.fraction += top;
        };
        out.add(sum, "", "the top exponent bit is ignored when products are placed", std::move(hooks));
    }
}

constexpr auto kExponentFaults = std::to_array<FaultKind>({
    {"c_not_in_max", "c (or a running sum) does not take part in e_max", c_not_in_max},
    {"product_not_in_max", "a product does not take part in e_max", product_not_in_max},
    {"product_normalised", "a product of 2 or more enters e_max with the exponent of its leading bit",
     product_normalised},
    {"max_last_bit", "the comparators of e_max ignore the last bit", max_last_bit},
    {"compare_swapped", "the smaller one of two exponents is taken for e_max", compare_swapped},
    {"max_off", "e_max is one too high if only the last addend has it", max_off},
    {"place_top_exponent", "the top exponent bit is ignored when products are placed in an exact sum",
     place_top_exponent},
});

}  // namespace

std::span<const FaultKind> exponent_faults() { return kExponentFaults; }

}  // namespace karat::tb
