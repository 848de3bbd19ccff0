// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/moves/knob_jumps.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <string>

#include "karat/error.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat_probe/identify/moves/width_moves.hpp"

namespace karat::probe {
namespace {

namespace json = boost::json;

constexpr int kWidest = 160;
constexpr int kNarrow = 16;  ///< bits: every rounding shows in many answers

/// For F, with F_c and c_rounding following, and without.
void add(const Spec& spec, const Knob& width, int bits, const Knob& rounding, Rounding mode,
         std::vector<KnobMove>& out) {
    Spec changed = spec;
    if (!set_knob(changed, width, bits) ||
        !set_knob(changed, rounding, json::value(json::string(name_of(mode)))))
        return;
    const std::string name =
        std::string(width.key) + "=" + std::to_string(bits) + " " + std::string(name_of(mode));
    if (width.key == "F") {
        Spec alone = changed;
        alone.F_c = spec.F_c_or_default();
        alone.c_rounding = spec.c_rounding_or_default();
        out.push_back({name + " alone", std::move(alone)});
        changed.F_c.reset();
        changed.c_rounding.reset();
    }
    out.push_back({name, std::move(changed)});
}

/// A c that is cut off hides how it is rounded just above.
void add_cutoffs(const Spec& spec, std::vector<KnobMove>& out) {
    constexpr int farthest = 40;
    const Knob& cutoff = find_knob("c_cutoff");
    const Knob& rounding = find_knob("c_rounding");
    if (!cutoff.applies_to(spec.algorithm)) return;
    for (int bits = 0; bits <= farthest; ++bits) {
        for (const json::value& mode : rounding.values()) {
            Spec changed = spec;
            if (set_knob(changed, cutoff, bits) && set_knob(changed, rounding, mode))
                out.push_back({"c_cutoff=" + std::to_string(bits) + " " + json::serialize(mode), changed});
        }
    }
}

/// Beside a zero that counts, an addend shows only as the unit that it is rounded to.
void add_units_beside_zeros(const Spec& spec, std::vector<KnobMove>& out) {
    constexpr int widest = 48;
    constexpr std::array rules{ZeroExponent::ignored, ZeroExponent::minus126, ZeroExponent::format_min};
    if (!find_knob("F").applies_to(spec.algorithm) || !find_knob("zero_product").applies_to(spec.algorithm))
        return;
    for (const ZeroExponent product : rules) {
        for (const ZeroExponent c : rules) {
            for (const Rounding rounding : kOneUnit) {
                for (int bits = 1; bits <= widest; ++bits) {
                    Spec changed = spec;
                    changed.zero_product = product;
                    changed.zero_c = c;
                    changed.F = {bits};
                    changed.align_rounding = rounding;
                    changed.F_c.reset();
                    changed.c_rounding.reset();
                    out.push_back({"zeros=" + std::string(name_of(product)) + " " + std::string(name_of(c)) +
                                       " F=" + std::to_string(bits) + " " + std::string(name_of(rounding)),
                                   std::move(changed)});
                }
            }
        }
    }
}

/// Groups compared by their scale factors, which are 1 where there are none: the grid is the same for all
/// dot-adds, so that nothing but its width and rounding shows.
void add_grids_of_scale(const Spec& spec, std::vector<KnobMove>& out) {
    constexpr int widest = 48;
    const Knob& compared = find_knob("group_exponent");
    if (!compared.applies_to(spec.algorithm)) return;
    for (const json::value& mode : find_knob("align_rounding").values()) {
        for (int bits = 1; bits <= widest; ++bits) {
            Spec changed = spec;
            if (!set_knob(changed, compared, "scale") ||
                !set_knob(changed, find_knob("align_rounding"), mode))
                continue;
            changed.F = {bits};
            changed.exponent_floor.reset();
            changed.F_c.reset();
            changed.c_rounding.reset();
            out.push_back({"group_exponent=scale F=" + std::to_string(bits) + " " + json::serialize(mode),
                           std::move(changed)});
        }
    }
}

}  // namespace

std::vector<KnobMove> jumps(const Spec& spec) {
    std::vector<KnobMove> out;
    for (const auto& [width, rounding] : kWidths) {
        if (!find_knob(width).applies_to(spec.algorithm)) continue;
        for (int bits = 1; bits <= kWidest; ++bits) {
            for (std::size_t i = 0; i < EnumNames<Rounding>::names.size(); ++i) {
                const auto mode = static_cast<Rounding>(i);
                const bool one_unit = std::find(kOneUnit.begin(), kOneUnit.end(), mode) != kOneUnit.end();
                if (bits <= kNarrow || one_unit)
                    add(spec, find_knob(width), bits, find_knob(rounding), mode, out);
            }
        }
    }
    add_cutoffs(spec, out);
    add_units_beside_zeros(spec, out);
    add_grids_of_scale(spec, out);
    std::erase_if(out, [&](const KnobMove& move) { return move.spec == spec; });
    return out;
}

std::vector<Spec> inner_formats(const Spec& spec) {
    std::vector<Spec> out{spec};
    for (const auto& [name, rounding] : kInnerFormats) {
        const Knob& format = find_knob(name);
        if (!format.applies_to(spec.algorithm)) continue;
        for (const json::value& value : format.values()) {
            Spec changed = spec;
            if (set_knob(changed, format, value)) out.push_back(std::move(changed));
        }
    }
    return out;
}

}  // namespace karat::probe
