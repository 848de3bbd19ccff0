// SPDX-License-Identifier: Apache-2.0
// The part of HIP that karat_capture_hip.cpp uses, declared so that a compiler without ROCm can check the
// program and emit its device code. Nothing can be linked with it.
#pragma once
#include <cstddef>

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))

struct dim3 {
    unsigned x, y, z;
    constexpr explicit dim3(unsigned nx, unsigned ny = 1, unsigned nz = 1) : x(nx), y(ny), z(nz) {}
};

struct CaptureThreadIndex {
    __device__ operator unsigned() const { return __builtin_amdgcn_workitem_id_x(); }
};
struct CaptureBlockIndex {
    __device__ operator unsigned() const { return __builtin_amdgcn_workgroup_id_x(); }
};
static constexpr struct { CaptureThreadIndex x; } threadIdx{};
static constexpr struct { CaptureBlockIndex x; } blockIdx{};

enum hipError_t { hipSuccess = 0 };
enum hipMemcpyKind { hipMemcpyHostToDevice, hipMemcpyDeviceToHost };
using hipStream_t = struct ihipStream_t*;
struct hipDeviceProp_t {
    char name[256];
    char gcnArchName[256];
};

const char* hipGetErrorString(hipError_t status);
hipError_t hipSetDevice(int device);
hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device);
hipError_t hipDriverGetVersion(int* version);
hipError_t hipMalloc(void** memory, std::size_t bytes);
hipError_t hipFree(void* memory);
hipError_t hipMemcpy(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind);
hipError_t hipGetLastError();
hipError_t hipDeviceSynchronize();
extern "C" hipError_t hipLaunchKernel(const void* kernel, dim3 blocks, dim3 threads, void** arguments,
                                      std::size_t shared, hipStream_t stream);
extern "C" unsigned __hipPushCallConfiguration(dim3 blocks, dim3 threads, std::size_t shared = 0,
                                               hipStream_t stream = nullptr);
