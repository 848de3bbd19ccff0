// SPDX-License-Identifier: Apache-2.0
// wgmma: HGMMA and QGMMA of Hopper. M is 64; N is 8..256 and does not change the arithmetic.
#include <array>

#include "karat/instruction/vendors.hpp"

namespace karat {

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
}

}  // namespace karat
