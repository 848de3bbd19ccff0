// SPDX-License-Identifier: Apache-2.0
// Which NaN a result is, where that depends on what made it (NanEncoding::amd_rdna, x86).
#pragma once
#include <cstdint>
#include <span>

#include "karat/recipe/program.hpp"

namespace karat {

struct Operands;

/// An addend below a NaN, as far as its NaN goes.
struct NanSource {
    Slot slot = 0;
    NumberClass number_class = NumberClass::zero;
    bool negative = false;
    std::uint64_t payload = 0;  ///< of a number that is a NaN: its fraction field
};

/// amd_rdna's NaN where an operand is one.
[[nodiscard]] std::uint64_t rdna_operand_nan(Format format);

/// The encoding of a NaN result of `rule`. `sources`: the products and numbers it was made from, in order.
///
/// amd_rdna: a NaN among a and b gives FFC00A3D (fp16 FE3D, bf16 FFFD); then 0 * inf and infinite products of
/// both signs FFC00000; then a NaN c with its quiet bit set; then c infinite against the products FFC00000.
/// x86 (VDPBF16PS): the first NaN of a, b, accumulator, quieted; an invalid operation FFC00000 unless the
/// accumulator is a NaN.
[[nodiscard]] std::uint64_t encode_nan_of(const Program& program, const Operands& in, const OutputRule& rule,
                                          std::span<const NanSource> sources);

}  // namespace karat
