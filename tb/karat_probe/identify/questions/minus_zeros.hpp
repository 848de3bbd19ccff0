// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "karat/format/format.hpp"
#include "karat/vectors/vector_file.hpp"

namespace karat::probe {

/// Every second zero of c becomes -0, if the format has it: beside -0 the sign of a sum that underflows
/// shows.
class MinusZeros {
   public:
    void in(VectorRow& row, const FormatInfo& c) {
        if (row.c == 0 && c.has_minus_zero() && ++zeros_ % 2 == 0) row.c = c.encoding(true, 0);
    }

   private:
    std::uint64_t zeros_ = 0;  ///< so far
};

}  // namespace karat::probe
