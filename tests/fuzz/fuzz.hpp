// SPDX-License-Identifier: Apache-2.0
// Shared by the fuzz targets.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace karat::fuzz {

/// Aborts unless `good`; libFuzzer then keeps the input as a finding.
inline void ensure(bool good, const char* sentence) {
    if (good) return;
    std::fprintf(stderr, "finding: %s\n", sentence);
    std::abort();
}

/// Reads an input as numbers. After its end it reads zeros.
class Bytes {
   public:
    Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
    [[nodiscard]] bool empty() const { return at_ == end_; }
    std::uint8_t byte() { return empty() ? std::uint8_t{0} : *at_++; }
    std::uint64_t word() {
        std::uint64_t value = 0;
        for (int i = 0; i < 8; ++i) value = value << 8 | byte();
        return value;
    }
    /// Up to `most` characters; the next byte gives the length.
    std::string text(std::size_t most) {
        std::string out(byte() % (most + 1), '\0');
        for (char& c : out) c = static_cast<char>(byte());
        return out;
    }
    /// Mostly a small number, sometimes an extreme one.
    std::size_t count() {
        const std::uint8_t kind = byte();
        return kind < 250    ? kind % 20U
               : kind == 250 ? static_cast<std::size_t>(word())
                             : SIZE_MAX >> (kind - 251U);
    }

   private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

}  // namespace karat::fuzz
