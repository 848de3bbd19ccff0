// SPDX-License-Identifier: Apache-2.0
// The list of bins of a specification, and the rules that exclude some of them.
#include <algorithm>
#include <cmath>
#include <set>

#include "karat/coverage/coverage_model.hpp"
#include "karat/coverage/coverage_ranges.hpp"

namespace karat {

class BinBuilder {
   public:
    explicit BinBuilder(CoverageModel& model) : model_(model), plan_(model.dot_.plan()), spec_(plan_.spec) {}

    void build() {
        operands();
        scales();
        products();
        for (std::size_t s = 0; s < model_.sites_.size(); ++s) site(static_cast<int>(s));
        specials();
    }

   private:
    int here() const { return static_cast<int>(model_.bins_.size()); }
    void add(BinKind kind, int site, int addend, int index, int what, std::string name, std::string reason) {
        model_.bins_.push_back({kind, site, addend, index, what, std::move(name), std::move(reason)});
    }

    static std::string format_reason(const FormatInfo& f, ValueClass which) {
        const std::string name(f.name());
        switch (which) {
            case ValueClass::minus_zero:
                return f.specials == Specials::fnuz ? name + " has no -0" : "";
            case ValueClass::infinity:
                return f.has_infinity() ? "" : name + " has no infinity";
            case ValueClass::nan:
                return f.has_nan() ? "" : name + " has no NaN";
            default:
                return "";
        }
    }

    void operands() {
        model_.operand_ = here();
        const auto element = [&](const FormatInfo& f, int matrix, int k, const std::string& label) {
            for (std::size_t c = 0; c < kValueClasses.size(); ++c) {
                add(BinKind::operand, -1, matrix, k, static_cast<int>(c), "operand/" + label + "/" + std::string(kValueClasses[c]),
                    format_reason(f, static_cast<ValueClass>(c)));
            }
        };
        for (int k = 0; k < spec_.k; ++k) element(*plan_.a, 0, k, "a" + std::to_string(k));
        for (int k = 0; k < spec_.k; ++k) element(*plan_.b, 1, k, "b" + std::to_string(k));
        element(info(spec_.c), 2, 0, "c");
    }

    void scales() {
        model_.scale_ = here();
        if (plan_.scale == nullptr) return;
        static constexpr std::array<const char*, kScaleClasses> names{"least", "one", "largest", "nan", "zero", "ignored_bits"};
        for (int matrix = 0; matrix < 2; ++matrix) {
            for (int s = 0; s < static_cast<int>(model_.dot_.scale_count()); ++s) {
                for (int c = 0; c < kScaleClasses; ++c) {
                    const std::string f(plan_.scale->name());
                    std::string reason;
                    if (c == 4 && !plan_.scale->has_zero) reason = f + " has no zero";
                    if (c == 5 && plan_.scale->encoding_mask() == plan_.scale->magnitude_mask()) reason = f + " has no bit without meaning";
                    add(BinKind::scale, -1, matrix, s, c,
                        std::string("scale/") + (matrix == 0 ? "a" : "b") + std::to_string(s) + "/" + names[static_cast<std::size_t>(c)],
                        reason);
                }
            }
        }
    }

    /// Whether a subnormal of the stored format stays one in the multiplier.
    bool keeps_subnormals(const FormatInfo& stored, const FormatInfo& multiplied, bool flush) const {
        const Unpacked x = load(stored.fraction_mask() << stored.ignored_low_bits, stored, multiplied, flush, spec_.flush_below);
        return x.number_class == NumberClass::finite && x.is_subnormal(multiplied.fraction_bits);
    }

    void products() {
        model_.product_ = here();
        const bool subnormals =
            keeps_subnormals(*plan_.a, *plan_.mul_a, spec_.flush_a) || keeps_subnormals(*plan_.b, *plan_.mul_b, spec_.flush_b);
        for (int k = 0; k < spec_.k; ++k) {
            const std::string name = "product/k" + std::to_string(k);
            add(BinKind::product, -1, -1, k, 0, name + "/below_1", subnormals ? "" : "no subnormal operand reaches the multiplier");
            add(BinKind::product, -1, -1, k, 1, name + "/1_to_2", "");
            add(BinKind::product, -1, -1, k, 2, name + "/2_to_4", "");
        }
    }

    void site(int s) {
        const Site& site = model_.sites_[static_cast<std::size_t>(s)];
        CoverageModel::SiteBins bins;
        const bool chained = plan_.operations > 1;
        const std::size_t first = model_.bins_.size();
        if (site.on_fixed_grid) {
            bins.addends.resize(site.addends.size());
            for (std::size_t j = 0; j < site.addends.size(); ++j) alignment(s, static_cast<int>(j), bins.addends[j]);
            site_wide(s, bins);
        }
        if (site.has_result) {
            bins.value = here();
            for (std::size_t c = 0; c < kValueClasses.size(); ++c) {
                const auto which = static_cast<ValueClass>(c);
                if (!site.is_final && coarse(which) != which) continue;
                add(site.is_final ? BinKind::result : BinKind::step, s, -1, 0, static_cast<int>(c),
                    (site.is_final ? std::string("result") : "step/" + site.label) + "/" + std::string(kValueClasses[c]),
                    result_reason(site, which));
            }
        }
        if (site.counts_residue) {
            bins.residue = here();
            const int n = residue_bits(site);
            const bool sticky = spec_.sticky == Sticky::ored && drops(first);  // it counts below the sum's bits
            static constexpr std::array<const char*, 4> names{"exact", "below_half", "half", "above_half"};
            for (int c = 0; c < 4; ++c) {
                const bool possible = c == 0 || (c == 2 ? n >= 1 : n >= 2 || (sticky && (c == 1 || n == 1)));
                add(BinKind::residue, s, -1, 0, c,
                    "residue/" + (chained || !site.is_final ? site.label + "/" : std::string()) + names[static_cast<std::size_t>(c)],
                    possible ? "" : "the exact sum has at most " + std::to_string(std::max(n, 0)) + " bits below the result's last");
            }
        }
        model_.site_bins_.push_back(std::move(bins));
    }

    /// Distances below e_max at which addend j can lie, ascending.
    static std::vector<int> distances(const Site& site, std::size_t j) {
        const ValueRange& x = site.addends[j].range;
        std::set<std::pair<int, int>> others;
        for (std::size_t i = 0; i < site.addends.size(); ++i) {
            const ValueRange& o = site.addends[i].range;
            if (i != j && !o.always_zero) others.insert({o.e_low, o.e_high});
        }
        int widest = 1;
        for (const auto& [low, high] : others) widest = std::max(widest, high - x.e_low + 1);
        if (site.floor != kNoExponent) widest = std::max(widest, site.floor - x.e_low + 1);
        std::vector<int> edges(static_cast<std::size_t>(widest) + 2);
        const auto mark = [&](int low, int high) {
            ++edges[static_cast<std::size_t>(low)];
            --edges[static_cast<std::size_t>(high) + 1];
        };
        for (int p = x.e_low; p <= x.e_high; ++p) {
            if (site.floor <= p) mark(0, 0);
            if (site.floor > p) mark(site.floor - p, site.floor - p);
            for (const auto& [low, high] : others) {
                const int from = std::max({p, site.floor, low});
                if (from <= high) mark(from - p, high - p);
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

    void alignment(int s, int j, CoverageModel::AddendBins& bins) {
        const Site& site = model_.sites_[static_cast<std::size_t>(s)];
        const SiteAddend& addend = site.addends[static_cast<std::size_t>(j)];
        if (addend.range.always_zero) {  // nothing to align; one bin says so
            add(BinKind::max, s, j, 0, 0, "max/" + addend.label, "the chain starts from +0 and c comes last");
            return;
        }
        std::vector<int> d = distances(site, static_cast<std::size_t>(j));
        const bool cut = addend.role == Role::c && spec_.c_cutoff.has_value();
        if (cut) std::erase_if(d, [&](int x) { return x > *spec_.c_cutoff; });
        bins.max = here();
        add(BinKind::max, s, j, 0, 0, "max/" + addend.label,
            d.empty() || d.front() > 0 ? "its largest exponent is below the least e_max, " + std::to_string(site.floor) : "");
        if (addend.width.is_exact()) return;
        const int F = addend.width.bits;
        bins.shift = here();
        const auto any = [&](int low, int high) { return std::any_of(d.begin(), d.end(), [=](int x) { return low <= x && x <= high; }); };
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
                : cut && low > *spec_.c_cutoff
                    ? "c counts as 0 where it is more than c_cutoff = " + std::to_string(*spec_.c_cutoff) + " below e_max"
                    : "the exponents allow no such distance below e_max (F = " + std::to_string(F) + ")");
        }
        dropped(s, j, d, bins);
    }

    void dropped(int s, int j, const std::vector<int>& d, CoverageModel::AddendBins& bins) {
        const Site& site = model_.sites_[static_cast<std::size_t>(s)];
        const SiteAddend& addend = site.addends[static_cast<std::size_t>(j)];
        const ValueRange& range = addend.range;
        const int F = addend.width.bits;
        const int farthest = d.empty() ? 0 : d.back();
        int highest = site.floor;  // e_max
        for (const SiteAddend& x : site.addends) highest = x.range.always_zero ? highest : std::max(highest, x.range.e_high);
        const int n = std::min(farthest - F + range.fraction, highest - F - range.lsb);
        bins.dropped = here();
        static constexpr std::array<const char*, 5> names{"none", "below_half", "half", "above_half", "all_ones"};
        for (int sign = 0; sign < 2; ++sign) {
            for (int c = 0; c < (addend.is_operand ? 5 : 4); ++c) {  // an intermediate's lowest bits are what sums leave
                std::string reason;
                const std::string bits = "at most " + std::to_string(std::max(n, 0)) + " set bits can lie below the grid";
                if (c == 2 && n < 1) reason = bits;
                if ((c == 1 || c == 3 || c == 4) && n < 2) reason = bits;
                if (c == 4 && range.fraction < range.fraction_held) reason = "the conversion leaves zeros below its last bit";
                add(BinKind::dropped, s, j, sign, c,
                    "dropped/" + addend.label + "/" + names[static_cast<std::size_t>(c)] + (sign == 0 ? "/plus" : "/minus"), reason);
            }
        }
    }

    void site_wide(int s, CoverageModel::SiteBins& bins) {
        const Site& site = model_.sites_[static_cast<std::size_t>(s)];
        int live = 0;
        int highest = kNoExponent;
        int bits = 0;  // that two addends of one magnitude can differ in
        double top = -1e9;
        for (const SiteAddend& x : site.addends) {
            if (x.range.always_zero) continue;
            ++live;
            highest = std::max(highest, x.range.e_high);
            bits = std::max(bits, x.is_operand && x.role == Role::product ? x.range.fraction + 1 : x.range.fraction);
            top = std::max(top, x.range.top);
        }
        const std::string single = live < 2 ? "there is one addend" : "";
        bins.tie = here();
        add(BinKind::max, s, -1, 0, 1, "max/" + site.label + "/tie", single);
        if (site.floor != kNoExponent) {
            bins.floor = here();
            add(BinKind::max, s, -1, 0, 2, "max/" + site.label + "/floor", "");
        }
        bins.cancel = here();
        const int half = site.F / 2;
        add(BinKind::cancel, s, -1, 0, 0, "cancel/" + site.label + "/none", single);
        static constexpr std::array<const char*, 3> names{"some", "more", "all"};
        for (int many = 0; many < 2; ++many) {
            for (int c = 0; c < 3; ++c) {
                std::string reason = many != 0 && live < 3 ? "there are " + std::to_string(live) + " addends" : single;
                if (c == 1 && reason.empty()) {
                    const int most = many != 0 ? static_cast<int>(std::floor(top)) + 2 - site.kept_lsb : bits;
                    if (most <= half) {
                        reason = "at most " + std::to_string(most) +
                                 " leading bits can cancel, which is not more than half of F = " + std::to_string(site.F);
                    }
                }
                add(BinKind::cancel, s, -1, 0, 1 + many * 3 + c,
                    "cancel/" + site.label + (many != 0 ? "/many/" : "/two/") + names[static_cast<std::size_t>(c)], reason);
            }
        }
        bins.carry = here();
        const int reach = static_cast<int>(std::floor(site.growth + 1e-12));
        const int terms = static_cast<int>(std::ceil(std::log2(static_cast<double>(site.addends.size())))) + 1;
        bins.carry_count = std::max(reach, terms) + 1;
        for (int g = 0; g < bins.carry_count; ++g) {
            add(BinKind::carry, s, -1, 0, g, "carry/" + site.label + "/" + std::to_string(g),
                g <= reach ? "" : "the largest significands sum to less than 2^" + std::to_string(reach + 1) + " times 2^e_max");
        }
    }

    std::string result_reason(const Site& site, ValueClass which) const {
        const FormatInfo& f = info(site.rule.format);
        const std::string by_format = format_reason(f, which);
        if (!by_format.empty()) return by_format;
        const auto power = [](int e) { return "2^" + std::to_string(e); };
        const bool large_enough = site.sum.top >= f.min_exponent();
        switch (which) {
            case ValueClass::minus_zero:
                return site.result.negative_zero ? "" : "a zero sum is +0, and no other sum is small enough to round to zero";
            case ValueClass::subnormal:
                if (site.rule.flush) return "subnormal results are flushed";
                return site.kept_lsb < f.min_exponent() ? "" : "every sum is a multiple of " + power(site.kept_lsb);
            case ValueClass::least_normal:
                return site.kept_lsb <= f.min_exponent() && large_enough ? "" : "every sum is a multiple of " + power(site.kept_lsb);
            case ValueClass::normal:
                return large_enough ? "" : "every sum is below the least normal";
            case ValueClass::largest:
                if (const int unit = unit_of_largest(site); unit > f.max_exponent() - site.rule.fraction && !overflows_to_largest(site))
                    return "a sum as large is a multiple of " + power(unit);
                return site.result.top >= f.max_exponent() + std::log2(2 - std::exp2(-site.rule.fraction)) - 1e-6 || site.overflows
                           ? ""
                           : "no sum is as large: the largest is below " + power(static_cast<int>(std::floor(site.sum.top)) + 1);
            case ValueClass::infinity:
                return site.result.infinity ? "" : "no operand is infinite, and no sum overflows";
            case ValueClass::nan:
                if (site.after_specials) return "NaN operands end the operation before";
                return site.sum.nan || site.sum.infinity || (site.overflows && !f.has_infinity()) ? "" : "no operand is NaN or infinite";
            default:
                return "";
        }
    }

    /// Whether an alignment among the bins from `first` on can drop a set bit.
    [[nodiscard]] bool drops(std::size_t first) const {
        return std::any_of(model_.bins_.begin() + static_cast<std::ptrdiff_t>(first), model_.bins_.end(),
                           [](const Bin& bin) { return bin.kind == BinKind::dropped && bin.what != 0 && bin.reason.empty(); });
    }

    static int residue_bits(const Site& site) {
        const int quantum = info(site.rule.format).min_exponent() - site.rule.fraction;
        int normal = static_cast<int>(std::floor(site.sum.top)) - site.rule.fraction - site.kept_lsb;
        if (site.on_fixed_grid) {
            int width = 0;
            bool exact = false;
            for (const SiteAddend& x : site.addends) {
                if (x.range.always_zero) continue;
                exact |= x.width.is_exact();
                width = std::max(width, x.width.bits);
            }
            if (!exact) normal = std::min(normal, static_cast<int>(std::floor(site.growth)) + width - site.rule.fraction);
        }
        return std::max(normal, std::min(quantum - site.kept_lsb, static_cast<int>(std::floor(site.sum.top)) - site.kept_lsb + 1));
    }

    void specials() {
        model_.special_ = here();
        const bool inf = plan_.a->has_infinity() || plan_.b->has_infinity();
        const bool c_inf = info(spec_.c).has_infinity();
        const bool nan = plan_.a->has_nan() || plan_.b->has_nan() || info(spec_.c).has_nan();
        const bool overflow =
            std::any_of(model_.sites_.begin(), model_.sites_.end(), [](const Site& s) { return s.has_result && s.overflows; });
        const bool product_overflow = spec_.product_overflow == ProductOverflow::inf && product_range(plan_).top >= 128;
        const auto one = [&](int which, const char* name, bool possible, const char* reason) {
            add(BinKind::special, -1, -1, 0, which, std::string("special/") + name, possible ? "" : reason);
        };
        one(0, "nan_operand", nan, "no operand format has a NaN");
        one(1, "zero_times_infinity", inf, "neither a nor b has an infinity");
        one(2, "infinity_times_finite", inf, "neither a nor b has an infinity");
        one(3, "opposite_infinite_products", inf && spec_.k > 1, inf ? "there is one product" : "neither a nor b has an infinity");
        one(4, "infinite_product_against_c", inf && c_inf, "a and b, or c, have no infinity");
        one(5, "overflow", overflow || product_overflow, "no sum of finite operands exceeds the largest finite value");
    }

    CoverageModel& model_;
    const Plan& plan_;
    const Spec& spec_;
};

CoverageModel::CoverageModel(const DotAdd& dot) : dot_(dot), sites_(coverage_sites(dot_.plan())) { BinBuilder(*this).build(); }

}  // namespace karat
