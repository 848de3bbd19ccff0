// SPDX-License-Identifier: Apache-2.0
// Executes dot products of 64-bit Arm processors: BFDOT, BFMMLA, SMMLA, UMMLA, USMMLA and SME's FMOPA. C++17
// with intrinsics, for Linux.
//
//   c++ -std=c++17 -O2 karat_capture_arm.cpp -o karat_capture_arm
//
// Every function has its own target attribute, so no -march is needed; the kernel's AT_HWCAP2 decides at run
// time what may be executed. FMOPA is written in assembly and needs binutils 2.38 or Clang 14.
#include <arm_neon.h>
#include <sys/auxv.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "capture_main.hpp"

namespace {

using capture::Instruction;
using capture::Row;

enum Id { bfdot, bfdot_ebf, bfmmla, bfmmla_ebf, fmopa, smmla, ummla, usmmla };

const std::vector<Instruction> kInstructions{
    {"BFDOT", "", {"bf16", "bf16", "fp32", "fp32", 2}, false, bfdot},
    {"BFDOT.EBF", "", {"bf16", "bf16", "fp32", "fp32", 2}, false, bfdot_ebf},
    {"BFMMLA", "", {"bf16", "bf16", "fp32", "fp32", 4}, false, bfmmla},
    {"BFMMLA.EBF", "", {"bf16", "bf16", "fp32", "fp32", 4}, false, bfmmla_ebf},
    {"FMOPA.F32.F16", "", {"fp16", "fp16", "fp32", "fp32", 2}, false, fmopa},
    {"SMMLA", "", {"int8", "int8", "int32", "int32", 8}, false, smmla},
    {"UMMLA", "", {"uint8", "uint8", "int32", "int32", 8}, false, ummla},
    {"USMMLA", "", {"uint8", "int8", "int32", "int32", 8}, false, usmmla},
};

// Bits of AT_HWCAP2: Linux, arch/arm64/include/uapi/asm/hwcap.h.
constexpr unsigned kI8mm = 13, kBf16 = 14, kSmeF16F32 = 27, kEbf16 = 32;
bool has(unsigned bit) { return (static_cast<std::uint64_t>(getauxval(AT_HWCAP2)) >> bit & 1) != 0; }

constexpr std::uint64_t kFpcrEbf = std::uint64_t{1} << 13;
std::uint64_t fpcr() {
    std::uint64_t value = 0;
    __asm__ volatile("mrs %0, fpcr" : "=r"(value));
    return value;
}
void set_fpcr(std::uint64_t value) { __asm__ volatile("msr fpcr, %0" ::"r"(value)); }

/// A vector register each of a, b, c and d.
struct Registers {
    alignas(16) std::array<std::uint8_t, 16> a{}, b{}, c{}, d{};
};

// The destination is read and written, as in BFDOT Vd.4S, Vn.8H, Vm.8H.
#define CAPTURE_ARM(function, mnemonic, lanes)                                                   \
    __attribute__((target("arch=armv8.6-a"))) void function(Registers& x) {                      \
        uint8x16_t a = vld1q_u8(x.a.data()), b = vld1q_u8(x.b.data()), d = vld1q_u8(x.c.data()); \
        __asm__ volatile(mnemonic " %0.4s, %1." lanes ", %2." lanes : "+w"(d) : "w"(a), "w"(b)); \
        vst1q_u8(x.d.data(), d);                                                                 \
    }
CAPTURE_ARM(run_bfdot, "bfdot", "8h")
CAPTURE_ARM(run_bfmmla, "bfmmla", "8h")
CAPTURE_ARM(run_smmla, "smmla", "16b")
CAPTURE_ARM(run_ummla, "ummla", "16b")
CAPTURE_ARM(run_usmmla, "usmmla", "16b")

/// The widest streaming vector has 2048 bits: 128 halves, and a tile of 64 by 64 words.
struct Outer {
    alignas(16) std::array<std::uint16_t, 128> a{}, b{};
    alignas(16) std::array<std::uint32_t, 64 * 64> za{};
};

/// Words of a streaming vector.
std::size_t streaming_words() {
    std::uint64_t bytes = 0;
    __asm__ volatile(".arch_extension sme\n\trdsvl %0, #1" : "=r"(bytes));
    return bytes / 4;
}

/// ZA tile 0 is loaded from `za` row by row, one FMOPA with halves a and b is added, and the tile stored.
void run_fmopa(Outer& x) {
    __asm__ volatile(
        ".arch_extension sme\n\t"
        "smstart\n\t"
        "ptrue p0.h\n\t"
        "ptrue p1.s\n\t"
        "ld1h {z0.h}, p0/z, [%0]\n\t"
        "ld1h {z1.h}, p0/z, [%1]\n\t"
        "cntw x10\n\t"
        "mov x9, %2\n\t"
        "mov w12, #0\n"
        "1:\n\t"
        "ld1w {za0h.s[w12, 0]}, p1/z, [x9]\n\t"
        "addvl x9, x9, #1\n\t"
        "add w12, w12, #1\n\t"
        "cmp w12, w10\n\t"
        "b.lt 1b\n\t"
        "fmopa za0.s, p0/m, p0/m, z0.h, z1.h\n\t"
        "mov x9, %2\n\t"
        "mov w12, #0\n"
        "2:\n\t"
        "st1w {za0h.s[w12, 0]}, p1, [x9]\n\t"
        "addvl x9, x9, #1\n\t"
        "add w12, w12, #1\n\t"
        "cmp w12, w10\n\t"
        "b.lt 2b\n\t"
        "smstop" ::"r"(x.a.data()),
        "r"(x.b.data()), "r"(x.za.data())
        : "x9", "x10", "x12", "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9",
          "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23",
          "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");
}

std::string line_of(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    return std::getline(file, line) ? capture::trimmed(line) : "unknown";
}

class Arm final : public capture::Unit {
   public:
    [[nodiscard]] std::string arch() const override { return "Arm"; }
    [[nodiscard]] std::string device() const override {
        std::string text = "Arm processor, MIDR " +
                           line_of("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1") + ", Linux " +
                           line_of("/proc/sys/kernel/osrelease");
        return set_fpcr_ ? text + ", FPCR " + capture::hex_of(fpcr_, "fp32") : text;
    }
    [[nodiscard]] const std::vector<Instruction>& instructions() const override { return kInstructions; }
    [[nodiscard]] std::string refusal(const Instruction& one) const override;
    [[nodiscard]] std::string option_help() const override {
        return "  --fpcr HEX          set FPCR (default: as the process starts, 0)\n";
    }
    bool option(const std::string& name, const std::string& value) override {
        if (name != "--fpcr") return false;
        fpcr_ = capture::value_of_hex(value, 32);
        set_fpcr_ = true;
        return true;
    }
    [[nodiscard]] std::vector<std::uint64_t> run(const Instruction& one,
                                                 const std::vector<Row>& rows) override;

   private:
    std::uint64_t fpcr_ = 0;
    bool set_fpcr_ = false;
};

std::string Arm::refusal(const Instruction& one) const {
    const auto lacks = [&](unsigned bit, const std::string& feature) {
        return has(bit) ? std::string() : one.name + " needs " + feature + ", which this processor lacks";
    };
    switch (one.id) {
        case bfdot:
        case bfmmla:
            return lacks(kBf16, "FEAT_BF16");
        case bfdot_ebf:
        case bfmmla_ebf:
            return lacks(kEbf16, "FEAT_EBF16");
        case fmopa:
            return lacks(kSmeF16F32, "FEAT_SME with half to single outer products");
        default:
            return lacks(kI8mm, "FEAT_I8MM");
    }
}

template <std::size_t N>
void put(std::array<std::uint8_t, N>& bytes, std::size_t at, std::uint64_t value, unsigned bits) {
    for (unsigned i = 0; i < bits / 8; ++i) bytes.at(at + i) = static_cast<std::uint8_t>(value >> 8 * i);
}

std::uint64_t word_at(const std::array<std::uint8_t, 16>& bytes, std::size_t at) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, 4);
    return word;
}

/// Requests [from, from + count) in one instruction. BFDOT has four lanes. The others multiply 2 x 8 bytes by
/// 8 bytes x 2 and have the results row by row: requests lie on the diagonal, in words 0 and 3.
void run_registers(const Instruction& one, const std::vector<Row>& rows, std::size_t from, std::size_t count,
                   std::vector<std::uint64_t>& d) {
    Registers x;
    const bool dot = one.id <= bfdot_ebf;
    const unsigned bits = capture::width_of(one.formats.a);
    const std::size_t line = one.formats.k * bits / 8, step = dot ? 4 : 12;
    for (std::size_t i = 0; i < count; ++i) {
        const Row& row = rows[from + i];
        for (std::size_t k = 0; k < row.a.size(); ++k) {
            put(x.a, line * i + k * bits / 8, row.a[k], bits);
            put(x.b, line * i + k * bits / 8, row.b[k], bits);
        }
        put(x.c, step * i, row.c, 32);
    }
    if (dot) run_bfdot(x);
    if (one.id == bfmmla || one.id == bfmmla_ebf) run_bfmmla(x);
    if (one.id == smmla) run_smmla(x);
    if (one.id == ummla) run_ummla(x);
    if (one.id == usmmla) run_usmmla(x);
    for (std::size_t i = 0; i < count; ++i) d.push_back(word_at(x.d, step * i));
}

/// Request i: halves 2i and 2i + 1 of both vectors, element (i, i) of the tile.
void run_outer(const std::vector<Row>& rows, std::size_t from, std::size_t count, std::size_t words,
               std::vector<std::uint64_t>& d) {
    Outer x;
    for (std::size_t i = 0; i < count; ++i) {
        const Row& row = rows[from + i];
        for (std::size_t k = 0; k < 2; ++k) {
            x.a[2 * i + k] = static_cast<std::uint16_t>(row.a[k]);
            x.b[2 * i + k] = static_cast<std::uint16_t>(row.b[k]);
        }
        x.za[i * words + i] = static_cast<std::uint32_t>(row.c);
    }
    run_fmopa(x);
    for (std::size_t i = 0; i < count; ++i) d.push_back(x.za[i * words + i]);
}

std::vector<std::uint64_t> Arm::run(const Instruction& one, const std::vector<Row>& rows) {
    const bool ebf = one.id == bfdot_ebf || one.id == bfmmla_ebf;
    const std::size_t words = one.id == fmopa ? streaming_words() : 0;
    const std::size_t step = one.id == fmopa ? words : one.id <= bfdot_ebf ? 4 : 2;
    const std::uint64_t before = fpcr();
    set_fpcr((set_fpcr_ ? fpcr_ : before) | (ebf ? kFpcrEbf : 0));
    std::vector<std::uint64_t> d;
    for (std::size_t from = 0; from < rows.size(); from += step) {
        const std::size_t count = std::min(step, rows.size() - from);
        if (one.id == fmopa)
            run_outer(rows, from, count, words, d);
        else
            run_registers(one, rows, from, count, d);
    }
    set_fpcr(before);
    return d;
}

}  // namespace

int main(int argc, char** argv) {
    Arm unit;
    return capture::capture_main(argc, argv, unit);
}
