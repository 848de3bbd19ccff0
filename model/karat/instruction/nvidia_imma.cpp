// SPDX-License-Identifier: Apache-2.0
// mma.sync on integers and single bits: IMMA and BMMA (PTX ISA, "Integer operations"). Newer architectures
// execute some PTX forms with other instructions; the result is the same, and only the PTX name is listed.
#include <array>

#include "karat/instruction/vendors.hpp"
#include "karat/recipe/families/families.hpp"

namespace karat {
namespace {

/// A set of architectures; all from `first` to `last` in the order of Arch.
struct Archs {
    Arch first, last;
    [[nodiscard]] bool has(Arch arch) const { return first <= arch && arch <= last; }
};

constexpr Archs kPtx816{Arch::Turing, Arch::RTXBlackwell};   // m8n8k16, m8n8k32, m8n8k128
constexpr Archs kPtx1688{Arch::Ampere, Arch::RTXBlackwell};  // M = 16; .and.popc

struct ImmaRow {
    Shape shape;
    int bits;  ///< of an operand
    Archs ptx;
    Archs sass;  ///< with an instruction of this shape
};
constexpr std::array kImma{ImmaRow{{8, 8, 16, 1}, 8, kPtx816, {Arch::Turing, Arch::Hopper}},
                           ImmaRow{{16, 8, 16, 1}, 8, kPtx1688, kPtx1688},
                           ImmaRow{{16, 8, 32, 1}, 8, kPtx1688, kPtx1688},
                           ImmaRow{{8, 8, 32, 1}, 4, kPtx816, {Arch::Turing, Arch::Ada}},
                           ImmaRow{{16, 8, 32, 1}, 4, kPtx1688, {Arch::Ampere, Arch::Ada}},
                           ImmaRow{{16, 8, 64, 1}, 4, kPtx1688, {Arch::Ampere, Arch::Ada}}};

struct BmmaRow {
    Shape shape;
    bool exclusive;
    Archs ptx;
    Archs sass;
};
constexpr std::array kBmma{BmmaRow{{8, 8, 128, 1}, true, kPtx816, {Arch::Turing, Arch::Ada}},
                           BmmaRow{{8, 8, 128, 1}, false, kPtx1688, {Arch::Ampere, Arch::Hopper}},
                           BmmaRow{{16, 8, 128, 1}, true, kPtx1688, {Arch::Ampere, Arch::Ada}},
                           BmmaRow{{16, 8, 128, 1}, false, kPtx1688, {Arch::Ampere, Arch::Hopper}},
                           BmmaRow{{16, 8, 256, 1}, true, kPtx1688, {Arch::Ampere, Arch::Ada}},
                           BmmaRow{{16, 8, 256, 1}, false, kPtx1688, {Arch::Ampere, Arch::Hopper}}};

/// "S8" or "s8".
std::string type(Format format, bool upper) {
    const FormatInfo& f = info(format);
    const char letter = f.is_signed ? (upper ? 'S' : 's') : (upper ? 'U' : 'u');
    return std::string(1, letter) + std::to_string(f.bits);
}

std::string sass_shape(const Shape& s) {
    return std::to_string(s.m) + std::to_string(s.n) + std::to_string(s.k);
}
std::string ptx_shape(const Shape& s) {
    return "m" + std::to_string(s.m) + "n" + std::to_string(s.n) + "k" + std::to_string(s.k);
}

void push(std::vector<Instruction>& all, Arch arch, bool has_sass, const std::string& sass,
          std::vector<std::string> ptx, const Shape& shape, const Spec& spec) {
    std::string name = sass;
    if (!has_sass) {
        name = ptx.front();
        ptx.erase(ptx.begin());
    }
    all.push_back({arch, std::move(name), std::move(ptx), shape, spec});
}

void add_imma(std::vector<Instruction>& all, Arch arch, const ImmaRow& row) {
    const std::array formats =
        row.bits == 8 ? std::array{Format::int8, Format::uint8} : std::array{Format::int4, Format::uint4};
    for (const Format a : formats) {
        for (const Format b : formats) {
            for (const Overflow overflow : {Overflow::wrap, Overflow::saturate}) {
                const bool saturates = overflow == Overflow::saturate;
                const std::string types = ".s32." + type(a, false) + "." + type(b, false) + ".s32";
                const std::string mma = "mma." + ptx_shape(row.shape);
                std::vector<std::string> ptx{mma + types};
                if (saturates) ptx = {mma + ".satfinite" + types, mma + types + ".satfinite"};
                push(all, arch, row.sass.has(arch),
                     "IMMA." + sass_shape(row.shape) + "." + type(a, true) + "." + type(b, true) +
                         (saturates ? ".SAT" : ""),
                     std::move(ptx), row.shape, families::integer_spec(a, b, row.shape.k, overflow));
            }
        }
    }
}

void add_bmma(std::vector<Instruction>& all, Arch arch, const BmmaRow& row) {
    Spec spec = families::integer_spec(Format::b1, Format::b1, row.shape.k, Overflow::wrap);
    if (row.exclusive) spec.multiplier = Multiplier::xor_;
    push(all, arch, row.sass.has(arch),
         "BMMA." + sass_shape(row.shape) + (row.exclusive ? ".XOR" : ".AND") + ".POPC",
         {"mma." + ptx_shape(row.shape) + ".s32.b1.b1.s32." + (row.exclusive ? "xor" : "and") + ".popc"},
         row.shape, spec);
}

}  // namespace

void add_nvidia_imma(std::vector<Instruction>& all) {
    for (const NvidiaArch& one : kNvidiaArchs) {
        for (const ImmaRow& row : kImma) {
            if (row.ptx.has(one.arch)) add_imma(all, one.arch, row);
        }
        for (const BmmaRow& row : kBmma) {
            if (row.ptx.has(one.arch)) add_bmma(all, one.arch, row);
        }
    }
}

}  // namespace karat
