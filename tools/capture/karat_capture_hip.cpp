// SPDX-License-Identifier: Apache-2.0
// Executes dot-adds on the matrix units of an AMD GPU: v_mfma, v_smfmac, v_wmma, v_swmmac, v_dot2.
//
//   hipcc -std=c++17 -O2 --offload-arch=native karat_capture_hip.cpp -o karat_capture_hip
#include <hip/hip_runtime.h>

#include "capture_main.hpp"
#include "hip/kernels.hpp"
#include "pack.hpp"

namespace {

using capture::Error;
using capture::Instruction;
using capture::Request;
using capture::Row;

struct HipInstruction {
    Instruction instruction;
    void (*kernel)(Request*);
    capture::WaveShape shape;
    int archs;
};

std::vector<HipInstruction> hip_instructions() {
    std::vector<HipInstruction> out;
#define CAPTURE_HIP_ROW(id, name, old, kind, m, blocks, k, metadata, A, B, C, fa, fb, fc, archs, call) \
    out.push_back({{name, old, {fa, fb, fc, fc, k, "", 0, metadata}, false, out.size()},               \
                   capture::hip_kernel<capture::hip::op_##id>,                                         \
                   capture::hip::op_##id::shape,                                                       \
                   archs});
    CAPTURE_HIP_CDNA(CAPTURE_HIP_ROW)
    CAPTURE_HIP_ALL_RDNA(CAPTURE_HIP_ROW)
    return out;
}

void check(hipError_t status, const std::string& what) {
    if (status != hipSuccess) throw Error(what + ": " + hipGetErrorString(status));
}

/// Which of the architectures a compiler target is; 0 for others.
int arch_of(const std::string& gcn) {
    if (gcn.rfind("gfx908", 0) == 0) return kCdna1;
    if (gcn.rfind("gfx90a", 0) == 0) return kCdna2;
    if (gcn.rfind("gfx94", 0) == 0) return kCdna3;
    if (gcn.rfind("gfx11", 0) == 0) return kRdna3;
    return gcn.rfind("gfx12", 0) == 0 ? kRdna4 : 0;
}

std::string name_of(int arch) {
    switch (arch) {
        case kCdna1:
            return "CDNA1";
        case kCdna2:
            return "CDNA2";
        case kCdna3:
            return "CDNA3";
        case kRdna3:
            return "RDNA3";
        case kRdna4:
            return "RDNA4";
        default:
            return "an architecture without these instructions";
    }
}

class Hip final : public capture::Unit {
   public:
    /// Two architectures may use one name for different kernels. The device decides which is offered.
    void open() {
        check(hipSetDevice(device_), "HIP device " + std::to_string(device_));
        check(hipGetDeviceProperties(&properties_, device_), "HIP device " + std::to_string(device_));
        const int arch = arch_of(properties_.gcnArchName);
        for (const HipInstruction& one : table_)
            if ((one.archs & arch) != 0) instructions_.push_back(one.instruction);
    }
    [[nodiscard]] std::string arch() const override { return name_of(arch_of(properties_.gcnArchName)); }
    [[nodiscard]] std::string device() const override {
        int driver = 0;
        check(hipDriverGetVersion(&driver), "hipDriverGetVersion");
        return std::string(properties_.name) + ", " + properties_.gcnArchName + ", HIP driver " +
               std::to_string(driver);
    }
    [[nodiscard]] const std::vector<Instruction>& instructions() const override { return instructions_; }
    [[nodiscard]] std::string refusal(const Instruction& /*one*/) const override { return {}; }
    [[nodiscard]] std::vector<std::uint64_t> run(const Instruction& one,
                                                 const std::vector<Row>& rows) override;

   private:
    const std::vector<HipInstruction> table_ = hip_instructions();
    std::vector<Instruction> instructions_;
    hipDeviceProp_t properties_{};
    int device_ = 0;
};

std::vector<std::uint64_t> Hip::run(const Instruction& one, const std::vector<Row>& rows) {
    const HipInstruction& entry = table_.at(one.id);
    const std::size_t per_tile = entry.shape.requests(), tiles = (rows.size() + per_tile - 1) / per_tile;
    std::vector<Request> requests(tiles * per_tile, capture::empty_request());
    for (std::size_t i = 0; i < rows.size(); ++i)
        requests[i] = capture::packed_request(rows[i], one.formats, false, false);
    const std::size_t bytes = requests.size() * sizeof(Request);
    Request* memory = nullptr;
    check(hipMalloc(reinterpret_cast<void**>(&memory), bytes), "hipMalloc");
    check(hipMemcpy(memory, requests.data(), bytes, hipMemcpyHostToDevice), "copy to the device");
    entry.kernel<<<dim3(static_cast<unsigned>(tiles)), dim3(entry.shape.lanes()), 0, nullptr>>>(memory);
    check(hipGetLastError(), one.name);
    check(hipDeviceSynchronize(), one.name);
    check(hipMemcpy(requests.data(), memory, bytes, hipMemcpyDeviceToHost), "copy from the device");
    check(hipFree(memory), "hipFree");
    std::vector<std::uint64_t> d;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (requests[i].executed == 0)
            throw Error("this program was compiled without " + one.name +
                        "; name the device's target, such as " + "--offload-arch=gfx942");
        const std::uint64_t all = std::uint64_t{requests[i].d[1]} << 32 | requests[i].d[0];
        d.push_back(one.formats.d == "fp64" ? all : all & 0xffffffffU);
    }
    return d;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        Hip unit;
        unit.open();
        return capture::capture_main(argc, argv, unit);
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << '\n';
        return 2;
    }
}
