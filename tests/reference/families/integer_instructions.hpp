// SPDX-License-Identifier: Apache-2.0
//
// Integer instructions, each transcribed from its vendor's text in the shape that the text has: the width of
// its intermediate results, and where it wraps or saturates. They share no code with integer_dot_add(), and
// the self-check compares the two: that these shapes give the exact sum's result is a claim to be checked.
//
// a and b are encodings in the order of k; bits above the width of an operand are ignored. c and d are int32.

#pragma once

#include <cstdint>
#include <span>

namespace reference {

using IntegerOperands = std::span<const std::uint64_t>;

// AVX512_VNNI, AVX-VNNI: four products of uint8 a and int8 b, or two of int16 a and b. The forms that end in
// S saturate.
std::uint32_t vpdpbusd(IntegerOperands a, IntegerOperands b, std::uint32_t c);
std::uint32_t vpdpbusds(IntegerOperands a, IntegerOperands b, std::uint32_t c);
std::uint32_t vpdpwssd(IntegerOperands a, IntegerOperands b, std::uint32_t c);
std::uint32_t vpdpwssds(IntegerOperands a, IntegerOperands b, std::uint32_t c);

// AMX: TDPBSSD, TDPBSUD, TDPBUSD and TDPBUUD. The first letter, S or U, is of a, the second of b. K is a
// multiple of 4: each pair of dwords adds four products to the accumulator.
std::uint32_t tdpbd(bool a_signed, bool b_signed, IntegerOperands a, IntegerOperands b, std::uint32_t c);

// Arm: one element of SMMLA, UMMLA or USMMLA (unsigned a, signed b). K is 8.
std::uint32_t mmla(bool a_unsigned, bool b_unsigned, IntegerOperands a, IntegerOperands b, std::uint32_t c);

// NVIDIA: mma with .s8 or .u8 (width 8), .s4 or .u4 (width 4) and an .s32 accumulator, of any K. PTX has no
// pseudo-code. It says that on overflow the accumulated value wraps, or is limited to the range of int32
// with .satfinite.
struct ImmaType {
    int width;
    bool is_signed;
};
std::uint32_t imma(ImmaType a_type, ImmaType b_type, bool satfinite, IntegerOperands a, IntegerOperands b,
                   std::uint32_t c);

// NVIDIA: mma.and.popc or mma.xor.popc of .b1, in registers of 32 bits. K is a multiple of 32.
std::uint32_t bmma(bool is_xor, IntegerOperands a, IntegerOperands b, std::uint32_t c);

}  // namespace reference
