// SPDX-License-Identifier: Apache-2.0
#include "karat_dpi/sv_array.hpp"

#include <bit>
#include <cstring>

#include "karat_dpi/guard.hpp"

// The simulator brings these. Weak, so that C and Python load the library without one.
// clang-format off
#pragma weak svDimensions
#pragma weak svGetArrayPtr
#pragma weak svGetBitArrElem1VecVal
#pragma weak svHigh
#pragma weak svLeft
#pragma weak svLow
#pragma weak svPutBitArrElem1VecVal
#pragma weak svRight
#pragma weak svSizeOfArray
// clang-format on

namespace karat::dpi {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are read as the simulator stores them, lowest byte first");

struct Range {
    int low = 0;
    std::size_t count = 0;
    bool ascending = true;
};

Range range_of(svOpenArrayHandle array, const char* name) {
    if (&svDimensions == nullptr) throw Refusal(KARAT_BAD_STATE, "no simulator: the karat_dpi_ calls are for SystemVerilog");
    if (array == nullptr) throw Refusal(KARAT_BAD_ARGUMENT, std::string(name) + " is NULL");
    if (svDimensions(array) != 1) throw Refusal(KARAT_BAD_ARGUMENT, std::string(name) + " must have one unpacked dimension");
    const int low = svLow(array, 1);
    const int high = svHigh(array, 1);
    if (high < low) return {};
    return {low, static_cast<std::size_t>(high - low) + 1, svLeft(array, 1) <= svRight(array, 1)};
}

/// Bytes of an element where the array lies in memory as C would lay it out, first index first; 0 where it does not. Verilator packs
/// narrow elements into one or two bytes; the standard's own layout is whole 32-bit words.
std::size_t element_bytes(svOpenArrayHandle array, const Range& range) {
    if (range.count == 0 || !range.ascending || svGetArrayPtr(array) == nullptr) return 0;
    const auto bytes = static_cast<std::size_t>(svSizeOfArray(array));
    return bytes % range.count == 0 ? bytes / range.count : 0;
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

std::vector<std::uint64_t> read_array(svOpenArrayHandle array, int width, const char* name) {
    const Range range = range_of(array, name);
    std::vector<std::uint64_t> out(range.count);
    const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    switch (element_bytes(array, range)) {
        case 1:
            copy_out<std::uint8_t>(svGetArrayPtr(array), out, mask);
            return out;
        case 2:
            copy_out<std::uint16_t>(svGetArrayPtr(array), out, mask);
            return out;
        case 4:
            copy_out<std::uint32_t>(svGetArrayPtr(array), out, mask);
            return out;
        case 8:
            copy_out<std::uint64_t>(svGetArrayPtr(array), out, mask);
            return out;
        default:
            break;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        svBitVecVal words[2] = {};  // the import's elements have at most 64 bits
        svGetBitArrElem1VecVal(words, array, range.low + static_cast<int>(i));
        out[i] = (words[0] | (std::uint64_t{words[1]} << 32)) & mask;
    }
    return out;
}

WordArray::WordArray(svOpenArrayHandle array, const char* name) : array_(array) {
    const Range range = range_of(array, name);
    if (element_bytes(array, range) == sizeof(std::uint32_t)) {
        words_ = {static_cast<std::uint32_t*>(svGetArrayPtr(array)), range.count};
        return;
    }
    copy_.resize(range.count);
    for (std::size_t i = 0; i < range.count; ++i) svGetBitArrElem1VecVal(&copy_[i], array, range.low + static_cast<int>(i));
    words_ = copy_;
}

void WordArray::commit() {
    if (copy_.empty()) return;
    const int low = svLow(array_, 1);
    for (std::size_t i = 0; i < copy_.size(); ++i) svPutBitArrElem1VecVal(array_, &copy_[i], low + static_cast<int>(i));
}

}  // namespace karat::dpi
