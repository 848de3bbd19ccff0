// SPDX-License-Identifier: Apache-2.0
// The encoding of a NaN result that depends on its cause (NanEncoding::amd_rdna, x86).
#pragma once
#include <cstdint>
#include <span>

#include "karat/recipe/program.hpp"

namespace karat {

struct Operands;

/// The properties of an addend that determine the encoding of a NaN sum.
struct NanSource {
    Slot slot = 0;
    NumberClass number_class = NumberClass::zero;
    bool negative = false;
    std::uint64_t payload = 0;  ///< fraction field of a number that is a NaN
};

/// The NaN of amd_rdna for an operand that is a NaN.
[[nodiscard]] std::uint64_t rdna_operand_nan(Format format);

/// The encoding of a NaN result of `rule`. `sources`: the products and numbers that were added, in order.
///
/// amd_rdna, the first that applies: a NaN in a or b gives FFC00A3D (fp16: FE3D, bf16: FFFD); 0 * inf, or
/// infinite products of both signs, give FFC00000; a NaN in c gives c with its quiet bit set; an infinite c
/// and infinite products of the opposite sign give FFC00000.
///
/// x86 (VDPBF16PS): the first NaN of a, b and the accumulator, quieted. An invalid operation gives FFC00000
/// unless the accumulator is a NaN.
[[nodiscard]] std::uint64_t encode_nan_of(const Program& program, const Operands& in, const OutputRule& rule,
                                          std::span<const NanSource> sources);

}  // namespace karat
