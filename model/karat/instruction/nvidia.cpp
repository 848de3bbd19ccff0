// SPDX-License-Identifier: Apache-2.0
// Common parts of NVIDIA's instructions. Sources: MMA-Sim, section V, and the recorded vectors for the
// widths; Khattak and Mikaitis for the exponent floors.
#include <algorithm>

#include "karat/instruction/vendors.hpp"
#include "karat/recipe/families/families.hpp"

namespace karat {

const NvidiaArch& nvidia(Arch arch) {
    return *std::find_if(kNvidiaArchs.begin(), kNvidiaArchs.end(),
                         [&](const NvidiaArch& one) { return one.arch == arch; });
}

Spec nvidia_fda(Arch arch, Format a, Format b, Format c, Format d, int k, int F, int terms) {
    Spec spec;
    spec.algorithm = Algorithm::fda;
    spec.a = a;
    spec.b = b;
    spec.c = c;
    spec.d = d;
    spec.k = k;
    if (terms != k) spec.terms = terms;
    spec.F = {F};
    spec.output_rounding = d == Format::fp16 ? Rounding::RNE : Rounding::RZ;
    if (F == 13 && d == Format::fp32) spec.output_fraction = 13;
    // Smallest e_max: -131, -132, -133 for fp32 and -19, -20, -21 for fp16 (Volta; Turing to Ada; Hopper and
    // later).
    spec.exponent_floor = d == Format::fp16 ? 4 - nvidia(arch).width : -108 - nvidia(arch).width;
    // Ada's FP8 unit: -126 - F, measured on an RTX 4090
    if (arch == Arch::Ada && F == 13 && d == Format::fp32) spec.exponent_floor = -139;
    // MMA-Sim's code converts c first.
    if (d == Format::fp32 && c == Format::fp16) spec.convert_c = Format::fp32;
    spec.nan = NanEncoding::nvidia;
    spec.underflow_sign = UnderflowSign::positive;
    return spec;
}

Spec nvidia_gdfs(Format scale, int block) {
    Spec spec = families::gdfs_spec(Format::e2m1, 64, scale, block);
    spec.F = {35};
    spec.zero_group = ZeroGroup::terms;
    spec.exponent_floor = -139;  // no grid finer than 2^-174
    spec.underflow_sign = UnderflowSign::positive;
    spec.output_rounding = Rounding::RZ;
    return spec;
}

Spec sfma(Format format, int k) {
    Spec spec;
    spec.algorithm = Algorithm::fma;
    spec.a = spec.b = spec.c = spec.d = format;
    spec.k = k;
    spec.output_rounding = Rounding::RNE;
    spec.nan = NanEncoding::any;
    return spec;
}

namespace {

/// Questions on which the papers disagree, and what an H200 does (tests/recorded/hopper).
std::vector<OpenQuestion> hopper_settled(const Spec& spec) {
    const auto recorded = [](const char* knob, const char* text) {
        return OpenQuestion{knob, Evidence::hardware_checked, text};
    };
    const bool half = spec.chain_format_or_default() == Format::fp16;
    return {recorded("exponent_floor",
                     half ? "fp16 results: -21 on an H200, where it shows, as Khattak; MMA-Sim -126"
                          : "-133 on an H200, where it shows, as Khattak; MMA-Sim -126"),
            recorded("zero_product",
                     "a zero product does not take part on an H200, where it shows, as Khattak; "
                     "MMA-Sim counts it"),
            recorded("zero_c",
                     "c = 0 does not take part on an H200, where it shows, as Khattak; MMA-Sim counts it"),
            recorded("underflow_sign",
                     "a negative result that rounds to zero is +0 on an H200, where it shows, as "
                     "MMA-Sim; Khattak -0")};
}

}  // namespace

std::vector<OpenQuestion> nvidia_open(Arch arch, const Spec& spec) {
    std::vector<OpenQuestion> open;
    if (spec.group_exponent == GroupExponent::scale) {
        open.push_back({"zero_group", Evidence::measured,
                        "a group takes part in e_max if one of its products and both of its scale factors "
                        "are nonzero; MMA-Sim counts every group"});
        open.push_back(
            {"exponent_floor", Evidence::measured, "-139: no grid finer than 2^-174; MMA-Sim has no floor"});
        open.push_back(
            {"zero_c", Evidence::measured, "c = 0 does not take part; MMA-Sim counts it as exponent -126"});
        open.push_back({"underflow_sign", Evidence::measured, "a zero result is always +0"});
        return open;
    }
    if (spec.algorithm != Algorithm::fda) return open;
    if (arch == Arch::Hopper) return hopper_settled(spec);
    const bool fp8_ada = arch == Arch::Ada && spec.F.bits == 13;
    const Format result = spec.chain_format_or_default();
    if (result == Format::fp16) {
        open.push_back(
            {"exponent_floor", Evidence::conflicting,
             "fp16 results: MMA-Sim -126; Khattak -19 (Volta), -20 (Ampere, Ada), -21 (Hopper, Blackwell)"});
    } else if (fp8_ada) {
        open.push_back({"exponent_floor", Evidence::measured, "-139 on an RTX 4090; MMA-Sim -126"});
    } else if (arch == Arch::Ampere || arch == Arch::Ada || arch == Arch::RTXBlackwell) {
        open.push_back({"exponent_floor", Evidence::measured,
                        "-132 (A100, RTX 4090), -133 (RTX Blackwell), as Khattak; MMA-Sim -126"});
    } else if (arch == Arch::Volta || arch == Arch::Turing) {
        open.push_back(
            {"exponent_floor", Evidence::assumed,
             "fp32 results: no source covers this architecture; extrapolated from -132 at F = 24, -133 at "
             "F = 25"});
    } else {
        open.push_back({"exponent_floor", Evidence::conflicting,
                        "fp32 results: MMA-Sim -126; Khattak -132 at F = 24, -133 at F = 25"});
    }
    open.push_back({"zero_product", Evidence::conflicting,
                    "MMA-Sim counts a zero product with its other operand's exponent; Khattak ignores it"});
    open.push_back(
        {"zero_c", Evidence::conflicting, "MMA-Sim counts c = 0 as exponent -126; Khattak ignores it"});
    open.push_back({"underflow_sign", Evidence::conflicting,
                    "a negative result that rounds to zero: MMA-Sim and later measurements +0, Khattak -0"});
    if (spec.convert_c) {
        open.push_back({"convert_c", Evidence::published,
                        "MMA-Sim's code converts an fp16 c to fp32 first, so a subnormal c is compared by "
                        "its leading bit"});
    }
    return open;
}

std::string sass_type(Format format) {
    std::string out(name_of(format));
    for (char& ch : out) {
        if (ch >= 'a' && ch <= 'z') ch = static_cast<char>(ch - 'a' + 'A');
    }
    return format == Format::fp16   ? "F16"
           : format == Format::fp32 ? "F32"
           : format == Format::fp64 ? "F64"
                                    : out;
}

std::string ptx_type(Format format) {
    switch (format) {
        case Format::fp16:
            return "f16";
        case Format::fp32:
            return "f32";
        case Format::fp64:
            return "f64";
        default:
            return std::string(name_of(format));
    }
}

void add_nvidia(std::vector<Instruction>& all) {
    add_nvidia_mma(all);
    add_nvidia_imma(all);
    add_nvidia_sparse(all);
    add_nvidia_wgmma(all);
    add_nvidia_tcgen05(all);
}

}  // namespace karat
