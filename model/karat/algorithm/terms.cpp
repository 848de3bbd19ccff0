// SPDX-License-Identifier: Apache-2.0
#include "karat/algorithm/terms.hpp"

#include "karat/arithmetic/round.hpp"

namespace karat {
namespace {

/// The same value in a format that can hold it exactly: subnormals of the narrow one may become normals of the wide one.
Unpacked convert(const Unpacked& x, const FormatInfo& from, const FormatInfo& to) {
    const OutputRule rule = OutputRule::ieee(to.id, Rounding::RZ);
    switch (x.number_class) {
        case NumberClass::nan:
            return unpack(encode_nan(to.id, NanEncoding::riscv), to);
        case NumberClass::infinity:
            return unpack(encode_infinity(rule, x.negative), to);
        default:
            return unpack(round_to(rule, x.negative, x.significand, x.exponent - from.fraction_bits), to);
    }
}

}  // namespace

Unpacked load(std::uint64_t encoding, const FormatInfo& stored, const FormatInfo& multiplied, bool flush, FlushBelow below) {
    Unpacked x = unpack(encoding, stored);
    if (flush) x = flushed(x, stored, below);
    return &stored == &multiplied ? x : convert(x, stored, multiplied);
}

}  // namespace karat
