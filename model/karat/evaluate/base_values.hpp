// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "karat/evaluate/sum_facts.hpp"

namespace karat {

/// The values of one dot-add in one recipe, the base. For a search among recipes that differ from it in few
/// places (Continued).
class BaseValues {
   private:
    friend class Continued;
    std::optional<std::size_t> done_;  ///< operations with a value; not set: not even the products have one
    std::optional<std::uint64_t> d_;   ///< done_ does not count the operation that gives it
    /// By slot. The last that is not empty is used.
    std::vector<Addend<Narrow::Significand>> narrow_;
    std::vector<Addend<Medium::Significand>> medium_;
    std::vector<Addend<Wide::Significand>> wide_;
    /// By operation, and by group, as far as they were needed. Empty if none was.
    std::vector<SumFacts> facts_;
    std::vector<GroupFacts> group_facts_;
    std::vector<FixedSum<Narrow>> sums_;  ///< by operation, if its facts are known and the size is Narrow
};

}  // namespace karat
