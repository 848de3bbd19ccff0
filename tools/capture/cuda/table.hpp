// SPDX-License-Identifier: Apache-2.0
// The table of all CUDA instructions: formats, kernels, how operands are packed, and which devices have them.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "../unit.hpp"
#include "mma_kernels.cuh"
#include "tcgen05_kernels.cuh"
#include "wgmma_kernels.cuh"

namespace capture {

/// A kernel computes `per_tile` requests in each block, and places them on the diagonal of the tile.
using Kernel = void (*)(Request*, std::uint32_t);

/// How elements are put into words, lowest k first.
enum class Packing {
    plain,      ///< side by side
    container,  ///< in 8 bits: 6-bit formats in the low bits, e2m1 in the middle (PTX ISA 9.2, 9.7.14.5.14)
    padded,     ///< 16 elements side by side, then padding to 16 bytes (PTX ISA 9.2, 5.5.1.1)
};

struct CudaInstruction {
    Instruction instruction;
    std::array<Kernel, 4> kernels;  ///< by metadata selector; the others have one
    unsigned threads = 32, per_tile = 8;
    std::uint32_t argument = 0;  ///< of the kernel
    Packing packing = Packing::plain;
    int least = 0, most = 0;  ///< compute capability, 75 for 7.5
};

/// Bits 4 to 28 of the instruction descriptor: PTX ISA 9.2, tables 42 to 44. M = 128, N = 16.
constexpr std::uint32_t descriptor_of(Tcgen05 kind, std::uint32_t a, std::uint32_t b, bool d_is_fp32,
                                      bool ue8m0) {
    const std::uint32_t types = a << 7 | b << 10 | std::uint32_t{16 >> 3} << 17;
    if (kind >= Tcgen05::mxf8f6f4) return types | (ue8m0 ? 1U : 0U) << 23 | std::uint32_t{128 >> 7} << 27;
    return types | (d_is_fp32 ? 1U : 0U) << 4 | std::uint32_t{128 >> 4} << 24;
}

template <class Op>
std::array<Kernel, 4> sparse_kernels() {
    constexpr unsigned count = selectors(Op::layout);
    std::array<Kernel, 4> out{sparse_kernel<Op, 0>};
    if constexpr (count > 1) out[1] = sparse_kernel<Op, 1>;
    if constexpr (count > 2) {
        out[2] = sparse_kernel<Op, 2>;
        out[3] = sparse_kernel<Op, 3>;
    }
    return out;
}

inline Instruction named(const std::string& name, const std::string& other, Formats formats) {
    Instruction one;
    one.name = name;
    one.other = other;
    one.formats = std::move(formats);
    one.bitwise_xor = name.find(".XOR.") != std::string::npos;
    return one;
}

inline std::uint32_t halves(const std::string& format) { return format == "fp16" ? 1 : 0; }

inline void add_mma(std::vector<CudaInstruction>& out) {
#define CAPTURE_ROW(id, sass, shape, rest, na, nb, nc, fa, fb, fc, k, lo, hi) \
    out.push_back({named(sass, "mma." shape "." rest, {fa, fb, fc, fc, k}),   \
                   {mma_kernel<dense::id>},                                   \
                   32,                                                        \
                   8,                                                         \
                   halves(fc),                                                \
                   Packing::plain,                                            \
                   lo,                                                        \
                   hi});
    CAPTURE_DENSE(CAPTURE_ROW)
#undef CAPTURE_ROW
#define CAPTURE_ROW(id, sass, shape, rest, na, nb, nc, fa, fb, fc, k, lo, hi) \
    out.push_back({named(sass, "mma." shape "." rest, {fa, fb, fc, fc, k}),   \
                   {mma_kernel<sm120::id>},                                   \
                   32,                                                        \
                   8,                                                         \
                   halves(fc),                                                \
                   Packing::container,                                        \
                   lo,                                                        \
                   hi});
    CAPTURE_SM120(CAPTURE_ROW)
#undef CAPTURE_ROW
#define CAPTURE_ROW(id, sass, shape, na, nb, nc, k, lo, hi)                                           \
    out.push_back({named(sass, "mma." shape ".f64.f64.f64.f64", {"fp64", "fp64", "fp64", "fp64", k}), \
                   {f64_kernel<f64::id>},                                                             \
                   32,                                                                                \
                   8,                                                                                 \
                   0,                                                                                 \
                   Packing::plain,                                                                    \
                   lo,                                                                                \
                   hi});
    CAPTURE_F64(CAPTURE_ROW)
#undef CAPTURE_ROW
#define CAPTURE_ROW(id, sass, types, nd, nc, fc, fd)                              \
    out.push_back({named(sass, "mma.m8n8k4." types, {"fp16", "fp16", fc, fd, 4}), \
                   {quad_kernel<quad::id>},                                       \
                   32,                                                            \
                   32,                                                            \
                   0,                                                             \
                   Packing::plain,                                                \
                   70,                                                            \
                   75});
    CAPTURE_QUAD(CAPTURE_ROW)
#undef CAPTURE_ROW
}

inline void add_scaled_and_sparse(std::vector<CudaInstruction>& out) {
    // Beside the requests A and B are zero; 38 is the factor 1 in ue4m3 and 2^-71 in ue8m0.
#define CAPTURE_ROW(id, sass, alias, ptx, fa, fb, scale, block, k)                \
    out.push_back({named(sass, alias, {fa, fb, "fp32", "fp32", k, scale, block}), \
                   {scaled_kernel<scaled::id>},                                   \
                   32,                                                            \
                   8,                                                             \
                   0x38383838,                                                    \
                   k == 64 ? Packing::plain : Packing::container,                 \
                   120,                                                           \
                   121});
    CAPTURE_SCALED(CAPTURE_ROW)
#undef CAPTURE_ROW
#define CAPTURE_ROW(id, sass, order, shape, rest, na, nb, nc, fa, fb, fc, k, kind, place, lo)        \
    out.push_back({named(sass, "mma.sp" order "." shape "." rest, {fa, fb, fc, fc, k, "", 0, kind}), \
                   sparse_kernels<sparse::id>(), 32, 8, halves(fc), Packing::plain, lo, 121});
    CAPTURE_SPARSE(CAPTURE_ROW)
#undef CAPTURE_ROW
}

inline void add_wgmma(std::vector<CudaInstruction>& out) {
#define CAPTURE_ROW(id, sass, alias, types, tail, nd, fa, fb, fc, k) \
    out.push_back({named(sass, alias, {fa, fb, fc, fc, k}),          \
                   {wgmma_kernel<wgmma::id>},                        \
                   128,                                              \
                   8,                                                \
                   halves(fc),                                       \
                   Packing::plain,                                   \
                   90,                                               \
                   90});
    CAPTURE_WGMMA(CAPTURE_ROW)
#undef CAPTURE_ROW
}

inline void add_tcgen05(std::vector<CudaInstruction>& out) {
    const auto add = [&](const std::string& name, const std::string& other, const Formats& f, Kernel kernel,
                         std::uint32_t descriptor) {
        out.push_back({named(name, other, f), {kernel}, 128, 16, descriptor, Packing::padded, 100, 103});
    };
    const auto f16 = [&](const std::string& name, const std::string& types, const Formats& f,
                         std::uint32_t type) {
        add(name, "tcgen05.mma.kind::f16." + types, f, tcgen05_kernel<Tcgen05::f16>,
            descriptor_of(Tcgen05::f16, type, type, f.d == "fp32", false));
    };
    add("UTCHMMA.MxNx8.F32.TF32", "tcgen05.mma.kind::tf32.f32.tf32.tf32", {"tf32", "tf32", "fp32", "fp32", 8},
        tcgen05_kernel<Tcgen05::tf32>, descriptor_of(Tcgen05::tf32, 2, 2, true, false));
    f16("UTCHMMA.MxNx16.F32", "f32.f16.f16", {"fp16", "fp16", "fp32", "fp32", 16}, 0);
    f16("UTCHMMA.MxNx16.F16", "f16.f16.f16", {"fp16", "fp16", "fp16", "fp16", 16}, 0);
    f16("UTCHMMA.MxNx16.F32.BF16", "f32.bf16.bf16", {"bf16", "bf16", "fp32", "fp32", 16}, 1);
    struct Type {
        std::string ptx, sass;
        std::uint32_t code;
    };
    const std::vector<Type> types{{"e4m3", "E4M3", 0},
                                  {"e5m2", "E5M2", 1},
                                  {"e3m2", "E3M2", 4},
                                  {"e2m3", "E2M3", 3},
                                  {"e2m1", "E2M1", 5}};
    for (const Type& a : types) {
        for (const Type& b : types) {
            const std::string sass = a.sass + "." + b.sass, ptx = a.ptx + "." + b.ptx;
            for (const bool wide : {true, false})
                add(std::string("UTCQMMA.MxNx32.") + (wide ? "F32." : "F16.") + sass,
                    std::string("tcgen05.mma.kind::f8f6f4.") + (wide ? "f32." : "f16.") + ptx,
                    {a.ptx, b.ptx, wide ? "fp32" : "fp16", wide ? "fp32" : "fp16", 32},
                    tcgen05_kernel<Tcgen05::f8f6f4>,
                    descriptor_of(Tcgen05::f8f6f4, a.code, b.code, wide, false));
            add("UTCQMMA.SF.MxNx32.F32." + sass + ".E8", "tcgen05.mma.kind::mxf8f6f4.f32." + ptx + ".ue8m0",
                {a.ptx, b.ptx, "fp32", "fp32", 32, "ue8m0", 32}, tcgen05_kernel<Tcgen05::mxf8f6f4>,
                descriptor_of(Tcgen05::mxf8f6f4, a.code, b.code, true, true));
        }
    }
    const auto fp4 = [&](const std::string& name, const std::string& other, const std::string& scale,
                         std::size_t block, Tcgen05 kind, Kernel kernel) {
        add(name, other, {"e2m1", "e2m1", "fp32", "fp32", 64, scale, block}, kernel,
            descriptor_of(kind, 1, 1, true, scale == "ue8m0"));
        out.back().packing = Packing::plain;
    };
    fp4("UTCOMMA.MxNx64.F32.E2M1.E2M1.E8", "tcgen05.mma.kind::mxf4.f32.e2m1.e2m1.ue8m0", "ue8m0", 32,
        Tcgen05::mxf4, tcgen05_kernel<Tcgen05::mxf4>);
    fp4("UTCOMMA.4X.MxNx64.F32.E2M1.E2M1.UE4M3",
        "tcgen05.mma.kind::mxf4nvf4.scale_vec::4X.f32.e2m1.e2m1.ue4m3", "ue4m3", 16, Tcgen05::mxf4nvf4,
        tcgen05_kernel<Tcgen05::mxf4nvf4>);
    fp4("UTCOMMA.4X.MxNx64.F32.E2M1.E2M1.E8", "tcgen05.mma.kind::mxf4nvf4.scale_vec::4X.f32.e2m1.e2m1.ue8m0",
        "ue8m0", 16, Tcgen05::mxf4nvf4, tcgen05_kernel<Tcgen05::mxf4nvf4>);
}

inline std::vector<CudaInstruction> cuda_instructions() {
    std::vector<CudaInstruction> out;
    add_mma(out);
    add_scaled_and_sparse(out);
    add_wgmma(out);
    add_tcgen05(out);
    for (std::size_t i = 0; i < out.size(); ++i) out[i].instruction.id = i;
    return out;
}

}  // namespace capture
