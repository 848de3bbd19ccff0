// SPDX-License-Identifier: Apache-2.0
// The encoding of a NaN result that depends on its cause (NanEncoding::amd_rdna, x86, nvidia_fp64).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "karat/arithmetic/addend.hpp"
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
///
/// nvidia_fp64 (DMMA on an H200): as x86, but b comes first, then the accumulator, then a.
[[nodiscard]] std::uint64_t encode_nan_of(const Program& program, const Operands& in, const OutputRule& rule,
                                          std::span<const NanSource> sources);

/// Appends the NaN sources of a slot. A fixed-point sum has no encoding, so its addends are appended instead.
template <class Significand>
void note_source(const Program& program, Slot slot, std::span<const Addend<Significand>> slots,
                 std::vector<NanSource>& sources) {
    if (!program.is_product(slot) && !program.is_number(slot)) {
        const Operation& op = program.operation_of(slot);
        for (const AddendGroup& group : program.groups(op)) {
            for (const Slot below : program.addends(group)) note_source(program, below, slots, sources);
        }
        return;
    }
    const Addend<Significand>& x = slots[slot];
    const bool carries = x.number_class == NumberClass::nan && !program.is_product(slot);
    sources.push_back({slot, x.number_class, x.negative, carries ? low64(x.significand) : 0});
}

/// The encoding of the NaN that a rounded sum gives.
template <class Significand>
std::uint64_t nan_of(const Program& program, const Operation& op, const Operands& in,
                     std::span<const Addend<Significand>> slots) {
    const OutputRule& rule = *op.round;
    if (!depends_on_cause(rule.nan)) return encode_nan(rule.format, rule.nan);
    std::vector<NanSource> sources;
    if (op.sum->specials == SpecialsOf::operands) {
        for (const Slot slot : program.operand_slots(op)) note_source(program, slot, slots, sources);
    } else {
        for (const AddendGroup& group : program.groups(op)) {
            for (const Slot slot : program.addends(group)) note_source(program, slot, slots, sources);
        }
    }
    return encode_nan_of(program, in, rule, sources);
}

}  // namespace karat
