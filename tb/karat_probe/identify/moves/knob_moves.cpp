// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/moves/knob_moves.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <string_view>

#include "karat/error.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat_probe/identify/moves/knob_jumps.hpp"
#include "karat_probe/identify/trees/structures.hpp"

namespace karat::probe {
namespace {

namespace json = boost::json;

bool is_kept(std::string_view key) {
    constexpr std::array kept{"algorithm", "recipe", "a",           "b",          "c",       "d",
                              "k",         "scale",  "scale_block", "multiplier", "metadata"};
    return std::find(kept.begin(), kept.end(), key) != kept.end();
}

/// A knob that follows another while it is unset, and its value then.
struct Follower {
    std::string_view key;
    std::string_view leader;
    json::value (*value)(const Spec&);
};
json::value text(std::string_view name) { return json::string(name); }
constexpr std::array kFollowers{
    Follower{"F_c", "F",
             [](const Spec& s) -> json::value {
                 const Width F = s.F_c_or_default();
                 return F.is_exact() ? json::value("exact") : json::value(F.bits);
             }},
    Follower{"c_rounding", "align_rounding",
             [](const Spec& s) { return text(name_of(s.c_rounding_or_default())); }},
    Follower{"chain_rounding", "output_rounding",
             [](const Spec& s) { return text(name_of(s.chain_rounding_or_default())); }},
    Follower{"dot_rounding", "output_rounding",
             [](const Spec& s) { return text(name_of(s.dot_rounding_or_default())); }},
    Follower{"chain_fraction", "output_fraction",
             [](const Spec& s) { return json::value(s.chain_fraction_or_default()); }},
};

class Moves {
   public:
    explicit Moves(const Spec& spec) : spec_(spec) {}

    std::vector<KnobMove> run() {
        for (const Knob& knob : knobs()) {
            if (!knob.applies_to(spec_.algorithm) || is_kept(knob.key)) continue;
            for (const json::value& value : values_of(knob)) set(knob, value);
        }
        for (const auto& [width, rounding] : kWidths)
            width_and_rounding(find_knob(width), find_knob(rounding));
        for (const auto& [format, rounding] : kInnerFormats) {
            format_and_rounding(find_knob(format), find_knob(rounding));
            format_and_limits(find_knob(format));
        }
        sticky_widths();
        zero_rules();
        flushes();
        return std::move(out_);
    }

   private:
    static constexpr int kWidest = 160;
    /// The knob's value, or the value of the knob that it follows.
    [[nodiscard]] json::value current(const Knob& knob) const {
        json::value value = knob.get(spec_);
        if (!value.is_null()) return value;
        for (const Follower& follower : kFollowers) {
            if (follower.key == knob.key) return follower.value(spec_);
        }
        return value;
    }
    [[nodiscard]] std::vector<json::value> values_of(const Knob& knob) const {
        std::vector<json::value> out = knob.values();
        // the last value of a width is exact; of all widths that explain the answers it is the simplest
        if (knob.key.starts_with("F")) std::reverse(out.begin(), out.end());
        const auto range = [&](int low, int high, int step) {
            for (int i = low; i <= high; i += step) out.emplace_back(i);
        };
        if (knob.key == "terms") {
            for (const int i : divisors(spec_.k)) out.emplace_back(i);
        } else if (knob.key == "group") {
            for (const int i : divisors(spec_.is_fused() ? spec_.terms_or_default() : spec_.k))
                out.emplace_back(i);
        } else if (knob.key == "output_fraction" || knob.key == "chain_fraction") {
            range(1, 52, 1);
        } else if (knob.key == "c_cutoff") {
            range(0, 64, 1);
        } else if (knob.key == "exponent_floor") {
            range(-160, 40, 1);
            range(-1100, 1060, 20);
            if (spec_.exponent_floor) range(*spec_.exponent_floor - 20, *spec_.exponent_floor + 20, 1);
        } else if (knob.key.starts_with("F")) {
            const json::value was = current(knob);
            range(88, kWidest, 8);
            if (was.is_int64() && was.get_int64() > 70) {
                const int F = static_cast<int>(was.get_int64());
                range(std::max(81, F - 10), F + 10, 1);
            }
        }
        if (!knob.unset.empty()) out.emplace_back(nullptr);
        return out;
    }
    void add(const std::string& name, Spec spec) {
        if (!(spec == spec_)) out_.push_back({name, std::move(spec)});
    }
    void set(const Knob& knob, const json::value& value) {
        Spec changed = spec_;
        if (!set_knob(changed, knob, value)) return;
        const std::string name = std::string(knob.key) + "=" + json::serialize(value);
        add(name, changed);
        Spec together = changed;
        Spec alone = changed;
        for (const Follower& follower : kFollowers) {
            if (follower.leader != knob.key) continue;
            const Knob& other = find_knob(follower.key);
            (void)set_knob(together, other, nullptr);
            (void)set_knob(alone, other, follower.value(spec_));
        }
        if (!(together == changed)) add(name + " with its followers", std::move(together));
        if (!(alone == changed)) add(name + " alone", std::move(alone));
    }
    void width_and_rounding(const Knob& width, const Knob& rounding) {
        if (!width.applies_to(spec_.algorithm) || !rounding.applies_to(spec_.algorithm)) return;
        const json::value was = current(width);
        const json::value was_rounding = current(rounding);
        if (!was.is_int64()) return;
        const int F = static_cast<int>(was.get_int64());
        for (int bits = std::max(1, F - 2); bits <= F + 2; ++bits) {
            for (const json::value& value : rounding.values()) {
                if (bits == F || value == was_rounding) continue;
                Spec changed = spec_;
                if (set_knob(changed, width, bits) && set_knob(changed, rounding, value))
                    add(std::string(width.key) + "=" + std::to_string(bits) + " " + json::serialize(value),
                        std::move(changed));
            }
        }
    }

    /// A rounding to another format inside the tree shows in few answers; the wrong one spoils as many.
    void format_and_rounding(const Knob& format, const Knob& rounding) {
        if (!format.applies_to(spec_.algorithm) || !rounding.applies_to(spec_.algorithm)) return;
        for (const json::value& to : format.values()) {
            for (const json::value& mode : rounding.values()) {
                Spec changed = spec_;
                if (set_knob(changed, format, to) && set_knob(changed, rounding, mode))
                    add(std::string(format.key) + "=" + json::serialize(to) + " " + json::serialize(mode),
                        std::move(changed));
            }
        }
    }
    /// Of a narrow format inside the tree often only the ends of its range show: what is too large for it,
    /// and what is subnormal. Neither mends an answer while the other rule is wrong.
    void format_and_limits(const Knob& format) {
        const Knob& overflow = find_knob("overflow");
        const Knob& flush = find_knob(format.key == "product_format" ? "flush_products" : "flush_output");
        if (!format.applies_to(spec_.algorithm) || !overflow.applies_to(spec_.algorithm)) return;
        for (const json::value& to : format.values()) {
            for (const json::value& rule : overflow.values()) {
                for (const bool flushes : {false, true}) {
                    Spec changed = spec_;
                    if (set_knob(changed, format, to) && set_knob(changed, overflow, rule) &&
                        set_knob(changed, flush, flushes))
                        add(std::string(format.key) + "=" + json::serialize(to) + " " +
                                json::serialize(rule) + (flushes ? " flushed" : ""),
                            std::move(changed));
                }
            }
        }
    }
    /// With a sticky flag, a wide sum differs from the exact one in a few dot-adds only.
    void sticky_widths() {
        if (!find_knob("sticky").applies_to(spec_.algorithm)) return;
        for (int bits = 24; bits <= 152; bits += 8) {
            for (const Rounding rounding : {Rounding::RZ, Rounding::RD}) {
                Spec changed = spec_;
                changed.F = {bits};
                changed.F_c.reset();
                changed.align_rounding = rounding;
                changed.c_rounding.reset();
                changed.sticky = Sticky::ored;
                add("F=" + std::to_string(bits) + " " + std::string(name_of(rounding)) + " sticky", changed);
            }
        }
    }

    /// Which zeros contribute to e_max, with the floor and without it. One rule alone rarely mends an answer,
    /// because another takes its place.
    void zero_rules() {
        for (const ZeroExponent product : kZeroExponents) {
            for (const ZeroExponent c : kZeroExponents) {
                for (const ZeroGroup group : {ZeroGroup::ignored, ZeroGroup::counted, ZeroGroup::terms}) {
                    for (const bool floor : {true, false}) {
                        if (!floor && !spec_.exponent_floor) continue;
                        Spec changed = spec_;
                        changed.zero_product = product;
                        changed.zero_c = c;
                        changed.zero_group = group;
                        if (!floor) changed.exponent_floor.reset();
                        add("zeros=" + std::string(name_of(product)) + " " + std::string(name_of(c)) + " " +
                                std::string(name_of(group)) + (floor ? "" : ", no floor"),
                            std::move(changed));
                    }
                }
            }
        }
    }

    /// Which subnormals count as zero, and the sign of a result that is zero instead. Operands that are
    /// flushed and a result that is flushed differ in few answers.
    void flushes() {
        for (unsigned bits = 0; bits < 32; ++bits) {
            Spec changed = spec_;
            changed.flush_a = changed.flush_b = (bits & 1U) != 0;
            changed.flush_c = (bits & 2U) != 0;
            changed.flush_output = (bits & 4U) != 0;
            changed.flush_below = (bits & 8U) != 0 ? FlushBelow::fp32 : FlushBelow::format;
            changed.underflow_sign = (bits & 16U) != 0 ? UnderflowSign::positive : UnderflowSign::keep;
            add("flushes=" + std::to_string(bits), std::move(changed));
        }
    }

    static constexpr std::array kZeroExponents{ZeroExponent::ignored, ZeroExponent::minus126,
                                               ZeroExponent::format_min};
    const Spec& spec_;
    std::vector<KnobMove> out_;
};

}  // namespace

bool set_knob(Spec& spec, const Knob& knob, const json::value& value) {
    try {
        knob.set(spec, value, knob.key);
        return true;
    } catch (const SpecError&) {
        return false;
    }
}

std::vector<KnobMove> knob_moves(const Spec& spec) { return Moves(spec).run(); }

}  // namespace karat::probe
