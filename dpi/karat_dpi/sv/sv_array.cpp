// SPDX-License-Identifier: Apache-2.0
#include "karat_dpi/sv/sv_array.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "karat_dpi/guard.hpp"

// The simulator provides these functions. They are weak, so that C and Python can load the library without
// it.
// clang-format off
#pragma weak svGetArrayPtr
#pragma weak svGetBitArrElem1VecVal
#pragma weak svIncrement
#pragma weak svLow
#pragma weak svPutBitArrElem1VecVal
#pragma weak svSize
#pragma weak svSizeOfArray
// clang-format on

namespace karat::dpi {
namespace {

static_assert(std::endian::native == std::endian::little,
              "elements are read as the simulator stores them, lowest byte first");

/// The simulator's layout of an array. `element_bytes` is 0 unless the array is stored as in C, lowest index
/// first. Verilator stores narrow elements in one or two bytes; the standard's layout is whole 32-bit words.
struct Layout {
    std::size_t count = 0;
    const void* memory = nullptr;
    std::size_t element_bytes = 0;
};

Layout layout_of(svOpenArrayHandle array, const char* name) {
    if (&svSize == nullptr)
        throw Refusal(KARAT_BAD_STATE, "no simulator is loaded; the karat_dpi_ calls are for SystemVerilog");
    if (array == nullptr) throw Refusal(KARAT_BAD_ARGUMENT, std::string(name) + " is NULL");
    const int size = svSize(array, 1);
    if (size <= 0) return {};
    Layout out{static_cast<std::size_t>(size)};
    if (size > 1 && svIncrement(array, 1) > 0) return out;  // descending
    out.memory = svGetArrayPtr(array);
    if (out.memory == nullptr) return out;
    const auto bytes = static_cast<std::size_t>(svSizeOfArray(array));
    if (bytes % out.count == 0) out.element_bytes = bytes / out.count;
    return out;
}

template <class Native>
void copy_out(const void* memory, std::span<std::uint64_t> out, std::uint64_t mask) {
    const auto* from = static_cast<const std::byte*>(memory);
    for (std::size_t i = 0; i < out.size(); ++i) {
        Native element;
        std::memcpy(&element, from + i * sizeof(Native), sizeof(Native));
        out[i] = element & mask;
    }
}

}  // namespace

std::size_t read_array(svOpenArrayHandle array, int width, const char* name, std::span<std::uint64_t> out) {
    const Layout layout = layout_of(array, name);
    const std::span<std::uint64_t> fits = out.first(std::min(out.size(), layout.count));
    const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    switch (layout.element_bytes) {
        case 1:
            copy_out<std::uint8_t>(layout.memory, fits, mask);
            break;
        case 2:
            copy_out<std::uint16_t>(layout.memory, fits, mask);
            break;
        case 4:
            copy_out<std::uint32_t>(layout.memory, fits, mask);
            break;
        case 8:
            copy_out<std::uint64_t>(layout.memory, fits, mask);
            break;
        default:
            for (std::size_t i = 0; i < fits.size(); ++i) {
                std::array<svBitVecVal, 2> words{};  // elements of the imports have at most 64 bits
                svGetBitArrElem1VecVal(words.data(), array, svLow(array, 1) + static_cast<int>(i));
                fits[i] = (words[0] | (std::uint64_t{words[1]} << 32)) & mask;
            }
    }
    return layout.count;
}

WordArray::WordArray(svOpenArrayHandle array, const char* name) : array_(array) {
    const Layout layout = layout_of(array, name);
    if (layout.element_bytes == sizeof(std::uint32_t)) {
        words_ = {static_cast<std::uint32_t*>(svGetArrayPtr(array)), layout.count};
        return;
    }
    copy_.resize(layout.count);
    for (std::size_t i = 0; i < copy_.size(); ++i)
        svGetBitArrElem1VecVal(&copy_[i], array, svLow(array, 1) + static_cast<int>(i));
    words_ = copy_;
}

void WordArray::commit() {
    if (copy_.empty()) return;
    const int low = svLow(array_, 1);
    for (std::size_t i = 0; i < copy_.size(); ++i)
        svPutBitArrElem1VecVal(array_, &copy_[i], low + static_cast<int>(i));
}

}  // namespace karat::dpi
