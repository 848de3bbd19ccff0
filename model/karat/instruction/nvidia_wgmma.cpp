// SPDX-License-Identifier: Apache-2.0
// wgmma: HGMMA, QGMMA and IGMMA of Hopper. M is 64; N is 8..256 and does not change the arithmetic.
#include <array>

#include "karat/instruction/vendors.hpp"
#include "karat/recipe/families/families.hpp"

namespace karat {
namespace {

/// 8-bit integers. A sum of integers has one value.
void add_igmma(std::vector<Instruction>& all) {
    for (const Format a : {Format::int8, Format::uint8}) {
        for (const Format b : {Format::int8, Format::uint8}) {
            for (const Overflow overflow : {Overflow::wrap, Overflow::saturate}) {
                const bool saturates = overflow == Overflow::saturate;
                const auto type = [](Format format) { return info(format).is_signed ? "s8" : "u8"; };
                const auto sass = [](Format format) { return info(format).is_signed ? "S8" : "U8"; };
                const std::string types = std::string(".s32.") + type(a) + "." + type(b);
                std::vector<std::string> ptx{"wgmma.m64n{N}k32" + types};
                if (saturates) ptx = {"wgmma.m64n{N}k32.satfinite" + types, ptx[0] + ".satfinite"};
                all.push_back(
                    {Arch::Hopper,
                     std::string("IGMMA.64x{N}x32.") + sass(a) + "." + sass(b) + (saturates ? ".SAT" : ""),
                     std::move(ptx),
                     {64, 0, 32, 1},
                     families::integer_spec(a, b, 32, overflow)});
            }
        }
    }
}

}  // namespace

void add_nvidia_wgmma(std::vector<Instruction>& all) {
    constexpr Arch arch = Arch::Hopper;
    for (const auto& [types, in, d, k] : kDenseTypes) {
        const Spec spec = nvidia_fda(arch, in, in, d, d, k, 25, k);
        all.push_back({arch,
                       "HGMMA.64x{N}x" + std::to_string(k) + types,
                       {"wgmma.m64n{N}k" + std::to_string(k) + "." + ptx_type(d) + "." + ptx_type(in) + "." +
                        ptx_type(in)},
                       {64, 0, k, 1},
                       spec,
                       nvidia_open(arch, spec)});
    }
    for (const Format d : {Format::fp32, Format::fp16}) {
        for (const Format a : {Format::e4m3, Format::e5m2}) {
            for (const Format b : {Format::e4m3, Format::e5m2}) {
                const Spec spec = nvidia_fda(arch, a, b, d, d, 32, 13, 32);
                all.push_back({arch,
                               "QGMMA.64x{N}x32." + sass_type(d) + "." + sass_type(a) + "." + sass_type(b),
                               {"wgmma.m64n{N}k32." + ptx_type(d) + "." + ptx_type(a) + "." + ptx_type(b)},
                               {64, 0, 32, 1},
                               spec,
                               nvidia_open(arch, spec)});
            }
        }
    }
    add_igmma(all);
}

}  // namespace karat
