// SPDX-License-Identifier: Apache-2.0
// Whether a fault that fits the mismatches also predicts what the unit answers to other dot-adds.
#pragma once
#include <cstddef>
#include <functional>

#include "karat_probe/findings/answers.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// What a unit answered around the minimal example of a fault.
struct FaultTrial {
    std::size_t agreed = 0;  ///< the fault changes the answer, and the unit gives the changed one
    /// ... and the unit answers as if it did not have the fault, or differs from the right answer in another
    /// difference_family(): where an infinity is predicted, an answer that is one ulp off.
    std::size_t contradicted = 0;
    std::size_t other = 0;            ///< ... and the unit answers something else
    std::size_t elsewhere = 0;        ///< the fault changes nothing
    std::size_t elsewhere_wrong = 0;  ///< ... and the unit is wrong all the same: something else acts there

    /// Whether the fault is refuted: the unit contradicts it more than once for every three agreements, or
    /// gives mostly other answers, clearly more often than something else acts around the example.
    [[nodiscard]] bool is_refuted() const;
};

using FaultModel = std::function<std::uint64_t(const Operands&)>;

/// Asks the unit, in the lane that it answers for now, dot-adds in the neighbourhood() of `example`.
/// `without`: the unit without the fault; `with`: with it; `together`: with all other faults known as well,
/// or empty. Throws TargetError if the unit stops answering.
[[nodiscard]] FaultTrial try_fault(const Agreement& golden, const FaultModel& without, const FaultModel& with,
                                   const FaultModel& together, const VectorRow& example, Target& unit);

}  // namespace karat::probe
