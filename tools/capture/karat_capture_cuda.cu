// SPDX-License-Identifier: Apache-2.0
// Executes dot-adds on the tensor cores of an NVIDIA GPU: mma.sync, mma.sp, wgmma, tcgen05.mma.
//
//   nvcc -std=c++17 -O2 -arch=native karat_capture_cuda.cu -o karat_capture_cuda
//
// For Hopper, Blackwell and RTX Blackwell name the full architecture, as in -arch=sm_90a, sm_100a, sm_103a,
// sm_120a or sm_121a: the plain ones have no wgmma, tcgen05 or block-scaled instructions.
#include <cuda_runtime.h>

#include "capture_main.hpp"
#include "cuda/table.hpp"
#include "pack.hpp"

namespace {

using capture::CudaInstruction;
using capture::Error;
using capture::Instruction;
using capture::Request;
using capture::Row;

void check(cudaError_t status, const std::string& what) {
    if (status != cudaSuccess) throw Error(what + ": " + cudaGetErrorString(status));
}

/// Memory of the device for requests.
class Buffer {
   public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { cudaFree(data_); }
    Request* of(std::size_t count) {
        if (count > size_) {
            cudaFree(data_);
            data_ = nullptr;
            size_ = 0;
            check(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(Request)), "cudaMalloc");
            size_ = count;
        }
        return data_;
    }

   private:
    Request* data_ = nullptr;
    std::size_t size_ = 0;
};

/// The first word of digits and points: "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54  ..." and
/// "... Open Kernel Module for x86_64  580.159.04 ..." have it at different places.
std::string driver_version() {
    std::ifstream file("/proc/driver/nvidia/version");
    for (std::string word; file >> word;) {
        if (word.find_first_not_of("0123456789.") == std::string::npos && word.find('.') != std::string::npos)
            return word;
    }
    return "of unknown version";
}

class Cuda final : public capture::Unit {
   public:
    Cuda() {
        for (const CudaInstruction& one : table_) instructions_.push_back(one.instruction);
    }
    [[nodiscard]] std::string arch() const override;
    [[nodiscard]] std::string device() const override;
    [[nodiscard]] const std::vector<Instruction>& instructions() const override { return instructions_; }
    [[nodiscard]] std::string refusal(const Instruction& one) const override;
    [[nodiscard]] std::string option_help() const override {
        return "  --device N          CUDA device (default: 0)\n"
               "  --selector N        sparsity selector of mma.sp, 0 to 3 (default: 0)\n";
    }
    bool option(const std::string& name, const std::string& value) override;
    [[nodiscard]] std::vector<std::uint64_t> run(const Instruction& one,
                                                 const std::vector<Row>& rows) override;

   private:
    [[nodiscard]] const cudaDeviceProp& properties() const;
    [[nodiscard]] int capability() const { return 10 * properties().major + properties().minor; }
    [[nodiscard]] capture::Kernel kernel_of(const CudaInstruction& one) const;

    const std::vector<CudaInstruction> table_ = capture::cuda_instructions();
    std::vector<Instruction> instructions_;
    int device_ = 0;
    unsigned selector_ = 0;
    mutable bool known_ = false;
    mutable cudaDeviceProp properties_{};
    Buffer buffer_;
};

const cudaDeviceProp& Cuda::properties() const {
    if (known_) return properties_;
    check(cudaSetDevice(device_), "CUDA device " + std::to_string(device_));
    check(cudaGetDeviceProperties(&properties_, device_), "CUDA device " + std::to_string(device_));
    known_ = true;
    return properties_;
}

bool Cuda::option(const std::string& name, const std::string& value) {
    if (name != "--device" && name != "--selector") return false;
    if (value.empty() || value.size() > 2 || value.find_first_not_of("0123456789") != std::string::npos)
        throw Error(name + " needs a number");
    const int number = std::stoi(value);
    if (name == "--selector" && number > 3) throw Error("--selector is 0, 1, 2 or 3");
    if (name == "--device")
        device_ = number;
    else
        selector_ = static_cast<unsigned>(number);
    return true;
}

std::string Cuda::arch() const {
    const int cc = capability();
    if (cc < 70) return "compute capability " + std::to_string(cc);
    if (cc < 75) return "Volta";
    if (cc < 80) return "Turing";
    if (cc < 89) return "Ampere";
    if (cc == 89) return "Ada";
    if (cc < 100) return "Hopper";
    return cc < 120 ? "Blackwell" : "RTXBlackwell";
}

std::string Cuda::device() const {
    const cudaDeviceProp& p = properties();
    int runtime = 0;
    cudaRuntimeGetVersion(&runtime);
    std::string text = std::string(p.name) + ", compute capability " + std::to_string(p.major) + "." +
                       std::to_string(p.minor) + ", driver " + driver_version() + ", CUDA " +
                       std::to_string(runtime / 1000) + "." + std::to_string(runtime % 1000 / 10);
    return selector_ == 0 ? text : text + ", sparsity selector " + std::to_string(selector_);
}

std::string Cuda::refusal(const Instruction& one) const {
    const CudaInstruction& entry = table_.at(one.id);
    const auto text = [](int cc) { return std::to_string(cc / 10) + "." + std::to_string(cc % 10); };
    const int cc = capability();
    if (cc >= entry.least && cc <= entry.most) return {};
    return one.name + " needs compute capability " + text(entry.least) +
           (entry.most == entry.least ? "" : " to " + text(entry.most)) + "; this device has " + text(cc);
}

capture::Kernel Cuda::kernel_of(const CudaInstruction& one) const {
    const bool sparse = !one.instruction.formats.metadata.empty();
    const capture::Kernel kernel = one.kernels[sparse ? selector_ : 0];
    if (kernel == nullptr)
        throw Error(one.instruction.name + " has no sparsity selector " + std::to_string(selector_));
    return kernel;
}

std::vector<std::uint64_t> Cuda::run(const Instruction& one, const std::vector<Row>& rows) {
    const CudaInstruction& entry = table_.at(one.id);
    const capture::Kernel kernel = kernel_of(entry);
    (void)properties();  // selects the device
    const std::size_t tiles = (rows.size() + entry.per_tile - 1) / entry.per_tile;
    std::vector<Request> requests(tiles * entry.per_tile, capture::empty_request());
    for (std::size_t i = 0; i < rows.size(); ++i)
        requests[i] =
            capture::packed_request(rows[i], one.formats, entry.packing == capture::Packing::container,
                                    entry.packing == capture::Packing::padded);
    const std::size_t bytes = requests.size() * sizeof(Request);
    Request* const memory = buffer_.of(requests.size());
    check(cudaMemcpy(memory, requests.data(), bytes, cudaMemcpyHostToDevice), "copy to the device");
    kernel<<<static_cast<unsigned>(tiles), entry.threads>>>(memory, entry.argument);
    check(cudaGetLastError(), one.name);
    check(cudaDeviceSynchronize(), one.name);
    check(cudaMemcpy(requests.data(), memory, bytes, cudaMemcpyDeviceToHost), "copy from the device");
    std::vector<std::uint64_t> d;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (requests[i].executed == 0)
            throw Error("this program was compiled without " + one.name +
                        "; name the device's full architecture, " +
                        "such as -arch=sm_90a, sm_100a or sm_120a");
        const bool wide = one.formats.d == "fp64";
        d.push_back(wide ? std::uint64_t{requests[i].d[1]} << 32 | requests[i].d[0] : requests[i].d[0]);
    }
    return d;
}

}  // namespace

int main(int argc, char** argv) {
    Cuda unit;
    return capture::capture_main(argc, argv, unit);
}
