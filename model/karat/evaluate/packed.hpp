// SPDX-License-Identifier: Apache-2.0
// Elements in packed storage: element i of a b-bit format occupies bits [i*b, i*b + b), little-endian.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace karat {

/// Element `index` of packed storage.
[[nodiscard]] std::uint64_t load_packed(std::span<const std::byte> data, std::size_t index, int bits);
void store_packed(std::span<std::byte> data, std::size_t index, int bits, std::uint64_t value);

template <class T>
[[nodiscard]] inline std::uint64_t load_as(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}
template <class T>
inline void store_as(std::byte* at, std::uint64_t value) {
    const auto narrow = static_cast<T>(value);
    std::memcpy(at, &narrow, sizeof narrow);
}

/// load_packed, with an inline fast path for the usual widths.
[[nodiscard]] inline std::uint64_t load_element(std::span<const std::byte> data, std::size_t index,
                                                int bits) {
    if constexpr (std::endian::native == std::endian::little) {
        if (bits == 32) return load_as<std::uint32_t>(data.data() + index * 4);
        if (bits == 16) return load_as<std::uint16_t>(data.data() + index * 2);
        if (bits == 8) return load_as<std::uint8_t>(data.data() + index);
        if (bits == 64) return load_as<std::uint64_t>(data.data() + index * 8);
        if (bits == 4) return load_as<std::uint8_t>(data.data() + index / 2) >> (index % 2 * 4) & 0xfU;
    }
    return load_packed(data, index, bits);
}
inline void store_element(std::span<std::byte> data, std::size_t index, int bits, std::uint64_t value) {
    if constexpr (std::endian::native == std::endian::little) {
        if (bits == 32) return store_as<std::uint32_t>(data.data() + index * 4, value);
        if (bits == 16) return store_as<std::uint16_t>(data.data() + index * 2, value);
        if (bits == 8) return store_as<std::uint8_t>(data.data() + index, value);
        if (bits == 64) return store_as<std::uint64_t>(data.data() + index * 8, value);
    }
    store_packed(data, index, bits, value);
}

}  // namespace karat
