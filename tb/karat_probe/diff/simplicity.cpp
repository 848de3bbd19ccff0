// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/simplicity.hpp"

#include <bit>
#include <cstdlib>
#include <span>

#include "karat/format/unpack.hpp"
#include "karat_probe/separate/shrink_operand.hpp"

namespace karat::probe {

Simplicity simplicity(const VectorRow& row, const OperandRules& formats) {
    Simplicity out{};
    auto& [odd, nonzero, bits, exponents, scaled, signs] = out;
    const auto count = [&](std::span<const std::uint64_t> codes, Format format) {
        for (const std::uint64_t code : codes) {
            if (code == 0) continue;
            ++nonzero;
            const Unpacked x = unpack(code, info(format));
            signs += x.negative ? 1 : 0;
            if (!x.is_finite()) ++odd;
            if (x.number_class != NumberClass::finite) continue;
            bits += std::popcount(x.significand) - 1;
            const int exponent = leading_exponent(info(format), code);
            if (!info(format).is_integer() && exponent < info(format).min_exponent()) ++odd;
            exponents += std::abs(exponent);
            scaled += exponent != 0 ? 1 : 0;
        }
    };
    count(row.a, formats.a);
    count(row.b, formats.b);
    count(std::span(&row.c, 1), formats.c);
    if (formats.scale) {
        count(row.scale_a, *formats.scale);
        count(row.scale_b, *formats.scale);
    }
    return out;
}

}  // namespace karat::probe
