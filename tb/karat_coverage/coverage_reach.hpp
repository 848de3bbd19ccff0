// SPDX-License-Identifier: Apache-2.0
// Why operands cannot reach a bin: what formats, conversions and bounds rule out.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat_coverage/coverage_model.hpp"

namespace karat {

/// Why no value of the format has the class; empty if some value has it.
[[nodiscard]] std::string format_reason(const FormatInfo& f, ValueClass which);
/// Whether a subnormal of the stored format is still subnormal in the multiplier.
[[nodiscard]] bool keeps_subnormals(const OperandRules& rules, Format stored, bool flush);
/// Whether a conversion pads the operands of the addend with zeros below their last bit.
[[nodiscard]] bool pads(const Program& program, const SiteAddend& x);
/// Possible distances of addend j below the key that sets the grid, in ascending order.
[[nodiscard]] std::vector<int> distances(const Site& site, std::size_t j);
/// Why the rounded result of the site cannot have the class; empty if it can.
[[nodiscard]] std::string result_reason(const Program& program, const Site& site, const Bounds& bounds,
                                        ValueClass which);
/// Why two addends cannot cancel to an exact zero with SignFrame::c_sign, where the one of the other sign
/// adds a unit; empty if they can.
[[nodiscard]] std::string frame_reason(const Program& program, const Site& site);
/// For a sum of products, or of blocks of them, that are scaled by powers of two and not joined by c.
struct ScaledBits {
    int sum;     ///< bits of the sum from its first to its last; products of one block only, otherwise 0
    int cancel;  ///< at most as many leading bits of two addends cancel
    bool whole;  ///< all products have the same scale factors, so this holds for any number of addends
};
[[nodiscard]] std::optional<ScaledBits> scaled_bits(const Program& program, const Site& site);
/// Upper bound for the number of bits of the exact sum below the last bit of the result.
[[nodiscard]] int residue_bits(const Program& program, const Site& site);

}  // namespace karat
