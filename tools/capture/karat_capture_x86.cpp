// SPDX-License-Identifier: Apache-2.0
// Executes dot products of x86 processors: AVX512-BF16, AVX512-VNNI, AVX-VNNI and AMX. C++17 with intrinsics.
//
//   c++ -std=c++17 -O2 karat_capture_x86.cpp -o karat_capture_x86
//
// Every function has its own target attribute, so no -march is needed; CPUID decides at run time what may be
// executed. What the compiler does not know (AMX-FP16 before GCC 13, AMX-FP8 before GCC 15 or Clang 20) is
// left out and `--list` says so.
#include <immintrin.h>

#include <algorithm>

#include "capture_main.hpp"
#include "x86/execute.hpp"
#include "x86/processor.hpp"

namespace capture {
namespace {

const std::vector<Instruction> kInstructions{
    {"VDPBF16PS", "", {"bf16", "bf16", "fp32", "fp32", 2}, false, vdpbf16ps},
    {"VPDPBUSD", "", {"uint8", "int8", "int32", "int32", 4}, false, vpdpbusd},
    {"VPDPBUSDS", "", {"uint8", "int8", "int32", "int32", 4}, false, vpdpbusds},
    {"VPDPWSSD", "", {"int16", "int16", "int32", "int32", 2}, false, vpdpwssd},
    {"VPDPWSSDS", "", {"int16", "int16", "int32", "int32", 2}, false, vpdpwssds},
    {"TDPBF16PS", "", {"bf16", "bf16", "fp32", "fp32", 32}, false, tdpbf16ps},
    {"TDPFP16PS", "", {"fp16", "fp16", "fp32", "fp32", 32}, false, tdpfp16ps},
    {"TDPBF8PS", "", {"e5m2", "e5m2", "fp32", "fp32", 64}, false, tdpbf8ps},
    {"TDPBHF8PS", "", {"e5m2", "e4m3", "fp32", "fp32", 64}, false, tdpbhf8ps},
    {"TDPHBF8PS", "", {"e4m3", "e5m2", "fp32", "fp32", 64}, false, tdphbf8ps},
    {"TDPHF8PS", "", {"e4m3", "e4m3", "fp32", "fp32", 64}, false, tdphf8ps},
    {"TDPBSSD", "", {"int8", "int8", "int32", "int32", 64}, false, tdpbssd},
    {"TDPBSUD", "", {"int8", "uint8", "int32", "int32", 64}, false, tdpbsud},
    {"TDPBUSD", "", {"uint8", "int8", "int32", "int32", 64}, false, tdpbusd},
    {"TDPBUUD", "", {"uint8", "uint8", "int32", "int32", 64}, false, tdpbuud},
};

/// Element i of a packed operand, `width` bits each.
std::uint32_t packed(const std::vector<std::uint64_t>& values, std::size_t word, unsigned width) {
    std::uint32_t out = 0;
    const unsigned count = 32 / width;
    for (unsigned i = 0; i < count; ++i)
        out |= static_cast<std::uint32_t>(values[word * count + i]) << width * i;
    return out;
}

class X86 final : public Unit {
   public:
    [[nodiscard]] std::string arch() const override { return "x86"; }
    [[nodiscard]] std::string device() const override {
        std::string text = processor_.name;
        if (set_mxcsr_) text += ", MXCSR " + hex_of(mxcsr_, "fp32");
        return text + (avx_ ? ", VEX encoding" : "");
    }
    [[nodiscard]] const std::vector<Instruction>& instructions() const override { return kInstructions; }
    [[nodiscard]] std::string refusal(const Instruction& one) const override;
    [[nodiscard]] std::string option_help() const override {
        return "  --mxcsr HEX         set MXCSR (default: 1f80, the state of a new process)\n"
               "  --encoding VALUE    evex or vex, for the VNNI instructions (default: evex)\n";
    }
    bool option(const std::string& name, const std::string& value) override {
        if (name == "--mxcsr") {
            mxcsr_ = static_cast<unsigned>(value_of_hex(value, 16));
            set_mxcsr_ = true;
        } else if (name == "--encoding") {
            if (value != "evex" && value != "vex") throw Error("--encoding is evex or vex");
            avx_ = value == "vex";
        } else {
            return false;
        }
        return true;
    }
    [[nodiscard]] std::vector<std::uint64_t> run(const Instruction& one,
                                                 const std::vector<Row>& rows) override;

   private:
    void run_lanes(const Instruction& one, const std::vector<Row>& rows, std::size_t from,
                   std::vector<std::uint64_t>& d) const;
    static void run_tiles(const Instruction& one, const std::vector<Row>& rows, std::size_t from,
                          std::vector<std::uint64_t>& d);

    Processor processor_ = this_processor();
    unsigned mxcsr_ = 0x1f80;
    bool set_mxcsr_ = false, avx_ = false;
};

std::string X86::refusal(const Instruction& one) const {
    const auto lacks = [&](bool has, const std::string& feature) {
        return has ? std::string()
                   : one.name + " needs " + feature + ", which this processor lacks (" + processor_.name +
                         ")";
    };
    [[maybe_unused]] const auto unknown = [&](const std::string& feature) {
        return one.name + " needs " + feature + ", which the compiler of this program does not know";
    };
    if (one.id == vdpbf16ps) return lacks(processor_.avx512_bf16, "AVX512-BF16");
    if (one.id <= vpdpwssds)
        return avx_ ? lacks(processor_.avx_vnni, "AVX-VNNI") : lacks(processor_.avx512_vnni, "AVX512-VNNI");
    if (one.id == tdpbf16ps) return lacks(processor_.amx_bf16, "AMX-BF16");
    if (one.id >= tdpbssd) return lacks(processor_.amx_int8, "AMX-INT8");
    if (one.id == tdpfp16ps) {
#ifdef CAPTURE_AMX_FP16
        return lacks(processor_.amx_fp16, "AMX-FP16");
#else
        return unknown("AMX-FP16");
#endif
    }
#ifdef CAPTURE_AMX_FP8
    return lacks(processor_.amx_fp8, "AMX-FP8");
#else
    return unknown("AMX-FP8");
#endif
}

void X86::run_lanes(const Instruction& one, const std::vector<Row>& rows, std::size_t from,
                    std::vector<std::uint64_t>& d) const {
    Lanes lanes;
    const std::size_t count = std::min<std::size_t>(16, rows.size() - from);
    for (std::size_t i = 0; i < count; ++i) {
        const Row& row = rows[from + i];
        lanes.a[i] = packed(row.a, 0, width_of(one.formats.a));
        lanes.b[i] = packed(row.b, 0, width_of(one.formats.b));
        lanes.c[i] = static_cast<std::uint32_t>(row.c);
    }
    if (one.id == vdpbf16ps)
        run_bf16(lanes);
    else if (avx_)
        run_vnni256(lanes, one.id);
    else
        run_vnni512(lanes, one.id);
    d.insert(d.end(), lanes.d.begin(), lanes.d.begin() + static_cast<std::ptrdiff_t>(count));
}

/// Requests lie on the diagonal: request i is row i of A and column i of B.
void X86::run_tiles(const Instruction& one, const std::vector<Row>& rows, std::size_t from,
                    std::vector<std::uint64_t>& d) {
    Tiles tiles;
    const std::size_t count = std::min<std::size_t>(16, rows.size() - from);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t word = 0; word < 16; ++word) {
            tiles.a[i][word] = packed(rows[from + i].a, word, width_of(one.formats.a));
            tiles.b[word][i] = packed(rows[from + i].b, word, width_of(one.formats.b));
        }
        tiles.c[i][i] = static_cast<std::uint32_t>(rows[from + i].c);
    }
    if (one.id == tdpbf16ps) run_amx_bf16(tiles, one.id);
    if (one.id >= tdpbssd) run_amx_int8(tiles, one.id);
#ifdef CAPTURE_AMX_FP16
    if (one.id == tdpfp16ps) run_amx_fp16(tiles, one.id);
#endif
#ifdef CAPTURE_AMX_FP8
    if (one.id >= tdpbf8ps && one.id <= tdphf8ps) run_amx_fp8(tiles, one.id);
#endif
    for (std::size_t i = 0; i < count; ++i) d.push_back(tiles.c[i][i]);
}

std::vector<std::uint64_t> X86::run(const Instruction& one, const std::vector<Row>& rows) {
    std::vector<std::uint64_t> d;
    d.reserve(rows.size());
    const unsigned before = _mm_getcsr();
    _mm_setcsr(mxcsr_ | 0x1f80);  // exceptions stay masked
    for (std::size_t from = 0; from < rows.size(); from += 16) {
        if (one.id <= vpdpwssds)
            run_lanes(one, rows, from, d);
        else
            run_tiles(one, rows, from, d);
    }
    _mm_setcsr(before);
    return d;
}

}  // namespace
}  // namespace capture

int main(int argc, char** argv) {
    capture::X86 unit;
    return capture::capture_main(argc, argv, unit);
}
