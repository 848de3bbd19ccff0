// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat_tb/faults/hooks.hpp"

namespace karat::tb {

/// A NaN or an infinity as the number that its exponent field and fraction are.
inline void read_special_as_number(const ReadSite& site, Unpacked& x) {
    if (x.is_finite()) return;
    const FormatInfo& f = site.format;
    const std::uint64_t code = (site.encoding >> f.ignored_low_bits) & f.magnitude_mask();
    const int field = static_cast<int>(code >> f.fraction_bits);
    const bool normal = field != 0;
    x.significand = (code & f.fraction_mask()) | (normal ? std::uint64_t{1} << f.fraction_bits : 0);
    x.exponent = field + (normal ? 0 : 1) - f.bias;
    x.number_class = x.significand == 0 ? NumberClass::zero : NumberClass::finite;
}

}  // namespace karat::tb
