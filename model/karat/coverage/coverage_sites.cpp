// SPDX-License-Identifier: Apache-2.0
#include "karat/coverage/coverage_sites.hpp"

#include <algorithm>
#include <cmath>

#include "karat/coverage/coverage_ranges.hpp"

namespace karat {
namespace {

class SiteBuilder {
   public:
    explicit SiteBuilder(const Plan& plan) : plan_(plan), spec_(plan.spec), product_(product_range(plan)) {}

    std::vector<Site> build() {
        switch (spec_.algorithm) {
            case Algorithm::gps:
                build_gps();
                break;
            case Algorithm::muladd:
            case Algorithm::fma:
                build_sequence();
                break;
            case Algorithm::exact:
                build_exact();
                break;
            default:
                build_chain();
        }
        if (!sites_.empty()) sites_.back().is_final = sites_.back().counts_residue = true;
        return std::move(sites_);
    }

   private:
    ValueRange c_range() const {
        ValueRange c = operand_range(info(spec_.c), info(spec_.c));
        c.negative_zero = info(spec_.c).specials != Specials::fnuz;
        return c;
    }

    static SiteAddend addend(Role role, int index, std::string label, ValueRange range, Width width, bool is_operand,
                             Rounding rounding = Rounding::RZ) {
        return {role, index, std::move(label), range, width, rounding, is_operand};
    }

    Site& open(std::string label, int operation) {
        sites_.emplace_back();
        sites_.back().label = std::move(label);
        sites_.back().operation = operation;
        return sites_.back();
    }

    /// Fills what follows from addends and rule.
    void close(Site& site) {
        double ratios = 0;
        for (const SiteAddend& x : site.addends) {
            site.on_fixed_grid |= !x.width.is_exact();
            if (!x.range.always_zero) ratios += x.range.ratio;
        }
        site.growth = ratios > 0 ? std::log2(ratios) : 0;
        site.sum = site.result = sum_range(site);
        site.kept_lsb = std::max(site.sum.lsb, lowest_kept(site));
        ValueRange& out = site.result;
        if (!site.has_result) return;
        site.overflows = can_overflow(site);
        const FormatInfo& f = info(site.rule.format);
        const int quantum = f.min_exponent() - site.rule.fraction;
        out.infinity =
            f.has_infinity() && ((out.infinity && !site.after_specials) || (site.overflows && site.rule.overflow != Overflow::saturate));
        const int kept = site.kept_lsb;
        const bool rounds_to_zero = site.rule.rounding != Rounding::RD && site.rule.rounding != Rounding::RA;
        const bool vanishes = std::max(out.lsb, kept) < quantum && site.rule.underflow_sign == UnderflowSign::keep && rounds_to_zero;
        const bool flushed = site.rule.flush && std::max(out.lsb, kept) < f.min_exponent();
        bool all_minus = site.zero_sum == ZeroSum::ieee;
        for (const SiteAddend& x : site.addends) all_minus &= x.range.negative_zero;
        const bool directed_down = site.zero_sum == ZeroSum::ieee && site.rule.rounding == Rounding::RD;
        out.negative_zero = f.specials != Specials::fnuz && (vanishes || flushed || all_minus || directed_down);
        out.lsb = std::max({out.lsb, quantum, kept});
        out.top = std::min(out.top, log2_largest(f, site.rule.fraction));
        out.e_low = std::max(f.min_exponent(), out.lsb);
        out.e_high = std::min(f.max_exponent(), static_cast<int>(std::floor(out.top + 1e-9)));
        out.ratio = 2;
        out.fraction = site.rule.fraction;
        out.fraction_held = f.fraction_bits;
        out.always_zero |= out.top < out.lsb - 1e-9;
    }

    void add_products(Site& site, int operation, Width width) const {
        for (int j = 0; j < plan_.terms; ++j) {
            const int k = pattern_index(spec_.chain_pattern, operation, j, plan_.operations, plan_.terms);
            site.addends.push_back(addend(Role::product, k, "k" + std::to_string(k), product_, width, true, spec_.align_rounding));
        }
    }

    std::string prefix(int operation) const { return plan_.operations == 1 ? "" : "op" + std::to_string(operation) + "."; }

    SiteAddend running(int operation, const ValueRange& link) const {
        SiteAddend c = addend(Role::c, 0, "c", c_range(), plan_.F_c, true, plan_.c_rounding);
        if (operation == 0 && plan_.late) c.range = {.always_zero = true};
        if (operation > 0 || plan_.late) {
            c.label = "link" + std::to_string(operation);
            c.is_operand = false;
        }
        if (operation > 0) c.range = link;
        return c;
    }

    void finish(Site& site, int operation) const {
        const bool last = operation + 1 == plan_.operations && !plan_.late;
        site.has_result = site.counts_residue = true;
        site.rule = last ? plan_.out : plan_.link;
        site.zero_sum = spec_.zero_sum;
    }

    ValueRange scaled_group_range(const Site& group) const {
        ValueRange out = dot_range(product_, group, spec_.F_inner);
        if (plan_.scale == nullptr) return out;
        const FormatInfo& s = *plan_.scale;
        const double largest = 2 * log2_largest(s, s.fraction_bits);
        out.top += largest;
        out.lsb += 2 * (s.min_exponent() - s.fraction_bits);
        out.nan |= s.has_nan();
        const double significands = std::exp2(2 * std::log2(2.0 - std::exp2(-s.fraction_bits)));
        const int inner = product_.e_low - product_.fraction;
        if (spec_.group_exponent == GroupExponent::scale) {
            out.e_low = 2 * s.min_exponent();
            out.e_high = 2 * s.max_exponent();
            out.ratio = std::exp2(sum_range(group).top) * significands;
            out.fraction = out.fraction_held = 2 * s.fraction_bits - inner;
        } else {
            out.e_low += 2 * s.min_exponent();
            out.e_high += 2 * s.max_exponent();
            out.ratio *= significands;
            out.fraction = out.fraction_held = out.fraction + 2 * s.fraction_bits;
        }
        return out;
    }

    void build_chain() {
        ValueRange link;
        for (int i = 0; i < plan_.operations; ++i) {
            const std::string pre = prefix(i);
            const SiteAddend c = running(i, link);
            const FormatInfo& c_format = i == 0 && !plan_.late ? info(spec_.c) : info(plan_.link.format);
            const int c_floor = std::max(plan_.floor, zero_floor(spec_.zero_c, c_format));
            switch (spec_.algorithm) {
                case Algorithm::sda: {
                    Site& dot = open(pre + "dot", i);
                    add_products(dot, i, spec_.F);
                    dot.floor = plan_.floor;
                    dot.F = spec_.F.is_exact() ? 24 : spec_.F.bits;
                    dot.has_result = dot.counts_residue = !spec_.dot_exact;
                    dot.rule = plan_.out;
                    dot.rule.format = spec_.dot_format_or_default();
                    dot.rule.rounding = spec_.dot_rounding_or_default();
                    dot.rule.fraction = info(dot.rule.format).fraction_bits;
                    dot.rule.flush = false;
                    dot.after_specials = true;
                    close(dot);
                    ValueRange dot_result = spec_.dot_exact ? dot_range(product_, dot, spec_.F) : dot.result;
                    dot_result.infinity |= product_.infinity;  // the operation's result, whichever step makes it
                    dot_result.nan |= product_.nan;
                    Site& site = open(pre + "add_c", i);
                    site.addends.push_back(addend(Role::dot_sum, 0, pre + "dot", dot_result, Width::exact(), false));
                    site.addends.push_back(c);
                    site.addends.back().width = Width::exact();
                    finish(site, i);
                    site.zero_sum = ZeroSum::ieee;
                    site.ieee_addition = true;
                    close(site);
                    break;
                }
                case Algorithm::gfda:
                case Algorithm::gfdrda: {
                    const bool fused = spec_.algorithm == Algorithm::gfda;
                    std::vector<SiteAddend> sums;
                    for (int g = 0; g < plan_.groups; ++g) {
                        Site& site = open(pre + "g" + std::to_string(g), i);
                        for (int j = 0; j < plan_.group; ++j) {
                            const int in_operation = pattern_index(spec_.group_pattern, g, j, plan_.groups, plan_.group);
                            const int k = pattern_index(spec_.chain_pattern, i, in_operation, plan_.operations, plan_.terms);
                            site.addends.push_back(
                                addend(Role::product, k, "k" + std::to_string(k), product_, fused ? spec_.F_inner : spec_.F, true));
                        }
                        if (!fused && !spec_.F.is_exact()) site.F = spec_.F.bits;
                        close(site);
                        const ValueRange range = fused ? scaled_group_range(site) : dot_range(product_, site, spec_.F);
                        sums.push_back(addend(Role::group_sum, g, site.label, range, fused ? spec_.F : spec_.F_group, false,
                                              fused ? spec_.align_rounding : spec_.group_rounding));
                    }
                    Site& site = open(fused ? pre + "sum" : pre + "groups", i);
                    site.addends = sums;
                    const Width width = fused ? spec_.F : spec_.F_group;
                    if (!width.is_exact()) site.F = width.bits;
                    if (fused) {
                        site.addends.push_back(c);
                        site.floor = c_floor;
                        finish(site, i);
                        close(site);
                    } else {
                        close(site);
                        const ValueRange dot = dot_range(product_, site, spec_.F_group);  // before the next site moves this one
                        meets_c(dot, c, c_floor, i);
                    }
                    break;
                }
                case Algorithm::fdrda: {
                    Site& site = open(pre + "dot", i);
                    add_products(site, i, spec_.F);
                    if (!spec_.F.is_exact()) site.F = spec_.F.bits;
                    close(site);
                    const ValueRange dot = dot_range(product_, site, spec_.F);
                    meets_c(dot, c, c_floor, i);
                    break;
                }
                default: {
                    Site& site = open(pre + "sum", i);
                    add_products(site, i, spec_.F);
                    site.addends.push_back(c);
                    site.floor = c_floor;
                    if (!spec_.F.is_exact()) site.F = spec_.F.bits;
                    finish(site, i);
                    close(site);
                }
            }
            link = sites_.back().result;
        }
        if (!plan_.late) return;
        Site& site = open("late", plan_.operations);
        site.addends.push_back(addend(Role::dot_sum, 0, "dot", link, Width::exact(), false));
        site.addends.push_back(addend(Role::c, 0, "c", c_range(), Width::exact(), true));
        site.has_result = site.ieee_addition = true;
        site.rule = plan_.out;
        site.rule.underflow_sign = UnderflowSign::keep;
        site.zero_sum = ZeroSum::ieee;
        close(site);
    }

    void meets_c(const ValueRange& dot, const SiteAddend& c, int floor, int operation) {
        Site& site = open(prefix(operation) + "sum", operation);
        site.addends.push_back(addend(Role::dot_sum, 0, prefix(operation) + "dot", dot, spec_.F_sum, false, spec_.sum_rounding));
        site.addends.push_back(c);
        site.floor = floor;
        if (!spec_.F_sum.is_exact()) site.F = spec_.F_sum.bits;
        finish(site, operation);
        close(site);
    }

    // ---- sequences of rounded operations ----
    OutputRule accumulator() const {
        OutputRule rule = plan_.out;
        rule.format = spec_.acc_format_or_default();
        if (rule.format != plan_.out.format) rule.fraction = info(rule.format).fraction_bits;
        return rule;
    }

    ValueRange step(std::string label, const std::vector<ValueRange>& in, const OutputRule& rule) {
        Site& site = open(std::move(label), 0);
        for (const ValueRange& x : in) site.addends.push_back(addend(Role::partial, 0, "", x, Width::exact(), false));
        site.has_result = true;
        site.rule = rule;
        site.zero_sum = ZeroSum::ieee;
        close(site);
        return site.result;
    }

    ValueRange product_step(int k) {
        OutputRule rule = plan_.out;
        rule.format = spec_.product_format_or_default();
        rule.rounding = spec_.product_rounding;
        rule.fraction = info(rule.format).fraction_bits;
        rule.flush = spec_.flush_products;
        ValueRange exact = product_;
        exact.negative_zero = spec_.zero_product_sign == ProductZeroSign::signed_;
        return step("product" + std::to_string(k), {exact}, rule);
    }

    void convert(const ValueRange& acc) {
        if (spec_.acc_format_or_default() != spec_.d) (void)step("to_d", {acc}, plan_.out);
    }

    void build_sequence() {
        ValueRange acc = c_range();
        for (int k = 0; k < spec_.k; ++k) {
            const bool fused = spec_.algorithm == Algorithm::fma;
            const ValueRange product = fused ? product_ : product_step(k);
            acc = step((fused ? "fma" : "add") + std::to_string(k), {acc, product}, accumulator());
        }
        convert(acc);
    }

    void build_gps() {
        const CPlace place = spec_.c_place_or_default();
        ValueRange acc = c_range();
        for (int g = 0; g < plan_.groups; ++g) {
            std::vector<ValueRange> leaves;
            const std::string pre = "g" + std::to_string(g) + ".";
            if (place == CPlace::leaf_first && g == 0) leaves.push_back(c_range());
            for (int j = 0; j < plan_.group; ++j) {
                leaves.push_back(product_step(pattern_index(spec_.group_pattern, g, j, plan_.groups, plan_.group)));
            }
            if (place == CPlace::leaf_last && g + 1 == plan_.groups) leaves.push_back(c_range());
            for (int level = 0; leaves.size() > 1; ++level) {
                const std::size_t half = (leaves.size() + 1) / 2;
                std::vector<ValueRange> next;
                for (std::size_t i = 0; i < half; ++i) {
                    const bool adjacent = spec_.pairing == Pairing::adjacent;
                    const std::size_t left = adjacent ? 2 * i : i;
                    const std::size_t right = adjacent ? 2 * i + 1 : i + half;
                    next.push_back(right < leaves.size() ? step(pre + "tree" + std::to_string(level) + "." + std::to_string(i),
                                                                {leaves[left], leaves[right]}, accumulator())
                                                         : leaves[left]);
                }
                leaves = next;
            }
            const bool starts = g == 0 && place != CPlace::first;
            acc = starts ? leaves[0] : step("group" + std::to_string(g), {acc, leaves[0]}, accumulator());
        }
        if (place == CPlace::last) acc = step("add_c", {acc, c_range()}, accumulator());
        convert(acc);
    }

    void build_exact() {
        Site& site = open("sum", 0);
        add_products(site, 0, Width::exact());
        site.addends.push_back(addend(Role::c, 0, "c", c_range(), Width::exact(), true));
        site.has_result = true;
        site.rule = plan_.out;
        site.zero_sum = spec_.zero_sum;
        close(site);
    }

    const Plan& plan_;
    const Spec& spec_;
    ValueRange product_;
    std::vector<Site> sites_;
};

}  // namespace

std::vector<Site> coverage_sites(const Plan& plan) { return SiteBuilder(plan).build(); }

}  // namespace karat
