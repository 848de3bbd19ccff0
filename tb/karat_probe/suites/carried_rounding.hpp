// SPDX-License-Identifier: Apache-2.0
// The rounding of the result, beside an alignment that drops bits as well.
#pragma once
#include "karat_probe/suites/responses.hpp"
#include "karat_probe/suites/session.hpp"

namespace karat::probe::mma_sim {

/// How sums that are larger than each of their summands are rounded. Their unit is larger, too, so that a
/// quarter of it lies among the bits that the alignment keeps.
struct Carried {
    enum class Kind : std::uint8_t {
        seen,            ///< the responses are those of the last rounding
        hidden,          ///< the alignment drops the bits that the last rounding would see
        not_expressible  ///< the formats have no such summands
    };
    Kind kind = Kind::not_expressible;
    /// Empty if an answer was not a multiple of the unit.
    std::optional<Responses> responses = std::nullopt;
    double sum = 0, unit = 0;
};

/// Asks c = 1.75 beside products that bring the sum to 4, 8 or 16, in units of `one`, and x, which is what is
/// rounded away: a part of c, or else a product. That the alignment keeps x is seen from the same summands
/// with other signs, whose sum is small.
[[nodiscard]] Carried carried_rounding(Session& session, Finding& finding, double one);

}  // namespace karat::probe::mma_sim
