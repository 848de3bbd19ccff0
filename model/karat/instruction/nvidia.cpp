// SPDX-License-Identifier: Apache-2.0
// What NVIDIA's instructions share. Widths: MMA-Sim section V and the recorded vectors; floors: Khattak & Mikaitis.
#include "karat/instruction/vendors.hpp"

namespace karat {

int nvidia_width(Arch arch) {
    if (arch == Arch::Volta) return 23;
    return arch >= Arch::Hopper ? 25 : 24;
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
    // least e_max: -131, -132, -133 for fp32 and -19, -20, -21 for fp16 (Volta; Turing to Ada; Hopper and later)
    spec.exponent_floor = d == Format::fp16 ? 4 - nvidia_width(arch) : -108 - nvidia_width(arch);
    spec.nan = NanEncoding::nvidia;
    return spec;
}

Spec nvidia_gdfs(Format scale, int block) {
    Spec spec;
    spec.algorithm = Algorithm::gfda;
    spec.a = spec.b = Format::e2m1;
    spec.k = 64;
    spec.scale = scale;
    spec.scale_block = block;
    spec.group = 16;
    spec.F = {35};
    spec.group_exponent = GroupExponent::scale;
    spec.zero_group = ZeroGroup::counted;
    spec.zero_c = ZeroExponent::minus126;
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

std::vector<OpenQuestion> nvidia_open(Arch arch, const Spec& spec) {
    std::vector<OpenQuestion> open;
    if (spec.algorithm != Algorithm::fda) return open;
    const Format result = spec.chain_format_or_default();
    if (result == Format::fp16) {
        open.push_back({"exponent_floor", Evidence::conflicting,
                        "fp16 results: MMA-Sim -126; Khattak -19 (Volta), -20 (Ampere, Ada), -21 (Hopper, Blackwell)"});
    } else if (arch == Arch::Hopper) {
        open.push_back({"exponent_floor", Evidence::hardware_checked, "-133: one published H100 result refutes MMA-Sim's -126"});
    } else if (arch == Arch::Volta || arch == Arch::Turing) {
        open.push_back({"exponent_floor", Evidence::assumed,
                        "fp32 results: no source for this architecture; continued from -132 at F = 24, -133 at F = 25"});
    } else {
        open.push_back({"exponent_floor", Evidence::conflicting, "fp32 results: MMA-Sim -126; Khattak -132 at F = 24, -133 at F = 25"});
    }
    open.push_back(
        {"zero_product", Evidence::conflicting, "MMA-Sim counts a zero product with its other operand's exponent; Khattak ignores it"});
    open.push_back({"zero_c", Evidence::conflicting, "MMA-Sim counts c = 0 as exponent -126; Khattak ignores it"});
    open.push_back({"underflow_sign", Evidence::conflicting, "a negative result that rounds to zero: MMA-Sim +0, Khattak -0"});
    return open;
}

std::string sass_type(Format format) {
    std::string out(name_of(format));
    for (char& ch : out) {
        if (ch >= 'a' && ch <= 'z') ch = static_cast<char>(ch - 'a' + 'A');
    }
    return format == Format::fp16 ? "F16" : format == Format::fp32 ? "F32" : format == Format::fp64 ? "F64" : out;
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
    add_nvidia_wgmma(all);
    add_nvidia_tcgen05(all);
}

}  // namespace karat
