// SPDX-License-Identifier: Apache-2.0
// mma.sp: products of a sparse A. No public source has the bits of a floating-point one: each is assumed to
// compute what the dense instruction of half its k computes, on the elements of B that the metadata selects.
// k counts products here, so it is half of the k in a name. The sparsity selector only says which threads
// hold the metadata.
#include <array>

#include "karat/instruction/vendors.hpp"
#include "karat/recipe/families/families.hpp"

namespace karat {
namespace {

/// A dense instruction that has a sparse form.
struct Row {
    const char* dense;  ///< SASS name; the architecture must have it
    const char* sass;
    const char* ptx;  ///< after "mma.sp.", with the k of B
    Metadata metadata;
};
constexpr std::array kRows{
    Row{"HMMA.1688.F32", "HMMA.SP.16816.F32", "m16n8k16.f32.f16.f16.f32", Metadata::two_of_four},
    Row{"HMMA.16816.F32", "HMMA.SP.16832.F32", "m16n8k32.f32.f16.f16.f32", Metadata::two_of_four},
    Row{"HMMA.1688.F16", "HMMA.SP.16816.F16", "m16n8k16.f16.f16.f16.f16", Metadata::two_of_four},
    Row{"HMMA.16816.F16", "HMMA.SP.16832.F16", "m16n8k32.f16.f16.f16.f16", Metadata::two_of_four},
    Row{"HMMA.1688.F32.BF16", "HMMA.SP.16816.F32.BF16", "m16n8k16.f32.bf16.bf16.f32", Metadata::two_of_four},
    Row{"HMMA.16816.F32.BF16", "HMMA.SP.16832.F32.BF16", "m16n8k32.f32.bf16.bf16.f32", Metadata::two_of_four},
    Row{"HMMA.1684.F32.TF32", "HMMA.SP.1688.F32.TF32", "m16n8k8.f32.tf32.tf32.f32", Metadata::one_of_two},
    Row{"HMMA.1688.F32.TF32", "HMMA.SP.16816.F32.TF32", "m16n8k16.f32.tf32.tf32.f32", Metadata::one_of_two}};

const Instruction* find(const std::vector<Instruction>& all, Arch arch, const std::string& name) {
    for (const Instruction& one : all) {
        if (one.arch == arch && one.name == name) return &one;
    }
    return nullptr;
}

/// Adds the sparse form of `dense`, and its ordered form: the same instruction with ascending indices.
/// Without a SASS name the first PTX name takes its place.
void push(std::vector<Instruction>& all, const Instruction& dense, const std::string& sass,
          const std::vector<std::string>& ptx, Metadata metadata) {
    Instruction one = dense;
    const auto rename = [&](const std::string& own, const std::string& prefix) {
        one.name = sass.empty() ? prefix + ptx[0] : own;
        one.aliases.clear();
        for (const std::string& name : ptx) one.aliases.push_back(prefix + name);
        if (sass.empty()) one.aliases.erase(one.aliases.begin());
    };
    rename(sass, "mma.sp.");
    one.spec.metadata = metadata;
    one.open = sparse_open(one.spec, dense.open);
    if (one.arch == Arch::Hopper && !one.open.empty())
        one.open = {{"sum", Evidence::hardware_checked, "that of the dense form of half the K, on an H200"}};
    all.push_back(one);
    if (metadata != Metadata::two_of_four) {  // 1:2 has one form
        for (const std::string& name : ptx) all.back().aliases.push_back("mma.sp::ordered_metadata." + name);
        return;
    }
    rename(sass + ".ORDERED", "mma.sp::ordered_metadata.");
    one.spec.metadata = Metadata::two_of_four_ordered;
    all.push_back(std::move(one));
}

/// FP8 into fp32: QMMA.SP.16864 where there is QMMA.16832. Hopper and Blackwell emulate it as they do the
/// dense form: the groups of four k alternate between the two HMMA.SP.
void add_fp8(std::vector<Instruction>& all, Arch arch) {
    for (const Format a : {Format::e4m3, Format::e5m2}) {
        for (const Format b : {Format::e4m3, Format::e5m2}) {
            const std::string sass = "F32." + sass_type(a) + "." + sass_type(b);
            const std::string ptx = ".f32." + ptx_type(a) + "." + ptx_type(b) + ".f32";
            if (const Instruction* dense = find(all, arch, "QMMA.16832." + sass)) {
                push(all, Instruction(*dense), "QMMA.SP.16864." + sass, {"m16n8k64" + ptx},
                     Metadata::two_of_four);
            } else if (const Instruction* emulated = find(all, arch, "mma.m16n8k32" + ptx)) {
                push(all, Instruction(*emulated), "", {"m16n8k64" + ptx}, Metadata::two_of_four);
            }
        }
    }
}

void add_int8(std::vector<Instruction>& all, Arch arch) {
    for (const int k : {16, 32}) {
        for (const char a : {'8', 'U'}) {
            for (const char b : {'8', 'U'}) {
                for (const char* saturates : {"", ".SAT"}) {
                    const auto type = [](char x, bool upper) {
                        const char letter = x == 'U' ? 'U' : 'S';
                        return std::string(1, upper ? letter : static_cast<char>(letter + 'a' - 'A')) + "8";
                    };
                    const std::string types = "." + type(a, true) + "." + type(b, true) + saturates;
                    const Instruction* dense = find(all, arch, "IMMA.168" + std::to_string(k) + types);
                    if (dense == nullptr) return;
                    const std::string shape = "m16n8k" + std::to_string(2 * k);
                    const std::string ptx = ".s32." + type(a, false) + "." + type(b, false) + ".s32";
                    std::vector<std::string> names{shape + ptx};
                    if (*saturates != 0) names = {shape + ".satfinite" + ptx, shape + ptx + ".satfinite"};
                    push(all, Instruction(*dense), "IMMA.SP.168" + std::to_string(2 * k) + types, names,
                         Metadata::two_of_four);
                }
            }
        }
    }
}

}  // namespace

std::vector<OpenQuestion> sparse_open(const Spec& spec, const std::vector<OpenQuestion>& dense) {
    if (!info(spec.d).is_integer()) {
        return {{"sum", Evidence::assumed,
                 "the documents do not say how the selected products are grouped and in which order they are "
                 "added; karat takes the dense instruction of half the K"}};
    }
    std::vector<OpenQuestion> open;
    for (const OpenQuestion& question : dense) {
        if (question.knob == "overflow") open.push_back(question);
    }
    return open;
}

void add_nvidia_sparse(std::vector<Instruction>& all) {
    for (const NvidiaArch& one : kNvidiaArchs) {
        if (!one.bf16_tf32) continue;  // since Ampere
        for (const Row& row : kRows) {
            const Instruction* dense = find(all, one.arch, row.dense);
            if (dense != nullptr) push(all, Instruction(*dense), row.sass, {row.ptx}, row.metadata);
        }
        add_fp8(all, one.arch);
        add_int8(all, one.arch);
    }
}

}  // namespace karat
