// SPDX-License-Identifier: Apache-2.0
// x86: VDPBF16PS (AVX512-BF16), VPDP* (VNNI), and the tile instructions TDP* (AMX).
#include "karat/instruction/vendors.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/own_recipe.hpp"

namespace karat {
namespace {

/// A tile has at most 16 rows of 64 bytes.
constexpr int kTileRows = 16, kTileBytes = 64;

void push_tile(std::vector<Instruction>& all, const char* name, Format a, Format b) {
    const int k = kTileBytes * 8 / info(a).bits;
    std::vector<OpenQuestion> open;
    if (info(a).bits == 8) {
        open.push_back(
            {"sum", Evidence::conflicting,
             "one exact sum of all products, rounded once (ISE 319433-057); older emulators add pairs "
             "of products to two fp32 accumulators"});
        open.push_back({"flush_c", Evidence::conflicting,
                        "a subnormal c is kept (ISE 319433-057); some emulators read it as zero"});
    } else {
        const bool recorded = a == Format::bf16;
        open.push_back(
            {"nan", recorded ? Evidence::hardware_checked : Evidence::documented,
             recorded ? "a NaN operand is passed on, as in VDPBF16PS, on a Xeon"
                      : "a NaN operand is passed on, as in VDPBF16PS: Bochs; Intel's text does not say"});
    }
    all.push_back({Arch::x86,
                   name,
                   {},
                   {kTileRows, kTileRows, k, 1},
                   spec_of(info(a).bits == 8 ? families::amx_fp8(a, b, k) : families::amx(a, k)),
                   std::move(open)});
}

/// The four bytes or two words of a doubleword and an int32 lane. The names in S saturate.
void push_vnni(std::vector<Instruction>& all, const std::string& name, Format a, Format b) {
    const int k = 32 / info(a).bits;
    for (const Overflow overflow : {Overflow::wrap, Overflow::saturate}) {
        all.push_back({Arch::x86,
                       name + (overflow == Overflow::saturate ? "S" : ""),
                       {},
                       {1, 1, k, 1},
                       families::integer_spec(a, b, k, overflow)});
    }
}

void push_integer_tile(std::vector<Instruction>& all, const char* name, Format a, Format b) {
    all.push_back({Arch::x86,
                   name,
                   {},
                   {kTileRows, kTileRows, kTileBytes, 1},
                   families::integer_spec(a, b, kTileBytes, Overflow::wrap)});
}

}  // namespace

void add_x86(std::vector<Instruction>& all) {
    all.push_back({Arch::x86, "VDPBF16PS", {}, {1, 1, 2, 1}, spec_of(families::vdpbf16ps())});
    push_tile(all, "TDPBF16PS", Format::bf16, Format::bf16);
    push_tile(all, "TDPFP16PS", Format::fp16, Format::fp16);
    push_tile(all, "TDPBF8PS", Format::e5m2, Format::e5m2);
    push_tile(all, "TDPBHF8PS", Format::e5m2, Format::e4m3);
    push_tile(all, "TDPHBF8PS", Format::e4m3, Format::e5m2);
    push_tile(all, "TDPHF8PS", Format::e4m3, Format::e4m3);
    push_vnni(all, "VPDPBUSD", Format::uint8, Format::int8);
    push_vnni(all, "VPDPWSSD", Format::int16, Format::int16);
    push_integer_tile(all, "TDPBSSD", Format::int8, Format::int8);
    push_integer_tile(all, "TDPBSUD", Format::int8, Format::uint8);
    push_integer_tile(all, "TDPBUSD", Format::uint8, Format::int8);
    push_integer_tile(all, "TDPBUUD", Format::uint8, Format::uint8);
}

}  // namespace karat
