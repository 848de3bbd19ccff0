// SPDX-License-Identifier: Apache-2.0
// tcgen05.mma of Blackwell: UTCHMMA, UTCQMMA, UTCOMMA. The hardware name contains only the kind. The operand
// types, which real code puts in the instruction descriptor, are appended here in the order d, a, b.
#include <array>

#include "karat/instruction/vendors.hpp"

namespace karat {
namespace {

constexpr Arch kArch = Arch::Blackwell;

void push(std::vector<Instruction>& all, const std::string& unit, int k, const std::string& types,
          std::vector<std::string> aliases, const Spec& spec) {
    aliases.push_back(unit + types);
    all.push_back({kArch,
                   unit + ".{M}x{N}x" + std::to_string(k) + types,
                   std::move(aliases),
                   {0, 0, k, 1},
                   spec,
                   nvidia_open(kArch, spec)});
}

std::string tcgen05(const std::string& kind, Format d, Format a, Format b) {
    return "tcgen05.mma.kind::" + kind + "." + ptx_type(d) + "." + ptx_type(a) + "." + ptx_type(b);
}

}  // namespace

void add_nvidia_tcgen05(std::vector<Instruction>& all) {
    for (const auto& [types, in, d, k] : kDenseTypes) {
        const bool tf32 = in == Format::tf32;
        std::vector<std::string> aliases{tcgen05(tf32 ? "tf32" : "f16", d, in, in)};
        // The aliases kind::f16 and UTCHMMA exist only so that a lookup reports them as ambiguous.
        aliases.emplace_back(tf32 ? "tcgen05.mma.kind::tf32" : "tcgen05.mma.kind::f16");
        aliases.emplace_back("UTCHMMA");
        push(all, "UTCHMMA", k, types, aliases, nvidia_fda(kArch, in, in, d, d, k, 25, k));
    }
    static constexpr std::array f8f6f4{Format::e4m3, Format::e5m2, Format::e3m2, Format::e2m3, Format::e2m1};
    for (const Format a : f8f6f4) {
        for (const Format b : f8f6f4) {
            const std::string types = "." + sass_type(a) + "." + sass_type(b);
            for (const Format d : {Format::fp32, Format::fp16}) {
                push(all, "UTCQMMA", 32, "." + sass_type(d) + types,
                     {tcgen05("f8f6f4", d, a, b), "tcgen05.mma.kind::f8f6f4", "UTCQMMA"},
                     nvidia_fda(kArch, a, b, d, d, 32, 25, 32));
            }
            Spec scaled = nvidia_fda(kArch, a, b, Format::fp32, Format::fp32, 32, 25, 32);
            scaled.scale = Format::ue8m0;
            scaled.scale_block = 32;
            push(all, "UTCQMMA.SF", 32, ".F32" + types + ".E8",
                 {tcgen05("mxf8f6f4", Format::fp32, a, b) + ".ue8m0", tcgen05("mxf8f6f4", Format::fp32, a, b),
                  "tcgen05.mma.kind::mxf8f6f4"},
                 scaled);
        }
    }
    const std::string types = ".F32.E2M1.E2M1";
    const std::string mxf4 = tcgen05("mxf4", Format::fp32, Format::e2m1, Format::e2m1);
    const std::string nvf4 = "tcgen05.mma.kind::mxf4nvf4.scale_vec::4X";
    push(all, "UTCOMMA", 64, types + ".E8",
         {mxf4 + ".ue8m0", mxf4, "tcgen05.mma.kind::mxf4", "tcgen05.mma.kind::mxf4.scale_vec::2X",
          "tcgen05.mma.kind::mxf4nvf4.scale_vec::2X", "UTCOMMA"},
         nvidia_gdfs(Format::ue8m0, 32));
    push(all, "UTCOMMA.4X", 64, types + ".UE4M3",
         {nvf4 + ".f32.e2m1.e2m1.ue4m3", nvf4 + ".ue4m3", nvf4, "tcgen05.mma.kind::mxf4nvf4", "UTCOMMA.4X"},
         nvidia_gdfs(Format::ue4m3, 16));
    push(all, "UTCOMMA.4X", 64, types + ".E8", {nvf4 + ".f32.e2m1.e2m1.ue8m0", nvf4 + ".ue8m0"},
         nvidia_gdfs(Format::ue8m0, 16));
}

}  // namespace karat
