// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/integer/integer_reader.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "karat/evaluate/packed.hpp"

namespace karat::simd {
namespace {

using Eight = std::array<std::int16_t, 8>;

/// The bits of each byte.
constexpr std::array<Eight, 256> kBits = [] {
    std::array<Eight, 256> out{};
    for (unsigned byte = 0; byte < out.size(); ++byte) {
        for (unsigned i = 0; i < 8; ++i) out[byte][i] = static_cast<std::int16_t>(byte >> i & 1U);
    }
    return out;
}();

void widen1(const std::byte* from, std::size_t count, std::int16_t* out) {
    for (std::size_t i = 0; i < count; i += 8)
        std::memcpy(out + i, kBits[std::to_integer<std::size_t>(from[i / 8])].data(), sizeof(Eight));
}

}  // namespace

IntegerReader::IntegerReader(Format format, Simd simd)
    : bits_(info(format).bits),
      // of int16 the conversion to int16 restores the sign
      sign_(static_cast<std::int16_t>(bits_ < 16 ? info(format).sign_bit() : 0)),
      kernel_(pack_kernel(simd)) {}

std::int16_t IntegerReader::one(std::span<const std::byte> data, std::size_t index) const {
    const auto code = static_cast<std::int16_t>(load_element(data, index, bits_));
    return static_cast<std::int16_t>((code ^ sign_) - sign_);
}

void IntegerReader::run(std::span<const std::byte> data, std::size_t first, std::size_t count,
                        std::int16_t* out) const {
    if constexpr (std::endian::native == std::endian::little) {
        const std::size_t per_byte = bits_ < 8 ? 8 / static_cast<std::size_t>(bits_) : 1;
        while (count > 0 && first % per_byte != 0) *out++ = one(data, first++), --count;
        const std::size_t whole = count / per_byte * per_byte;
        if (whole > 0) aligned(&data[first * static_cast<std::size_t>(bits_) / 8], whole, out);
        first += whole, out += whole, count -= whole;
    }
    for (std::size_t i = 0; i < count; ++i) out[i] = one(data, first + i);
}

/// A whole number of bytes.
void IntegerReader::aligned(const std::byte* from, std::size_t count, std::int16_t* out) const {
    switch (bits_) {
        case 16:
            std::memcpy(out, from, count * sizeof *out);
            break;
        case 8:
            kernel_.widen8(from, count, sign_, out);
            break;
        case 4:
            kernel_.widen4(from, count, sign_, out);
            break;
        default:
            widen1(from, count, out);
    }
}

}  // namespace karat::simd
