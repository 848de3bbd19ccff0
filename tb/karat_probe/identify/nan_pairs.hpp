// SPDX-License-Identifier: Apache-2.0
// Two NaNs in one dot-add: a sum that passes one of them on shows in which order it meets its addends.
#pragma once
#include <cstdint>

#include "karat/recipe/program.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

class NanPairs {
   public:
    /// Keeps a reference to the program.
    NanPairs(const Program& program, std::uint64_t seed);

    /// Whether a rounding of the program passes on NaNs, so that the order shows at all.
    [[nodiscard]] bool show() const { return show_; }
    /// Puts NaNs of any payload in two of the addends, in a, b or c where the format has NaNs.
    void in(VectorRow& row);

   private:
    void put(VectorRow& row, int addend);

    const Program& program_;
    tb::Random random_;
    std::uint64_t walk_ = 0;
    bool show_ = false;
};

}  // namespace karat::probe
