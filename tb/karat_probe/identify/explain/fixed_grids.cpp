// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/explain/fixed_grids.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "karat/arithmetic/integers.hpp"
#include "karat/format/unpack.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat_probe/identify/moves/knob_jumps.hpp"

namespace karat::probe {

std::optional<int> lowest_bit(const Record& record, Format d) {
    const FormatInfo& format = info(d);
    std::optional<int> lowest;
    for (std::size_t i = 0; i < record.size(); ++i) {
        const Unpacked x = unpack(record.answer(i), format);
        if (x.number_class != NumberClass::finite) continue;
        const int bit = x.exponent - format.fraction_bits + lowest_set_bit(x.significand);
        lowest = std::min(bit, lowest.value_or(bit));
    }
    return lowest;
}

std::vector<Spec> with_fixed_grids(const Spec& spec, int exponent) {
    constexpr std::array widths{6, 24};  // any that lifts the floor above the addends
    std::vector<Spec> out;
    const Knob& floor = find_knob("exponent_floor");
    if (!floor.applies_to(spec.algorithm)) return out;
    for (const auto& [width, rounding] : kWidths) {
        if (!find_knob(width).applies_to(spec.algorithm)) continue;
        for (const boost::json::value& mode : find_knob(rounding).values()) {
            for (const int bits : widths) {
                Spec changed = spec;
                if (set_knob(changed, floor, exponent + bits) && set_knob(changed, find_knob(width), bits) &&
                    set_knob(changed, find_knob(rounding), mode))
                    out.push_back(std::move(changed));
            }
        }
    }
    return out;
}

}  // namespace karat::probe
