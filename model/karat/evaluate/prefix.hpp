// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "karat/arithmetic/addend.hpp"

namespace karat {

/// What several evaluations of one dot-add have in common: its products, and the results of the first
/// operations. For a search among recipes that differ in one place (Evaluator::begin, finished).
class Prefix {
   public:
    /// Forgets the results from operation `count` on, if there are any; the products too if it is not given.
    void keep(std::optional<std::size_t> count) {
        if (!count) {
            done_.reset();
        } else if (done_) {
            done_ = std::min(*done_, *count);
        }
    }

   private:
    friend class Evaluator;
    std::optional<std::size_t> done_;  ///< operations with a result; not set: not even the products are there
    std::vector<Addend<Narrow::Significand>> narrow_;
    std::vector<Addend<Medium::Significand>> medium_;  ///< used if not empty
};

}  // namespace karat
